//! Parses values of controls from text, such as that of the option `--set` or of a preset.

use super::{Control, ControlType, Value, Widget};
use crate::source::{FieldSource, FieldSourceError};

/// Error of parsing the value of a control from text by [`Control::parse`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// Holds the text of a component that is not a finite number.
    #[error("{0:?} is not a finite number")]
    NotANumber(String),
    /// The text has more or fewer numbers than the control has components.
    #[error("{} takes {}, not {found}", .ty.with_article(), .ty.numbers())]
    Count {
        /// Type of the control.
        ty: ControlType,
        /// Numbers in the text.
        found: usize,
    },
    /// A number is beyond the limits of the control's type, or has a fraction although the type is an integer.
    #[error("{number:?} is not a valid {ty}")]
    OutOfType {
        /// The number, as typed.
        number: String,
        /// Type that cannot hold it.
        ty: ControlType,
    },
    /// The text is neither the name nor the index of an option of the control.
    #[error("{text:?} is not one of {options}")]
    UnknownOption {
        /// The text, as typed.
        text: String,
        /// All options, quoted, with commas in between.
        options: String,
    },
    /// The text for a toggle is none of `0`, `1`, `true` and `false`.
    #[error("a toggle takes 0 or 1, not {0:?}")]
    NotAToggle(String),
    /// The text for a color has a `#` that is not followed by exactly six hexadecimal digits.
    #[error("{0:?} is not a color like #8040ff")]
    NotAColor(String),
    /// The text for a field input does not name a source.
    #[error(transparent)]
    Source(#[from] FieldSourceError),
}

impl Control {
    /// Parses numbers with commas in between, the name or index of an option, `0`, `1`, `true` or `false` of a toggle,
    /// `#rrggbb` (sRGB, alpha 1) or linear numbers of a color, or a [`FieldSource`]. Values outside of the slider range
    /// are valid.
    ///
    /// # Errors
    /// Fails if the text does not fit the type or the widget of the control.
    pub fn parse(&self, text: &str) -> Result<Value, ValueError> {
        if let Widget::Enum(options) = &self.widget {
            return parse_option(options, text);
        }
        let text = text.trim();
        match &self.widget {
            Widget::Color if text.starts_with('#') => self.parse_color(text),
            Widget::Toggle => match text {
                "0" | "false" => Ok(Value::from(0.0)),
                "1" | "true" => Ok(Value::from(1.0)),
                _ => Err(ValueError::NotAToggle(text.to_owned())),
            },
            Widget::Field => Ok(FieldSource::parse(text)?.into()),
            _ => self.parse_numbers(text),
        }
    }

    pub(super) fn of_number(&self, number: f64) -> Result<Value, ValueError> {
        match &self.widget {
            Widget::Enum(options) => by_index(options, &number.to_string()),
            _ => self.parse(&number.to_string()),
        }
    }

    fn parse_numbers(&self, text: &str) -> Result<Value, ValueError> {
        let numbers: Vec<f64> = text
            .split(',')
            .map(|number| self.parse_number(number.trim()))
            .collect::<Result<_, _>>()?;
        if numbers.len() == self.ty.components() {
            Ok(Value::from(numbers))
        } else {
            Err(ValueError::Count { ty: self.ty, found: numbers.len() })
        }
    }

    fn parse_number(&self, text: &str) -> Result<f64, ValueError> {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| ValueError::NotANumber(text.to_owned()))?;
        let (min, max) = self.ty.limits();
        let fits =
            (min..=max).contains(&number) && (!self.ty.is_integer() || number.fract() == 0.0);
        if fits {
            Ok(number)
        } else {
            Err(ValueError::OutOfType { number: text.to_owned(), ty: self.ty })
        }
    }

    fn parse_color(&self, text: &str) -> Result<Value, ValueError> {
        let wrong = || ValueError::NotAColor(text.to_owned());
        let digits = text
            .strip_prefix('#')
            .filter(|digits| {
                digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            })
            .ok_or_else(wrong)?;
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| wrong());
        let mut numbers: Vec<f64> = [byte(0)?, byte(2)?, byte(4)?].map(linear_from_srgb).to_vec();
        if self.ty == ControlType::Vec4 {
            numbers.push(1.0);
        }
        Ok(Value::from(numbers))
    }
}

/// Names take precedence over indices, and those that are equal with their spaces over others.
fn parse_option(options: &[String], text: &str) -> Result<Value, ValueError> {
    let named = |name: &str| options.iter().position(|option| option == name);
    let trimmed = text.trim();
    let index = named(text).or_else(|| named(trimmed));
    index.map_or_else(|| by_index(options, trimmed), |index| Ok(Value::from(index as f64)))
}

fn by_index(options: &[String], text: &str) -> Result<Value, ValueError> {
    let index = text.parse::<usize>().ok().filter(|index| *index < options.len());
    let index = index.ok_or_else(|| ValueError::UnknownOption {
        text: text.to_owned(),
        options: options.iter().map(|option| format!("{option:?}")).collect::<Vec<_>>().join(", "),
    })?;
    Ok(Value::from(index as f64))
}

/// Converts an sRGB byte to a linear value, 0 to 1 (IEC 61966-2-1).
fn linear_from_srgb(byte: u8) -> f64 {
    let encoded = f64::from(byte) / 255.0;
    if encoded <= 0.040_45 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::control::annotated::tests::control;

    #[test]
    fn text_is_parsed_or_refused_with_a_reason() {
        let check = |ty: ControlType, comment: &str, text: &str, expect: Result<Vec<f64>, &str>| {
            let found = control("x", ty, comment)
                .parse(text)
                .map(|value| value.0)
                .map_err(|error| error.to_string());
            assert_eq!(found, expect.map_err(str::to_owned), "{text}");
        };
        check(ControlType::F32, "/// @range(0, 1)", "-7.5", Ok(vec![-7.5]));
        check(ControlType::F32, "", "inf", Err("\"inf\" is not a finite number"));
        check(ControlType::F32, "", "1e39", Err("\"1e39\" is not a valid f32"));
        check(ControlType::I32, "", "1.5", Err("\"1.5\" is not a valid i32"));
        check(ControlType::U32, "/// @seed", "4294967295", Ok(vec![4_294_967_295.0]));
        check(ControlType::Vec2, "", "1, -2", Ok(vec![1.0, -2.0]));
        check(ControlType::Vec2, "", "1", Err("a vec2f takes 2 numbers, not 1"));
        check(ControlType::F32, "", "1,2", Err("an f32 takes 1 number, not 2"));
        check(
            ControlType::Vec3,
            "/// @color(0, 0, 0)",
            "#+f+f+f",
            Err("\"#+f+f+f\" is not a color like #8040ff"),
        );
        check(ControlType::U32, "/// @enum(\"a\", \"b\")", "b", Ok(vec![1.0]));
        check(
            ControlType::U32,
            "/// @enum(\"a\", \"b\")",
            "2",
            Err("\"2\" is not one of \"a\", \"b\""),
        );
        check(ControlType::U32, "/// @toggle", "2", Err("a toggle takes 0 or 1, not \"2\""));
        check(ControlType::Vec4, "/// @color(0, 0, 0)", "#ff0000", Ok(vec![1.0, 0.0, 0.0, 1.0]));
        check(
            ControlType::Vec3,
            "/// @color(0, 0, 0)",
            "#ff00",
            Err("\"#ff00\" is not a color like #8040ff"),
        );
    }
}
