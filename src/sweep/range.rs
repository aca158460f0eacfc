//! Ranges of evenly spaced numbers for the axes of sweeps.

use std::fmt;

use crate::control::{Control, Widget};

/// Number of significant digits to which the values of a sweep axis are rounded, counted from the first digit of the
/// larger end: more than an `f32` has, and few enough to hide rounding errors.
const VALUE_DIGITS: i32 = 10;

/// Number of significant digits of a sweep axis label, unless neighboring labels need more to differ.
const LABEL_DIGITS: i32 = 4;

/// Spacing of the numbers between the ends of a sweep axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Linear spacing: neighboring numbers have equal distances.
    Linear,
    /// Logarithmic spacing: neighboring numbers have equal ratios. Both ends are above 0.
    Logarithmic,
}

/// Range of numbers on the axis of a sweep, with the name of what the axis varies: `NAME=FROM:TO:COUNT`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AxisRange {
    /// Name of the control, the component of a control, or the setting of the view that takes the numbers.
    pub name: String,
    /// First number of the range.
    pub from: f64,
    /// Last number of the range; may be below the first.
    pub to: f64,
    /// Number of values on the sweep axis, including both ends; from 1 to [`MAX_VARIANTS`](super::MAX_VARIANTS).
    pub count: usize,
    /// Spacing of the values on the sweep axis. `None` selects that of the control: logarithmic if it has the tag
    /// `@log` and both ends are above 0, otherwise linear.
    pub spacing: Option<Spacing>,
}

impl AxisRange {
    /// Returns a range for a sweep axis of `count` values over the whole slider of a control, or over all of its
    /// options.
    pub fn over(control: &Control, count: usize) -> Self {
        Self {
            name: control.name.clone(),
            from: control.range.min,
            to: control.range.max,
            count,
            spacing: None,
        }
    }

    /// Returns the lowest and the highest number that may be an end of a sweep axis of this control, both inclusive.
    pub fn limits(control: &Control) -> (f64, f64) {
        match control.widget {
            Widget::Enum(_) | Widget::Toggle => (control.range.min, control.range.max),
            _ => control.ty.limits(),
        }
    }

    /// Returns the number of the range at `fraction`, from its first end (0) to the last (1). `is_log` selects
    /// logarithmic spacing if the range does not state its spacing.
    fn at(&self, fraction: f64, is_log: bool) -> f64 {
        let Self { from, to, .. } = *self;
        let is_log = match self.spacing {
            Some(spacing) => spacing == Spacing::Logarithmic,
            None => is_log && from > 0.0 && to > 0.0,
        };
        match is_log {
            true => from.powf(1.0 - fraction) * to.powf(fraction),
            false => from * (1.0 - fraction) + to * fraction,
        }
    }

    /// Returns the evenly spaced values of the range, from the first end to the last.
    pub(super) fn values(&self, kind: NumberKind) -> Vec<f64> {
        let steps = self.count.saturating_sub(1).max(1) as f64;
        let fractions = (0..self.count).map(|index| index as f64 / steps);
        let exact = fractions.map(|fraction| self.at(fraction, kind.is_log));
        exact.map(|exact| self.shortened(exact, kind)).collect()
    }

    /// Converts a random number from 0 to 1, 1 excluded, to a number of the range. All integers of the range are
    /// equally likely.
    pub(super) fn random(&self, random: f64, kind: NumberKind) -> f64 {
        if kind.is_integer {
            let (low, high) = (
                self.from.min(self.to).ceil(),
                self.from.max(self.to).floor(),
            );
            return (low + (random * (high - low + 1.0)).floor()).min(high);
        }
        self.shortened(self.at(random, kind.is_log), kind)
    }

    fn shortened(&self, exact: f64, kind: NumberKind) -> f64 {
        match kind.is_integer {
            // Adding 0 turns a negative zero into a positive one.
            true => exact.round() + 0.0,
            false => self.rounded(exact, VALUE_DIGITS),
        }
    }

    /// Returns labels for the values of a sweep axis: numbers with as few digits as neighbors need to differ.
    pub(super) fn labels(&self, values: &[f64]) -> Vec<String> {
        let with_digits = |digits: i32| -> Vec<f64> {
            let rounded = |value: &f64| self.rounded(*value, digits);
            values.iter().map(rounded).collect()
        };
        let differ = |labels: &Vec<f64>| labels.windows(2).all(|pair| pair[0] != pair[1]);
        let shortest = (LABEL_DIGITS..VALUE_DIGITS).map(with_digits).find(differ);
        let labels = shortest.unwrap_or_else(|| values.to_vec());
        labels.iter().map(f64::to_string).collect()
    }

    /// Rounds a number of the range to the decimals with which the larger end has this many significant digits.
    fn rounded(&self, number: f64, digits: i32) -> f64 {
        // Numbers below 1e-45 are 0 as an `f32`.
        let magnitude = self
            .from
            .abs()
            .max(self.to.abs())
            .log10()
            .floor()
            .max(-45.0);
        let decimals = (digits - 1 - magnitude as i32).max(0) as usize;
        let rounded = format!("{number:.decimals$}").parse().unwrap_or(number);
        // Adding 0 turns a negative zero into a positive one.
        rounded + 0.0
    }
}

impl fmt::Display for AxisRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            from,
            to,
            count,
            spacing,
        } = self;
        let spacing = match spacing {
            None => "",
            Some(Spacing::Linear) => " lin",
            Some(Spacing::Logarithmic) => " log",
        };
        write!(f, "{name}={from}:{to}:{count}{spacing}")
    }
}

/// Kind of the numbers on a sweep axis, which the control that the axis varies determines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NumberKind {
    /// True if the values of the sweep axis are rounded to integers.
    pub(super) is_integer: bool,
    /// True if the values of the sweep axis are spaced logarithmically unless its range states another spacing.
    pub(super) is_log: bool,
}
