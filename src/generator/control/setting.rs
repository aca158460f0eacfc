//! Values of controls as presets and manifests store them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::{Control, Value, ValueError, Values, Widget};
use crate::source::{FieldSource, FileDigest, FileSource};
use crate::wgsl::suggest::did_you_mean;

/// Value of a control as presets and manifests store it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// Value of a toggle.
    Flag(bool),
    /// Value of a control with one component; of an enumeration the index of an option, from 0.
    Number(Plain),
    /// All components of a vector or an array.
    Numbers(Vec<Plain>),
    /// Name of an option, color as `#rrggbb`, or source of a field input.
    Text(String),
    /// Source of a field input that is a data file.
    File(FileSetting),
    /// Name of an option that could also be the source of a field input.
    Option(OptionSetting),
}

/// Name of an option of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionSetting {
    /// The name, as in the tag `@enum`.
    pub option: String,
}

/// Reference to a data file, with the size and the hash of its contents at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSetting {
    /// Name of the data file, as in the option `--set`.
    pub file: String,
    /// Length in bytes.
    pub size: u64,
    /// SHA-256 of the contents, in hexadecimal digits.
    pub sha256: String,
    /// As [`FileDigest::beside`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<BTreeMap<String, String>>,
}

impl FileSetting {
    fn source(&self) -> Result<FieldSource, ValueError> {
        let mut source = FieldSource::parse(&self.file)?;
        if let FieldSource::File(file) = &mut source {
            file.digest = Some(FileDigest {
                bytes: self.size,
                sha256: self.sha256.clone(),
                beside: self.beside.clone(),
            });
        }
        Ok(source)
    }
}

/// Stored values of controls, by the names of the controls.
pub type Settings = BTreeMap<String, Setting>;

/// A number in a stored value that is serialized without a fraction if it has none: `8`, not `8.0`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Plain(pub f64);

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() < 1e15 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl Control {
    /// Returns the form in which presets and manifests store a value: an option by its name, numbers, or a source.
    pub fn setting(&self, value: &Value) -> Setting {
        if let Some(source) = value.source() {
            return source.into();
        }
        if let Some(name) = self.option(value) {
            return Setting::of_option(name);
        }
        match value.0.as_slice() {
            [one] => Setting::Number(Plain(*one)),
            all => Setting::Numbers(all.iter().copied().map(Plain).collect()),
        }
    }
}

impl From<&FieldSource> for Setting {
    fn from(source: &FieldSource) -> Self {
        match source {
            FieldSource::File(FileSource { digest: Some(digest), .. }) => Self::File(FileSetting {
                file: source.to_string(),
                size: digest.bytes,
                sha256: digest.sha256.clone(),
                beside: digest.beside.clone(),
            }),
            _ => Self::Text(source.to_string()),
        }
    }
}

impl From<f64> for Setting {
    fn from(number: f64) -> Self {
        Self::Number(Plain(number))
    }
}

impl From<i32> for Setting {
    fn from(number: i32) -> Self {
        f64::from(number).into()
    }
}

impl From<bool> for Setting {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Setting {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&[f64]> for Setting {
    fn from(numbers: &[f64]) -> Self {
        Self::Numbers(numbers.iter().copied().map(Plain).collect())
    }
}

impl<const N: usize> From<[f64; N]> for Setting {
    fn from(numbers: [f64; N]) -> Self {
        numbers.as_slice().into()
    }
}

impl Setting {
    fn of_option(name: &str) -> Self {
        if FieldSource::parse(name).is_ok() {
            Self::Option(OptionSetting { option: name.to_owned() })
        } else {
            Self::Text(name.to_owned())
        }
    }

    /// Returns the source of a field input that the value can name, without regard to the control.
    pub fn source(&self) -> Option<FieldSource> {
        match self {
            Self::File(file) => file.source().ok(),
            Self::Text(text) => FieldSource::parse(text).ok(),
            Self::Flag(_) | Self::Number(_) | Self::Numbers(_) | Self::Option(_) => None,
        }
    }

