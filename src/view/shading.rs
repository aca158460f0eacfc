//! Shading: the settings by which the samples of a field become a picture.

use serde::{Deserialize, Serialize};

use crate::field::named::named_enum;
use crate::field::{Channel, RangeRule};
pub use crate::view::palette::Palette;
use crate::view::space::camera::Scene;
pub use crate::view::view_mode::{ViewMode, ViewModeInfo};

/// Direction of the sun.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// In degrees clockwise from north.
    pub azimuth: f64,
    /// In degrees above the horizon, 0 to 90.
    pub altitude: f64,
}

impl Light {
    /// Returns the default light: from the northwest, or for a planet from above and to the left of its default camera.
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
        Self { azimuth: 315.0, altitude: 45.0 }
    }
}

/// Values at the two ends of the palette, or the rule by which they are measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueRange {
    /// The 0.1 and 99.9 percentiles of the picture's finite values.
    Auto,
    /// From the lowest to the highest of the picture's finite values.
    Full,
    /// Minimum and maximum, with `min < max`.
    Fixed(f64, f64),
}

impl ValueRange {
    /// Returns the rule of a measured range; `None` if it is fixed.
    pub fn rule(self) -> Option<RangeRule> {
        match self {
            Self::Auto => Some(RangeRule::Percentiles),
            Self::Full => Some(RangeRule::Extremes),
            Self::Fixed(..) => None,
        }
    }

    /// Returns true unless the range is fixed.
    pub fn is_measured(self) -> bool {
        self.rule().is_some()
    }

    /// Returns the range for integers of a data file: full in place of automatic, so that no sample is clipped.
    #[must_use]
    pub fn of_scaled_data(self) -> Self {
        match self {
            Self::Auto => Self::Full,
            other => other,
        }
    }
}

named_enum! {
    /// Light on the ground in a three-dimensional view.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum LightModel {
        /// Color by albedo or palette, sun, shadows, light of the sky, and haze.
        Surface = "surface",
        /// The light of [`ViewMode::Hillshade`], without color, shadows and haze.
        Hillshade = "hillshade",
    }
}

named_enum! {
    /// Where the slopes come from that light falls on.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Normals {
        /// Differences of neighboring samples.
        #[default]
        Samples = "samples",
        /// The generator's gradient at each sample, exact by the chain rule.
        Exact = "exact",
    }
}

/// Color and light of a three-dimensional view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Lighting {
    /// View mode from above whose color the ground has: for [`ViewMode::Relief`] that of the file's own `surface` or of
    /// the palette, for [`ViewMode::Hillshade`] a plain color.
    pub color: ViewMode,
    /// Light on the ground.
    pub model: LightModel,
    /// True if ground receives light only from the visible part of the sky, so that valleys are darker.
    pub sky: bool,
    /// Strength of the haze, 0 to 1; `None` for the default of the view mode.
    pub air: Option<f64>,
    /// True if the values color the cut of a solid, which is plain rock otherwise.
    pub colors_cut: bool,
}

impl Lighting {
    /// The default.
    pub const DEFAULT: Self = Self {
        color: ViewMode::Relief,
        model: LightModel::Surface,
        sky: true,
        air: None,
        colors_cut: false,
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
/// use noise_playground::view::shading::{Palette, Shading, ViewMode};
///
/// let shading = Shading { mode: ViewMode::Texture, ..Shading::default() };
/// assert_eq!(shading.palette(), Palette::Viridis);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shading {
    /// Kind of picture.
    pub mode: ViewMode,
    /// Shown channel.
    pub channel: Channel,
    /// Direction of the sun.
    pub light: Light,
    /// True if the ground casts shadows; `None` for the default of the view mode.
    pub shadow: Option<bool>,
    /// Used by modes with [`ViewModeInfo::has_normals`].
    pub normals: Normals,
    /// Factor of heights before slopes are computed.
    pub exaggeration: f64,
    /// World units in a unit of the values; `None` for values in world units.
    pub z_factor: Option<f64>,
    /// Palette; `None` for the default of the view mode.
    pub palette: Option<Palette>,
    /// Value range of the palette.
    pub value_range: ValueRange,
    /// Used only by three-dimensional views.
    pub lighting: Lighting,
}

impl Default for Shading {
    fn default() -> Self {
        Self {
            mode: ViewMode::Relief,
            channel: Channel::X,
            light: Light::default(),
            shadow: None,
            normals: Normals::Samples,
            exaggeration: 1.0,
            z_factor: None,
            palette: None,
            value_range: ValueRange::Auto,
            lighting: Lighting::default(),
        }
    }
}

impl Shading {
    /// A light that is the default of the previous mode becomes the default of the new one.
    pub fn set_mode(&mut self, mode: ViewMode) {
        if self.light == Light::of_mode(self.mode) {
            self.light = Light::of_mode(mode);
        }
        self.mode = mode;
    }

