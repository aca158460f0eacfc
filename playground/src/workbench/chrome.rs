//! State of the window apart from the document: panels, notices, messages, colors.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use noise_playground::source::ModulePath;

use super::derived::Revised;
use super::dock::Dock;
use super::messages::MessageLog;
use super::panels::Zone;
use super::preferences::Preferences;
use super::{Action, AdapterSummary, CellId, Dialog, Panel, WindowLayout};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) action: NoticeAction,
    /// Time of egui's clock, in seconds; `None` until the notice is drawn.
    since: Option<f64>,
}

impl Notice {
    fn is_error(&self) -> bool {
        self.action == NoticeAction::ShowMessages
    }
}

/// What a click on a notice does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoticeAction {
    None,
    /// Undoes the last edit of a preset file.
    UndoPreset,
    ShowFile(PathBuf),
    /// Opens the messages. The notice is the error of what the user asked for.
    ShowMessages,
}

/// Seconds, long enough to read a line twice.
const NOTICE_SECONDS: f64 = 8.0;

const ERROR_SECONDS: f64 = 60.0;

const MAX_RECENT_LINES: usize = 5;

/// Written by the panels themselves, and by [`Chrome::notify`].
#[derive(Default)]
pub(crate) struct Chrome {
    pub(super) layout: WindowLayout,
    pub(crate) preferences: Preferences,
    /// Open panels whose state the session does not save.
    open_panels: BTreeSet<Panel>,
    /// Written by the application.
    pub(crate) desktop_reduces_motion: bool,
    pub(crate) filter: String,
    /// True if the list leaves out files without anything to draw; `None` decides by their share.
    pub(crate) drawable_only: Option<bool>,
    /// Folded subfolders of the list of generators.
    pub(crate) folded_folders: Revised<BTreeSet<String>>,
    /// Files whose helper functions are listed.
    pub(crate) unfolded_files: Revised<BTreeSet<ModulePath>>,
    pub(crate) dialog: Option<Dialog>,
    /// The most recent one first. Written by the application.
    pub(crate) recent_folders: Vec<PathBuf>,
    pub(crate) notice: Option<Notice>,
    /// Lines chosen from the command palette, the most recent one first.
    pub(crate) recent_lines: Vec<String>,
    /// Actions of edits of the workbench, carried out after the frame.
    pub(crate) requested: Vec<Action>,
    pub(crate) messages: MessageLog,
    pub(crate) adapter: AdapterSummary,
    /// Width of the window, in points.
    width: f32,
    /// Panels that the user has opened although the window is too narrow for them.
    unfolded: BTreeSet<Panel>,
    /// Time until which pictures flash because their file was reloaded.
    pub(crate) flash_until: Option<Instant>,
    /// Cell whose legend is expanded, because the pointer is over it or drags one of its ends.
    pub(crate) legend: Option<CellId>,
    /// True if a legend shows the value range of the selected picture.
    pub(crate) has_legend: bool,
    /// Octaves that the selected picture shows, if it does not show all, because the others are finer than its pixels.
    pub(crate) visible_octaves: Option<f64>,
    /// True if there was an error in the previous frame, to detect the first one.
    had_error: bool,
}

impl Chrome {
    /// Returns the part that the session saves.
    pub(crate) fn layout(&self) -> &WindowLayout {
        &self.layout
    }

    /// In points. A minimized window may have size 0, which is not kept.
    pub(crate) fn set_window_size(&mut self, size: [f32; 2]) {
        if size.iter().all(|side| *side > 0.0) {
            self.layout.size = size;
        }
    }

    pub(crate) fn dock(&self) -> &Dock {
        &self.layout.dock
    }

    pub(crate) fn dock_mut(&mut self) -> &mut Dock {
        &mut self.layout.dock
    }

    /// Returns true if a floating panel is open, which Escape closes.
    pub(crate) fn has_floating_panel(&self) -> bool {
        self.open_panels.iter().any(|panel| panel.info().zone == Zone::Floating)
    }

    /// Returns true if a modal panel is open, such as the command palette.
    pub(crate) fn has_modal_panel(&self) -> bool {
        self.open_panels.iter().any(|panel| panel.info().zone == Zone::Modal)
    }

    pub(crate) fn is_dark(&self) -> bool {
        self.preferences.dark
    }

    pub(crate) fn toggle_theme(&mut self) {
        self.preferences.dark = !self.preferences.dark;
    }

    /// Returns true also if the panel is not available at present.
    pub(crate) fn is_open(&self, panel: Panel) -> bool {
        let info = panel.info();
        if panel.is_docked() {
            self.layout.dock.shows(panel)
        } else if self.is_collapsed(panel) {
            self.unfolded.contains(&panel)
        } else if info.is_saved {
            self.is_open_if_wide(panel)
        } else {
            self.open_panels.contains(&panel)
        }
    }

    fn is_open_if_wide(&self, panel: Panel) -> bool {
        let info = panel.info();
        self.layout.panels.get(info.key).copied().unwrap_or(info.starts_open)
    }

    /// Returns true if the window is too narrow for the panel, so that it is closed unless the user opens it. The list
    /// of generators gives its place to the pictures while the dock is open.
    pub(crate) fn is_collapsed(&self, panel: Panel) -> bool {
        let list = if self.layout.dock.is_open() { 1900.0 } else { 1000.0 };
        let widths = [(Panel::GENERATORS, list), (Panel::CONTROLS, 760.0)];
        let least = widths.into_iter().find(|(other, _)| *other == panel).map(|(_, width)| width);
        // The width is unknown before the first frame.
        let is_narrow = least.is_some_and(|least| self.width > 0.0 && self.width < least);
        is_narrow && self.is_open_if_wide(panel)
    }

