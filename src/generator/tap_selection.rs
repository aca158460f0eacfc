//! The value inside a generator that is evaluated in place of its result.

use super::Returns;

/// Place or name that no tap has.
const NONE: u32 = u32::MAX;

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
    /// Index of the place in the function; `None` for all places of a name.
    pub(crate) place: Option<u32>,
    /// Index of the name in the function; `None` for a single place.
    pub(crate) name: Option<u32>,
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
    pub(crate) fn uniform(&self) -> [u32; 4] {
        let run = self.run.unwrap_or_default();
        let [place, name] = [self.place, self.name].map(|index| index.unwrap_or(NONE));
        [place, name, run, NOT_A_NUMBER]
    }
}
