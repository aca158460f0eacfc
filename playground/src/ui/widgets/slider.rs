//! The slider: linear or logarithmic, optionally with steps. Its track is widened for a value outside the slider range.

use egui::{
    CursorIcon, Rangef, Rect, Response, Sense, Stroke, Ui, WidgetInfo, emath::smart_aim, lerp,
};
use noise_playground::control::{Control, SliderRange};

use super::steps::{round_to_step, steps};
use crate::ui::theme;

/// Interval, scale and step of a slider, with the limits of its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SliderTrack {
    range: SliderRange,
    /// Smallest and largest value of the control's type, inclusive.
    limits: (f64, f64),
}

impl SliderTrack {
    /// Returns the track of a control: its slider range, and the limits of its type.
    pub(crate) fn of(control: &Control) -> Self {
        Self {
            range: control.range,
            limits: control.ty.limits(),
        }
    }

    /// Returns a track from `min` to `max`, inclusive, that typed values cannot leave either.
    pub(crate) fn within(min: f64, max: f64, log: bool) -> Self {
        Self {
            range: SliderRange {
                min,
                max,
                step: None,
                log: log && min > 0.0,
            },
            limits: (min, max),
        }
    }

    /// Returns a track from `min` to `max` that typed values may leave.
    pub(crate) fn soft(min: f64, max: f64) -> Self {
        Self {
            range: SliderRange {
                min,
                max,
                step: None,
                log: false,
            },
            limits: (f32::MIN.into(), f32::MAX.into()),
        }
    }

    /// Returns the track extended to include `number`. It becomes linear if `number` is not positive.
    fn widened(self, number: f64) -> Self {
        let SliderRange {
            min,
            max,
            step,
            log,
        } = self.range;
        let log = log && number > 0.0;
        Self {
            range: SliderRange {
                min: min.min(number),
                max: max.max(number),
                step,
                log,
            },
            ..self
        }
    }

    /// Returns the value at `fraction` (0 to 1) of the track: the nearest step, or without steps the value with the
    /// fewest digits within half a `pixel`, which is a fraction of the track too.
    fn value_at(&self, fraction: f64, pixel: f64) -> f64 {
        let number = match self.range.step {
            Some(_) => self.range.snapped(self.range.at(fraction)),
            None => smart_aim::best_in_range_f64(
                self.range.at(fraction - pixel / 2.0),
                self.range.at(fraction + pixel / 2.0),
            ),
        };
        number.clamp(
            self.range.min.max(self.limits.0),
            self.range.max.min(self.limits.1),
        )
    }

    /// Returns `number` moved by `count` steps. A number outside the slider range moves only toward it.
    pub(crate) fn stepped_by(&self, number: f64, count: f64) -> f64 {
        let SliderRange { min, max, step, .. } = self.range;
        let moved = match step {
            Some(step) => round_to_step(number + whole_steps(count) * step, step),
            None => self.value_at(
                self.range.fraction(number) + count / STEPS_ACROSS,
                1.0 / STEPS_ACROSS,
            ),
        };
        let (low, high) = (
            min.min(number).max(self.limits.0),
            max.max(number).min(self.limits.1),
        );
        moved.clamp(low, high)
    }
}

/// Number of arrow-key steps across a slider whose control has no step.
const STEPS_ACROSS: f64 = 100.0;

/// Factor on pointer motion while Alt is pressed.
const FINE: f64 = 0.1;

const RAIL: f32 = 4.0;
const HANDLE: f32 = 6.0;

/// Rounds away from 0, so that slow motion on a trackpad moves the value by at least one step.
fn whole_steps(count: f64) -> f64 {
    count.signum() * count.abs().ceil()
}

/// Draws a slider in `rect`. `accented` is true if the user has set the value.
pub(crate) fn slider_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    number: &mut f64,
    track: SliderTrack,
    accented: bool,
) -> Response {
    let mut response = ui
        .allocate_rect(rect, Sense::click_and_drag())
        .on_hover_cursor(CursorIcon::ResizeHorizontal);
    let (from, to) = (rect.left() + HANDLE, rect.right() - HANDLE);
    let before = *number;
    drag(ui, &response, number, track, Rangef::new(from, to));
    let count = steps(ui, &response);
    if count != 0.0 {
        *number = track.stepped_by(*number, count);
    }
    if let Some(requested) = value_from_screen_reader(ui, &response) {
        *number = requested.clamp(track.limits.0, track.limits.1);
    }
    if *number != before {
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), *number, label));
    let shown = shown_track(ui, &response, *number, track);
    paint(
        ui,
        &response,
        rect,
        lerp(from..=to, shown.range.fraction(*number) as f32),
        accented,
    );
    response
}

