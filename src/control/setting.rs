//! A control's value as documents hold it: presets, manifests.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::{Control, Value, ValueError, Values};

/// What stands behind a name in a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A toggle.
    Flag(bool),
    /// One component.
    Number(Plain),
    /// All components.
    Numbers(Vec<Plain>),
    /// An option's name, or a colour as `#rrggbb`.
    Text(String),
}

/// Values by the names of their controls.
pub type Settings = BTreeMap<String, Setting>;

/// A number that is written without a needless point: 8, not 8.0.
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

impl From<&Value> for Setting {
    fn from(value: &Value) -> Self {
        match value.0.as_slice() {
            [one] => Self::Number(Plain(*one)),
            all => Self::Numbers(all.iter().copied().map(Plain).collect()),
        }
    }
}

impl Setting {
    /// The value that it is for a control.
    ///
    /// # Errors
    /// It does not fit the control's type.
    pub fn value(&self, control: &Control) -> Result<Value, ValueError> {
        let text = match self {
            Self::Flag(on) => u8::from(*on).to_string(),
            Self::Number(Plain(number)) => number.to_string(),
            Self::Numbers(numbers) => {
                let numbers: Vec<String> = numbers
                    .iter()
                    .map(|Plain(number)| number.to_string())
                    .collect();
                numbers.join(",")
            }
            Self::Text(text) => text.clone(),
        };
        control.parse(&text)
    }
}

impl Values {
    /// The values in force, by the names of their controls.
    pub fn settings(&self, controls: &[Control]) -> Settings {
        let setting = |control: &Control| (control.name.clone(), Setting::from(self.get(control)));
        controls.iter().map(setting).collect()
    }

    /// Sets the controls that `settings` name, and gives the names that none of them has.
    ///
    /// # Errors
    /// A setting does not fit its control: the control's name, and why.
    pub fn apply<'a>(
        &mut self,
        controls: &[Control],
        settings: &'a Settings,
    ) -> Result<Vec<&'a str>, (String, ValueError)> {
        let mut unknown = Vec::new();
        for (name, setting) in settings {
            let mut named = controls
                .iter()
                .filter(|control| control.name == *name)
                .peekable();
            if named.peek().is_none() {
                unknown.push(name.as_str());
            }
            for control in named {
                let value = setting
                    .value(control)
                    .map_err(|error| (name.clone(), error))?;
                self.set(control, value);
            }
        }
        Ok(unknown)
    }
}
