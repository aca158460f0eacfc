//! Controls: the inputs of a generator that the user can set, and their values.
//!
//! The value of a control is stored as the user writes it, in double precision: an angle in degrees, a color in linear
//! numbers. [`UniformLayout::encode`] converts it to what the shader reads: radians, `f32`.

mod annotated;
mod default_edit;
mod json;
mod layout;
mod parse;
mod range;
mod setting;
mod values;
mod wgsl;

use std::fmt;

use crate::source::{FieldSource, SourceLocation};
pub(crate) use annotated::{
    MemberInfo, TAGS, TagInfo, TagScope, UniformMember, arguments_message, misplaced_message,
    parse_control,
};
pub use default_edit::{DefaultEdit, DefaultEditError, TextEdit, default_edit};
pub use layout::{AutoInput, HostInputs, Slot, SlotSource, UniformLayout};
pub(crate) use layout::{MAX_UNIFORM_BYTES, UniformBlock};
pub use parse::ValueError;
pub use range::SliderRange;
pub use setting::{
    FileSetting, OptionSetting, OutsideSource, Plain, Setting, SettingError, Settings,
    check_sources,
};
pub use values::{Value, Values};

/// WGSL type of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ControlType {
    /// `f32`.
    F32,
    /// `i32`.
    I32,
    /// `u32`.
    U32,
    /// `vec2f`.
    Vec2,
    /// `vec3f`.
    Vec3,
    /// `vec4f`.
    Vec4,
    /// `array<vec4f, N>` of this length.
    Array(u32),
    /// `bool`: a feature. Uniforms and parameters have no controls of this type.
    Bool,
    /// `texture_2d<f32>`: a field input, whose value is a source of samples instead of numbers.
    Field,
}

impl ControlType {
    /// Returns the number of components of a value.
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

    pub(crate) fn bytes(self) -> u64 {
        4 * self.components() as u64
    }

    /// Returns the name with its article, for messages: `an f32`.
    pub(crate) fn with_article(self) -> String {
        let article = match self {
            Self::F32 | Self::I32 | Self::Array(_) => "an",
            Self::U32 | Self::Vec2 | Self::Vec3 | Self::Vec4 | Self::Bool | Self::Field => "a",
        };
        format!("{article} {self}")
    }

    /// Returns the number of components, for messages: `1 number`, `3 numbers`.
    pub fn numbers(self) -> String {
        match self.components() {
            1 => "1 number".to_owned(),
            count => format!("{count} numbers"),
        }
    }

    /// Returns true for `i32` and `u32`.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::I32 | Self::U32)
    }

    /// Returns the smallest and the largest number that a component can hold.
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

/// Returns the index of a component from `x`, `r` or `0`; `None` if it is none of these.
pub(crate) fn component_index(component: &str) -> Option<usize> {
    let letter = |letters: &str| letters.find(component).filter(|_| component.len() == 1);
    letter("xyzw").or_else(|| letter("rgba")).or_else(|| component.parse().ok())
}

/// Kind of widget by which the user edits a control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Widget {
    /// One slider for each component.
    Slider,
    /// One number field for each component.
    Number,
    /// A color picker. The numbers are linear red, green, blue and, of four, alpha.
    Color,
    /// A checkbox. The value is 0 or 1.
    Toggle,
    /// A list of these options. The value is the index of one, from 0.
    Enum(Vec<String>),
    /// A slider in degrees; the shader reads radians.
    Angle,
    /// An integer field with a button that randomizes it.
    Seed,
    /// A two-dimensional pad.
    Xy,
    /// One slider for each octave, four octaves to a `vec4f`.
    Octaves,
    /// A curve through knots, which are a `vec4f` each: x, y, incoming slope, outgoing slope.
    Curve,
    /// A gradient of stops, which are a `vec4f` each: linear red, green, blue, position from 0 to 1.
    Gradient,
    /// A list of the folder's generators and data files.
    Field,
}

impl Widget {
    /// Returns the name in tags and in JSON, such as `slider`.
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

    /// Returns true if users see the ends of the control's range.
    pub fn has_slider(&self) -> bool {
        matches!(self, Self::Slider | Self::Angle | Self::Xy | Self::Octaves)
    }
}

/// Part of a shader that reads the value of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlSource {
    /// A member of the file's uniform struct.
    Uniform,
    /// A parameter of the generator's function.
    Argument,
    /// Conditions of `@if` in the source text. Another value compiles the generator again.
    Feature,
    /// A field input, or the generator that fills it. Another source compiles the generator again.
    Field,
}

