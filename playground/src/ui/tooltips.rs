//! Tooltips of the panels: beside the panel, not right after a drag, and not while a modal dialog is open.

use egui::{Frame, Id, PopupAnchor, Pos2, RectAlign, Response, Tooltip, Ui};

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

/// Width of the margin of a panel beside its widgets, in points.
const MARGIN: f32 = 12.0;

/// Shows a tooltip beside the panel, where it covers no other widget. After a drag, the pointer must move first.
pub(crate) fn beside_panel(ui: &Ui, response: &Response, content: impl FnOnce(&mut Ui)) {
    if rests_after_drag(ui, response) {
        return;
    }
    let panel = ui.clip_rect();
    let (anchor, align) = if panel.center().x < ui.ctx().content_rect().center().x {
        (response.rect.with_max_x(panel.right() + MARGIN), RectAlign::RIGHT_START)
    } else {
        (response.rect.with_min_x(panel.left() - MARGIN), RectAlign::LEFT_START)
    };
    let mut tooltip = Tooltip::for_enabled(response);
    tooltip.popup = tooltip.popup.anchor(anchor).align(align);
    tooltip.show(content);
}

/// Returns true while the pointer is where the last drag of a widget with such a tooltip has ended.
fn rests_after_drag(ui: &Ui, response: &Response) -> bool {
    let id = Id::unique("pointer after a drag");
    let pointer = ui.input(|input| input.pointer.latest_pos());
    if response.dragged() || response.drag_stopped() {
        ui.data_mut(|data| data.insert_temp(id, pointer));
    }
    let after_drag: Option<Option<Pos2>> = ui.data(|data| data.get_temp(id));
    after_drag == Some(pointer)
}

fn has_modal(workbench: &Workbench) -> bool {
    let is_listing =
        super::panels().any(|panel| panel.info().zone == Zone::Modal && workbench.shows(panel));
    is_listing || workbench.chrome.dialog.is_some() || workbench.pending_restore.is_some()
}
