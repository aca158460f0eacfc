//! How samples become colours: mode, light, palette, value range.

use serde::{Deserialize, Serialize};

use crate::named::named_enum;
pub use crate::palette::Palette;
pub use crate::view_mode::{ModeInfo, ViewMode};

named_enum! {
    /// One number of a sample, or one that follows from several.
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
    /// Whether a result of so many numbers has it.
    pub fn is_available(self, channels: u32) -> bool {
        match self {
            Self::X | Self::Length => true,
            Self::Y | Self::YMinusX => channels >= 2,
            Self::Z => channels >= 3,
            Self::W => channels >= 4,
        }
    }

    /// This channel of a sample.
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

/// Where the sun stands.
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

/// The values at the palette's ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueRange {
    /// The 0.1 and 99.9 percentiles of the picture.
    Auto,
    /// These, `min < max`.
    Fixed(f64, f64),
}

/// How samples become colours. A change here never evaluates a generator again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shading {
    /// What the picture shows.
    pub mode: ViewMode,
    /// Which number of a vector result.
    pub channel: Channel,
    /// Where the sun stands, for lit modes.
    pub light: Light,
    /// Vertical exaggeration: heights are multiplied by it before slopes are taken.
    pub exaggeration: f64,
    /// The colour map; the mode's own where none is chosen.
    pub palette: Option<Palette>,
    /// The values at the palette's ends.
    pub value_range: ValueRange,
}

impl Default for Shading {
    fn default() -> Self {
        Self {
            mode: ViewMode::Relief,
            channel: Channel::X,
            light: Light::default(),
            exaggeration: 1.0,
            palette: None,
            value_range: ValueRange::Auto,
        }
    }
}

impl Shading {
    /// The colour map in force.
    pub fn palette(&self) -> Palette {
        self.palette
            .unwrap_or_else(|| self.mode.info().default_palette)
    }
}
