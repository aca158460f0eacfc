//! The window around the pictures: panels, notices, colors.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use noise_playground::source::ModulePath;

use super::messages::MessageLog;
use super::{Action, AdapterSummary, CellId, Dialog, OpenPanels, PanelSizes, WindowLayout};

/// A short message in the status line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// True if the notice offers to undo the last edit of a preset file.
    pub(crate) has_undo: bool,
    /// Time of the first frame that showed the notice, in seconds of egui's clock.
    since: Option<f64>,
}

/// Time for which a notice is shown, in seconds: long enough to read a line twice.
const NOTICE_SECONDS: f64 = 8.0;

/// The state of the panels. Written by the panels themselves, and by [`Chrome::notify`].
pub(crate) struct Chrome {
    pub(crate) panels: OpenPanels,
    pub(crate) panel_sizes: PanelSizes,
    /// Width and height of the window, in points.
    pub(crate) window_size: [f32; 2],
    /// True for light text on dark.
    pub(crate) dark: bool,
    /// True if the user has reduced motion, false if the user allows it; `None` to follow the desktop.
    reduced_motion: Option<bool>,
    /// True if the desktop asks for reduced motion. Written by the application.
    pub(crate) desktop_reduces_motion: bool,
    /// Text of the filter above the list of generators.
    pub(crate) filter: String,
    /// Folders of the list that are folded.
    pub(crate) folded_folders: BTreeSet<String>,
    /// Files of the list whose helper functions are listed.
    pub(crate) unfolded_files: BTreeSet<ModulePath>,
    /// The open dialog; `None` without one.
    pub(crate) dialog: Option<Dialog>,
    /// Folders that were opened before, the last one first. Written by the application.
    pub(crate) recent_folders: Vec<PathBuf>,
    pub(crate) notice: Option<Notice>,
    /// Requests of edits to the application, carried out after the frame.
    pub(crate) requested: Vec<Action>,
    pub(crate) messages: MessageLog,
    pub(crate) adapter: AdapterSummary,
    /// Time at which the flash at the pictures' edges after a reload ends; `None` without one.
    pub(crate) flash_until: Option<Instant>,
    /// The cell whose legend the pointer is over or drags; `None` without one.
    pub(crate) legend: Option<CellId>,
    /// True if the last list of diagnostics had an error.
    had_error: bool,
}

impl Chrome {
    pub(super) fn new(layout: WindowLayout) -> Self {
        Self {
            panels: layout.panels,
            panel_sizes: layout.panel_sizes,
            window_size: layout.size,
            dark: layout.dark,
            reduced_motion: layout.reduced_motion,
            desktop_reduces_motion: false,
            filter: String::new(),
            folded_folders: BTreeSet::new(),
            unfolded_files: BTreeSet::new(),
            dialog: None,
            recent_folders: Vec::new(),
            notice: None,
            requested: Vec::new(),
            messages: MessageLog::default(),
            adapter: AdapterSummary::default(),
            flash_until: None,
            legend: None,
            had_error: false,
        }
    }

    /// Restores a layout.
    pub(super) fn set_layout(&mut self, layout: WindowLayout) {
        (self.panels, self.panel_sizes) = (layout.panels, layout.panel_sizes);
        (self.window_size, self.dark) = (layout.size, layout.dark);
        self.reduced_motion = layout.reduced_motion;
    }

    /// Returns the layout that the session saves.
    pub(crate) fn layout(&self) -> WindowLayout {
        WindowLayout {
            size: self.window_size,
            panels: self.panels,
            panel_sizes: self.panel_sizes,
            dark: self.dark,
            reduced_motion: self.reduced_motion,
        }
    }

    /// Takes over the state of the window, which does not belong to the open folder: layout, adapter, messages.
    pub(crate) fn keep_from(&mut self, previous: &mut Self) {
        self.set_layout(previous.layout());
        self.desktop_reduces_motion = previous.desktop_reduces_motion;
        self.adapter = std::mem::take(&mut previous.adapter);
        self.messages = std::mem::take(&mut previous.messages);
    }

    /// Returns true if nothing may move by itself: the camera, a scrolled list.
    pub(crate) fn reduces_motion(&self) -> bool {
        self.reduced_motion.unwrap_or(self.desktop_reduces_motion)
    }

    /// Reduces motion, or allows it, whatever the desktop asks for.
    pub(crate) fn toggle_motion(&mut self) {
        self.reduced_motion = Some(!self.reduces_motion());
    }

    /// Opens the diagnostics panel when the first error appears, and closes it when no errors remain.
    pub(super) fn show_errors(&mut self, has_error: bool) {
        if self.had_error != has_error {
            self.had_error = has_error;
            self.panels.diagnostics = has_error;
        }
    }

    /// Shows a notice for a while instead of the previous one, and adds it to the message log.
    pub(crate) fn notify(&mut self, text: String) {
        self.messages.add(text.clone());
        self.notice = Some(Notice {
            text,
            has_undo: false,
            since: None,
        });
    }

    /// Removes a notice that was shown: the user has acted since.
    pub(crate) fn dismiss_notice(&mut self) {
        self.notice.take_if(|notice| notice.since.is_some());
    }

    /// Shows a notice with a button that undoes the last edit of a preset file.
    pub(crate) fn notify_with_undo(&mut self, text: String) {
        self.notify(text);
        if let Some(notice) = &mut self.notice {
            notice.has_undo = true;
        }
    }

    /// Returns the notice to show at `now`, in seconds of egui's clock, and the seconds for which it stays. Returns
    /// `None` if there is none or its time is over.
    pub(crate) fn notice_at(&mut self, now: f64) -> Option<(&Notice, f64)> {
        let notice = self.notice.as_mut()?;
        let remaining = *notice.since.get_or_insert(now) + NOTICE_SECONDS - now;
        if remaining <= 0.0 {
            self.notice = None;
        }
        let notice = self.notice.as_ref()?;
        Some((notice, remaining))
    }
}
