//! Hides the tooltips of the panels while a modal dialog is open.

use egui::{Frame, Id, PopupAnchor, Pos2, Tooltip, Ui};

use crate::workbench::{Workbench, Zone};

/// Otherwise an open tooltip would stay above the dialog until the pointer moves. Called before the panels are shown.
pub(crate) fn hide_below_modal(ui: &Ui, workbench: &Workbench) {
    if !has_modal(workbench) {
        return;
    }
    // egui shows only the first tooltip of a frame in each layer: this empty one.
    let id = Id::unique("instead of tooltips below a modal dialog");
    let anchor = PopupAnchor::Position(Pos2::ZERO);
    let mut empty = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, anchor);
    empty.popup = empty.popup.frame(Frame::NONE);
    empty.show(|_| {});
}

fn has_modal(workbench: &Workbench) -> bool {
    let is_listing =
        super::panels().any(|panel| panel.info().zone == Zone::Modal && workbench.shows(panel));
    is_listing || workbench.chrome.dialog.is_some() || workbench.pending_restore.is_some()
}
