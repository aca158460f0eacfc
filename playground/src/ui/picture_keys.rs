//! Arrow keys on the picture of a cell, seen from above or in three dimensions.

use egui::{Popup, Response, Ui, Vec2};

use super::widgets::arrows::{ALL_ARROWS, arrows, presses};
use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, Workbench};

/// Returns presses on the focused picture. Without a focus the selected cell gets them, so that Space stays a shortcut.
pub(super) fn picture_arrows(
    ui: &Ui,
    response: &Response,
    workbench: &Workbench,
    id: CellId,
) -> Vec2 {
    let is_selected = workbench.document.compared().is_some() || workbench.document.selected == id;
    let is_free =
        ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
    // The line of a wipe and the window of changes also take them without the focus.
    let is_taken = workbench.document.arrangement == Arrangement::Wipe
        || workbench.comparison.changes.is_some()
        || Popup::is_any_open(ui.ctx());
    if is_selected && is_free && !is_taken {
        return presses(ui, ALL_ARROWS);
    }
    arrows(ui, response, ALL_ARROWS)
}