/// A control: one input of a generator that the user can set.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Name of the member, parameter, texture or feature.
    pub name: String,
    /// WGSL type.
    pub ty: ControlType,
    /// Part of the shader that reads the value.
    pub source: ControlSource,
    /// How the user edits the value.
    pub widget: Widget,
    /// Numbers that sliders offer.
    pub range: SliderRange,
    /// Value until the user sets another.
    pub default: Value,
    /// Title of the section in which the control is shown.
    pub group: Option<String>,
    /// Name in the interface: the author's `@label`, otherwise the name in the shader with spaces for underscores.
    pub label: String,
    /// Unit, shown after the number.
    pub unit: Option<String>,
    /// The author's doc comment, which is the tooltip.
    pub doc: String,
    /// True if lists do not show the control. Its value can still be set by name.
    pub hidden: bool,
    /// Location of the declared name; `None` for a feature.
    pub location: Option<SourceLocation>,
}

const FEATURE_GROUP: &str = "Features";

fn words(name: &str) -> String {
    let parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { name.to_owned() } else { parts.join(" ") }
}

impl Control {
    fn new(
        name: &str,
        ty: ControlType,
        source: ControlSource,
        widget: Widget,
        range: SliderRange,
        default: Value,
    ) -> Self {
        Self {
            name: name.to_owned(),
            ty,
            source,
            widget,
            range,
            default,
            group: None,
            label: words(name),
            unit: None,
            doc: String::new(),
            hidden: false,
            location: None,
        }
    }

    pub(crate) fn feature(name: &str, on: bool) -> Self {
        let (ty, source) = (ControlType::Bool, ControlSource::Feature);
        let range = SliderRange { step: Some(1.0), ..SliderRange::linear(0.0, 1.0, ty) };
        let default = f64::from(u8::from(on)).into();
        Self {
            group: Some(FEATURE_GROUP.to_owned()),
            ..Self::new(name, ty, source, Widget::Toggle, range, default)
        }
    }

    /// Returns true if the control switches a feature on and off.
    pub fn is_feature(&self) -> bool {
        self.source == ControlSource::Feature
    }

    /// Returns the name of a component from 0: `warp` of a number, `shift.y` of a vector, `octaves.5` of an array.
    pub fn component_name(&self, component: usize) -> String {
        let name = &self.name;
        match (self.ty.components(), "xyzw".chars().nth(component)) {
            (1, _) => name.clone(),
            (2..=4, Some(letter)) => format!("{name}.{letter}"),
            _ => format!("{name}.{component}"),
        }
    }

    /// Returns true if another value compiles the generator again: for features and field inputs.
    pub fn is_compiled(&self) -> bool {
        self.is_feature() || self.ty == ControlType::Field
    }

    pub(crate) fn field(name: &str, source: FieldSource, doc: String) -> Self {
        let ty = ControlType::Field;
        let range = SliderRange::linear(0.0, 0.0, ty);
        let reads = ControlSource::Field;
        Self { doc, ..Self::new(name, ty, reads, Widget::Field, range, source.into()) }
    }

    /// Returns this control, of a generator that fills the field input `input`, for the generator that has the input.
    pub(crate) fn of_source(&self, input: &str) -> Self {
        Self {
            name: format!("{input}.{}", self.name),
            source: match self.source {
                ControlSource::Feature => ControlSource::Feature,
                _ => ControlSource::Field,
            },
            group: Some(match self.group.as_deref().filter(|_| self.name.contains('.')) {
                Some(inner) => format!("{input} › {inner}"),
                None => format!("{input} ›"),
            }),
            location: None,
            ..self.clone()
        }
    }

    /// Returns the name of the option that a value of an enumeration selects; `None` for other controls.
    pub fn option(&self, value: &Value) -> Option<&str> {
        let Widget::Enum(options) = &self.widget else { return None };
        let index = Some(value.first()).filter(|index| *index >= 0.0 && index.fract() == 0.0)?;
        options.get(index as usize).map(String::as_str)
    }

    /// Returns a value for the interface: name of an option, `on` or `off`, or numbers with at most six digits.
    pub fn value_text(&self, value: &Value) -> String {
        match &self.widget {
            Widget::Enum(_) => self.option(value).unwrap_or_default().to_owned(),
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

/// Returns a number with at most six significant digits: `0.3`, `-0.00015`, and with an exponent below 1e-7: `2.5e-13`.
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
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::control::annotated::tests::control;

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
