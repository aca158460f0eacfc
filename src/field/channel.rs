//! Selection of numbers: of one in each sample, and of the ends of a measured range.

use serde::{Deserialize, Serialize};

use super::named::named_enum;

named_enum! {
    /// One of the 1 to 4 numbers of a sample, or a combination of them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum Channel {
        /// First number.
        #[serde(rename = "x")]
        X = "x",
        /// Second number.
        #[serde(rename = "y")]
        Y = "y",
        /// Third number.
        #[serde(rename = "z")]
        Z = "z",
        /// Fourth number.
        #[serde(rename = "w")]
        W = "w",
        /// Second number minus the first, which is F2 − F1 of cellular noise.
        #[serde(rename = "y-x")]
        YMinusX = "y-x",
        /// Length of the vector of all numbers.
        #[serde(rename = "length")]
        Length = "length",
    }
}

impl Channel {
    /// Returns true for samples with `channels` numbers that have the channel.
    pub fn is_available(self, channels: u32) -> bool {
        match self {
            Self::X | Self::Length => true,
            Self::Y | Self::YMinusX => channels >= 2,
            Self::Z => channels >= 3,
            Self::W => channels >= 4,
        }
    }

    /// Returns the value in a sample; numbers that it lacks count as 0.
    pub fn of(self, sample: &[f32]) -> f32 {
        let at = |index: usize| sample.get(index).copied().unwrap_or_default();
        match self {
            Self::X => at(0),
            Self::Y => at(1),
            Self::Z => at(2),
            Self::W => at(3),
            Self::YMinusX => at(1) - at(0),
            Self::Length => sample.iter().map(|number| number * number).sum::<f32>().sqrt(),
        }
    }
}

/// Selects the two ends of a measured value range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RangeRule {
    /// The 0.1 and 99.9 percentiles.
    #[default]
    Percentiles,
    /// The lowest and the highest value.
    Extremes,
    /// Minus and plus the larger magnitude of the two percentiles, so that the palette's middle is 0.
    Symmetric,
}
