//! Kinds of view settings: which texts and numbers are valid.

use super::SettingValue;
use crate::field::grid::{MAX_SIDE, SizeError, check_size};
use crate::view::shading::{Light, ValueRange, ViewMode};
use crate::view::space::camera::{CameraError, Scene, check_target, parse_target};
use crate::view::space::mesh::Clip;
use crate::view::space::planet::PLANET_CELLS;
use crate::view::space::settings::{RAY_COUNTS, SOLID_SAMPLES, TERRAIN_SAMPLES};
use crate::wgsl::suggest::closest;

const AXES: [&str; 3] = ["x", "y", "z"];

/// Kind of a view setting: the values that it can have. All numbers are finite as `f32`.
#[derive(Clone, Copy, Debug)]
pub enum SettingKind {
    /// Any number.
    Number,
    /// Number above 0.
    Positive,
    /// Number from 0 to 1.
    Fraction,
    /// Number, or `off`.
    Level,
    /// `on` or `off`.
    Switch,
    /// Name; the function returns those that a view mode offers.
    Name(fn(ViewMode) -> Vec<&'static str>),
    /// Samples along each side of the data, within limits of the scene.
    Count,
    /// One of [`RAY_COUNTS`].
    Rays,
    /// Width and height of a picture.
    Size,
    /// Two numbers.
    Pair,
    /// Azimuth and altitude of the sun in degrees.
    Light,
    /// `auto`, `full` or two ascending numbers.
    Range,
    /// Azimuth, altitude, distance and field of view.
    Camera,
    /// Three numbers.
    Target,
    /// Axis and coordinate.
    Clip,
}

/// Reason why a value of a view setting, or of an option of the command line, is not valid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.about("the value"))]
pub enum SettingError {
    /// The text is not a number.
    NotANumber(String),
    /// The value does not follow a rule: `is not above 0`.
    Breaks(String, String),
    /// As [`Self::Breaks`], for a part of the value or the rule alone.
    Reason(String),
    /// The text is not valid, for a reason that may name a part of it.
    Invalid(String, String),
    /// The width or height is not valid.
    Size(SizeError),
}

impl SettingError {
    fn breaks(value: impl ToString, rule: impl Into<String>) -> Self {
        Self::Breaks(value.to_string(), rule.into())
    }

    /// Creates the error of a text that does not follow a rule: `is neither on nor off`.
    pub fn of_text(text: impl ToString, rule: impl Into<String>) -> Self {
        Self::breaks(format!("{:?}", text.to_string()), rule)
    }

    /// Creates the error of a text that is none of the names. It lists them and suggests the most similar one.
    pub fn unknown_name(text: &str, names: &[&str]) -> Self {
        let similar = closest(text, names.iter().copied());
        let hint = similar.map_or_else(String::new, |similar| format!("; did you mean {similar}?"));
        Self::of_text(text, format!("is none of {}{hint}", names.join(", ")))
    }

    /// Returns the message about `subject`, an option or the name of a setting.
    pub fn about(&self, subject: &str) -> String {
        match self {
            Self::NotANumber(text) => format!("{subject}: {text:?} is not a finite number"),
            Self::Breaks(value, rule) => format!("{subject} {value} {rule}"),
            Self::Reason(reason) => format!("{subject}: {reason}"),
            Self::Size(error) => error.to_string(),
            Self::Invalid(text, reason) => format!("{subject} {text:?}: {reason}"),
        }
    }
}

/// Parses a number as it is written on the command line.
pub fn plain_number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

impl SettingKind {
    /// Numbers may be separated by commas or spaces.
    pub(super) fn parse(
        self,
        text: &str,
        mode: ViewMode,
        number: fn(&str) -> Option<f64>,
    ) -> Result<SettingValue, SettingError> {
        let text = text.trim();
        let not_a_number = |text: &str| SettingError::NotANumber(text.to_owned());
        let one = |text: &str| number(text).ok_or_else(|| not_a_number(text));
        let integer = || number(text).filter(|number| number.fract() == 0.0 && *number >= 0.0);
        Ok(match self {
            Self::Level | Self::Range if text == "off" || text == "auto" || text == "full" => {
                self.word(text).ok_or_else(|| not_a_number(text))?
            }
            Self::Number | Self::Positive | Self::Fraction | Self::Level => {
                SettingValue::Number(one(text)?)
            }
            Self::Switch => SettingValue::Switch(match text {
                "on" => true,
                "off" => false,
                _ => return Err(SettingError::of_text(text, "is neither on nor off")),
            }),
            Self::Name(names) => SettingValue::Name(choice(text, names(mode))?),
            Self::Count | Self::Rays => match integer() {
                Some(count) => SettingValue::Count(count as u32),
                None => return Err(SettingError::of_text(text, self.integer_rule(mode))),
            },
            Self::Size => SettingValue::Size(size(text)?),
            Self::Pair => SettingValue::Pair(pair(text, one)?),
            Self::Light => {
                let [azimuth, altitude] = pair(text, one)?;
                SettingValue::Light(Light { azimuth, altitude })
            }
            Self::Range => {
                let rule = "is not MIN,MAX, full or auto";
                let ends = pair(text, one);
                let [low, high] = ends.map_err(|_| SettingError::of_text(text, rule))?;
                SettingValue::Range(ValueRange::Fixed(low, high))
            }
            Self::Camera => {
                let scene = mode.info().scene.unwrap_or(Scene::Solid);
                let camera = scene.parse_camera(text);
                SettingValue::Camera(camera.map_err(|error| invalid(text, error))?)
            }
            Self::Target => {
                SettingValue::Position(parse_target(text).map_err(|error| invalid(text, error))?)
            }
            Self::Clip => {
                let clip = clip(text, number);
                let rule = "is not x=VALUE, y=VALUE or z=VALUE";
                SettingValue::Clip(clip.ok_or_else(|| SettingError::of_text(text, rule))?)
            }
        })
    }

