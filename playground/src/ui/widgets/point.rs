//! Keyboard and screen reader for the points of editors: knots, stops, bars, and colors in a square.

use egui::{EventFilter, Id, Key, Modifiers, Response, Ui, Vec2};

use super::arrows::{FINE, arrows, presses_with};
use super::screen_reader::requested_steps;

pub(super) struct PointInput {
    /// Steps to the right and upward; with Shift or Alt a tenth of one.
    pub(super) moved: Vec2,
    /// A point is to be added after this one.
    pub(super) is_added: bool,
    pub(super) is_removed: bool,
}

/// Reads the keys of a focused point: Insert, Delete, and the arrows that `keys` enables. Steps of a screen reader go
/// right if only horizontal arrows are enabled, else up.
pub(super) fn point_input(ui: &Ui, response: &Response, keys: EventFilter) -> PointInput {
    let mut input = PointInput { moved: Vec2::ZERO, is_added: false, is_removed: false };
    if response.has_focus() {
        let fine = FINE as f32 * presses_with(ui, keys, Modifiers::SHIFT);
        let moved = fine + arrows(ui, response, keys);
        input.moved = Vec2::new(moved.x, -moved.y);
        let takes = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        input.is_added = takes(Key::Insert);
        input.is_removed = takes(Key::Delete) | takes(Key::Backspace);
    }
    let steps = requested_steps(ui, response.id);
    if keys.vertical_arrows {
        input.moved.y += steps;
    } else {
        input.moved.x += steps;
    }
    input
}

/// Returns the number moved by steps of a hundredth, rounded to thousandths.
pub(super) fn stepped(number: f64, steps: f32) -> f64 {
    if steps == 0.0 {
        return number;
    }
    egui::emath::round_to_decimals(number + 0.01 * f64::from(steps), 3)
}

pub(super) fn point_id(editor: Id, index: usize) -> Id {
    editor.with(("point", index))
}

pub(super) fn focus_point(ui: &Ui, editor: Id, index: usize) {
    ui.memory_mut(|memory| memory.request_focus(point_id(editor, index)));
}

/// Moves the focus of a point that was removed to the one before.
pub(super) fn focus_before(ui: &Ui, editor: Id, index: usize) {
    if ui.memory(|memory| memory.has_focus(point_id(editor, index))) {
        focus_point(ui, editor, index - 1);
    }
}
