//! One axis of a sweep: a control and its values.

use std::fmt;
use std::str::FromStr;

use super::{MAX_VARIANTS, SweepError};
use crate::control::{Control, Plain, Setting, Value, Values, Widget};
use crate::generator::Generator;

/// Significant digits of a value, counted from the first digit of the larger end of the axis: more than an `f32` has,
/// few enough to hide rounding errors.
const VALUE_DIGITS: i32 = 10;

/// Significant digits of a label, unless adjacent labels need more to differ.
const LABEL_DIGITS: i32 = 4;

/// Name of a control and the range of its values in a sweep: `NAME=FROM:TO:COUNT`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AxisRange {
    /// Name of the control.
    pub name: String,
    /// First value.
    pub from: f64,
    /// Last value; may be below the first.
    pub to: f64,
    /// Number of values, with both ends; from 1 to [`MAX_VARIANTS`].
    pub count: usize,
}

impl AxisRange {
    /// Returns a range of `count` values from the first to the last one that a control's slider or list offers.
    pub fn over(control: &Control, count: usize) -> Self {
        let (from, to) = match &control.widget {
            Widget::Enum(_) | Widget::Toggle => Self::limits(control),
            _ => (control.range.min, control.range.max),
        };
        Self {
            name: control.name.clone(),
            from,
            to,
            count,
        }
    }

    /// Returns the lowest and the highest value that an end of an axis of this control can have.
    pub fn limits(control: &Control) -> (f64, f64) {
        match &control.widget {
            Widget::Enum(options) => (0.0, options.len().saturating_sub(1) as f64),
            Widget::Toggle => (0.0, 1.0),
            _ => control.ty.limits(),
        }
    }

    /// Returns the values: integers are rounded; otherwise the distances are equal, or the ratios if `is_log` and both
    /// ends are above 0.
    fn values(&self, is_integer: bool, is_log: bool) -> Vec<f64> {
        let Self {
            from, to, count, ..
        } = *self;
        let is_log = is_log && from > 0.0 && to > 0.0;
        let steps = count.saturating_sub(1).max(1) as f64;
        let value = |index: usize| {
            let fraction = index as f64 / steps;
            let exact = match is_log {
                true => from.powf(1.0 - fraction) * to.powf(fraction),
                false => from * (1.0 - fraction) + to * fraction,
            };
            match is_integer {
                // Adding 0 turns a negative zero into a positive one.
                true => exact.round() + 0.0,
                false => self.rounded(exact, VALUE_DIGITS),
            }
        };
        (0..count).map(value).collect()
    }

    /// Returns labels for `values`: names of options, and numbers with as few digits as neighbors need to differ.
    fn labels(&self, control: &Control, values: &[f64]) -> Vec<String> {
        if control.ty.is_integer() {
            let label = |value: &f64| control.value_text(&Value::from(*value));
            return values.iter().map(label).collect();
        }
        let with_digits = |digits: i32| -> Vec<f64> {
            let rounded = |value: &f64| self.rounded(*value, digits);
            values.iter().map(rounded).collect()
        };
        let differ = |labels: &Vec<f64>| labels.windows(2).all(|pair| pair[0] != pair[1]);
        let shortest = (LABEL_DIGITS..VALUE_DIGITS).map(with_digits).find(differ);
        let labels = shortest.unwrap_or_else(|| values.to_vec());
        labels.iter().map(f64::to_string).collect()
    }

    /// Rounds a number to as many significant digits as the larger end would have.
    fn rounded(&self, number: f64, digits: i32) -> f64 {
        // Smaller numbers are 0 as an `f32`.
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

impl FromStr for AxisRange {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        let syntax = || SweepError::Syntax(text.to_owned());
        let (name, range) = text.split_once('=').ok_or_else(syntax)?;
        let [from, to, count] = range.split(':').collect::<Vec<_>>()[..] else {
            return Err(syntax());
        };
        let number = |end: &'static str, text: &str| {
            let number = text.trim().parse::<f64>().ok();
            let finite = number.filter(|number| (*number as f32).is_finite());
            let text = text.to_owned();
            finite.ok_or(SweepError::NotFinite { end, text })
        };
        Ok(Self {
            name: name.to_owned(),
            from: number("FROM", from)?,
            to: number("TO", to)?,
            count: count
                .trim()
                .parse()
                .map_err(|_| SweepError::Count(count.to_owned()))?,
        })
    }
}

impl fmt::Display for AxisRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            from,
            to,
            count,
        } = self;
        write!(f, "{name}={from}:{to}:{count}")
    }
}

/// A control with the values that it takes in a sweep, at least one. They are at equal distances; those of a control
/// with the tag `@log` have equal ratios if both ends are above 0. Integers are rounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    name: String,
    title: String,
    values: Vec<f64>,
    labels: Vec<String>,
}

impl Axis {
    /// Checks that a generator's control can take the values of a range.
    ///
    /// # Errors
    /// The generator has no such control, the control has several components, it cannot take one of the values, or their
    /// number is 0 or above [`MAX_VARIANTS`].
    pub fn new(range: &AxisRange, generator: &Generator) -> Result<Self, SweepError> {
        let name = range.name.clone();
        let controls: Vec<&Control> = named(generator, &name).collect();
        let Some(first) = controls.first() else {
            return Err(SweepError::UnknownControl(name));
        };
        if !(1..=MAX_VARIANTS).contains(&range.count) {
            return Err(SweepError::Count(range.count.to_string()));
        }
        let is_integer = controls.iter().any(|control| control.ty.is_integer());
        let values = range.values(is_integer, first.range.log);
        controls
            .iter()
            .try_for_each(|control| check(control, &values))?;
        Ok(Self {
            title: title(first),
            labels: range.labels(first, &values),
            name,
            values,
        })
    }

