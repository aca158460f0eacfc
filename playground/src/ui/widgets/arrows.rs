//! Arrow keys for what is moved in a plane.

use egui::{EventFilter, Key, Modifiers, Response, Ui, Vec2, vec2};

/// A press with Alt moves this much less.
const FINE: f32 = 0.1;

/// Left and right.
pub(crate) const ACROSS: EventFilter = EventFilter {
    tab: false,
    horizontal_arrows: true,
    vertical_arrows: false,
    escape: false,
};

/// All four.
pub(crate) const BOTH_WAYS: EventFilter = EventFilter {
    vertical_arrows: true,
    ..ACROSS
};

/// How far these keys move a thing that has the focus in this frame. They do not move the focus then.
pub(crate) fn arrows(ui: &Ui, response: &Response, keys: EventFilter) -> Vec2 {
    if !response.has_focus() {
        return Vec2::ZERO;
    }
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, keys));
    presses(ui, keys)
}

/// How often these keys were pressed in this frame, right and down less left and up. Takes them.
pub(crate) fn presses(ui: &Ui, keys: EventFilter) -> Vec2 {
    let count = |modifiers: Modifiers, key: Key| {
        ui.input_mut(|input| input.count_and_consume_key(modifiers, key)) as f32
    };
    let along = |is_wanted: bool, less: Key, more: Key| {
        if !is_wanted {
            return 0.0;
        }
        // Without modifiers a press with Alt would count too.
        let fine = count(Modifiers::ALT, more) - count(Modifiers::ALT, less);
        let whole = count(Modifiers::NONE, more) - count(Modifiers::NONE, less);
        whole + FINE * fine
    };
    vec2(
        along(keys.horizontal_arrows, Key::ArrowLeft, Key::ArrowRight),
        along(keys.vertical_arrows, Key::ArrowUp, Key::ArrowDown),
    )
}
