//! The derivative that a generator returns in place of its result.

use crate::field::Channel;

/// Derivative of a generator's values, with respect to coordinates of the world or to a control.
#[derive(Clone, Debug, PartialEq)]
pub enum Derivative {
    /// Derivatives by x and y, and by z for a volume.
    Gradient,
    /// The value, followed by its gradient.
    ValueAndGradient,
    /// Sum of the second derivatives by x and y, and by z for a volume.
    Laplacian,
    /// Second derivatives by x twice, by x and y, by y twice.
    Hessian,
    /// Angle of the slope of the ground in degrees, with heights multiplied by the exaggeration.
    Slope {
        /// Factor of the heights.
        exaggeration: f32,
    },
    /// Derivative by a control, per unit of what the shader reads: radians for `@angle`.
    Sensitivity {
        /// Name of the control.
        control: String,
        /// Index of the component, 0 for a number.
        component: usize,
    },
}

/// The derivative that a generator returns, and what it returned before.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DerivedResult {
    pub(crate) derivative: Derivative,
    pub(crate) channel: Channel,
    /// Coordinates by which it is differentiated, 2 or 3.
    pub(crate) axes: u32,
    /// Channels that the generator itself returns.
    pub(crate) of_channels: u32,
    /// Stored component from which the derivative follows the channels of the result; `None` if it replaces them.
    pub(crate) beside: Option<u32>,
}