    fn word(self, text: &str) -> Option<SettingValue> {
        match (self, text) {
            (Self::Level, "off") => Some(SettingValue::Off),
            (Self::Range, "auto") => Some(SettingValue::Range(ValueRange::Auto)),
            (Self::Range, "full") => Some(SettingValue::Range(ValueRange::Full)),
            _ => None,
        }
    }

    pub(super) fn check(self, value: SettingValue, mode: ViewMode) -> Result<(), SettingError> {
        let finite = |numbers: &[f64]| match numbers.iter().find(|n| !(**n as f32).is_finite()) {
            Some(number) => Err(SettingError::NotANumber(format!("{number:e}"))),
            None => Ok(()),
        };
        match (self, value) {
            (Self::Positive, SettingValue::Number(number)) => {
                finite(&[number])?;
                ensure(number as f32 > 0.0, number, "is not above 0")
            }
            (Self::Fraction, SettingValue::Number(number)) => {
                finite(&[number])?;
                ensure((0.0..=1.0).contains(&number), number, "is not between 0 and 1")
            }
            (_, SettingValue::Number(number)) => finite(&[number]),
            (_, SettingValue::Pair(numbers)) => finite(&numbers),
            (Self::Name(names), SettingValue::Name(name)) => choice(name, names(mode)).map(drop),
            (Self::Rays, SettingValue::Count(count)) => {
                let is_valid = RAY_COUNTS.contains(&count);
                ensure(is_valid, format!("\"{count}\""), self.integer_rule(mode))
            }
            (_, SettingValue::Count(count)) => {
                let (least, most) = sample_limits(mode);
                let is_valid = (least..=most).contains(&count);
                ensure(is_valid, format!("\"{count}\""), self.integer_rule(mode))
            }
            (_, SettingValue::Size(size)) => check_size(size).map_err(SettingError::Size),
            (_, SettingValue::Light(Light { azimuth, altitude })) => {
                finite(&[azimuth])?;
                let rule = format!("the altitude {altitude} is not between 0 and 90 degrees");
                let is_valid = (0.0..=90.0).contains(&altitude);
                is_valid.then_some(()).ok_or(SettingError::Reason(rule))
            }
            (_, SettingValue::Range(ValueRange::Fixed(low, high))) => {
                finite(&[low, high])?;
                let rule = format!("{low} is not below {high}");
                (low < high).then_some(()).ok_or(SettingError::Reason(rule))
            }
            (_, SettingValue::Camera(camera)) => {
                let checked = mode.info().scene.map_or(Ok(()), |scene| scene.check(&camera));
                checked.map_err(|error| SettingError::Reason(error.to_string()))
            }
            (_, SettingValue::Position(target)) => {
                check_target(target).map_err(|error| SettingError::Reason(error.to_string()))
            }
            (_, SettingValue::Clip(Clip { axis, limit })) => {
                finite(&[limit])?;
                let reason = || SettingError::Reason(format!("there is no axis {axis}"));
                (axis < AXES.len()).then_some(()).ok_or_else(reason)
            }
            _ => Ok(()),
        }
    }

