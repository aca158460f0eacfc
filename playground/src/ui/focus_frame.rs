//! The frame around the widget that has the keyboard focus, drawn once above all panels instead of by each widget.

use egui::{Event, Id, LayerId, Order, Stroke, StrokeKind, Ui};

use super::theme;

/// Draws a frame if the last input came from the keyboard rather than a pointer button.
pub(crate) fn focus_frame_ui(ui: &Ui) {
    let by_keyboard = used_keyboard_last(ui);
    let focused = ui.memory(|memory| memory.focused()).filter(|_| by_keyboard);
    let Some(response) = focused.and_then(|id| ui.ctx().read_response(id)) else {
        return;
    };
    let layer = LayerId::new(Order::Foreground, Id::unique("focus frame"));
    let visible = response.interact_rect.expand(3.0);
    let painter = ui.ctx().layer_painter(layer).with_clip_rect(visible);
    let line = Stroke::new(2.0, theme::accent(ui.visuals()));
    painter.rect_stroke(response.rect, 4.0, line, StrokeKind::Outside);
}

fn used_keyboard_last(ui: &Ui) -> bool {
    let id = Id::unique("used keyboard last");
    let is_key = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
    let (is_pressed, is_key) = ui.input(|input| {
        let is_key = input.raw.events.iter().any(is_key);
        (input.pointer.any_pressed(), is_key)
    });
    ui.data_mut(|data| {
        let last = data.get_temp_mut_or_default::<bool>(id);
        *last = is_key || *last && !is_pressed;
        *last
    })
}