    /// Returns the shading of ground that is colored by the difference of two fields: with the palette centered at 0,
    /// and without shadows, skylight and haze, which would change the colors.
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
                colors_cut: self.lighting.colors_cut,
            },
            ..*self
        }
    }

    /// Returns the rule of a measured value range; `None` if the range is fixed.
    pub fn range_rule(&self) -> Option<RangeRule> {
        match self.value_range {
            ValueRange::Auto if self.color_mode().info().shows_sensitivity => {
                Some(RangeRule::Symmetric)
            }
            range => range.rule(),
        }
    }

    /// Returns the chosen palette, or the default of the view mode.
    pub fn palette(&self) -> Palette {
        self.palette.unwrap_or_else(|| self.color_mode().info().default_palette)
    }

    /// Returns the view mode from above that gives samples their color: the mode itself, or that of the ground.
    pub fn color_mode(&self) -> ViewMode {
        match self.mode.info().scene {
            // The cut surface of a solid shows the values of its slice.
            Some(Scene::Solid) if self.lighting.color == ViewMode::Relief => ViewMode::Slice,
            Some(_) => self.lighting.color,
            None => self.mode,
        }
    }

    /// Returns the height, in world units, of a value of 1 as it is shown: 1 for a solid, which cannot be exaggerated.
    pub fn vertical_scale(&self) -> f64 {
        match self.mode.info().scene {
            Some(Scene::Solid) => 1.0,
            _ => self.exaggeration * self.z_factor.unwrap_or(1.0),
        }
    }

    /// Returns the strength of the haze, 0 to 1, or the default of the view mode.
    pub fn air(&self) -> f64 {
        let default = match self.mode.info().scene {
            Some(Scene::Terrain | Scene::Solid) => 0.15,
            Some(Scene::Planet) => 1.0,
            None => 0.0,
        };
        self.lighting.air.unwrap_or(default)
    }

    /// Returns true if the ground casts shadows, by the user's choice or by the mode's default.
    pub fn casts_shadows(&self) -> bool {
        let default = self.mode.info().shadow;
        default.is_some_and(|default| self.shadow.unwrap_or(default)) && !self.has_bare_light()
    }

    /// Returns true if the light depends on exact gradients. Hillshades are always those of the samples, as in GDAL.
    pub fn has_exact_normals(&self) -> bool {
        let uses_them = self.mode.info().has_normals && !self.has_bare_light();
        uses_them && self.normals == Normals::Exact
    }

    /// Returns true if the picture depends on the visible sky.
    pub fn needs_sky(&self) -> bool {
        let scene = self.mode.info().scene;
        let of_light = scene == Some(Scene::Terrain) && self.lighting.sky;
        let has_field = scene.is_none_or(|scene| scene == Scene::Terrain);
        (of_light && !self.has_bare_light()) || (has_field && self.color_mode().info().needs_sky)
    }

    /// Returns true if the picture needs the visible sky and sun of each sample, which depend on distant samples. In
    /// three-dimensional views, shadows are traced by rays instead.
    pub fn needs_horizons(&self) -> bool {
        self.needs_sky() || (self.mode.info().scene.is_none() && self.casts_shadows())
    }

    pub(crate) fn has_bare_light(&self) -> bool {
        let is_scene = self.mode.info().scene.is_some();
        is_scene && self.lighting.model == LightModel::Hillshade
    }
}
