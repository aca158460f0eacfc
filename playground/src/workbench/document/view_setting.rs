//! The settings of a view that can be reset one by one.

use noise_playground::shading::{Light, Shading, ValueRange};

use super::View;
use crate::workbench::format::{range_decimals, rounded};

/// A setting of a view, as the panel shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ViewSetting {
    Channel,
    Palette,
    ValueRange,
    Light,
    Shadow,
    Exaggeration,
    Z,
}

impl ViewSetting {
    pub(crate) const ALL: [Self; 7] = [
        Self::Channel,
        Self::Palette,
        Self::ValueRange,
        Self::Light,
        Self::Shadow,
        Self::Exaggeration,
        Self::Z,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Channel => "channel",
            Self::Palette => "palette",
            Self::ValueRange => "value range",
            Self::Light => "light",
            Self::Shadow => "shadows",
            Self::Exaggeration => "exaggeration",
            Self::Z => "z",
        }
    }

    /// Returns the default as text. The palette's depends on the view mode.
    pub(crate) fn default_text(self, view: &View) -> String {
        let default = Shading::default();
        match self {
            Self::Channel => default.channel.name().to_owned(),
            Self::Palette => view.shading.mode.info().default_palette.name().to_owned(),
            Self::ValueRange => "automatic".to_owned(),
            Self::Light => {
                let light = default.light;
                format!("{}\u{b0}, {}\u{b0}", light.azimuth, light.altitude)
            }
            Self::Shadow => {
                let is_on = view.shading.mode.info().shadow.unwrap_or_default();
                if is_on { "on" } else { "off" }.to_owned()
            }
            Self::Exaggeration => default.exaggeration.to_string(),
            Self::Z => View::default().z.to_string(),
        }
    }

    /// Returns the value as a step of the history names it: `sun 114°, 3°`, `auto range off`.
    pub(crate) fn step_text(self, view: &View) -> String {
        let shading = &view.shading;
        match self {
            Self::Channel => format!("channel {}", shading.channel.name()),
            Self::Palette => format!("palette {}", shading.palette().name()),
            Self::ValueRange => match shading.value_range {
                ValueRange::Auto => "auto range on".to_owned(),
                ValueRange::Full => "full range on".to_owned(),
                ValueRange::Fixed(low, high) => {
                    let decimals = range_decimals(low, high);
                    format!("value range {low:.decimals$} \u{2026} {high:.decimals$}")
                }
            },
            Self::Light => {
                let Light { azimuth, altitude } = shading.light;
                format!("sun {azimuth:.0}\u{b0}, {altitude:.0}\u{b0}")
            }
            Self::Shadow => {
                let is_on = shading.casts_shadows();
                format!("shadows {}", if is_on { "on" } else { "off" })
            }
            Self::Exaggeration => format!("exaggeration {}", rounded(shading.exaggeration)),
            Self::Z => format!("z {}", rounded(view.z)),
        }
    }

    /// Returns true if the setting differs between two views.
    pub(crate) fn differs(self, one: &View, other: &View) -> bool {
        let (before, after) = (&one.shading, &other.shading);
        match self {
            Self::Channel => before.channel != after.channel,
            Self::Palette => before.palette != after.palette,
            Self::ValueRange => before.value_range != after.value_range,
            Self::Light => before.light != after.light,
            Self::Shadow => before.shadow != after.shadow,
            Self::Exaggeration => before.exaggeration != after.exaggeration,
            Self::Z => one.z != other.z,
        }
    }

    pub(crate) fn is_modified(self, view: &View) -> bool {
        let mut reset = *view;
        self.reset(&mut reset);
        reset != *view
    }

    pub(crate) fn reset(self, view: &mut View) {
        let (shading, default) = (&mut view.shading, Shading::default());
        match self {
            Self::Channel => shading.channel = default.channel,
            Self::Palette => shading.palette = default.palette,
            Self::ValueRange => shading.value_range = default.value_range,
            Self::Light => shading.light = default.light,
            Self::Shadow => shading.shadow = default.shadow,
            Self::Exaggeration => shading.exaggeration = default.exaggeration,
            Self::Z => view.z = View::default().z,
        }
    }
}
