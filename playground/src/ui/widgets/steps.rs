//! Mouse wheel and arrow keys for widgets that change a number in steps.

use egui::{Event, EventFilter, Id, Key, Modifiers, MouseWheelUnit, Response, Ui};

use super::screen_reader::requested_steps;

/// Points of trackpad scrolling that count as one notch of a wheel.
const POINTS_PER_NOTCH: f32 = 40.0;

/// Seconds without wheel motion after which the wheel may act on another widget.
const GESTURE: f64 = 0.4;

/// Consumes arrow keys and wheel and returns their steps, and those of a screen reader; up and right are positive.
///
/// The wheel steps the widget under the pointer while it has the focus or Ctrl is pressed; otherwise it scrolls the
/// panel. A widget that moves under the pointer meanwhile does not receive the wheel.
pub(crate) fn steps(ui: &Ui, response: &Response) -> f64 {
    let mut steps = f64::from(requested_steps(ui, response.id));
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
    let with_ctrl = ui.input(|input| input.modifiers.command_only());
    let takes_wheel = with_ctrl || response.has_focus() && has_wheel(ui, response.id);
    if response.hovered() && takes_wheel {
        steps += wheel_notches(ui);
        ui.input_mut(|input| input.smooth_scroll_delta = egui::Vec2::ZERO);
    }
    steps
}

/// With a step of 0.1, 0.30000000000000004 becomes 0.3.
pub(crate) fn round_to_step(number: f64, step: f64) -> f64 {
    let decimals = (6 - step.log10().floor() as i32).max(10) as usize;
    egui::emath::round_to_decimals(number, decimals)
}

/// Records that the wheel scrolls the panel, unless a widget has used it.
pub(crate) fn record_scrolling(ui: &Ui) {
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
            Event::MouseWheel { unit: MouseWheelUnit::Point, delta, modifiers, .. }
                if is_stepping(*modifiers) =>
            {
                f64::from(delta.y / POINTS_PER_NOTCH)
            }
            Event::MouseWheel { delta, modifiers, .. } if is_stepping(*modifiers) => {
                f64::from(delta.y)
            }
            _ => 0.0,
        });
        notches.sum()
    })
}

fn is_stepping(modifiers: Modifiers) -> bool {
    !modifiers.any() || modifiers.command_only()
}

/// Returns true if the widget used the wheel last, or the wheel has not moved for [`GESTURE`] seconds.
fn has_wheel(ui: &Ui, id: Id) -> bool {
    let now = ui.input(|input| input.time);
    let free = owner(ui).is_none_or(|(owner, at)| owner == id || now - at > GESTURE);
    if free && wheel_notches(ui) != 0.0 {
        ui.data_mut(|data| data.insert_temp(owner_id(), (id, now)));
    }
    free
}

/// Returns the widget that used the wheel last (`Id::NULL` if it scrolled the panel), and the time in seconds.
fn owner(ui: &Ui) -> Option<(Id, f64)> {
    ui.data(|data| data.get_temp(owner_id()))
}

fn owner_id() -> Id {
    Id::unique("wheel owner")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_steps_are_not_rounded_away() {
        assert_eq!(round_to_step(0.1 + 0.2, 0.1), 0.3);
        assert_eq!(round_to_step(1e-13 + 2e-13, 1e-13), 3e-13);
    }
}
