//! The range of a slider's bar, with its linear or logarithmic scale and its steps.

use egui::emath::smart_aim;
use noise_playground::generator::control::{Control, SliderRange};

use super::steps::round_to_step;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SliderTrack {
    pub(crate) range: SliderRange,
    /// What the type allows, inclusive; typed values may go this far.
    pub(crate) limits: (f64, f64),
    /// Larger values change nothing; their part of the bar is hatched.
    pub(crate) dead_from: Option<f64>,
    /// True if a drag moves the value from where it is. Otherwise a press moves it to the pointer.
    pub(crate) is_relative: bool,
}

impl SliderTrack {
    pub(crate) fn of(control: &Control) -> Self {
        Self {
            range: control.range,
            limits: control.ty.limits(),
            dead_from: None,
            is_relative: false,
        }
    }

    /// Typed values must be in the range too.
    pub(crate) fn within(min: f64, max: f64, log: bool) -> Self {
        Self {
            range: SliderRange { min, max, step: None, log: log && min > 0.0 },
            limits: (min, max),
            dead_from: None,
            is_relative: true,
        }
    }

    /// Typed values may be outside of the range.
    pub(crate) fn soft(min: f64, max: f64) -> Self {
        Self {
            range: SliderRange { min, max, step: None, log: false },
            limits: (f32::MIN.into(), f32::MAX.into()),
            dead_from: None,
            is_relative: true,
        }
    }

    /// Includes `number`. The scale becomes linear if it is not positive.
    pub(crate) fn widened(self, number: f64) -> Self {
        let SliderRange { min, max, step, log } = self.range;
        let log = log && number > 0.0;
        Self {
            range: SliderRange { min: min.min(number), max: max.max(number), step, log },
            ..self
        }
    }

    /// Returns the nearest step, or the value with the fewest digits within half of `pixel`, a fraction of the track.
    pub(crate) fn value_at(&self, fraction: f64, pixel: f64) -> f64 {
        let number = match self.range.step {
            Some(_) => self.range.snapped(self.range.at(fraction)),
            None => smart_aim::best_in_range_f64(
                self.range.at(fraction - pixel / 2.0),
                self.range.at(fraction + pixel / 2.0),
            ),
        };
        number.clamp(self.range.min.max(self.limits.0), self.range.max.min(self.limits.1))
    }

    /// A number outside of the slider range can only move toward it.
    pub(crate) fn stepped_by(&self, number: f64, count: f64) -> f64 {
        let SliderRange { min, max, step, .. } = self.range;
        let moved = match step {
            Some(step) => round_to_step(number + whole_steps(count) * step, step),
            None => self
                .value_at(self.range.fraction(number) + count / STEPS_ACROSS, 1.0 / STEPS_ACROSS),
        };
        let (low, high) = (min.min(number).max(self.limits.0), max.max(number).min(self.limits.1));
        moved.clamp(low, high)
    }
}

/// Arrow key presses across the range of a control without steps.
const STEPS_ACROSS: f64 = 100.0;

/// Rounds away from 0, so that slow motion on a trackpad moves the value by at least one step.
fn whole_steps(count: f64) -> f64 {
    count.signum() * count.abs().ceil()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(min: f64, max: f64, step: Option<f64>, log: bool) -> SliderTrack {
        SliderTrack {
            range: SliderRange { min, max, step, log },
            limits: (f64::MIN, f64::MAX),
            dead_from: None,
            is_relative: false,
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
