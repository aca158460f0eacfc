//! The settings of a view that can be reset one by one.

use noise_playground::shading::Shading;

use super::View;

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
