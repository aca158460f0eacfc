//! Shading: the settings by which the samples of a field become a picture, such as view mode, light and palette.

use serde::{Deserialize, Serialize};

use crate::named::named_enum;
pub use crate::palette::Palette;
use crate::view_mode::Scene;
pub use crate::view_mode::{ViewMode, ViewModeInfo};

named_enum! {
    /// Number of a sample that is shown or measured: one of its 1 to 4 components, or a combination of them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Channel {
        /// Channel of a sample: its first number.
        #[serde(rename = "x")]
        X = "x",
        /// Channel of a sample: its second number.
        #[serde(rename = "y")]
        Y = "y",
        /// Channel of a sample: its third number.
        #[serde(rename = "z")]
        Z = "z",
        /// Channel of a sample: its fourth number.
        #[serde(rename = "w")]
        W = "w",
        /// Channel of a sample: its second number minus its first, which is F2 − F1 of cellular noise.
        #[serde(rename = "y-x")]
        YMinusX = "y-x",
        /// Channel of a sample: the length of the vector of all its numbers.
        #[serde(rename = "length")]
        Length = "length",
    }
}

impl Channel {
    /// Returns true if the channel exists in samples with `channels` numbers.
    pub fn is_available(self, channels: u32) -> bool {
        match self {
            Self::X | Self::Length => true,
            Self::Y | Self::YMinusX => channels >= 2,
            Self::Z => channels >= 3,
            Self::W => channels >= 4,
        }
    }

    /// Returns the value of the channel in a sample; numbers that the sample lacks count as 0.
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

/// Direction of the sunlight in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// Azimuth of the sun in degrees clockwise from north.
    pub azimuth: f64,
    /// Altitude of the sun in degrees above the horizon, 0 to 90.
    pub altitude: f64,
}

impl Light {
    /// Returns the default light of a view mode: from the northwest, or for a planet from above and to the left of its
    /// default camera.
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

/// Value range of a picture: the values at the two ends of the palette, or the rule by which they are measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueRange {
    /// Automatic value range: the 0.1 and 99.9 percentiles of the picture's finite values.
    Auto,
    /// Full value range: from the lowest to the highest of the picture's finite values.
    Full,
    /// Fixed value range: minimum and maximum, with `min < max`.
    Fixed(f64, f64),
}

impl ValueRange {
    /// Returns the rule by which the value range is measured from the samples; `None` if the range is fixed.
    pub fn rule(self) -> Option<RangeRule> {
        match self {
            Self::Auto => Some(RangeRule::Percentiles),
            Self::Full => Some(RangeRule::Extremes),
            Self::Fixed(..) => None,
        }
    }

    /// Returns true if the value range is measured from the samples, false if it is fixed.
    pub fn is_measured(self) -> bool {
        self.rule().is_some()
    }

    /// Returns the value range by which samples are scaled to the integers of a data file, if this is the range of the
    /// picture. An automatic range becomes the full one, so that no sample is clipped.
    #[must_use]
    pub fn of_scaled_data(self) -> Self {
        match self {
            Self::Auto => Self::Full,
            other => other,
        }
    }
}

/// Rule that selects the two ends of a measured value range from the finite values of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RangeRule {
    /// The measured value range is between the 0.1 and 99.9 percentiles of the values.
    #[default]
    Percentiles,
    /// The measured value range is from the lowest to the highest value.
    Extremes,
}

named_enum! {
    /// Model of the light that falls on the ground in a three-dimensional view.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum LightModel {
        /// Full light model of a three-dimensional view: color by albedo or palette, sun, shadows, light of the sky,
        /// and haze.
        Surface = "surface",
        /// Light model of a three-dimensional view that only has the light of [`ViewMode::Hillshade`], without color,
        /// shadows and haze.
        Hillshade = "hillshade",
    }
}

/// Color and light settings of a three-dimensional view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Lighting {
    /// View mode from above whose color the ground of a three-dimensional view has: for [`ViewMode::Relief`] that of
    /// the file's own `surface` or of the palette, for [`ViewMode::Hillshade`] a plain color.
    pub color: ViewMode,
    /// Model of the light that falls on the ground of a three-dimensional view.
    pub model: LightModel,
    /// True if each point of the ground receives light only from the visible part of the sky, so that valleys are
    /// darker.
    pub sky: bool,
    /// Strength of the haze in a three-dimensional view, 0 to 1; `None` for the default of its view mode.
    pub air: Option<f64>,
}

