//! A slider: linear or logarithmic, stepped or whole, widened for a value beyond its range.

use egui::{
    CursorIcon, Rangef, Rect, Response, Sense, Stroke, Ui, WidgetInfo, emath::smart_aim, lerp,
};
use noise_playground::control::{Control, Range};

use super::steps::steps;
use crate::ui::theme;

/// What a slider may do to a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Travel {
    range: Range,
    /// What the shader's type can hold.
    limits: (f64, f64),
}

impl Travel {
    /// A control's own range.
    pub(crate) fn of(control: &Control) -> Self {
        Self {
            range: control.range,
            limits: control.ty.limits(),
        }
    }

    /// A range that values do not leave.
    pub(crate) fn within(min: f64, max: f64, log: bool) -> Self {
        Self {
            range: Range {
                min,
                max,
                step: None,
                log: log && min > 0.0,
            },
            limits: (min, max),
        }
    }

    /// A range that typing may leave.
    pub(crate) fn soft(min: f64, max: f64) -> Self {
        Self {
            range: Range {
                min,
                max,
                step: None,
                log: false,
            },
            limits: (f32::MIN.into(), f32::MAX.into()),
        }
    }

    /// The range with room for a number beyond it.
    fn widened(self, number: f64) -> Self {
        let Range {
            min,
            max,
            step,
            log,
        } = self.range;
        let log = log && number > 0.0;
        Self {
            range: Range {
                min: min.min(number),
                max: max.max(number),
                step,
                log,
            },
            ..self
        }
    }

    /// The number to take at a part of the way: on a step, else the roundest within half a `pixel`.
    fn aimed(&self, part: f64, pixel: f64) -> f64 {
        let number = match self.range.step {
            Some(_) => self.range.stepped(self.range.at(part)),
            None => smart_aim::best_in_range_f64(
                self.range.at(part - pixel / 2.0),
                self.range.at(part + pixel / 2.0),
            ),
        };
        number.clamp(
            self.range.min.max(self.limits.0),
            self.range.max.min(self.limits.1),
        )
    }

    /// A number `count` steps on. Beyond the range it is free to go on coming back.
    pub(crate) fn stepped_by(&self, number: f64, count: f64) -> f64 {
        let Range { min, max, step, .. } = self.range;
        let moved = match step {
            Some(step) => round_off(number + whole_steps(count) * step),
            None => self.aimed(
                self.range.part(number) + count / STEPS_ACROSS,
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

/// Steps of a slider that has none of its own.
const STEPS_ACROSS: f64 = 100.0;

/// Alt-drag moves this much slower.
const FINE: f64 = 0.1;

const RAIL: f32 = 4.0;
const HANDLE: f32 = 6.0;

/// A part of a step is a step: a trackpad's slow finger moves too.
fn whole_steps(count: f64) -> f64 {
    count.signum() * count.abs().ceil()
}

/// Without the tail of digits that adding steps leaves: 0.30000000000000004 is 0.3.
fn round_off(number: f64) -> f64 {
    egui::emath::round_to_decimals(number, 10)
}

/// A slider in `rect`. `accented` where the value is a person's own.
pub(crate) fn slider_ui(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    number: &mut f64,
    travel: Travel,
    accented: bool,
) -> Response {
    let mut response = ui
        .allocate_rect(rect, Sense::click_and_drag())
        .on_hover_cursor(CursorIcon::ResizeHorizontal);
    let (from, to) = (rect.left() + HANDLE, rect.right() - HANDLE);
    let before = *number;
    drag(ui, &response, number, travel, Rangef::new(from, to));
    let count = steps(ui, &response);
    if count != 0.0 {
        *number = travel.stepped_by(*number, count);
    }
    if let Some(asked) = asked_by_reader(ui, &response) {
        *number = asked.clamp(travel.limits.0, travel.limits.1);
    }
    if *number != before {
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), *number, label));
    let shown = shown_travel(ui, &response, *number, travel);
    paint(
        ui,
        &response,
        rect,
        lerp(from..=to, shown.range.part(*number) as f32),
        accented,
    );
    response
}

/// The travel as drawn: widened for the number, and held still under a drag.
fn shown_travel(ui: &Ui, response: &Response, number: f64, travel: Travel) -> Travel {
    let held = if response.dragged() {
        ui.data(|data| data.get_temp::<Held>(response.id))
    } else {
        None
    };
    held.map_or_else(|| travel.widened(number), |held| held.travel)
}

/// What a drag remembers: the travel it began on, and where it is between two steps.
#[derive(Clone, Copy)]
struct Held {
    travel: Travel,
    part: f64,
}

fn drag(ui: &Ui, response: &Response, number: &mut f64, travel: Travel, across: Rangef) {
    let Some(pointer) = response.interact_pointer_pos() else {
        return;
    };
    if !response.dragged() && !response.clicked() {
        return;
    }
    let fine = ui.input(|input| input.modifiers.alt);
    let width = f64::from(across.span().max(1.0));
    let began = response.drag_started() || response.clicked();
    let held = if began {
        None
    } else {
        ui.data(|data| data.get_temp::<Held>(response.id))
    };
    let widened = travel.widened(*number);
    let mut held = held.unwrap_or_else(|| Held {
        travel: widened,
        part: widened.range.part(*number),
    });
    held.part = if fine {
        held.part + f64::from(response.drag_delta().x) / width * FINE
    } else {
        f64::from(egui::remap_clamp(
            pointer.x,
            across.min..=across.max,
            0.0..=1.0,
        ))
    };
    let pixel = if fine { FINE / width } else { 1.0 / width };
    if !(response.clicked() && fine) {
        *number = held.travel.aimed(held.part, pixel);
    }
    ui.data_mut(|data| data.insert_temp(response.id, held));
}

fn asked_by_reader(ui: &Ui, response: &Response) -> Option<f64> {
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
    let look = ui.style().interact(response);
    let rail = Rect::from_x_y_ranges(
        rect.x_range(),
        rect.center().y - RAIL / 2.0..=rect.center().y + RAIL / 2.0,
    );
    let filled = rail.with_max_x(handle_x);
    let handle = egui::pos2(handle_x, rect.center().y);
    let tone = if accented {
        theme::accent(visuals)
    } else {
        visuals.weak_text_color()
    };
    ui.painter()
        .rect_filled(rail, RAIL / 2.0, visuals.widgets.hovered.bg_fill);
    ui.painter().rect_filled(filled, RAIL / 2.0, tone);
    let face = if accented { tone } else { look.fg_stroke.color };
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

    fn travel(min: f64, max: f64, step: Option<f64>, log: bool) -> Travel {
        Travel {
            range: Range {
                min,
                max,
                step,
                log,
            },
            limits: (f64::MIN, f64::MAX),
        }
    }

    #[test]
    fn steps_are_counted_from_the_lower_end_and_leave_no_tail() {
        assert_eq!(travel(0.0, 1.0, Some(0.1), false).aimed(0.31, 0.01), 0.3);
        assert_eq!(travel(1.0, 16.0, Some(1.0), false).aimed(0.5, 0.01), 9.0);
    }

    #[test]
    fn a_number_beyond_the_range_widens_it_and_steps_home() {
        let travel = travel(0.0, 1.0, Some(0.1), false);
        assert_eq!(travel.widened(2.0).range.part(1.0), 0.5);
        assert_eq!(travel.stepped_by(2.0, -1.0), 1.9);
        assert_eq!(travel.stepped_by(2.0, 1.0), 2.0);
    }
}
