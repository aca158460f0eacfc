//! Quantities of the ground and masks, derived from the heights of a field.

mod mask;

pub use crate::quantity::{Quantity, QuantityInfo};
use crate::stages;
pub use mask::{Mask, MaskError};

/// Numbers that are computed for each sample of a height field from the sample and its neighbors.
#[derive(Clone, Debug, PartialEq)]
pub enum Derived {
    /// A quantity of the ground, such as its slope.
    Quantity(Quantity),
    /// A mask: 1 where a condition is true, 0 elsewhere.
    Mask(Mask),
}

impl Derived {
    /// Returns the count of numbers in a derived sample.
    pub fn channels(&self) -> u32 {
        match self {
            Self::Quantity(quantity) => quantity.info().channels,
            Self::Mask(_) => 1,
        }
    }

    /// Returns the numbers at the ends of scaled data; `None` for the lowest and highest number.
    pub fn scaled_range(&self) -> Option<[f64; 2]> {
        match self {
            Self::Quantity(quantity) => quantity.info().scaled_range,
            Self::Mask(_) => Some([0.0, 1.0]),
        }
    }

    /// Returns true if the numbers depend on the part of the sky that each sample sees, and so on samples far from it.
    pub fn needs_sky(&self) -> bool {
        matches!(self, Self::Quantity(quantity) if quantity.info().needs_sky)
    }

    /// Returns true if the numbers depend on the neighbors of a sample.
    pub(crate) fn needs_slope(&self) -> bool {
        match self {
            Self::Quantity(quantity) => !quantity.info().needs_sky,
            Self::Mask(mask) => mask.needs_slope(),
        }
    }

    /// Returns the number that stands for a sample whose height, or that of a neighbor, is not finite.
    pub(crate) fn missing(&self) -> f32 {
        match self {
            Self::Quantity(_) => f32::NAN,
            Self::Mask(_) => 0.0,
        }
    }

    /// Returns the WGSL text of the host's stage that derives the numbers.
    pub(crate) fn stage(&self) -> String {
        match self {
            Self::Quantity(quantity) => stages::derive(quantity.name(), None),
            Self::Mask(mask) => stages::derive("mask", Some(&mask.wgsl())),
        }
    }
}
