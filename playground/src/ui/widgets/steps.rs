//! Steps from the wheel and the arrow keys, for whatever holds a number.

use egui::{Event, EventFilter, Id, Key, Modifiers, MouseWheelUnit, Response, Ui};

/// Points of a trackpad that count as one notch of a wheel.
const POINTS_PER_NOTCH: f32 = 40.0;

/// Seconds after which a wheel that stood still may begin on another widget.
const GESTURE: f64 = 0.4;

/// Steps asked for in this frame, up and right being positive. Takes the keys and the wheel for itself.
///
/// A widget that scrolls under a turning wheel does not take it over.
pub(crate) fn steps(ui: &Ui, response: &Response) -> f64 {
    let mut steps = 0.0;
    let unfocused = ui.memory(|memory| memory.focused().is_none());
    if response.has_focus() || (response.hovered() && unfocused) {
        if response.has_focus() {
            let filter = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..EventFilter::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        }
        steps += arrow_steps(ui);
    }
    if response.hovered() && has_wheel(ui, response.id) {
        steps += wheel_notches(ui);
        ui.input_mut(|input| input.smooth_scroll_delta = egui::Vec2::ZERO);
    }
    steps
}

/// Notes that the wheel scrolls the panel, unless a widget of it has taken the wheel in this frame.
pub(crate) fn note_scrolling(ui: &Ui) {
    let now = ui.input(|input| input.time);
    if wheel_notches(ui) != 0.0 && owner(ui).is_none_or(|(_, at)| at < now) {
        ui.data_mut(|data| data.insert_temp(owner_id(), (Id::NULL, now)));
    }
}

fn arrow_steps(ui: &Ui) -> f64 {
    let count =
        |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) as f64;
    count(Key::ArrowRight) + count(Key::ArrowUp) - count(Key::ArrowLeft) - count(Key::ArrowDown)
}

fn wheel_notches(ui: &Ui) -> f64 {
    ui.input(|input| {
        let notches = input.events.iter().map(|event| match event {
            Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta,
                modifiers,
                ..
            } if !modifiers.any() => f64::from(delta.y / POINTS_PER_NOTCH),
            Event::MouseWheel {
                delta, modifiers, ..
            } if !modifiers.any() => f64::from(delta.y),
            _ => 0.0,
        });
        notches.sum()
    })
}

/// Whether the wheel is this widget's: it turned here last, or stood still for a while.
fn has_wheel(ui: &Ui, id: Id) -> bool {
    let now = ui.input(|input| input.time);
    let free = owner(ui).is_none_or(|(owner, at)| owner == id || now - at > GESTURE);
    if free && wheel_notches(ui) != 0.0 {
        ui.data_mut(|data| data.insert_temp(owner_id(), (id, now)));
    }
    free
}

fn owner(ui: &Ui) -> Option<(Id, f64)> {
    ui.data(|data| data.get_temp(owner_id()))
}

fn owner_id() -> Id {
    Id::unique("who turns the wheel")
}
