//! Controls: the inputs of a generator that the user can set, and their values.
//!
//! The value of a control is stored as the user writes it, in double precision: an angle in degrees, a color in linear
//! numbers. [`UniformLayout::encode`] converts it to what the shader reads: radians, `f32`.

mod annotated;
mod default_edit;
mod layout;
mod parse;
mod range;
mod setting;
mod values;
mod wgsl;

use std::fmt;

use crate::source::{FieldSource, SourceLocation};
pub(crate) use annotated::{MemberInfo, UniformMember, parse_control};
pub use default_edit::{DefaultEdit, DefaultEditError, TextEdit, default_edit};
pub use layout::{AutoInput, HostInputs, Slot, SlotSource, UniformLayout};
pub(crate) use layout::{MAX_UNIFORM_BYTES, UniformBlock};
pub use parse::ValueError;
pub use range::SliderRange;
pub use setting::{
    FileSetting, OutsideSource, Plain, Setting, SettingError, Settings, check_sources,
};
pub use values::{Value, Values};

/// WGSL type of a control (an input of a shader that the user can set).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ControlType {
    /// The control is an `f32`.
    F32,
    /// The control is an `i32`.
    I32,
    /// The control is a `u32`.
    U32,
    /// The control is a `vec2f`.
    Vec2,
    /// The control is a `vec3f`.
    Vec3,
    /// The control is a `vec4f`.
    Vec4,
    /// The control is an `array<vec4f, N>` of this length.
    Array(u32),
    /// The control is a `bool`: a feature (condition of `@if`) that is on or off. Uniforms and parameters have no
    /// controls of this type.
    Bool,
    /// The control is a `texture_2d<f32>` with `@field`: a field input, whose value is a source of samples instead of
    /// numbers.
    Field,
}

impl ControlType {
    /// Returns the number of components in the value of a control of this type.
    pub fn components(self) -> usize {
        match self {
            Self::Field => 0,
            Self::F32 | Self::I32 | Self::U32 | Self::Bool => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Vec4 => 4,
            Self::Array(length) => 4 * length as usize,
        }
    }

    /// Returns the size of a value of the control's type in bytes in a uniform buffer.
    pub(crate) fn bytes(self) -> u64 {
        4 * self.components() as u64
    }

    /// Returns the name of the control's WGSL type with its article, for messages: `an f32`.
    pub(crate) fn with_article(self) -> String {
        let article = match self {
            Self::F32 | Self::I32 | Self::Array(_) => "an",
            Self::U32 | Self::Vec2 | Self::Vec3 | Self::Vec4 | Self::Bool | Self::Field => "a",
        };
        format!("{article} {self}")
    }

    /// Returns the number of components of the control's type as text, for messages: `1 number`, `3 numbers`.
    pub fn numbers(self) -> String {
        match self.components() {
            1 => "1 number".to_owned(),
            count => format!("{count} numbers"),
        }
    }

    /// Returns true if the control's type is `i32` or `u32`.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::I32 | Self::U32)
    }

    /// Returns the smallest and the largest number that a component of the control's type can hold, both inclusive.
    pub fn limits(self) -> (f64, f64) {
        match self {
            Self::I32 => (i32::MIN.into(), i32::MAX.into()),
            Self::U32 => (0.0, u32::MAX.into()),
            Self::Bool => (0.0, 1.0),
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
            Self::Bool => f.write_str("bool"),
            Self::Field => f.write_str("texture_2d<f32>"),
        }
    }
}

/// Kind of widget by which the user edits a control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Widget {
    /// Widget with one slider for each component of the control.
    Slider,
    /// Widget with one number field for each component of the control.
    Number,
    /// Widget for a color: a color picker. The numbers of the value are linear red, green, blue and, of four, alpha.
    Color,
    /// Widget for a toggle: a checkbox. The value is 0 or 1.
    Toggle,
    /// Widget for a choice: a list of these option names. The value is the index of the option, from 0.
    Enum(Vec<String>),
    /// Widget for an angle: a slider in degrees; the shader reads radians.
    Angle,
    /// Widget for a random seed: an integer field with a button that randomizes it.
    Seed,
    /// Widget for a `vec2f`: a two-dimensional pad.
    Xy,
    /// Widget for weights of octaves: one slider for each octave, four octaves to a `vec4f`.
    Octaves,
    /// Widget for a curve through knots, which are a `vec4f` each: x, y, incoming slope, outgoing slope.
    Curve,
    /// Widget for a color gradient of stops, which are a `vec4f` each: linear red, green, blue, then the position, 0 to
    /// 1.
    Gradient,
    /// Widget for a field input (texture with `@field`): a list of the folder's generators and data files.
    Field,
}

impl Widget {
    /// Returns the name of the kind of widget in tags and in JSON, such as `slider`.
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
            Self::Field => "field",
        }
    }
}

/// Part of a shader that reads the value of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlSource {
    /// A member of the file's uniform struct reads the control's value.
    Uniform,
    /// A parameter of the generator's function reads the control's value.
    Argument,
    /// Conditions of `@if` in the source text read the value of the control, which is a feature. Another value compiles
    /// the generator again.
    Feature,
    /// A texture with `@field`, or the generator that fills it, reads the control's value. Another source compiles the
    /// generator again.
    Field,
}

