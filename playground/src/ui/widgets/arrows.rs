//! Arrow keys that move something in one or two directions.

use egui::{EventFilter, Key, Modifiers, Response, Ui, Vec2, vec2};

/// Factor on a press with Alt.
const FINE: f32 = 0.1;

/// Filter for the left and right keys.
pub(crate) const HORIZONTAL_ARROWS: EventFilter = EventFilter {
    tab: false,
    horizontal_arrows: true,
    vertical_arrows: false,
    escape: false,
};

/// Filter for all four arrow keys.
pub(crate) const ALL_ARROWS: EventFilter = EventFilter {
    vertical_arrows: true,
    ..HORIZONTAL_ARROWS
};

/// Returns [`presses`] if the widget has the focus, which the keys then do not move; otherwise zero.
pub(crate) fn arrows(ui: &Ui, response: &Response, keys: EventFilter) -> Vec2 {
    if !response.has_focus() {
        return Vec2::ZERO;
    }
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, keys));
    presses(ui, keys)
}

/// Consumes the arrow keys in `keys` and returns the presses of this frame: right minus left, down minus up. With Alt a
/// press counts 0.1.
pub(crate) fn presses(ui: &Ui, keys: EventFilter) -> Vec2 {
    let count = |modifiers: Modifiers, key: Key| {
        ui.input_mut(|input| input.count_and_consume_key(modifiers, key)) as f32
    };
    let along = |is_enabled: bool, less: Key, more: Key| {
        if !is_enabled {
            return 0.0;
        }
        // Presses with Alt first: `Modifiers::NONE` also matches them.
        let fine = count(Modifiers::ALT, more) - count(Modifiers::ALT, less);
        let whole = count(Modifiers::NONE, more) - count(Modifiers::NONE, less);
        whole + FINE * fine
    };
    vec2(
        along(keys.horizontal_arrows, Key::ArrowLeft, Key::ArrowRight),
        along(keys.vertical_arrows, Key::ArrowUp, Key::ArrowDown),
    )
}