    pub(crate) fn width(&self) -> f32 {
        self.width
    }

    pub(crate) fn set_width(&mut self, width: f32) {
        self.width = width;
        let unfolded = std::mem::take(&mut self.unfolded).into_iter();
        self.unfolded = unfolded.filter(|panel| self.is_collapsed(*panel)).collect();
    }

    pub(crate) fn set_open(&mut self, panel: Panel, is_open: bool) {
        let info = panel.info();
        if panel.is_docked() {
            self.layout.dock.set_open(panel, is_open);
        } else if self.is_collapsed(panel) {
            self.unfolded.retain(|other| *other != panel);
            self.unfolded.extend(is_open.then_some(panel));
        } else if info.is_saved {
            self.layout.panels.insert(info.key.to_owned(), is_open);
            self.unfolded.extend(is_open.then_some(panel));
        } else if is_open {
            self.open_panels.insert(panel);
        } else {
            self.open_panels.remove(&panel);
        }
    }

    /// Returns false while the panels on both sides are hidden.
    pub(crate) fn shows_sides(&self) -> bool {
        self.is_open_if_wide(Panel::GENERATORS) || self.is_open_if_wide(Panel::CONTROLS)
    }

    pub(crate) fn set_sides(&mut self, is_open: bool) {
        self.unfolded.clear();
        for panel in [Panel::GENERATORS, Panel::CONTROLS] {
            self.layout.panels.insert(panel.info().key.to_owned(), is_open);
        }
    }

    pub(crate) fn toggle_sides(&mut self) {
        self.set_sides(!self.shows_sides());
    }

    /// Returns width or height in points; `None` until the panel is first shown.
    pub(crate) fn panel_size(&self, panel: Panel) -> Option<f32> {
        self.layout.panel_sizes.get(panel.info().key).copied()
    }

    /// `size` is a width or height in points.
    pub(crate) fn set_panel_size(&mut self, panel: Panel, size: f32) {
        if self.panel_size(panel) != Some(size) {
            self.layout.panel_sizes.insert(panel.info().key.to_owned(), size);
        }
    }

    /// Moves the state that does not depend on the open folder from that of the previous one.
    pub(crate) fn keep_from(&mut self, previous: &mut Self) {
        self.layout = std::mem::take(&mut previous.layout);
        self.preferences = std::mem::take(&mut previous.preferences);
        self.open_panels = std::mem::take(&mut previous.open_panels);
        self.desktop_reduces_motion = previous.desktop_reduces_motion;
        self.adapter = std::mem::take(&mut previous.adapter);
        self.messages = std::mem::take(&mut previous.messages);
    }

    /// Returns true if animations must be off, such as the tip of the camera or a scrolling list.
    pub(crate) fn reduces_motion(&self) -> bool {
        self.layout.reduced_motion.unwrap_or(self.desktop_reduces_motion)
    }

    /// The desktop's setting has no effect after this.
    pub(crate) fn toggle_motion(&mut self) {
        self.layout.reduced_motion = Some(!self.reduces_motion());
    }

    /// Opens the diagnostics panel when a first error appears, and closes it when there is none left.
    pub(super) fn show_errors(&mut self, has_error: bool) {
        if self.had_error != has_error {
            self.had_error = has_error;
            self.set_open(Panel::DIAGNOSTICS, has_error);
        }
    }

    pub(crate) fn notify(&mut self, text: String) {
        self.notify_with(text, NoticeAction::None);
    }

    /// Replaces the previous notice, and adds this one to the message log.
    pub(crate) fn notify_with(&mut self, text: String, action: NoticeAction) {
        tracing::debug!("notice: {text}");
        self.messages.add(text.clone());
        self.notice = Some(Notice { text, action, since: None });
    }

    /// Shows the error, for which a window that waits for its captures to close stays open.
    pub(crate) fn capture_failed(&mut self, error: String) {
        self.dialog.take_if(|dialog| *dialog == Dialog::Close);
        self.notify_with(error, NoticeAction::ShowMessages);
    }

    pub(crate) fn remember_line(&mut self, line: String) {
        self.recent_lines.retain(|other| *other != line);
        self.recent_lines.insert(0, line);
        self.recent_lines.truncate(MAX_RECENT_LINES);
    }

    /// Removes a notice that was visible already, but no error; called when the user acts.
    pub(crate) fn dismiss_notice(&mut self) {
        self.notice.take_if(|notice| notice.since.is_some() && !notice.is_error());
    }

    /// Returns the notice and how much longer it is shown; `now` is the time of egui's clock, both in seconds.
    pub(crate) fn notice_at(&mut self, now: f64) -> Option<(&Notice, f64)> {
        let notice = self.notice.as_mut()?;
        let seconds = if notice.is_error() { ERROR_SECONDS } else { NOTICE_SECONDS };
        let remaining = *notice.since.get_or_insert(now) + seconds - now;
        if remaining <= 0.0 {
            self.notice = None;
        }
        let notice = self.notice.as_ref()?;
        Some((notice, remaining))
    }
}
