//! Shading: the settings by which samples become a picture.

use serde::{Deserialize, Serialize};

use crate::named::named_enum;
pub use crate::palette::Palette;
use crate::view_mode::Scene;
pub use crate::view_mode::{ViewMode, ViewModeInfo};

named_enum! {
    /// A value of a sample: one of its numbers, or a combination of them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Channel {
        /// The first number of the sample.
        #[serde(rename = "x")]
        X = "x",
        /// The second number of the sample.
        #[serde(rename = "y")]
        Y = "y",
        /// The third number of the sample.
        #[serde(rename = "z")]
        Z = "z",
        /// The fourth number of the sample.
        #[serde(rename = "w")]
        W = "w",
        /// The second number minus the first: F2 − F1 of a cellular noise.
        #[serde(rename = "y-x")]
        YMinusX = "y-x",
        /// The length of the vector of all numbers.
        #[serde(rename = "length")]
        Length = "length",
    }
}

impl Channel {
    /// Returns true if samples of `channels` numbers have this channel.
    pub fn is_available(self, channels: u32) -> bool {
        match self {
            Self::X | Self::Length => true,
            Self::Y | Self::YMinusX => channels >= 2,
            Self::Z => channels >= 3,
            Self::W => channels >= 4,
        }
    }

    /// Returns the value of this channel in a sample. Missing numbers are 0.
    pub fn of(self, sample: &[f32]) -> f32 {
        let at = |index: usize| sample.get(index).copied().unwrap_or_default();
        match self {
            Self::X => at(0),
            Self::Y => at(1),
            Self::Z => at(2),
            Self::W => at(3),
            Self::YMinusX => at(1) - at(0),
            Self::Length => sample
                .iter()
                .map(|number| number * number)
                .sum::<f32>()
                .sqrt(),
        }
    }
}

/// Direction of the sun.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// Degrees clockwise from north.
    pub azimuth: f64,
    /// Degrees above the horizon, 0 to 90.
    pub altitude: f64,
}

impl Light {
    /// Returns the light of a view mode if the user has not chosen one: from the northwest, and for a planet from above
    /// the left shoulder of its default camera.
    pub fn of_mode(mode: ViewMode) -> Self {
        let (azimuth, altitude) = match mode.info().scene {
            Some(Scene::Planet) => (225.0, 30.0),
            _ => (315.0, 45.0),
        };
        Self { azimuth, altitude }
    }
}

impl Default for Light {
    fn default() -> Self {
        Self {
            azimuth: 315.0,
            altitude: 45.0,
        }
    }
}

/// Values at the two ends of the palette, or the rule by which they are measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueRange {
    /// The 0.1 and 99.9 percentiles of the picture's finite values.
    Auto,
    /// The lowest and the highest of the picture's finite values.
    Full,
    /// Minimum and maximum, with `min < max`.
    Fixed(f64, f64),
}

impl ValueRange {
    /// Returns the rule by which the range is measured from the samples; `None` if it is fixed.
    pub fn rule(self) -> Option<RangeRule> {
        match self {
            Self::Auto => Some(RangeRule::Percentiles),
            Self::Full => Some(RangeRule::Extremes),
            Self::Fixed(..) => None,
        }
    }

    /// Returns true if the range is measured from the samples.
    pub fn is_measured(self) -> bool {
        self.rule().is_some()
    }

    /// Returns the range of data that are scaled to integers, for a picture with this range: an automatic range becomes
    /// the full one, so that no value is clipped.
    #[must_use]
    pub fn of_scaled_data(self) -> Self {
        match self {
            Self::Auto => Self::Full,
            other => other,
        }
    }
}

/// Rule that selects the values at the two ends of a measured range, among the finite values of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RangeRule {
    /// The 0.1 and 99.9 percentiles of the values.
    #[default]
    Percentiles,
    /// The lowest and the highest of the values.
    Extremes,
}

named_enum! {
    /// Model of the light on the ground of a three-dimensional view.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum LightModel {
        /// Albedo or palette, sun, shadow, sky and haze.
        Surface = "surface",
        /// The light of [`ViewMode::Hillshade`] alone.
        Hillshade = "hillshade",
    }
}

/// Color and light of a three-dimensional view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Lighting {
    /// View from above that gives the ground its color: for [`ViewMode::Relief`] the file's own `surface` or the
    /// palette, for [`ViewMode::Hillshade`] a plain color.
    pub color: ViewMode,
    /// Model of the light on the ground.
    pub model: LightModel,
    /// True if the ground gets light of the sky only from its visible part, so that valleys are darker.
    pub sky: bool,
    /// Strength of the haze, 0 to 1; `None` for the default of the view.
    pub air: Option<f64>,
}

