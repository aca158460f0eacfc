//! Numbers derived from the heights of a field: quantities of the ground, and masks.

mod mask;

use crate::host_shaders;
pub use crate::quantity::{Quantity, QuantityInfo};
pub use mask::{Mask, MaskError};

/// Derived number of each sample of a height field, computed from the sample and its neighbors.
#[derive(Clone, Debug, PartialEq)]
pub enum Derived {
    /// Derived quantity of the ground, such as its slope.
    Quantity(Quantity),
    /// Derived mask: 1 where a condition is true, 0 elsewhere.
    Mask(Mask),
}

impl Derived {
    /// Returns the number of channels of a derived sample.
    pub fn channels(&self) -> u32 {
        match self {
            Self::Quantity(quantity) => quantity.info().channels,
            Self::Mask(_) => 1,
        }
    }

    /// Returns the derived numbers at the ends of the range that integer file formats scale; `None` for the lowest and
    /// highest number of the picture.
    pub fn scaled_range(&self) -> Option<[f64; 2]> {
        match self {
            Self::Quantity(quantity) => quantity.info().scaled_range,
            Self::Mask(_) => Some([0.0, 1.0]),
        }
    }

    /// Returns true if the derived numbers depend on the part of the sky that is visible from each sample, and so on
    /// samples far from it.
    pub fn needs_sky(&self) -> bool {
        matches!(self, Self::Quantity(quantity) if quantity.info().needs_sky)
    }

    /// Returns true if the derived number of a sample depends on its neighbors.
    pub(crate) fn needs_slope(&self) -> bool {
        match self {
            Self::Quantity(quantity) => !quantity.info().needs_sky,
            Self::Mask(mask) => mask.needs_slope(),
        }
    }

    /// Returns the derived number of a sample whose height, or that of a neighbor, is not finite.
    pub(crate) fn missing(&self) -> f32 {
        match self {
            Self::Quantity(_) => f32::NAN,
            Self::Mask(_) => 0.0,
        }
    }

    /// Returns the WGSL text of this program's compute shader that derives the numbers.
    pub(crate) fn stage(&self) -> String {
        match self {
            Self::Quantity(quantity) => host_shaders::derive(quantity.name(), None),
            Self::Mask(mask) => host_shaders::derive("mask", Some(&mask.wgsl())),
        }
    }
}
