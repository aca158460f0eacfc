//! Controls: what a person can set on a generator, and how the values reach the GPU.
//!
//! Numbers are kept as people write them (an angle in degrees) in double precision, and become the
//! shader's (radians, `f32`) only when they are encoded.

mod annotated;
mod layout;
mod parse;
mod range;
mod setting;
mod stored;

use std::collections::BTreeMap;
use std::fmt;

pub(crate) use annotated::{MemberInfo, UniformMember, read_control};
pub use layout::{AutoInput, HostInputs, Slot, SlotSource, UniformLayout};
pub use parse::ValueError;
pub use range::SliderRange;
use serde::{Deserialize, Serialize};
pub use setting::{Plain, Setting, SettingError, Settings};
use stored::StoredValue;

/// WGSL types that a control can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ControlType {
    /// `f32`
    F32,
    /// `i32`
    I32,
    /// `u32`
    U32,
    /// `vec2f`
    Vec2,
    /// `vec3f`
    Vec3,
    /// `vec4f`
    Vec4,
    /// `array<vec4f, N>`
    Array(u32),
}

impl ControlType {
    /// How many numbers a value of this type has.
    pub fn components(self) -> usize {
        match self {
            Self::F32 | Self::I32 | Self::U32 => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Vec4 => 4,
            Self::Array(length) => 4 * length as usize,
        }
    }

    /// Its name in a sentence: `an f32`.
    pub fn with_article(self) -> String {
        let article = match self {
            Self::F32 | Self::I32 | Self::Array(_) => "an",
            Self::U32 | Self::Vec2 | Self::Vec3 | Self::Vec4 => "a",
        };
        format!("{article} {self}")
    }

    /// How many numbers a value of this type has, in words: `1 number`.
    pub fn numbers(self) -> String {
        match self.components() {
            1 => "1 number".to_owned(),
            count => format!("{count} numbers"),
        }
    }

    /// Whether its numbers are whole.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::I32 | Self::U32)
    }

    /// The smallest and largest number that a component can hold.
    pub fn limits(self) -> (f64, f64) {
        match self {
            Self::I32 => (i32::MIN.into(), i32::MAX.into()),
            Self::U32 => (0.0, u32::MAX.into()),
            _ => (f32::MIN.into(), f32::MAX.into()),
        }
    }
}

impl fmt::Display for ControlType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::F32 => f.write_str("f32"),
            Self::I32 => f.write_str("i32"),
            Self::U32 => f.write_str("u32"),
            Self::Vec2 => f.write_str("vec2f"),
            Self::Vec3 => f.write_str("vec3f"),
            Self::Vec4 => f.write_str("vec4f"),
            Self::Array(length) => write!(f, "array<vec4f, {length}>"),
        }
    }
}

/// How a control is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Widget {
    /// One slider for each component.
    Slider,
    /// One number to drag or type for each component.
    Number,
    /// A colour picker; the values are linear.
    Color,
    /// A checkbox: 0 or 1.
    Toggle,
    /// A drop-down of these names; the value is the index.
    Enum(Vec<String>),
    /// A slider in degrees; the shader sees radians.
    Angle,
    /// A number and dice.
    Seed,
    /// A two-dimensional pad.
    Xy,
    /// A slider for each octave, packed four to a `vec4f`.
    Octaves,
    /// A curve over knots (x, y, in tangent, out tangent).
    Curve,
    /// A ramp of colour stops (r, g, b, position).
    Gradient,
}

impl Widget {
    /// Its name in tags and in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Slider => "slider",
            Self::Number => "number",
            Self::Color => "color",
            Self::Toggle => "toggle",
            Self::Enum(_) => "enum",
            Self::Angle => "angle",
            Self::Seed => "seed",
            Self::Xy => "xy",
            Self::Octaves => "octaves",
            Self::Curve => "curve",
            Self::Gradient => "gradient",
        }
    }
}

/// Where the shader reads a control from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlSource {
    /// A member of the file's uniform struct.
    Uniform,
    /// A parameter of the generator's function.
    Argument,
}

/// The numbers of a control, one for each component, as people write them.
#[derive(Clone, Debug, PartialEq)]
pub struct Value(pub Vec<f64>);

impl Value {
    /// The first component.
    pub fn first(&self) -> f64 {
        self.0.first().copied().unwrap_or_default()
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self(vec![number])
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(f64::to_string).collect();
        f.write_str(&numbers.join(","))
    }
}

/// Something that a person can set on a generator.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// The member's or parameter's name.
    pub name: String,
    /// Its WGSL type.
    pub ty: ControlType,
    /// Where the shader reads it from.
    pub source: ControlSource,
    /// How it is shown.
    pub widget: Widget,
    /// What its sliders offer.
    pub range: SliderRange,
    /// Its value until a person sets another.
    pub default: Value,
    /// The section it stands in.
    pub group: Option<String>,
    /// The name to show; the control's own where the author gave none.
    pub label: String,
    /// What its numbers count, shown behind them.
    pub unit: Option<String>,
    /// The author's words: the tooltip.
    pub doc: String,
    /// Not listed, but can be set by name.
    pub hidden: bool,
}