    /// Returns the control's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the control's label with its unit: `Angle (°)`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the values in order.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the values as text for the user: an option's name, or few digits.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Sets the control to the value at a position.
    pub(super) fn set(&self, position: usize, generator: &Generator, values: &mut Values) {
        for control in named(generator, &self.name) {
            values.set(control, self.values[position].into());
        }
    }
}

fn named<'a>(generator: &'a Generator, name: &'a str) -> impl Iterator<Item = &'a Control> {
    let controls = generator.controls.iter();
    controls.filter(move |control| control.name == name)
}

fn check(control: &Control, values: &[f64]) -> Result<(), SweepError> {
    let name = control.name.clone();
    let ty = control.ty;
    if ty.components() > 1 {
        return Err(SweepError::NotScalar { name, ty });
    }
    let mut settings = values.iter().map(|value| Setting::Number(Plain(*value)));
    let checked = settings.try_for_each(|setting| setting.value(control).map(drop));
    checked.map_err(|error| SweepError::Value { name, error })
}

fn title(control: &Control) -> String {
    match &control.unit {
        Some(unit) => format!("{} ({unit})", control.label),
        None => control.label.clone(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compile;

    pub(in crate::sweep) fn generator() -> Arc<Generator> {
        let text = "struct P {
            /// @range(0.1, 10) @log
            scale: f32,
            /// @enum(\"flat\", \"steep\")
            shape: u32,
            shift: vec2f,
        }
        @group(0) @binding(0) var<uniform> params: P;
        fn height(p: vec2f, gain: f32) -> f32 {
            return gain * params.scale * params.shift.x * f32(params.shape);
        }";
        compile(text).unwrap().remove(0)
    }

    fn axis(text: &str) -> Result<Axis, SweepError> {
        Axis::new(&text.parse()?, &generator())
    }

    #[test]
    fn values_have_equal_distances_and_few_digits() {
        let check = |ends: [f64; 2], count: usize, is_integer: bool, expected: &[&str]| {
            let [from, to] = ends;
            let range = AxisRange {
                name: String::new(),
                from,
                to,
                count,
            };
            let values = range.values(is_integer, false);
            let values: Vec<String> = values.iter().map(f64::to_string).collect();
            assert_eq!(values, expected);
        };
        check([0.0, 1.0], 1, false, &["0"]);
        check([0.1, 0.5], 5, false, &["0.1", "0.2", "0.3", "0.4", "0.5"]);
        let thirds = ["1", "0.666666667", "0.333333333", "0"];
        check([1.0, 0.0], 4, false, &thirds);
        check([-0.1, 0.3], 5, false, &["-0.1", "0", "0.1", "0.2", "0.3"]);
        check([-0.4, 0.4], 2, true, &["0", "0"]);
        check([1.0, 8.0], 4, true, &["1", "3", "6", "8"]);
        check([0.0, 4_294_967_295.0], 2, true, &["0", "4294967295"]);
        let large = ["3000000000000000000000000000000"; 2];
        check([3e30, 3e30], 2, false, &large);
        check([0.0, 0.0], 2, false, &["0", "0"]);
        check([0.0, 1e-300], 2, false, &["0", "0"]);
        check([0.0, 3e-20], 2, false, &["0", "0.00000000000000000003"]);
    }

    #[test]
    fn logarithmic_control_has_equal_ratios_unless_an_end_is_not_positive() {
        assert_eq!(axis("scale=0.1:10:3").unwrap().values(), [0.1, 1.0, 10.0]);
        assert_eq!(
            axis("scale=8:0.5:5").unwrap().values(),
            [8.0, 4.0, 2.0, 1.0, 0.5]
        );
        assert_eq!(axis("scale=0:10:3").unwrap().values(), [0.0, 5.0, 10.0]);
        assert_eq!(axis("gain=0.1:10:2").unwrap().values(), [0.1, 10.0]);
        assert_eq!(axis("gain=1:9:3").unwrap().values(), [1.0, 5.0, 9.0]);
    }

    #[test]
    fn labels_are_short_but_differ() {
        let labels = |text: &str| axis(text).unwrap().labels().to_vec();
        assert_eq!(labels("gain=0:0.1:4"), ["0", "0.0333", "0.0667", "0.1"]);
        assert_eq!(labels("gain=1:1.0002:3"), ["1", "1.0001", "1.0002"]);
        assert_eq!(labels("gain=2:2:2"), ["2", "2"]);
        assert_eq!(labels("shape=0:1:2"), ["flat", "steep"]);
    }

    #[test]
    fn invalid_axes_are_refused_with_a_reason() {
        let check = |text: &str, expected: &str| {
            assert_eq!(axis(text).unwrap_err().to_string(), expected);
        };
        check("gain", "\"gain\" is not NAME=FROM:TO:COUNT");
        check("gain=0:1", "\"gain=0:1\" is not NAME=FROM:TO:COUNT");
        check("gain=nan:1:2", "FROM: \"nan\" is not a finite number");
        check("gain=0:1e39:2", "TO: \"1e39\" is not a finite number");
        check(
            "gain=0:1:0",
            "COUNT \"0\" is not an integer from 1 to 100000",
        );
        check(
            "gain=0:1:x",
            "COUNT \"x\" is not an integer from 1 to 100000",
        );
        check("gian=0:1:2", "no control \"gian\"");
        check(
            "shift=0:1:2",
            "shift is a vec2f; only single numbers can be swept",
        );
        check(
            "shape=0:2:3",
            "shape: \"2\" is not one of \"flat\", \"steep\"",
        );
    }
}