/// A control: one input of a generator that the user can set.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Name of the control: that of the uniform struct's member, the function's parameter, the texture or the feature.
    pub name: String,
    /// WGSL type of the control.
    pub ty: ControlType,
    /// Part of the shader that reads the control's value.
    pub source: ControlSource,
    /// Kind of widget by which the user edits the control.
    pub widget: Widget,
    /// Interval of numbers that the control's sliders offer.
    pub range: SliderRange,
    /// Value of the control until the user sets another.
    pub default: Value,
    /// Title of the section in which the control is shown; `None` for controls without a section.
    pub group: Option<String>,
    /// Name of the control in the interface: the author's `@label`, otherwise the name in the shader.
    pub label: String,
    /// Unit of the control's value, shown after the number; `None` without one.
    pub unit: Option<String>,
    /// The author's doc comment about the control, which is its tooltip.
    pub doc: String,
    /// True if lists do not show the control. Its value can still be set by name.
    pub hidden: bool,
    /// Location of the control's name where the author declares it; `None` for a feature (condition of `@if`).
    pub location: Option<SourceLocation>,
}

/// Title of the section with the controls that switch a file's features (conditions of `@if`) on and off.
const FEATURE_GROUP: &str = "Features";

impl Control {
    /// Returns the control that switches a feature (condition of `@if` in the shader) on and off.
    pub(crate) fn feature(name: &str, on: bool) -> Self {
        Self {
            name: name.to_owned(),
            ty: ControlType::Bool,
            source: ControlSource::Feature,
            widget: Widget::Toggle,
            range: SliderRange {
                min: 0.0,
                max: 1.0,
                step: Some(1.0),
                log: false,
            },
            default: Value::from(f64::from(u8::from(on))),
            group: Some(FEATURE_GROUP.to_owned()),
            label: name.to_owned(),
            unit: None,
            doc: String::new(),
            hidden: false,
            location: None,
        }
    }

    /// Returns true if the control switches a feature (condition of `@if`) on and off. Another value compiles the
    /// generator again.
    pub fn is_feature(&self) -> bool {
        self.source == ControlSource::Feature
    }

    /// Returns true if another value of the control compiles the generator again: for features (conditions of `@if`)
    /// and field inputs (textures with `@field`).
    pub fn is_compiled(&self) -> bool {
        self.is_feature() || self.ty == ControlType::Field
    }

    /// Returns the control that selects the source of a field input (texture with `@field`).
    pub(crate) fn field(name: &str, source: FieldSource, doc: String) -> Self {
        Self {
            name: name.to_owned(),
            ty: ControlType::Field,
            source: ControlSource::Field,
            widget: Widget::Field,
            range: SliderRange {
                min: 0.0,
                max: 0.0,
                step: None,
                log: false,
            },
            default: source.into(),
            group: None,
            label: name.to_owned(),
            unit: None,
            doc,
            hidden: false,
            location: None,
        }
    }

    /// Returns this control of a generator that fills the field input `input` (texture with `@field`) as a control of
    /// the generator that has the input.
    pub(crate) fn of_source(&self, input: &str) -> Self {
        Self {
            name: format!("{input}.{}", self.name),
            source: match self.source {
                ControlSource::Feature => ControlSource::Feature,
                _ => ControlSource::Field,
            },
            group: Some(
                match self.group.as_deref().filter(|_| self.name.contains('.')) {
                    Some(inner) => format!("{input} › {inner}"),
                    None => format!("{input} ›"),
                },
            ),
            location: None,
            ..self.clone()
        }
    }

    /// Returns a value of this control as text for the interface: the name of an option, `on` or `off`, or numbers with
    /// at most six significant digits.
    pub fn value_text(&self, value: &Value) -> String {
        match &self.widget {
            Widget::Enum(names) => names
                .get(value.first() as usize)
                .cloned()
                .unwrap_or_default(),
            Widget::Toggle if value.first() == 0.0 => "off".to_owned(),
            Widget::Toggle => "on".to_owned(),
            Widget::Field => value.to_string(),
            _ => {
                let numbers: Vec<String> = value.0.iter().copied().map(number_text).collect();
                numbers.join(", ")
            }
        }
    }
}

/// Returns a number of a control's value as text with at most six significant digits and no trailing zeros. Numbers
/// below 1e-7 have an exponent: `0.3`, `-0.00015`, `2.5e-13`.
fn number_text(number: f64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::annotated::tests::control;

    #[test]
    fn values_are_written_in_six_digits_and_by_name() {
        let gain = control("gain", ControlType::F32, "/// @range(0, 1)");
        assert_eq!(gain.value_text(&Value::from(vec![0.1 + 0.2])), "0.3");
        assert_eq!(gain.value_text(&Value::from(vec![123_456.789])), "123457");
        assert_eq!(gain.value_text(&Value::from(vec![-1.5e-4])), "-0.00015");
        assert_eq!(gain.value_text(&Value::from(vec![2.5e-13])), "2.5e-13");
        assert_eq!(gain.value_text(&Value::from(vec![-9.999_999e-9])), "-1e-8");
        let kind = control("kind", ControlType::U32, "/// @enum(\"first\", \"second\")");
        assert_eq!(kind.value_text(&1.0.into()), "second");
        let toggle = control("on", ControlType::U32, "/// @toggle");
        assert_eq!(toggle.value_text(&0.0.into()), "off");
        let offset = control("offset", ControlType::Vec2, "");
        assert_eq!(offset.value_text(&Value::from(vec![1.0, 2.5])), "1, 2.5");
    }

    #[test]
    fn values_stay_when_default_or_type_of_their_control_changes() {
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
