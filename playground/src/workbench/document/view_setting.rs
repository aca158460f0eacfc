//! The individual settings of a view, each of which can be reset on its own.

use noise_playground::scene::Clip;
use noise_playground::shading::{Light, Shading, ValueRange};

use super::View;
use crate::workbench::format::{range_decimals, rounded};

/// A setting of a view, such as palette or camera, that has its own row in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ViewSetting {
    Channel,
    Palette,
    ValueRange,
    Light,
    Shadow,
    Exaggeration,
    Z,
    /// View setting: the view mode by which the ground of a three-dimensional view is colored.
    Color,
    Sky,
    Air,
    Threshold,
    Clip,
    Sea,
    Samples,
    Rays,
    Camera,
}

impl ViewSetting {
    pub(crate) const ALL: [Self; 16] = [
        Self::Channel,
        Self::Palette,
        Self::ValueRange,
        Self::Light,
        Self::Shadow,
        Self::Exaggeration,
        Self::Z,
        Self::Color,
        Self::Sky,
        Self::Air,
        Self::Threshold,
        Self::Clip,
        Self::Sea,
        Self::Samples,
        Self::Rays,
        Self::Camera,
    ];

    /// Returns true if the view setting belongs to the placement, which compared cells share, rather than to the
    /// shading.
    pub(crate) fn is_of_placement(self) -> bool {
        matches!(
            self,
            Self::Z
                | Self::Threshold
                | Self::Clip
                | Self::Sea
                | Self::Samples
                | Self::Rays
                | Self::Camera
        )
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Channel => "channel",
            Self::Palette => "palette",
            Self::ValueRange => "value range",
            Self::Light => "light",
            Self::Shadow => "shadows",
            Self::Exaggeration => "exaggeration",
            Self::Z => "z",
            Self::Color => "color",
            Self::Sky => "sky light",
            Self::Air => "haze",
            Self::Threshold => "threshold",
            Self::Clip => "clip",
            Self::Sea => "sea",
            Self::Samples => "samples",
            Self::Rays => "rays",
            Self::Camera => "camera",
        }
    }

    /// Returns the default of a view setting as text. The default palette depends on the view mode.
    pub(crate) fn default_text(self, view: &View) -> String {
        let default = Shading::default();
        match self {
            Self::Channel => default.channel.name().to_owned(),
            Self::Palette => view
                .shading
                .color_mode()
                .info()
                .default_palette
                .name()
                .to_owned(),
            Self::ValueRange => "automatic".to_owned(),
            Self::Light => {
                let light = Light::of_mode(view.shading.mode);
                format!("{}\u{b0}, {}\u{b0}", light.azimuth, light.altitude)
            }
            Self::Shadow => {
                let is_on = view.shading.mode.info().shadow.unwrap_or_default();
                if is_on { "on" } else { "off" }.to_owned()
            }
            Self::Exaggeration => default.exaggeration.to_string(),
            Self::Z => View::default().z.to_string(),
            Self::Color => default.lighting.color.name().to_owned(),
            Self::Sky => "on".to_owned(),
            Self::Air => {
                let lighting = default.lighting;
                Shading {
                    lighting,
                    ..view.shading
                }
                .air()
                .to_string()
            }
            Self::Threshold => View::default().threshold.to_string(),
            Self::Clip => "off".to_owned(),
            Self::Sea => "that of the file".to_owned(),
            Self::Samples => "automatic".to_owned(),
            Self::Rays => View::default().scene.rays.to_string(),
            Self::Camera => "that of the file".to_owned(),
        }
    }

    /// Returns the value of a view setting as text for the undo history: `sun 114°, 3°`, `auto range off`.
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
            Self::Color => format!("color {}", shading.lighting.color.name()),
            Self::Sky => format!(
                "sky light {}",
                if shading.lighting.sky { "on" } else { "off" }
            ),
            Self::Air => format!("haze {}", rounded(shading.air())),
            Self::Threshold => format!("threshold {}", rounded(view.threshold)),
            Self::Clip => match view.scene.clip {
                Some(Clip { axis, limit }) => {
                    format!("clip {} = {}", ["x", "y", "z"][axis.min(2)], rounded(limit))
                }
                None => "clip off".to_owned(),
            },
            Self::Sea => match view.scene.sea {
                _ if view.is_dry => "no sea".to_owned(),
                Some(level) => format!("sea at {}", rounded(level)),
                None => "sea of the file".to_owned(),
            },
            Self::Samples => match view.scene.samples {
                Some(count) => format!("{count} samples"),
                None => "automatic samples".to_owned(),
            },
            Self::Rays => format!("{} rays per pixel", view.scene.rays),
            Self::Camera => "camera".to_owned(),
        }
    }

    /// Returns true if two views have different values of a view setting.
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
            Self::Color => before.lighting.color != after.lighting.color,
            Self::Sky => before.lighting.sky != after.lighting.sky,
            Self::Air => before.lighting.air != after.lighting.air,
            Self::Threshold => one.threshold != other.threshold,
            Self::Clip => one.scene.clip != other.scene.clip,
            Self::Sea => {
                let of = |view: &View| (view.scene.sea, view.is_dry);
                of(one) != of(other)
            }
            Self::Samples => one.scene.samples != other.scene.samples,
            Self::Rays => one.scene.rays != other.scene.rays,
            Self::Camera => {
                let of = |view: &View| (view.scene.camera, view.scene.target);
                of(one) != of(other)
            }
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
            Self::Light => shading.light = Light::of_mode(shading.mode),
            Self::Shadow => shading.shadow = default.shadow,
            Self::Exaggeration => shading.exaggeration = default.exaggeration,
            Self::Z => view.z = View::default().z,
            Self::Color => shading.lighting.color = default.lighting.color,
            Self::Sky => shading.lighting.sky = default.lighting.sky,
            Self::Air => shading.lighting.air = default.lighting.air,
            Self::Threshold => view.threshold = View::default().threshold,
            Self::Clip => view.scene.clip = None,
            Self::Sea => (view.scene.sea, view.is_dry) = (None, false),
            Self::Samples => view.scene.samples = None,
            Self::Rays => view.scene.rays = View::default().scene.rays,
            Self::Camera => view.reset_camera(),
        }
    }
}
