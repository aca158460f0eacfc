//! Serialized form of [`Values`] in sessions: by name and type, whether or not a shader has such controls.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Value, Values};
use crate::generator::control::ControlType;
use crate::source::FieldSource;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StoredValue {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    value: Vec<f64>,
    /// `None` for numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<FieldSource>,
}

impl ControlType {
    fn from_name(name: &str) -> Option<Self> {
        let ty = match name {
            "f32" => Self::F32,
            "i32" => Self::I32,
            "u32" => Self::U32,
            "vec2f" => Self::Vec2,
            "vec3f" => Self::Vec3,
            "vec4f" => Self::Vec4,
            "bool" => Self::Bool,
            "texture_2d<f32>" => Self::Field,
            array => {
                let length = array.strip_prefix("array<vec4f, ")?.strip_suffix('>')?;
                Self::Array(length.parse().ok()?)
            }
        };
        Some(ty)
    }
}

impl From<Values> for Vec<StoredValue> {
    fn from(values: Values) -> Self {
        let values = Arc::unwrap_or_clone(values.set).into_iter();
        values
            .map(|((name, ty), Value(value, source))| StoredValue {
                name,
                ty: ty.to_string(),
                value,
                source: source.map(|source| *source),
            })
            .collect()
    }
}

impl From<Vec<StoredValue>> for Values {
    /// Drops values of unknown types, and those with a wrong count of numbers or with numbers that the type cannot hold.
    fn from(stored: Vec<StoredValue>) -> Self {
        let valid = stored.into_iter().filter_map(|StoredValue { name, ty, value, source }| {
            let ty = ControlType::from_name(&ty)?;
            let (min, max) = ty.limits();
            let fits = |number: &f64| {
                (min..=max).contains(number) && (!ty.is_integer() || number.fract() == 0.0)
            };
            let value = Value(value, source.map(Box::new));
            let is_valid = value.is_of(ty) && value.0.iter().all(fits);
            is_valid.then_some(((name, ty), value))
        });
        Self { set: Arc::new(valid.collect()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_a_session_and_invalid_ones_are_dropped() {
        let text = r#"[{"name":"gain","type":"f32","value":[0.1]},{"name":"stops","type":"array<vec4f, 1>","value":[1.0,2.0,3.0,4.0]}]"#;
        let values: Values = serde_json::from_str(text).unwrap();
        assert_eq!(values.set.len(), 2);
        assert_eq!(serde_json::to_string(&values).unwrap(), text);
        let broken = r#"[{"name":"a","type":"f32","value":[1,2]},{"name":"b","type":"mat","value":[]},
            {"name":"c","type":"array<vec4f, 4294967295>","value":[1]},{"name":"d","type":"u32","value":[-1]},{"name":"e","type":"i32","value":[1.5]}]"#;
        let values: Values = serde_json::from_str(broken).unwrap();
        assert_eq!(values, Values::default());
    }
}
