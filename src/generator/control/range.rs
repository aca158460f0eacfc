//! The interval of numbers that a slider offers, and its steps.

use super::ControlType;

/// Interval of the numbers that a slider offers, both ends inclusive. Typed numbers may be outside of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliderRange {
    /// Lower end; above 0 if the slider is logarithmic.
    pub min: f64,
    /// Upper end, above the lower.
    pub max: f64,
    /// Distance between neighboring numbers, above 0, for integers at least 1; `None` for a continuous slider.
    pub step: Option<f64>,
    /// True if the slider is logarithmic.
    pub log: bool,
}

/// Fewest decimals of a stepped slider: without rounding, 3 steps of 0.1 add up to 0.30000000000000004.
const MIN_DECIMALS: i32 = 10;

/// Significant digits of a slider's step that remain when numbers are rounded to decimals.
const STEP_DIGITS: i32 = 6;

impl SliderRange {
    pub(super) fn linear(min: f64, max: f64, ty: ControlType) -> Self {
        let step = ty.is_integer().then_some(1.0);
        Self { min, max, step, log: false }
    }

    /// Returns the number at a fraction of the slider's length, clamped to 0 (lower end) to 1.
    pub fn at(&self, fraction: f64) -> f64 {
        let Self { min, max, log, .. } = *self;
        let fraction = fraction.clamp(0.0, 1.0);
        if log {
            (min.ln() + fraction * (max.ln() - min.ln())).exp()
        } else {
            min + fraction * (max - min)
        }
    }

    /// Returns the fraction of the slider's length, clamped to 0 to 1, at which a number is.
    pub fn fraction(&self, number: f64) -> f64 {
        let Self { min, max, log, .. } = *self;
        let fraction = if log {
            (number.max(min).ln() - min.ln()) / (max.ln() - min.ln())
        } else {
            (number - min) / (max - min)
        };
        fraction.clamp(0.0, 1.0)
    }

    /// Returns the nearest number that is whole steps above the lower end; `number` itself for a continuous slider.
    pub fn snapped(&self, number: f64) -> f64 {
        let Some(step) = self.step else {
            return number;
        };
        let steps = ((number - self.min) / step).round();
        let exact = self.min + steps * step;
        let decimals = STEP_DIGITS - step.log10().floor() as i32;
        let decimals = decimals.max(MIN_DECIMALS) as usize;
        format!("{exact:.decimals$}").parse().unwrap_or(exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn center_of_logarithmic_range_is_its_geometric_mean() {
        let range = SliderRange { min: 0.01, max: 100.0, step: None, log: true };
        assert!((range.at(0.5) - 1.0).abs() < 1e-12);
        assert!((range.fraction(1.0) - 0.5).abs() < 1e-12);
        assert_eq!([range.fraction(-1.0), range.fraction(1e9)], [0.0, 1.0]);
    }

    #[test]
    fn steps_are_counted_from_the_lower_end_without_rounding_errors() {
        let stepped = |min: f64, step: f64, number: f64| {
            let range = SliderRange { min, max: 10.0, step: Some(step), log: false };
            range.snapped(number)
        };
        assert_eq!(stepped(0.0, 0.1, 0.31), 0.3);
        assert_eq!(stepped(1.0, 4.0, 6.0), 5.0);
    }

    #[test]
    fn steps_of_any_size_keep_their_values() {
        for (step, number) in [(1e-12, 3e-12), (2.5e-11, 7.5e-11), (1e-30, 7e-30)] {
            let range = SliderRange { min: 0.0, max: 1.0, step: Some(step), log: false };
            assert_eq!(range.snapped(number), number);
        }
    }
}
