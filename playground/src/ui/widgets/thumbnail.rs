//! The frame around a clickable thumbnail, such as a preset or variant.

use egui::{Rect, Response, Stroke, StrokeKind, Ui};

use crate::ui::theme;

/// Draws a frame around `picture`, in the accent color if the thumbnail is selected or has the focus.
pub(crate) fn frame_ui(ui: &Ui, picture: Rect, response: &Response, is_selected: bool) {
    let visuals = ui.visuals();
    let line = if is_selected || response.has_focus() {
        Stroke::new(2.0, theme::accent(visuals))
    } else if response.hovered() {
        Stroke::new(2.0, visuals.text_color())
    } else {
        Stroke::new(1.0, visuals.widgets.noninteractive.bg_stroke.color)
    };
    ui.painter().rect_stroke(picture, 2.0, line, StrokeKind::Outside);
}
