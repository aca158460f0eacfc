//! The value inside a generator that is evaluated in place of its result.

use super::Returns;

/// Largest number of taps of a function: the bits in the uniform.
pub(super) const MAX_PLACES: u32 = 4 * 4 * u32::BITS;

/// The last run of a tap.
const LAST: u32 = u32::MAX;

/// Bits of a NaN: the value of a tap that does not run in a sample.
const NOT_A_NUMBER: u32 = 0x7fc0_0000;

/// A tap of one function, and which of its runs is taken. Another selection in the same function is only another
/// uniform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapSelection {
    /// Notation of the selection, from which it can be made again: `sum@3`.
    pub stage: String,
    /// Name of the function in the linked text.
    pub(crate) function: String,
    /// What the generator returns without the tap.
    pub(crate) result: ResultKind,
    /// Indices of the places in the function, all with the same type.
    pub(crate) places: Vec<u32>,
    /// Which run in a sample, from 1; `None` for the last.
    pub(crate) run: Option<u32>,
}

/// Properties of the result that a tap replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResultKind {
    pub(crate) channels: u32,
    pub(crate) returns: Returns,
    pub(crate) has_surface: bool,
}

impl TapSelection {
    /// Returns the uniform `Tap` of `stages/tap.wgsl`.
    pub(crate) fn uniform(&self) -> [u32; 20] {
        let mut uniform = [0; 20];
        for place in self.places.iter().filter(|place| **place < MAX_PLACES) {
            uniform[(place / u32::BITS) as usize] |= 1 << (place % u32::BITS);
        }
        uniform[16] = self.run.unwrap_or(LAST);
        uniform[17] = NOT_A_NUMBER;
        uniform
    }
}
