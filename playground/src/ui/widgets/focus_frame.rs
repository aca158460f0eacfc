//! The frame around a widget that has the keyboard focus.

use egui::{Rect, Response, Stroke, StrokeKind, Ui};

use crate::ui::theme;

/// Draws the frame inside `rect` if the widget has the focus.
pub(crate) fn focus_frame_ui(ui: &Ui, response: &Response, rect: Rect) {
    if response.has_focus() {
        let line = Stroke::new(2.0, theme::accent(ui.visuals()));
        ui.painter()
            .rect_stroke(rect, 4.0, line, StrokeKind::Inside);
    }
}
