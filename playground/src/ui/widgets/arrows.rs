//! Reads arrow keys for focused widgets that move something horizontally or vertically.

use egui::{EventFilter, Key, Modifiers, Response, Ui, Vec2, vec2};

/// Factor of Alt on drags and arrow keys.
pub(crate) const FINE: f64 = 0.1;

/// The widget receives left and right instead of egui moving the focus.
pub(crate) const HORIZONTAL_ARROWS: EventFilter =
    EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: false, escape: false };

/// The widget receives all arrow keys instead of egui moving the focus.
pub(crate) const ALL_ARROWS: EventFilter =
    EventFilter { vertical_arrows: true, ..HORIZONTAL_ARROWS };

/// Returns [`presses`] if the widget has the focus, and prevents the keys from moving it; otherwise zero.
pub(crate) fn arrows(ui: &Ui, response: &Response, keys: EventFilter) -> Vec2 {
    if !response.has_focus() {
        return Vec2::ZERO;
    }
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, keys));
    presses(ui, keys)
}

/// Consumes the enabled presses of this frame: right minus left as x, down minus up as y. One with Alt counts 0.1.
pub(crate) fn presses(ui: &Ui, keys: EventFilter) -> Vec2 {
    // Presses with Alt are counted first, since `Modifiers::NONE` also matches them.
    let fine = presses_with(ui, keys, Modifiers::ALT);
    FINE as f32 * fine + presses_with(ui, keys, Modifiers::NONE)
}

/// As [`presses`], but counts those with the modifiers, and each as 1.
pub(super) fn presses_with(ui: &Ui, keys: EventFilter, modifiers: Modifiers) -> Vec2 {
    let count = |key: Key| ui.input_mut(|input| input.count_and_consume_key(modifiers, key)) as f32;
    let along = |is_enabled: bool, less: Key, more: Key| {
        if is_enabled { count(more) - count(less) } else { 0.0 }
    };
    vec2(
        along(keys.horizontal_arrows, Key::ArrowLeft, Key::ArrowRight),
        along(keys.vertical_arrows, Key::ArrowUp, Key::ArrowDown),
    )
}
