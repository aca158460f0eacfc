//! Arrow keys for what is moved in a plane.

use egui::{EventFilter, Key, Modifiers, Response, Ui, Vec2, vec2};

/// A press with Alt moves this much less.
const FINE: f32 = 0.1;

/// How far the arrow keys move a thing that has the focus in this frame, in presses, y down. The keys of `kept`
/// are not for moving the focus then.
pub(crate) fn arrows(ui: &Ui, response: &Response, kept: EventFilter) -> Vec2 {
    if !response.has_focus() {
        return Vec2::ZERO;
    }
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, kept));
    let along = |is_kept: bool, less: Key, more: Key| {
        if !is_kept {
            return 0.0;
        }
        let presses = |modifiers: Modifiers, key: Key| {
            ui.input_mut(|input| input.count_and_consume_key(modifiers, key)) as f32
        };
        // Without modifiers a press with Alt would count too.
        let fine = presses(Modifiers::ALT, more) - presses(Modifiers::ALT, less);
        let whole = presses(Modifiers::NONE, more) - presses(Modifiers::NONE, less);
        whole + FINE * fine
    };
    vec2(
        along(kept.horizontal_arrows, Key::ArrowLeft, Key::ArrowRight),
        along(kept.vertical_arrows, Key::ArrowUp, Key::ArrowDown),
    )
}

/// All four.
pub(crate) const BOTH_WAYS: EventFilter = EventFilter {
    tab: false,
    horizontal_arrows: true,
    vertical_arrows: true,
    escape: false,
};
