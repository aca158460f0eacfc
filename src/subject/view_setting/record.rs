//! The settings of a picture as JSON, with one member for each row of the table.

use serde::de::Error as _;
use serde::ser::{Error as _, SerializeMap as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value as Json};

use super::value::Stored as _;
use super::{SettingGroup, SettingKind, SettingValue, ViewSetting, plain_number};
use crate::RenderSettings;
use crate::field::grid::SampleGrid;
use crate::generator::control::Plain;
use crate::view::shading::{Light, ValueRange, ViewMode};
use crate::view::space::camera::FIT;
use crate::view::space::mesh::Clip;

/// Defaults that depend on the view mode are replaced by their values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ViewRecord(pub(crate) RenderSettings);

impl ViewRecord {
    pub(crate) fn new(settings: &RenderSettings) -> Self {
        let mut record = RenderSettings::from(settings.grid);
        record.shading.set_mode(settings.shading.mode);
        for (setting, value) in members(settings) {
            setting.set(&mut record, value);
        }
        Self(record)
    }

    /// The rules are those of the command line. The error is a message.
    pub(crate) fn check(&self) -> Result<(), String> {
        ViewSetting::ALL.into_iter().try_for_each(|setting| {
            let subject = || format!("the {}", setting.info().title);
            setting.check(&self.0).map_err(|error| error.about(&subject()))
        })
    }
}

/// Settings of three-dimensional views are recorded for those that have them.
fn members(settings: &RenderSettings) -> impl Iterator<Item = (ViewSetting, SettingValue)> + '_ {
    let mode = settings.shading.mode;
    let is_recorded = move |setting: &ViewSetting| {
        setting.info().group != SettingGroup::Scene || setting.applies(mode)
    };
    let recorded = ViewSetting::ALL.into_iter().filter(is_recorded);
    recorded
        .map(|setting| (setting, setting.recorded(settings)))
        .filter(|(_, value)| *value != SettingValue::Automatic)
}

impl Serialize for ViewRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (setting, value) in members(&self.0) {
            map.serialize_entry(setting.name(), &Member(value))?;
        }
        map.end()
    }
}

struct Member(SettingValue);

impl Serialize for Member {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            SettingValue::Automatic | SettingValue::Off => serializer.serialize_none(),
            SettingValue::Switch(is_on) => is_on.serialize(serializer),
            SettingValue::Name(name) => name.serialize(serializer),
            SettingValue::Count(count) => count.serialize(serializer),
            SettingValue::Number(number) => Plain(number).serialize(serializer),
            SettingValue::Size(size) => size.serialize(serializer),
            SettingValue::Pair(numbers) => numbers.map(Plain).serialize(serializer),
            SettingValue::Position(numbers) => numbers.map(Plain).serialize(serializer),
            SettingValue::Light(Light { azimuth, altitude }) => {
                [azimuth, altitude].map(Plain).serialize(serializer)
            }
            SettingValue::Camera(camera) => {
                let part = |part: Option<f64>| match part {
                    Some(number) => serde_json::to_value(Plain(number)),
                    None => Ok(Json::from(FIT)),
                };
                let parts: serde_json::Result<Vec<Json>> =
                    camera.parts().map(part).into_iter().collect();
                parts.map_err(S::Error::custom)?.serialize(serializer)
            }
            SettingValue::Range(ValueRange::Auto) => "auto".serialize(serializer),
            SettingValue::Range(ValueRange::Full) => "full".serialize(serializer),
            SettingValue::Range(ValueRange::Fixed(low, high)) => {
                [low, high].map(Plain).serialize(serializer)
            }
            SettingValue::Clip(clip) => clip.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for ViewRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = Map::deserialize(deserializer)?;
        let mut settings =
            RenderSettings::from(SampleGrid { center: [0.0; 2], span: 1.0, size: [1; 2] });
        for setting in ViewSetting::ALL {
            let is_optional = matches!(
                setting,
                ViewSetting::Shadow | ViewSetting::Normals | ViewSetting::ZFactor
            );
            let is_required = setting.info().group != SettingGroup::Scene && !is_optional;
            match map.get(setting.name()) {
                Some(json) => {
                    let value = value(setting, json.clone(), settings.shading.mode);
                    setting.set(&mut settings, value.map_err(D::Error::custom)?);
                }
                None if is_required => return Err(D::Error::missing_field(setting.name())),
                None => {}
            }
        }
        Ok(Self(settings))
    }
}

/// The error is a message.
fn value(setting: ViewSetting, json: Json, mode: ViewMode) -> Result<SettingValue, String> {
    let kind = setting.info().kind;
    if let Json::String(text) = &json {
        let value = kind.parse(text, mode, plain_number);
        return value.map_err(|error| error.about(setting.name()));
    }
    fn read<T: serde::de::DeserializeOwned>(json: Json) -> serde_json::Result<T> {
        serde_json::from_value(json)
    }
    let light = |[azimuth, altitude]: [f64; 2]| Light { azimuth, altitude };
    let value = match kind {
        SettingKind::Number
        | SettingKind::Positive
        | SettingKind::Fraction
        | SettingKind::Level => read(json).map(f64::value),
        SettingKind::Switch => read(json).map(bool::value),
        SettingKind::Name(_) => return Err(format!("{}: {json} is not a name", setting.name())),
        SettingKind::Count | SettingKind::Rays => read(json).map(u32::value),
        SettingKind::Size => read(json).map(<[u32; 2]>::value),
        SettingKind::Pair => read(json).map(<[f64; 2]>::value),
        SettingKind::Light => read(json).map(light).map(Light::value),
        SettingKind::Range => {
            read(json).map(|[low, high]: [f64; 2]| ValueRange::Fixed(low, high).value())
        }
        SettingKind::Camera => read(json).map(SettingValue::Camera),
        SettingKind::Target => read(json).map(<[f64; 3]>::value),
        SettingKind::Clip => read(json).map(|clip: Clip| clip.value()),
    };
    value.map_err(|error| format!("{}: {error}", setting.name()))
}
