//! A tap: a named intermediate value in a function of a generator.

use naga::Scalar;

use super::Address;
use crate::source::SourceLocation;

/// A tap of a generator: a named intermediate value in one of its functions that can be evaluated in place of the
/// result.
#[derive(Clone, Debug, PartialEq)]
pub struct Tap {
    /// Address of the function that computes the intermediate value (tap): file and function.
    pub function: Address,
    /// Name of the intermediate value (tap): that of the variable, `return`, or `function()` for a call without a name
    /// of its own. A column of a matrix and an element of an array have an index, a member of a struct its name:
    /// `turn[1]`, `state.height`.
    pub name: String,
    /// Location of the intermediate value (tap) in the author's file; `None` if it is unknown.
    pub location: Option<SourceLocation>,
    /// WGSL type of the intermediate value (tap).
    pub ty: String,
    /// Number of components of the intermediate value (tap), 1 to 4.
    pub channels: u32,
    /// True if the intermediate value (tap) is a variable after an assignment; false if it does not change, such as a
    /// `let`.
    pub is_variable: bool,
    /// Number of the group of intermediate values (taps) that share a pipeline with this one, from 0.
    pub group: u32,
    /// Name, in the linked WGSL text, of the function that computes the intermediate value (tap).
    pub(super) linked_function: String,
    pub(super) place: GroupPlace,
}

impl Tap {
    /// Returns the line of the intermediate value (tap) in its file, from 1; 0 if the line is unknown.
    pub fn line(&self) -> usize {
        self.location
            .as_ref()
            .map_or(0, |location| location.start.line)
    }

    /// Returns true if the numbers of the intermediate value (tap) are floats.
    pub fn is_float(&self) -> bool {
        self.ty.contains('f') || self.ty.ends_with('h')
    }
}

/// Code position in a function at which an intermediate value (tap) is computed, and where a pipeline can store the
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupPlace {
    /// Index of the code position among all in the function that compute intermediate values (taps), in the order of
    /// statements.
    pub(crate) index: u32,
    /// True if the shader counts how often it computes the intermediate value at this code position; false if each call
    /// of the function computes the value once, so that calls are counted.
    pub(crate) is_counted: bool,
    /// Scalar type of the intermediate value (tap) that is computed at the code position.
    pub(crate) numbers: NumberType,
    /// Index of the bit in the uniform, below 128, that selects the intermediate value (tap) in its group. Code
    /// positions that are only selected together share a bit, so that a value can have any number of them.
    pub(crate) bit: u32,
}

/// Scalar type of an intermediate value (tap), as `stages/tap.wgsl` encodes it.
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