impl Lighting {
    /// Lighting with all settings at their defaults.
    pub const DEFAULT: Self = Self {
        color: ViewMode::Relief,
        model: LightModel::Surface,
        sky: true,
        air: None,
    };
}

impl Default for Lighting {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Settings by which samples become a picture. Changing them does not evaluate the generator again.
///
/// ```
/// use noise_playground::shading::{Palette, Shading, ViewMode};
///
/// let shading = Shading { mode: ViewMode::Texture, ..Shading::default() };
/// assert_eq!(shading.palette(), Palette::Viridis);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shading {
    /// View mode: the kind of picture.
    pub mode: ViewMode,
    /// Channel that is shown, of samples with several numbers.
    pub channel: Channel,
    /// Direction of the sun, for the modes that use light.
    pub light: Light,
    /// True if the ground casts shadows; `None` for the default of the mode.
    pub shadow: Option<bool>,
    /// Vertical exaggeration: factor of the heights before slopes are computed.
    pub exaggeration: f64,
    /// Palette of the picture; `None` for the default of the mode.
    pub palette: Option<Palette>,
    /// Values at the two ends of the palette.
    pub value_range: ValueRange,
    /// Color and light of a three-dimensional view.
    pub lighting: Lighting,
}

impl Default for Shading {
    fn default() -> Self {
        Self {
            mode: ViewMode::Relief,
            channel: Channel::X,
            light: Light::default(),
            shadow: None,
            exaggeration: 1.0,
            palette: None,
            value_range: ValueRange::Auto,
            lighting: Lighting::default(),
        }
    }
}

impl Shading {
    /// Selects a view mode. A light that is the default of the previous mode becomes the default of this one.
    pub fn set_mode(&mut self, mode: ViewMode) {
        if self.light == Light::of_mode(self.mode) {
            self.light = Light::of_mode(mode);
        }
        self.mode = mode;
    }

    /// Returns the shading of a three-dimensional view whose ground is colored by a difference: the palette around 0,
    /// and neither shadow, sky nor air, which would change its colors.
    #[must_use]
    pub fn of_difference(&self) -> Self {
        Self {
            shadow: Some(false),
            palette: Some(Palette::Vik),
            value_range: ValueRange::Auto,
            lighting: Lighting {
                color: ViewMode::Texture,
                model: LightModel::Surface,
                sky: false,
                air: Some(0.0),
            },
            ..*self
        }
    }

    /// Returns the chosen palette, or the default of the mode.
    pub fn palette(&self) -> Palette {
        self.palette
            .unwrap_or_else(|| self.color_mode().info().default_palette)
    }

    /// Returns the view from above that gives samples their color: the mode itself, or that of a three-dimensional
    /// view.
    pub fn color_mode(&self) -> ViewMode {
        match self.mode.info().scene {
            // The cut of a solid shows its slice.
            Some(Scene::Solid) if self.lighting.color == ViewMode::Relief => ViewMode::Slice,
            Some(_) => self.lighting.color,
            None => self.mode,
        }
    }

    /// Returns the exaggeration, 1 for a solid, which has none.
    pub(crate) fn used_exaggeration(&self) -> f64 {
        match self.mode.info().scene {
            Some(Scene::Solid) => 1.0,
            _ => self.exaggeration,
        }
    }

    /// Returns the strength of the haze, 0 to 1.
    pub fn air(&self) -> f64 {
        let default = match self.mode.info().scene {
            Some(Scene::Terrain | Scene::Solid) => 0.15,
            Some(Scene::Planet) => 1.0,
            None => 0.0,
        };
        self.lighting.air.unwrap_or(default)
    }

    /// Returns true if the ground casts shadows: the mode has them, and the user or the mode's default wants them.
    pub fn casts_shadows(&self) -> bool {
        let default = self.mode.info().shadow;
        default.is_some_and(|default| self.shadow.unwrap_or(default)) && !self.has_bare_light()
    }

    /// Returns true if the picture depends on the part of the sky that each sample sees.
    pub fn needs_sky(&self) -> bool {
        let scene = self.mode.info().scene;
        let of_light = scene == Some(Scene::Terrain) && self.lighting.sky;
        let has_field = scene.is_none_or(|scene| scene == Scene::Terrain);
        (of_light && !self.has_bare_light()) || (has_field && self.color_mode().info().needs_sky)
    }

    /// Returns true if the picture depends on the horizons of the ground: a sample on samples far from it. Rays find the
    /// shadows of three-dimensional views.
    pub fn needs_horizons(&self) -> bool {
        self.needs_sky() || (self.mode.info().scene.is_none() && self.casts_shadows())
    }

    /// Returns true for a three-dimensional view in the light of [`ViewMode::Hillshade`] alone.
    pub(crate) fn has_bare_light(&self) -> bool {
        let is_scene = self.mode.info().scene.is_some();
        is_scene && self.lighting.model == LightModel::Hillshade
    }
}