    /// Returns a description of the valid texts: `an integer from 2 to 512`.
    pub fn expected(self, mode: ViewMode) -> String {
        match self {
            Self::Number => "a number".to_owned(),
            Self::Positive => "a number above 0".to_owned(),
            Self::Fraction => "a number from 0 to 1".to_owned(),
            Self::Level => "a number or off".to_owned(),
            Self::Switch => "on or off".to_owned(),
            Self::Name(names) => format!("one of {}", names(mode).join(", ")),
            Self::Count => {
                let (least, most) = sample_limits(mode);
                format!("an integer from {least} to {most}")
            }
            Self::Rays => "1, 4, 9 or 16".to_owned(),
            Self::Size => "a width and a height".to_owned(),
            Self::Pair | Self::Light => "two numbers".to_owned(),
            Self::Range => "two numbers, the lower one first".to_owned(),
            Self::Camera => "three or four numbers, the third one or fit".to_owned(),
            Self::Target => "three numbers".to_owned(),
            Self::Clip => "an axis and a coordinate, as in x 0.5".to_owned(),
        }
    }

    fn integer_rule(self, mode: ViewMode) -> String {
        if matches!(self, Self::Rays) {
            return format!("is none of {}", RAY_COUNTS.map(|count| count.to_string()).join(", "));
        }
        let (least, most) = sample_limits(mode);
        format!("is not an integer from {least} to {most}")
    }
}

pub(super) fn text(value: SettingValue, number: impl Fn(f64) -> String, automatic: &str) -> String {
    let list = |numbers: &[f64]| numbers.iter().map(|n| number(*n)).collect::<Vec<_>>().join(", ");
    match value {
        SettingValue::Automatic => automatic.to_owned(),
        SettingValue::Off | SettingValue::Switch(false) => "off".to_owned(),
        SettingValue::Switch(true) => "on".to_owned(),
        SettingValue::Name(name) => name.to_owned(),
        SettingValue::Count(count) => count.to_string(),
        SettingValue::Number(one) => number(one),
        SettingValue::Size([width, height]) => format!("{width} \u{d7} {height}"),
        SettingValue::Pair(numbers) => list(&numbers),
        SettingValue::Position(numbers) => list(&numbers),
        SettingValue::Light(Light { azimuth, altitude }) => {
            format!("{}\u{b0}, {}\u{b0}", number(azimuth), number(altitude))
        }
        SettingValue::Camera(camera) => camera.text(number, ", "),
        SettingValue::Range(ValueRange::Auto) => "automatic".to_owned(),
        SettingValue::Range(ValueRange::Full) => "lowest to highest".to_owned(),
        SettingValue::Range(ValueRange::Fixed(low, high)) => {
            format!("{} \u{2026} {}", number(low), number(high))
        }
        SettingValue::Clip(Clip { axis, limit }) => {
            format!("{} = {}", AXES[axis.min(2)], number(limit))
        }
    }
}

/// Smallest and largest number of samples along one side of the data of a view mode.
pub fn sample_limits(mode: ViewMode) -> (u32, u32) {
    match mode.info().scene {
        Some(Scene::Solid) => SOLID_SAMPLES,
        Some(Scene::Planet) => PLANET_CELLS,
        Some(Scene::Terrain) | None => TERRAIN_SAMPLES,
    }
}

fn ensure(
    is_valid: bool,
    value: impl ToString,
    rule: impl Into<String>,
) -> Result<(), SettingError> {
    is_valid.then_some(()).ok_or_else(|| SettingError::breaks(value, rule))
}

fn invalid(text: &str, error: CameraError) -> SettingError {
    SettingError::Invalid(text.to_owned(), error.to_string())
}

/// Returns the name that the text is.
///
/// # Errors
/// The text is none of the names.
pub fn choice<'n>(text: &str, names: impl AsRef<[&'n str]>) -> Result<&'n str, SettingError> {
    let mut all = names.as_ref().iter();
    let name = all.find(|name| **name == text).copied();
    name.ok_or_else(|| SettingError::unknown_name(text, names.as_ref()))
}

fn pair(
    text: &str,
    number: impl Fn(&str) -> Result<f64, SettingError>,
) -> Result<[f64; 2], SettingError> {
    let parts: Vec<&str> = if text.contains(',') {
        text.split(',').collect()
    } else {
        text.split_whitespace().collect()
    };
    match parts[..] {
        [first, second] => Ok([number(first)?, number(second)?]),
        _ => {
            let reason = format!("{text:?} is not two numbers with a comma between them");
            Err(SettingError::Reason(reason))
        }
    }
}

fn size(text: &str) -> Result<[u32; 2], SettingError> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    match (width.parse(), height.parse()) {
        (Ok(width), Ok(height)) => Ok([width, height]),
        _ => {
            let rule = format!("is not W or WxH with integers from 1 to {MAX_SIDE}");
            Err(SettingError::of_text(text, rule))
        }
    }
}

fn clip(text: &str, number: fn(&str) -> Option<f64>) -> Option<Clip> {
    let (axis, limit) = text.split_once(['=', ' '])?;
    let axis = AXES.iter().position(|name| *name == axis)?;
    let limit = number(limit)?;
    Some(Clip { axis, limit })
}