impl Lighting {
    /// The default color and light of a three-dimensional view.
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

/// Settings by which the samples of a field become a picture, such as view mode, light and palette. Changing them does
/// not evaluate the generator again.
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
    /// View mode: the kind of picture, such as relief, hillshade or slope.
    pub mode: ViewMode,
    /// Channel of the samples that is shown, if they have several numbers.
    pub channel: Channel,
    /// Direction of the sun, for the view modes that use light.
    pub light: Light,
    /// True if the ground casts shadows on itself; `None` for the default of the view mode.
    pub shadow: Option<bool>,
    /// Vertical exaggeration: factor by which heights are multiplied before slopes are computed.
    pub exaggeration: f64,
    /// Palette of the picture; `None` for the default of the view mode.
    pub palette: Option<Palette>,
    /// Value range: the values at the two ends of the palette, or the rule by which they are measured.
    pub value_range: ValueRange,
    /// Color and light settings, used only by three-dimensional views.
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
    /// Sets the view mode. If the light is the default of the previous mode, it becomes the default of the new mode.
    pub fn set_mode(&mut self, mode: ViewMode) {
        if self.light == Light::of_mode(self.mode) {
            self.light = Light::of_mode(mode);
        }
        self.mode = mode;
    }

    /// Returns the shading for a three-dimensional view whose ground is colored by the difference of two fields: with
    /// the palette centered at 0, and without shadows, skylight and haze, which would change the colors.
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

    /// Returns the palette: the one that the user chose, or the default of the view mode.
    pub fn palette(&self) -> Palette {
        self.palette
            .unwrap_or_else(|| self.color_mode().info().default_palette)
    }

    /// Returns the view mode from above that gives the samples their color: the shading's own mode or, in a
    /// three-dimensional view, the mode that colors its ground.
    pub fn color_mode(&self) -> ViewMode {
        match self.mode.info().scene {
            // The cut surface of a solid shows the values of its slice.
            Some(Scene::Solid) if self.lighting.color == ViewMode::Relief => ViewMode::Slice,
            Some(_) => self.lighting.color,
            None => self.mode,
        }
    }

    /// Returns the vertical exaggeration that the picture uses: 1 for a solid, which cannot be exaggerated.
    pub(crate) fn used_exaggeration(&self) -> f64 {
        match self.mode.info().scene {
            Some(Scene::Solid) => 1.0,
            _ => self.exaggeration,
        }
    }

    /// Returns the strength of the haze, 0 to 1: the one that the user set, or the default of the view mode.
    pub fn air(&self) -> f64 {
        let default = match self.mode.info().scene {
            Some(Scene::Terrain | Scene::Solid) => 0.15,
            Some(Scene::Planet) => 1.0,
            None => 0.0,
        };
        self.lighting.air.unwrap_or(default)
    }

    /// Returns true if the ground casts shadows: the view mode supports them, and they are on by the user's choice or
    /// by the mode's default.
    pub fn casts_shadows(&self) -> bool {
        let default = self.mode.info().shadow;
        default.is_some_and(|default| self.shadow.unwrap_or(default)) && !self.has_bare_light()
    }

    /// Returns true if the picture depends on how much of the sky is visible from each sample.
    pub fn needs_sky(&self) -> bool {
        let scene = self.mode.info().scene;
        let of_light = scene == Some(Scene::Terrain) && self.lighting.sky;
        let has_field = scene.is_none_or(|scene| scene == Scene::Terrain);
        (of_light && !self.has_bare_light()) || (has_field && self.color_mode().info().needs_sky)
    }

    /// Returns true if the picture needs horizons: the visible sky and sun of each sample, which depend on distant
    /// samples. In three-dimensional views, shadows are traced by rays instead.
    pub fn needs_horizons(&self) -> bool {
        self.needs_sky() || (self.mode.info().scene.is_none() && self.casts_shadows())
    }

    /// Returns true for a three-dimensional view that has only the light of [`ViewMode::Hillshade`].
    pub(crate) fn has_bare_light(&self) -> bool {
        let is_scene = self.mode.info().scene.is_some();
        is_scene && self.lighting.model == LightModel::Hillshade
    }
}
