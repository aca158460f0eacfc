//! Shading: the settings by which samples become a picture.

use serde::{Deserialize, Serialize};

use crate::named::named_enum;
pub use crate::palette::Palette;
pub use crate::view_mode::{ViewMode, ViewModeInfo};

named_enum! {
    /// A value of a sample: one of its numbers, or a combination of them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Channel {
        /// The first number.
        #[serde(rename = "x")]
        X = "x",
        /// The second number.
        #[serde(rename = "y")]
        Y = "y",
        /// The third number.
        #[serde(rename = "z")]
        Z = "z",
        /// The fourth number.
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

    /// Returns this channel of a sample. Missing numbers are 0.
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

impl Default for Light {
    fn default() -> Self {
        Self {
            azimuth: 315.0,
            altitude: 45.0,
        }
    }
}

/// Values at the two ends of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueRange {
    /// The 0.1 and 99.9 percentiles of the picture's finite values.
    Auto,
    /// Minimum and maximum, with `min < max`.
    Fixed(f64, f64),
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
    /// Kind of picture.
    pub mode: ViewMode,
    /// Channel that is shown, of samples with several numbers.
    pub channel: Channel,
    /// Direction of the sun, for the modes that use light.
    pub light: Light,
    /// True if the ground casts shadows; `None` for the default of the mode.
    pub shadow: Option<bool>,
    /// Vertical exaggeration: factor of the heights before slopes are computed.
    pub exaggeration: f64,
    /// Palette; `None` for the default of the mode.
    pub palette: Option<Palette>,
    /// Values at the two ends of the palette.
    pub value_range: ValueRange,
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
        }
    }
}

impl Shading {
    /// Returns the chosen palette, or the default of the mode.
    pub fn palette(&self) -> Palette {
        self.palette
            .unwrap_or_else(|| self.mode.info().default_palette)
    }

    /// Returns true if the ground casts shadows: the mode has them, and the user or the mode's default wants them.
    pub fn casts_shadows(&self) -> bool {
        let default = self.mode.info().shadow;
        default.is_some_and(|default| self.shadow.unwrap_or(default))
    }

    /// Returns true if the picture depends on the horizons of the ground: a sample on samples far from it.
    pub fn needs_horizons(&self) -> bool {
        self.mode.info().needs_sky || self.casts_shadows()
    }
}
