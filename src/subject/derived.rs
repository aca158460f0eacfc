//! Numbers derived from the heights of a field: quantities of the ground, and masks.

mod mask;

use crate::generator::host_shaders;
pub use crate::view::quantity::{Quantity, QuantityInfo};
pub use mask::{Mask, MaskError};

/// Number derived from the height of a sample and its neighbors. NaN where a height that is needed is not finite.
#[derive(Clone, Debug, PartialEq)]
pub enum Derived {
    /// Quantity of the ground, such as its slope.
    Quantity(Quantity),
    /// 1 where a condition is true, 0 where it is false.
    Mask(Mask),
}

impl Derived {
    /// Returns the number of channels.
    pub fn channels(&self) -> u32 {
        match self {
            Self::Quantity(quantity) => quantity.info().channels,
            Self::Mask(_) => 1,
        }
    }

    /// Returns the range that integer file formats scale; `None` for the lowest and highest number of the picture.
    pub fn scaled_range(&self) -> Option<[f64; 2]> {
        match self {
            Self::Quantity(quantity) => quantity.info().scaled_range,
            Self::Mask(_) => Some([0.0, 1.0]),
        }
    }

    /// Returns true for numbers that depend on the visible sky, and so on samples far away.
    pub fn needs_sky(&self) -> bool {
        matches!(self, Self::Quantity(quantity) if quantity.info().needs_sky)
    }

    pub(crate) fn needs_slope(&self) -> bool {
        match self {
            Self::Quantity(quantity) => !quantity.info().needs_sky,
            Self::Mask(mask) => mask.needs_slope(),
        }
    }

    pub(crate) fn stage(&self) -> String {
        match self {
            Self::Quantity(quantity) => host_shaders::derive(quantity.name(), None),
            Self::Mask(mask) => host_shaders::derive("mask", Some(&mask.wgsl())),
        }
    }
}
