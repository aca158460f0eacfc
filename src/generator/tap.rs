//! The type [`Tap`].

use naga::Scalar;

use super::Address;
use crate::source::SourceLocation;

/// A tap: a named intermediate value in a function of a generator that can be evaluated in place of the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Tap {
    /// Function that computes the tap.
    pub function: Address,
    /// Name of the variable, `return`, or `function()` for a call without a name of its own. A column of a matrix and
    /// an element of an array have an index, a member of a struct its name: `turn[1]`, `state.height`.
    pub name: String,
    /// Location in the author's file; `None` if it is unknown.
    pub location: Option<SourceLocation>,
    /// WGSL type.
    pub ty: String,
    /// Number of components, 1 to 4.
    pub channels: u32,
    /// True for a variable after an assignment; false if it does not change, such as a `let`.
    pub is_variable: bool,
    /// Number, from 0, of the group of taps that share a pipeline with this one.
    pub group: u32,
    pub(super) linked_function: String,
    pub(super) site: GroupSite,
}

impl Tap {
    /// Returns the line from 1; 0 if it is unknown.
    pub fn line(&self) -> usize {
        self.location.as_ref().map_or(0, |location| location.start.line)
    }

    /// Returns true if the numbers are floats.
    pub fn is_float(&self) -> bool {
        self.ty.contains('f') || self.ty.ends_with('h')
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupSite {
    /// Index among all such positions in the function, in the order of statements.
    pub(crate) index: u32,
    /// True if the shader counts the computations here; false if each call computes the tap once, so that calls count.
    pub(crate) is_counted: bool,
    pub(crate) numbers: NumberType,
    /// Bit in the uniform, below 128, that selects the tap in its group. Positions that are only selected together
    /// share a bit, so that a tap can have any number of them.
    pub(crate) bit: u32,
}

/// Scalar type of a tap, as `host/tap.wgsl` encodes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberType {
    Float,
    Signed,
    Unsigned,
}

/// Integers of 64 bits are stored as floats, like all numbers that are no integers of 32 bits.
impl From<Scalar> for NumberType {
    fn from(scalar: Scalar) -> Self {
        match scalar {
            Scalar::I32 => Self::Signed,
            Scalar::U32 => Self::Unsigned,
            _ => Self::Float,
        }
    }
}