impl Control {
    /// A value as people read it: an option's name, on or off, numbers with at most six significant digits.
    pub fn write(&self, value: &Value) -> String {
        match &self.widget {
            Widget::Enum(names) => names
                .get(value.first() as usize)
                .cloned()
                .unwrap_or_default(),
            Widget::Toggle if value.first() == 0.0 => "off".to_owned(),
            Widget::Toggle => "on".to_owned(),
            _ => {
                let numbers: Vec<String> = value.0.iter().copied().map(write_number).collect();
                numbers.join(", ")
            }
        }
    }
}

/// Writes a number with at most six significant digits and no trailing zeros. Numbers below 1e-7 have an
/// exponent: `0.3`, `-0.00015`, `2.5e-13`.
fn write_number(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return number.to_string();
    }
    if number.abs() < 1e-7 {
        let text = format!("{number:.5e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{exponent}", without_trailing_zeros(digits));
    }
    let decimals = (5.0 - number.abs().log10().floor()).max(0.0) as usize;
    without_trailing_zeros(&format!("{number:.decimals$}")).to_owned()
}

fn without_trailing_zeros(number: &str) -> &str {
    match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    }
}

/// Values that a person set, by name and type. What is not here has its control's default.
///
/// Entries outlive their controls: a member that goes away and comes back finds its value again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<StoredValue>", into = "Vec<StoredValue>")]
pub struct Values {
    set: BTreeMap<(String, ControlType), Value>,
}

impl Values {
    /// The value in force: the person's, else the default.
    pub fn get<'a>(&'a self, control: &'a Control) -> &'a Value {
        self.set
            .get(&(control.name.clone(), control.ty))
            .unwrap_or(&control.default)
    }

    /// Sets a control. Numbers may lie beyond the slider's range; what is not finite is passed over, and
    /// what the type cannot hold is brought to its limit.
    pub fn set(&mut self, control: &Control, mut value: Value) {
        if !value.0.iter().all(|number| number.is_finite()) {
            return;
        }
        let (min, max) = control.ty.limits();
        value
            .0
            .iter_mut()
            .for_each(|number| *number = number.clamp(min, max));
        debug_assert_eq!(
            value.0.len(),
            control.ty.components(),
            "one number for each component"
        );
        self.set.insert((control.name.clone(), control.ty), value);
    }

    /// Forgets the person's value, so that the default holds again.
    pub fn reset(&mut self, control: &Control) {
        self.set.remove(&(control.name.clone(), control.ty));
    }

    /// Whether a person's value differs from the default.
    pub fn is_modified(&self, control: &Control) -> bool {
        self.get(control) != &control.default
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::annotated::tests::control;

    #[test]
    fn values_are_written_as_people_read_them() {
        let gain = control("gain", ControlType::F32, "/// @range(0, 1)");
        assert_eq!(gain.write(&Value(vec![0.1 + 0.2])), "0.3");
        assert_eq!(gain.write(&Value(vec![123_456.789])), "123457");
        assert_eq!(gain.write(&Value(vec![-1.5e-4])), "-0.00015");
        assert_eq!(gain.write(&Value(vec![2.5e-13])), "2.5e-13");
        assert_eq!(gain.write(&Value(vec![-9.999_999e-9])), "-1e-8");
        let kind = control("kind", ControlType::U32, "/// @enum(\"first\", \"second\")");
        assert_eq!(kind.write(&1.0.into()), "second");
        let toggle = control("on", ControlType::U32, "/// @toggle");
        assert_eq!(toggle.write(&0.0.into()), "off");
        let offset = control("offset", ControlType::Vec2, "");
        assert_eq!(offset.write(&Value(vec![1.0, 2.5])), "1, 2.5");
    }

    #[test]
    fn values_survive_what_happens_to_their_control() {
        let f32_gain = control("gain", ControlType::F32, "/// @range(0, 1, 0.01, 0.5)");
        let mut values = Values::default();
        assert_eq!(values.get(&f32_gain).first(), 0.5);
        values.set(&f32_gain, 0.7.into());
        let moved_default = control("gain", ControlType::F32, "/// @range(0, 1, 0.01, 0.3)");
        assert_eq!(values.get(&moved_default).first(), 0.7);
        let other_type = control("gain", ControlType::I32, "");
        assert_eq!(values.get(&other_type).first(), 1.0);
        values.reset(&f32_gain);
        assert_eq!(values.get(&moved_default).first(), 0.3);
    }
}
