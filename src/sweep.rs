//! Sweeps: variants of one generator, in which one or more controls go over a range of values.
//!
//! ```
//! use noise_playground::sweep::Sweep;
//! use noise_playground::{Values, compile};
//!
//! let text = "fn height(p: vec2f, gain: f32, octaves: u32) -> f32 { return gain * p.x; }";
//! let generator = &compile(text).unwrap()[0];
//!
//! let ranges = ["gain=0:1:5".parse()?, "octaves=1:3:3".parse()?];
//! let sweep = Sweep::new(&ranges, generator)?;
//! assert_eq!(sweep.count(), 15);
//! assert_eq!(sweep.file_stem(6), "gain=0.25_octaves=2");
//! let values = sweep.values(6, generator, &Values::default());
//! assert_eq!(values.get(&generator.controls[0]).first(), 0.25);
//! # Ok::<(), noise_playground::sweep::SweepError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::control::{Control, ControlType, Plain, Setting, Value, ValueError, Values, Widget};
use crate::generator::Generator;

/// Largest number of variants in a sweep.
pub const MAX_VARIANTS: usize = 100_000;

/// Significant digits of a value, counted from the first digit of the larger end of the axis: more than an `f32` has,
/// fewer than rounding errors reach.
const VALUE_DIGITS: i32 = 10;

/// Significant digits of a label, unless adjacent labels need more to differ.
const LABEL_DIGITS: i32 = 4;

/// Why a sweep cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// Text that does not describe an axis.
    #[error("{0:?} is not NAME=FROM:TO:COUNT")]
    Syntax(String),
    /// An end of an axis that is not a finite `f32`.
    #[error("{end}: {text:?} is not a finite number")]
    NotFinite {
        /// `FROM` or `TO`.
        end: &'static str,
        /// Text of the end.
        text: String,
    },
    /// A number of values that is not an integer from 1 to [`MAX_VARIANTS`].
    #[error("COUNT {0:?} is not an integer from 1 to {MAX_VARIANTS}")]
    Count(String),
    /// The generator has no control with this name.
    #[error("no control {0:?}")]
    UnknownControl(String),
    /// The control has several components.
    #[error("{name} is {}; only single numbers can be swept", .ty.with_article())]
    NotScalar {
        /// The control's name.
        name: String,
        /// The control's type.
        ty: ControlType,
    },
    /// The control cannot take a value of the axis.
    #[error("{name}: {error}")]
    Value {
        /// The control's name.
        name: String,
        /// What is wrong with the value.
        error: ValueError,
    },
    /// Two axes of the same control.
    #[error("{0} is varied twice")]
    Repeated(String),
    /// More than [`MAX_VARIANTS`] variants.
    #[error("more than {MAX_VARIANTS} variants")]
    TooManyVariants,
}

/// A control and the range of values that a sweep gives it: `NAME=FROM:TO:COUNT`.
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
    /// Returns `count` values over all that a control's slider or list offers.
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

    /// Returns labels for `values`: names of options, and numbers with as few digits as tell neighbors apart.
    fn labels(&self, control: &Control, values: &[f64]) -> Vec<String> {
        if control.ty.is_integer() {
            let label = |value: &f64| control.write(&Value::from(*value));
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

/// A control with the values that it takes in a sweep, at least one. They lie at equal distances; those of a control
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
    /// The generator has no such control, the control is no single number, it cannot take one of the values, or their
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

    /// Returns the values as text for people: an option's name, or few digits.
    pub fn labels(&self) -> &[String] {
        &self.labels
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

/// All combinations of the values of several axes. Variants are counted from 0; the first axis changes fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    axes: Vec<Axis>,
}

impl Sweep {
    /// Makes a sweep over controls of a generator. Without a range it has one variant.
    ///
    /// # Errors
    /// An [axis](Axis::new) is wrong, two axes have the same control, or there are more than [`MAX_VARIANTS`] variants.
    pub fn new<'a>(
        ranges: impl IntoIterator<Item = &'a AxisRange>,
        generator: &Generator,
    ) -> Result<Self, SweepError> {
        let mut sweep = Self { axes: Vec::new() };
        for range in ranges {
            let axis = Axis::new(range, generator)?;
            if sweep.axes.iter().any(|other| other.name == axis.name) {
                return Err(SweepError::Repeated(axis.name));
            }
            sweep.axes.push(axis);
            if sweep.count() > MAX_VARIANTS {
                return Err(SweepError::TooManyVariants);
            }
        }
        Ok(sweep)
    }

    /// Returns the axes in order.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Returns the number of variants.
    pub fn count(&self) -> usize {
        let counts = self.axes.iter().map(|axis| axis.values.len());
        counts.fold(1, usize::saturating_mul)
    }

    /// Returns each axis with the index of a variant's value on it.
    pub fn positions(&self, variant: usize) -> impl Iterator<Item = (&Axis, usize)> {
        let mut rest = variant;
        self.axes.iter().map(move |axis| {
            let position = rest % axis.values.len();
            rest /= axis.values.len();
            (axis, position)
        })
    }

    /// Returns `base` with a variant's values set.
    pub fn values(&self, variant: usize, generator: &Generator, base: &Values) -> Values {
        let mut values = base.clone();
        for (axis, position) in self.positions(variant) {
            for control in named(generator, &axis.name) {
                values.set(control, axis.values[position].into());
            }
        }
        values
    }

    /// Returns what tells a variant's file from the others: `warp=0.2_gain=0.5`.
    pub fn file_stem(&self, variant: usize) -> String {
        let parts = self.positions(variant);
        let parts = parts.map(|(axis, at)| format!("{}={}", axis.name, axis.values[at]));
        parts.collect::<Vec<_>>().join("_")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compile;

    fn generator() -> Arc<Generator> {
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

    #[test]
    fn first_axis_changes_fastest() {
        let generator = &generator();
        let ranges: Vec<AxisRange> = ["gain=0:1:2", "scale=1:4:3"]
            .map(|text| text.parse().unwrap())
            .into();
        let sweep = Sweep::new(&ranges, generator).unwrap();
        let names: Vec<String> = (0..sweep.count())
            .map(|index| sweep.file_stem(index))
            .collect();
        let expected = ["0_1", "1_1", "0_2", "1_2", "0_4", "1_4"];
        let expected = expected.map(|pair| format!("gain={}", pair.replace('_', "_scale=")));
        assert_eq!(names, expected);
        let twice = Sweep::new([&ranges[0], &ranges[0]], generator);
        assert_eq!(twice, Err(SweepError::Repeated("gain".to_owned())));
        let large = [
            AxisRange {
                count: 400,
                ..ranges[0].clone()
            },
            AxisRange {
                count: 400,
                ..ranges[1].clone()
            },
        ];
        assert_eq!(
            Sweep::new(&large, generator),
            Err(SweepError::TooManyVariants)
        );
    }
}