    /// Converts the stored value to a value of a control.
    ///
    /// # Errors
    /// Fails if the setting does not fit the type or the widget of the control.
    pub fn value(&self, control: &Control) -> Result<Value, ValueError> {
        let text = match self {
            Self::Flag(on) if matches!(control.widget, Widget::Enum(_)) => on.to_string(),
            Self::Flag(on) => u8::from(*on).to_string(),
            Self::Number(Plain(number)) => return control.of_number(*number),
            Self::Numbers(numbers) => {
                let numbers: Vec<String> =
                    numbers.iter().map(|Plain(number)| number.to_string()).collect();
                numbers.join(",")
            }
            Self::Text(text) | Self::Option(OptionSetting { option: text }) => text.clone(),
            Self::File(file) if control.widget == Widget::Field => {
                return Ok(file.source()?.into());
            }
            Self::File(file) => file.file.clone(),
        };
        control.parse(&text)
    }
}

/// A data file outside of the folder is stored without size and hash, which only an author who has the file knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{name}: {file:?} is outside of the folder: a preset or capture states size and sha256 of such a file"
)]
pub struct OutsideSource {
    /// Name of the field input.
    pub name: String,
    /// Name of the data file, as it was stored.
    pub file: String,
}

/// Checks stored values of a file that need not be trusted: the user has not chosen the sources that they name.
///
/// # Errors
/// A source is outside of the folder, and is not a data file with its size and hash.
pub fn check_sources(settings: &Settings) -> Result<(), OutsideSource> {
    let outside = settings.iter().find_map(|(name, setting)| {
        let source = setting.source().filter(FieldSource::is_outside)?;
        let is_stated = matches!(&source, FieldSource::File(file) if file.digest.is_some());
        (!is_stated).then(|| OutsideSource { name: name.clone(), file: source.to_string() })
    });
    outside.map_or(Ok(()), Err)
}

/// Reason why a stored value was not applied to a generator's controls.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No control of the generator has the name of the stored value.
    #[error("no control {name:?}{hint}")]
    UnknownControl {
        /// Name of the stored value.
        name: String,
        /// End of the message: the control that was probably meant; empty if no name is close.
        hint: String,
    },
    /// A control of the generator cannot have the value that was stored for it.
    #[error("{name}: {error}")]
    Value {
        /// Name of the control.
        name: String,
        /// Why the control cannot have it.
        error: ValueError,
    },
}

impl SettingError {
    /// Returns the name of the control for which the value was stored.
    pub fn name(&self) -> &str {
        match self {
            Self::UnknownControl { name, .. } | Self::Value { name, .. } => name,
        }
    }

    /// Returns true if the stored value was not applied because no control has its name.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::UnknownControl { .. })
    }
}

impl Values {
    /// Returns the values of all `controls`, defaults included, in the form that presets and manifests store.
    pub fn settings(&self, controls: &[Control]) -> Settings {
        let setting =
            |control: &Control| (control.name.clone(), control.setting(self.get(control)));
        controls.iter().map(setting).collect()
    }

    /// Returns true if all of `controls` have equal values in `self` and `other`.
    pub fn agree(&self, other: &Self, controls: &[Control]) -> bool {
        let mut controls = controls.iter();
        controls.all(|control| self.get(control) == other.get(control))
    }

    /// Sets the controls that `settings` names. Returns the reasons for those that were not applied.
    ///
    /// ```
    /// use noise_playground::generator::control::{Setting, Settings, Values};
    ///
    /// let settings = Settings::from([("warp".to_owned(), Setting::Text("0.2".to_owned()))]);
    /// let errors = Values::default().apply(&[], &settings);
    /// assert_eq!(errors[0].to_string(), r#"no control "warp""#);
    /// ```
    pub fn apply(&mut self, controls: &[Control], settings: &Settings) -> Vec<SettingError> {
        let mut errors = Vec::new();
        for (name, setting) in settings {
            let is_named = |control: &&Control| control.name == *name;
            let mut named = controls.iter().filter(is_named).peekable();
            if named.peek().is_none() {
                let names = controls.iter().map(|control| control.name.as_str());
                errors.push(SettingError::UnknownControl {
                    name: name.clone(),
                    hint: did_you_mean(name, names),
                });
            }
            for control in named {
                match setting.value(control) {
                    Ok(value) => self.set(control, value),
                    Err(error) => errors.push(SettingError::Value { name: name.clone(), error }),
                }
            }
        }
        errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::control::ControlType;
    use crate::generator::control::annotated::tests::control;

    #[test]
    fn settings_that_fit_are_applied_and_the_others_returned() {
        let controls = ["gain", "warp"].map(|name| control(name, ControlType::F32, ""));
        let settings = [("gain", "0.5"), ("warp", "high"), ("wrap", "1")];
        let settings: Settings =
            settings.map(|(name, text)| (name.to_owned(), Setting::Text(text.to_owned()))).into();
        let mut values = Values::default();
        let errors = values.apply(&controls, &settings);
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            errors,
            ["warp: \"high\" is not a finite number", "no control \"wrap\"; did you mean `warp`?"]
        );
        assert_eq!(values.get(&controls[0]).first(), 0.5);
        assert!(!values.is_modified(&controls[1]));
    }
}
