//! Masks: conditions that select samples of a terrain, such as `slope > 30 && value < 0.4`.

use std::fmt;
use std::str::FromStr;

use crate::generator::compile_files::{CompileError, compile};
use crate::wgsl::lexer::tokens;

const NAMES: [&str; 6] = ["value", "slope", "aspect", "curvature", "x", "y"];

const OF_NEIGHBORS: [&str; 3] = ["slope", "aspect", "curvature"];

const MAX_BYTES: usize = 1000;

/// A condition on the value, slope (degrees), aspect (degrees clockwise from north, −1 where flat), curvature and world
/// position of a sample, as a WGSL expression.
///
/// ```
/// use noise_playground::subject::derived::Mask;
///
/// assert!("slope > 30 && abs(value) < 0.4".parse::<Mask>().is_ok());
/// let error = "slope > 30 && hight < 0.4".parse::<Mask>().unwrap_err();
/// assert_eq!(error.column, Some(15));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mask(String);

/// Reason why a text is not the condition of a mask.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", column_prefix(.column))]
pub struct MaskError {
    /// Column of the first wrong character, counted from 1; `None` if no single character is wrong.
    pub column: Option<usize>,
    /// One line in lower case.
    pub message: String,
}

fn column_prefix(column: &Option<usize>) -> String {
    column.map_or_else(String::new, |column| format!("column {column}: "))
}

impl FromStr for Mask {
    type Err = MaskError;

    fn from_str(text: &str) -> Result<Self, MaskError> {
        // Line breaks become spaces, so that locations in the text are columns of one line.
        let line = text.replace(['\n', '\r', '\t'], " ");
        check_tokens(&line)?;
        // As a function of a position, so that the compiler reports its errors like those of shaders.
        let parameters = "position: vec2f, value: f32, slope: f32, aspect: f32, curvature: f32";
        let source = format!(
            "fn condition({parameters}) -> f32 {{ let x = position.x; let y = position.y; if (\n{line}\n) \
             {{ return 1.0; }} return 0.0; }}"
        );
        match compile(source.as_str()) {
            Ok(_) => Ok(Self(line)),
            Err(error) => Err(in_condition(&error, &line)),
        }
    }
}

fn check_tokens(line: &str) -> Result<(), MaskError> {
    if line.len() > MAX_BYTES {
        return Err(MaskError {
            column: None,
            message: format!("a condition has at most {MAX_BYTES} bytes"),
        });
    }
    let mut open = 0_usize;
    for token in tokens(line) {
        let word = token.text(line);
        let is_unexpected = match word {
            "(" => {
                open += 1;
                false
            }
            ")" => open.checked_sub(1).map(|rest| open = rest).is_none(),
            "{" | "}" | ";" | "@" => true,
            "=" => is_assignment(line, token.range.start),
            // Conditions have `x` and `y` instead.
            "position" | "condition" => true,
            _ => word.starts_with("//") || word.starts_with("/*"),
        };
        if is_unexpected {
            return Err(MaskError {
                column: Some(line[..token.range.start].chars().count() + 1),
                message: match word {
                    "=" => "unexpected `=`; equality is `==`".to_owned(),
                    word => format!("unexpected `{word}`"),
                },
            });
        }
    }
    if tokens(line).is_empty() {
        Err(MaskError {
            column: None,
            message: format!("no condition; it may use {}", NAMES.join(", ")),
        })
    } else {
        Ok(())
    }
}

fn is_assignment(line: &str, at: usize) -> bool {
    let before = line[..at].ends_with(['<', '>', '=', '!']);
    !before && !line[at + 1..].starts_with('=')
}

fn in_condition(error: &CompileError, line: &str) -> MaskError {
    let CompileError::Invalid(diagnostics) = error else {
        return MaskError { column: None, message: error.to_string() };
    };
    let first = diagnostics.first();
    let location = first.and_then(|first| first.location.as_ref());
    let message = first.map_or_else(String::new, |first| first.message.clone());
    let hint = if message.contains("no definition in scope") && !message.contains("did you") {
        format!("; there are {}", NAMES.join(", "))
    } else {
        String::new()
    };
    MaskError {
        column: location.and_then(|location| match location.start.line {
            2 if message.contains("is not finished") => Some(location.end.column),
            2 => Some(location.start.column),
            // An error on the line after the condition means that the condition ends too early.
            3 => Some(line.trim_end().chars().count() + 1),
            _ => None,
        }),
        message: message + &hint,
    }
}

impl Mask {
    pub(crate) fn needs_slope(&self) -> bool {
        let words = tokens(&self.0);
        words.iter().any(|token| OF_NEIGHBORS.contains(&token.text(&self.0)))
    }

    pub(crate) fn wgsl(&self) -> String {
        let parameters: Vec<_> = NAMES.iter().map(|name| format!("{name}: f32")).collect();
        let parameters = parameters.join(", ");
        format!("fn condition({parameters}) -> bool {{\n    return (\n{}\n    );\n}}\n", self.0)
    }
}

impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> MaskError {
        text.parse::<Mask>().unwrap_err()
    }

    #[test]
    fn conditions_are_wgsl_expressions() {
        for text in [
            "slope > 30",
            "slope > 30 && value < 0.4",
            "(aspect >= 45 && aspect < 135) || curvature > 1e-3",
            "!(length(vec2f(x, y)) > 2)",
            "fract(8 * value) < 0.1 // bands",
            "true",
        ] {
            let mask: Mask = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(mask.to_string(), text);
            assert!(!Derived(&mask).is_empty());
        }
        assert!(!"value < x".parse::<Mask>().unwrap().needs_slope());
        assert!("value < x || aspect < 90".parse::<Mask>().unwrap().needs_slope());
    }

    #[allow(non_snake_case, reason = "reads as the type whose stage is linked")]
    fn Derived(mask: &Mask) -> String {
        super::super::Derived::Mask(mask.clone()).stage()
    }

    #[test]
    fn mistakes_are_reported_at_their_columns() {
        let unknown = error("value < 1 && slpe > 30");
        assert_eq!(unknown.column, Some(14), "{unknown}");
        assert!(unknown.to_string().contains("slope"), "{unknown}");
        assert!(error("").message.contains("value, slope"));
        assert_eq!(error("slope > ").column, Some(8), "{}", error("slope > "));
        assert!(error("slope + 1").message.contains("bool"), "{}", error("slope + 1"));
        assert_eq!(error("slope = 3").to_string(), "column 7: unexpected `=`; equality is `==`");
        for text in [
            "true) { } } fn other() { if (true",
            "true)) ((",
            "true; true",
            "slope > 30)",
            "(slope > 30",
            "position.x > 0",
            "condition(1,1,1,1,1,1)",
            "@compute",
            &"(".repeat(400),
            &"slope > 1 && ".repeat(100),
        ] {
            let error = error(text);
            assert!(!error.message.is_empty(), "{text}");
        }
    }
}