/// Returns the track to draw: widened for the number, and unchanged during a drag.
fn shown_track(ui: &Ui, response: &Response, number: f64, track: SliderTrack) -> SliderTrack {
    let state = if response.dragged() {
        ui.data(|data| data.get_temp::<SliderDrag>(response.id))
    } else {
        None
    };
    state.map_or_else(|| track.widened(number), |state| state.track)
}

/// State of a drag: the track at its start, and the pointer's position on it as a fraction, between steps.
#[derive(Clone, Copy)]
struct SliderDrag {
    track: SliderTrack,
    fraction: f64,
}

fn drag(ui: &Ui, response: &Response, number: &mut f64, track: SliderTrack, across: Rangef) {
    let Some(pointer) = response.interact_pointer_pos() else {
        return;
    };
    if !response.dragged() && !response.clicked() {
        return;
    }
    let fine = ui.input(|input| input.modifiers.alt);
    let width = f64::from(across.span().max(1.0));
    let is_new = response.drag_started() || response.clicked();
    let state = if is_new {
        None
    } else {
        ui.data(|data| data.get_temp::<SliderDrag>(response.id))
    };
    let widened = track.widened(*number);
    let mut state = state.unwrap_or_else(|| SliderDrag {
        track: widened,
        fraction: widened.range.fraction(*number),
    });
    state.fraction = if fine {
        state.fraction + f64::from(response.drag_delta().x) / width * FINE
    } else {
        f64::from(egui::remap_clamp(
            pointer.x,
            across.min..=across.max,
            0.0..=1.0,
        ))
    };
    let pixel = if fine { FINE / width } else { 1.0 / width };
    if !(response.clicked() && fine) {
        *number = state.track.value_at(state.fraction, pixel);
    }
    ui.data_mut(|data| data.insert_temp(response.id, state));
}

fn value_from_screen_reader(ui: &Ui, response: &Response) -> Option<f64> {
    use egui::accesskit::{Action, ActionData};
    ui.input(|input| {
        let mut requests = input.accesskit_action_requests(response.id, Action::SetValue);
        requests.find_map(|request| match request.data {
            Some(ActionData::NumericValue(number)) => Some(number),
            _ => None,
        })
    })
}

fn paint(ui: &Ui, response: &Response, rect: Rect, handle_x: f32, accented: bool) {
    let visuals = ui.visuals();
    let style = ui.style().interact(response);
    let rail = Rect::from_x_y_ranges(
        rect.x_range(),
        rect.center().y - RAIL / 2.0..=rect.center().y + RAIL / 2.0,
    );
    let filled = rail.with_max_x(handle_x);
    let handle = egui::pos2(handle_x, rect.center().y);
    let color = if accented {
        theme::accent(visuals)
    } else {
        visuals.weak_text_color()
    };
    ui.painter()
        .rect_filled(rail, RAIL / 2.0, visuals.widgets.hovered.bg_fill);
    ui.painter().rect_filled(filled, RAIL / 2.0, color);
    let face = if accented {
        color
    } else {
        style.fg_stroke.color
    };
    ui.painter()
        .circle(handle, HANDLE, face, Stroke::new(2.0, visuals.panel_fill));
    if response.has_focus() {
        ui.painter().rect_stroke(
            rect,
            4.0,
            Stroke::new(1.0, theme::accent(visuals)),
            egui::StrokeKind::Inside,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(min: f64, max: f64, step: Option<f64>, log: bool) -> SliderTrack {
        SliderTrack {
            range: SliderRange {
                min,
                max,
                step,
                log,
            },
            limits: (f64::MIN, f64::MAX),
        }
    }

    #[test]
    fn steps_start_at_the_minimum_and_have_no_rounding_error() {
        assert_eq!(track(0.0, 1.0, Some(0.1), false).value_at(0.31, 0.01), 0.3);
        assert_eq!(track(1.0, 16.0, Some(1.0), false).value_at(0.5, 0.01), 9.0);
    }

    #[test]
    fn number_outside_the_range_widens_the_track_and_steps_toward_it() {
        let track = track(0.0, 1.0, Some(0.1), false);
        assert_eq!(track.widened(2.0).range.fraction(1.0), 0.5);
        assert_eq!(track.stepped_by(2.0, -1.0), 1.9);
        assert_eq!(track.stepped_by(2.0, 1.0), 2.0);
    }
}
