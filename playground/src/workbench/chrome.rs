//! State of the window apart from the document: open panels, notices, messages, colors.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use noise_playground::source::ModulePath;

use super::derived::Revised;
use super::messages::MessageLog;
use super::{Action, AdapterSummary, CellId, Dialog, OpenPanels, PanelSizes, WindowLayout};

/// A short message to the user, which the status line shows for some seconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// True if the notice offers to undo the last edit of a preset file.
    pub(crate) has_undo: bool,
    /// Saved file or folder, which a click on the notice shows; `None` if the notice is about something else.
    pub(crate) path: Option<PathBuf>,
    /// Time of egui's clock, in seconds, at which the notice was first visible; `None` until it is drawn.
    since: Option<f64>,
}

/// Duration for which a notice is visible, in seconds: long enough to read a line twice.
const NOTICE_SECONDS: f64 = 8.0;

/// State of the window apart from the document: panels, notices, messages, colors. Written by the panels themselves,
/// and by [`Chrome::notify`].
pub(crate) struct Chrome {
    pub(crate) panels: OpenPanels,
    pub(crate) panel_sizes: PanelSizes,
    /// Width and height of the application's window, in points.
    pub(crate) window_size: [f32; 2],
    /// True if the dark theme is selected.
    pub(crate) dark: bool,
    /// True if the user has turned reduced motion (an interface without animations) on, false if off; `None` to follow
    /// the desktop.
    reduced_motion: Option<bool>,
    /// True if the desktop asks applications for reduced motion. Written by the application.
    pub(crate) desktop_reduces_motion: bool,
    /// Text that the user typed in the filter field above the list of generators.
    pub(crate) filter: String,
    /// Paths of the subfolders that are folded in the list of generators.
    pub(crate) folded_folders: Revised<BTreeSet<String>>,
    /// Files whose helper functions are visible in the list of generators.
    pub(crate) unfolded_files: Revised<BTreeSet<ModulePath>>,
    /// The open dialog for a folder or a new file; `None` while no such dialog is open.
    pub(crate) dialog: Option<Dialog>,
    /// Folders that were opened before, the most recent one first. Written by the application.
    pub(crate) recent_folders: Vec<PathBuf>,
    pub(crate) notice: Option<Notice>,
    /// Actions that edits of the workbench have requested from the application, which carries them out after the frame.
    pub(crate) requested: Vec<Action>,
    pub(crate) messages: MessageLog,
    pub(crate) adapter: AdapterSummary,
    /// Time until which the frames of pictures flash because their file was reloaded; `None` without a reload.
    pub(crate) flash_until: Option<Instant>,
    /// The cell whose legend is expanded, because the pointer is over the legend or drags one of its ends; `None` while
    /// all are collapsed.
    pub(crate) legend: Option<CellId>,
    /// True if there was an error when the diagnostics were last examined, to detect the first error.
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
            folded_folders: Revised::default(),
            unfolded_files: Revised::default(),
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

    /// Replaces the layout of the window (panels and their sizes) by a saved one.
    pub(super) fn set_layout(&mut self, layout: WindowLayout) {
        (self.panels, self.panel_sizes) = (layout.panels, layout.panel_sizes);
        (self.window_size, self.dark) = (layout.size, layout.dark);
        self.reduced_motion = layout.reduced_motion;
    }

    /// Returns the current layout of the window (panels and their sizes), for the session.
    pub(crate) fn layout(&self) -> WindowLayout {
        WindowLayout {
            size: self.window_size,
            panels: self.panels,
            panel_sizes: self.panel_sizes,
            dark: self.dark,
            reduced_motion: self.reduced_motion,
        }
    }

    /// Moves the state that does not depend on the open folder, such as layout, adapter and messages, from the window
    /// state of the previous folder.
    pub(crate) fn keep_from(&mut self, previous: &mut Self) {
        self.set_layout(previous.layout());
        self.desktop_reduces_motion = previous.desktop_reduces_motion;
        self.adapter = std::mem::take(&mut previous.adapter);
        self.messages = std::mem::take(&mut previous.messages);
    }

    /// Returns true if animations of the interface must be off, such as the tip of the camera or a scrolling list.
    pub(crate) fn reduces_motion(&self) -> bool {
        self.reduced_motion.unwrap_or(self.desktop_reduces_motion)
    }

    /// Turns reduced motion on or off by the user's choice. The desktop's setting has no effect after that.
    pub(crate) fn toggle_motion(&mut self) {
        self.reduced_motion = Some(!self.reduces_motion());
    }

    /// Opens the diagnostics panel when a first error appears, and closes it when there is none left. `has_error` is
    /// true if there is an error now.
    pub(super) fn show_errors(&mut self, has_error: bool) {
        if self.had_error != has_error {
            self.had_error = has_error;
            self.panels.diagnostics = has_error;
        }
    }

    /// Shows a notice in the status line for some seconds, replacing the previous one, and adds it to the message log.
    pub(crate) fn notify(&mut self, text: String) {
        tracing::debug!("notice: {text}");
        self.messages.add(text.clone());
        self.notice = Some(Notice {
            text,
            has_undo: false,
            path: None,
            since: None,
        });
    }

    /// Removes the notice from the status line if it was visible already; called when the user acts after the notice.
    pub(crate) fn dismiss_notice(&mut self) {
        self.notice.take_if(|notice| notice.since.is_some());
    }

    /// Shows a notice in the status line with a button that undoes the last edit of a preset file.
    pub(crate) fn notify_with_undo(&mut self, text: String) {
        self.notify(text);
        if let Some(notice) = &mut self.notice {
            notice.has_undo = true;
        }
    }

    /// Shows a notice in the status line about a saved file or folder, which a click on the notice shows.
    pub(crate) fn notify_with_path(&mut self, text: String, path: PathBuf) {
        self.notify(text);
        if let Some(notice) = &mut self.notice {
            notice.path = Some(path);
        }
    }

    /// Returns the notice to show at the time `now` of egui's clock, and how much longer it is shown, both in seconds.
    /// Returns `None` if there is no notice or its time is over.
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
