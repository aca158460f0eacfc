//! The value inside a generator that is evaluated in place of its result.

use std::sync::Arc;

use super::{Returns, Tap};

/// Largest number of taps in a pipeline: the bits in the uniform.
pub(super) const MAX_TAPS: usize = 4 * u32::BITS as usize;

/// The last call or run of a tap.
const LAST: u32 = u32::MAX;

/// Bits of a NaN: the value of a tap that does not run in a sample.
const NOT_A_NUMBER: u32 = 0x7fc0_0000;

/// A tap, and the number of the run whose value is taken.
#[derive(Clone, Debug, PartialEq)]
pub struct TapSelection {
    /// Notation of the selection, from which it can be made again: `sum@3`.
    pub stage: String,
    /// All taps of the generator, if another one is to be selected without another pipeline; `None` if the pipeline has
    /// this one only.
    pub all: Option<Arc<[Tap]>>,
    /// The tap.
    pub tap: Tap,
    /// Number of its run in a sample, from 1; `None` for the last.
    pub run: Option<u32>,
    /// Number of the pipeline among those that have all taps, from 0: [`Tap::group`].
    pub group: u32,
    /// The quantity that is evaluated of the tap.
    pub output: TapOutput,
    /// The meaning of the generator's result without the tap.
    pub(crate) result: ResultKind,
    /// The taps in the pipeline.
    pub(crate) pipeline: TapGroup,
    /// The places that are taken.
    pub(crate) taken: TakenPlaces,
    /// Count of numbers of the value.
    pub(crate) channels: u32,
}

/// A quantity of a tap that can be evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TapOutput {
    /// The value of the selected run.
    #[default]
    Value,
    /// The number of times that the tap runs in a sample.
    Runs,
}

/// Properties of the result that a tap replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResultKind {
    pub(crate) channels: u32,
    pub(crate) returns: Returns,
    pub(crate) has_surface: bool,
}

/// Taps of one function that share a pipeline: another selection among them is only another uniform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TapGroup {
    /// Name of the function in the linked text.
    pub(crate) function: String,
    /// The places in the function, at most [`MAX_TAPS`].
    pub(crate) places: Vec<GroupPlace>,
}

/// A place in a function where a value is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupPlace {
    /// Index in the function.
    pub(crate) index: u32,
    /// True if the runs of this place are counted; false if it runs once in each call, so that calls are counted.
    pub(crate) is_counted: bool,
}

/// The places whose value is taken, and the number of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TakenPlaces {
    places: Vec<u32>,
    calls: u32,
    runs: u32,
    runs_per_call: u32,
}

impl TakenPlaces {
    /// Returns the places for the `run`-th run of a value, from 1; `None` for the last.
    pub(crate) fn new(places: &[GroupPlace], run: Option<u32>) -> Self {
        let counted: Vec<u32> = places.iter().map(|place| place.index).collect();
        if places.is_empty() || places.iter().any(|place| place.is_counted) {
            return Self {
                places: counted,
                calls: LAST,
                runs: run.unwrap_or(LAST),
                runs_per_call: 0,
            };
        }
        let runs_per_call = places.len() as u32;
        let (calls, place) = match run {
            Some(run) => ((run - 1) / runs_per_call + 1, (run - 1) % runs_per_call),
            None => (LAST, runs_per_call - 1),
        };
        Self {
            places: vec![counted[place as usize]],
            calls,
            runs: LAST,
            runs_per_call,
        }
    }

    /// Returns the places.
    pub(crate) fn indices(&self) -> &[u32] {
        &self.places
    }
}

impl TapSelection {
    /// Returns the uniform `Tap` of `stages/tap.wgsl`.
    pub(crate) fn uniform(&self) -> [u32; 12] {
        let mut uniform = [0; 12];
        let in_pipeline = self.pipeline.places.iter().take(MAX_TAPS);
        for (bit, place) in (0..).zip(in_pipeline) {
            if self.taken.places.contains(&place.index) {
                uniform[bit / 32] |= 1 << (bit % 32);
            }
        }
        (uniform[4], uniform[5]) = match self.output {
            TapOutput::Value => (self.taken.calls, self.taken.runs),
            TapOutput::Runs => (LAST, LAST),
        };
        uniform[6] = NOT_A_NUMBER;
        uniform[7] = match self.output {
            TapOutput::Value => self.channels,
            TapOutput::Runs => 0,
        };
        uniform[8] = self.taken.runs_per_call;
        uniform
    }
}
