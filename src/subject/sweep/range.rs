//! Ranges of evenly spaced numbers for the axes of sweeps.

use std::fmt;

use crate::generator::control::{Control, Widget};

/// Significant digits of values: more than an `f32` has, and few enough to hide rounding errors.
const VALUE_DIGITS: usize = 10;

/// Significant digits, unless neighboring labels need more to differ.
const LABEL_DIGITS: usize = 4;

/// Spacing of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Neighboring numbers have equal distances.
    Linear,
    /// Neighboring numbers have equal ratios. Both ends are above 0.
    Logarithmic,
}

/// Numbers on an axis, with the name of what it varies: `NAME=FROM:TO:COUNT`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AxisRange {
    /// Name of the control, the component of a control, or the setting of the view.
    pub name: String,
    /// First number.
    pub from: f64,
    /// Last number; may be below the first.
    pub to: f64,
    /// Number of values, including both ends; from 1 to [`MAX_VARIANTS`](super::MAX_VARIANTS).
    pub count: usize,
    /// `None` selects that of the control: logarithmic with the tag `@log` and both ends above 0, otherwise linear.
    pub spacing: Option<Spacing>,
}

impl AxisRange {
    /// Returns `count` values over the whole slider of a control, or over all of its options.
    pub fn over(control: &Control, count: usize) -> Self {
        Self {
            name: control.name.clone(),
            from: control.range.min,
            to: control.range.max,
            count,
            spacing: None,
        }
    }

    /// Returns the lowest and the highest valid end for a control, both inclusive.
    pub fn limits(control: &Control) -> (f64, f64) {
        match control.widget {
            Widget::Enum(_) | Widget::Toggle => (control.range.min, control.range.max),
            _ => control.ty.limits(),
        }
    }

    /// `kind` is for a range that does not state its spacing.
    fn is_log(&self, kind: NumberKind) -> bool {
        match self.spacing {
            Some(spacing) => spacing == Spacing::Logarithmic,
            None => kind.is_log && self.from > 0.0 && self.to > 0.0,
        }
    }

    /// The fraction is 0 at the first end, 1 at the last.
    fn at(&self, fraction: f64, kind: NumberKind) -> f64 {
        let Self { from, to, .. } = *self;
        if self.is_log(kind) {
            from.powf(1.0 - fraction) * to.powf(fraction)
        } else {
            from * (1.0 - fraction) + to * fraction
        }
    }

    pub(super) fn values(&self, kind: NumberKind) -> Vec<f64> {
        let steps = self.count.saturating_sub(1).max(1) as f64;
        let fractions = (0..self.count).map(|index| index as f64 / steps);
        fractions.map(|fraction| self.shortened(self.at(fraction, kind), kind)).collect()
    }

    /// `random` is from 0 to 1, 1 excluded. All integers of a linear range are equally likely.
    pub(super) fn random(&self, random: f64, kind: NumberKind) -> f64 {
        let (low, high) = (self.from.min(self.to).ceil(), self.from.max(self.to).floor());
        if kind.is_integer && self.is_log(kind) {
            // The ends have half of their neighbors' intervals on either side, as all others have.
            let (from, to) = (low - 0.5, high + 0.5);
            let exact = Self { from, to, ..self.clone() }.at(random, kind);
            return exact.round().clamp(low, high.max(low));
        }
        if kind.is_integer {
            return (low + (random * (high - low + 1.0)).floor()).min(high);
        }
        self.shortened(self.at(random, kind), kind)
    }

    fn shortened(&self, exact: f64, kind: NumberKind) -> f64 {
        let shortened = if kind.is_integer {
            exact.round()
        } else {
            let rounded = self.rounded(exact, VALUE_DIGITS, kind);
            rounded.clamp(self.from.min(self.to), self.from.max(self.to))
        };
        // Adding 0 turns a negative zero into a positive one.
        shortened + 0.0
    }

    /// The labels have as few digits as neighbors need to differ.
    pub(super) fn labels(&self, values: &[f64], kind: NumberKind) -> Vec<String> {
        let with_digits = |digits: usize| -> Vec<f64> {
            values.iter().map(|value| self.rounded(*value, digits, kind)).collect()
        };
        let differ = |labels: &Vec<f64>| labels.windows(2).all(|pair| pair[0] != pair[1]);
        let shortest = (LABEL_DIGITS..VALUE_DIGITS).map(with_digits).find(differ);
        let labels = shortest.unwrap_or_else(|| values.to_vec());
        labels.iter().map(|label| (label + 0.0).to_string()).collect()
    }

    /// `digits` are significant ones of the number if ratios of neighbors are equal, else of the larger end.
    fn rounded(&self, number: f64, digits: usize, kind: NumberKind) -> f64 {
        let text = if self.is_log(kind) {
            format!("{number:.*e}", digits - 1)
        } else {
            // Numbers below 1e-45 are 0 as an `f32`.
            let magnitude = self.from.abs().max(self.to.abs()).log10().floor().max(-45.0);
            let decimals = (digits as i32 - 1 - magnitude as i32).max(0) as usize;
            format!("{number:.decimals$}")
        };
        text.parse().unwrap_or(number)
    }
}

impl fmt::Display for AxisRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, from, to, count, spacing } = self;
        let spacing = match spacing {
            None => "",
            Some(Spacing::Linear) => " lin",
            Some(Spacing::Logarithmic) => " log",
        };
        write!(f, "{name}={from}:{to}:{count}{spacing}")
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NumberKind {
    pub(super) is_integer: bool,
    /// Used unless the range states its spacing.
    pub(super) is_log: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_a_logarithmic_control_have_equal_ratios() {
        let kind = NumberKind { is_integer: true, is_log: true };
        let range = AxisRange { from: 1.0, to: 64.0, count: 7, ..AxisRange::default() };
        assert_eq!(range.values(kind), [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0]);
        let drawn: Vec<f64> =
            (0..1000).map(|step| range.random(f64::from(step) / 1000.0, kind)).collect();
        let (low, high) = (drawn[0], drawn[999]);
        assert_eq!((low, high), (1.0, 64.0));
        let below = drawn.iter().filter(|number| **number < 8.0).count();
        assert!((500..600).contains(&below), "{below} of 1000 below the geometric mean");
        let linear = NumberKind { is_log: false, ..kind };
        let even = (0..64).map(|step| range.random(f64::from(step) / 64.0, linear));
        assert!(even.eq((1..=64).map(f64::from)));
    }
}
