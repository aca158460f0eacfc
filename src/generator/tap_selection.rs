//! Selection of an intermediate value (tap) of a generator, which is evaluated in place of its result.

use std::sync::Arc;

use naga::ScalarKind;

use super::{Returns, Tap};

/// WGSL that a stage needs to show a tap.
const TAP: &str = include_str!("../../shaders/stages/tap.wgsl");

/// Largest number of taps in a pipeline: the uniform has a bit for each.
pub(super) const MAX_TAPS: usize = 4 * u32::BITS as usize;

/// Number that selects the last call of a function, or the last run of a tap, in a sample.
const LAST: u32 = u32::MAX;

/// Largest number of a call or run; no sample has so many.
const MAX_NUMBER: u32 = i32::MAX as u32;

/// Number from which the runs of a tap are counted down to show how many there are.
const RUNS: u32 = 0xbfff_ffff;

/// The intermediate value (tap) of a generator that is evaluated in place of its result, and the run whose value is
/// taken. A tap runs whenever a sample computes the value.
#[derive(Clone, Debug, PartialEq)]
pub struct TapSelection {
    /// Text of the selection, from which it can be parsed again: `sum@3`.
    pub stage: String,
    /// All taps of the generator, if the pipeline shows any tap of a group; `None` if it shows the selected tap only.
    pub all: Option<Arc<[Tap]>>,
    /// The selected tap.
    pub tap: Tap,
    /// Number of the run in a sample whose value is taken, from 1; `None` for the last.
    pub run: Option<u32>,
    /// Number of the group of taps that share a pipeline with the selected one, from 0: [`Tap::group`].
    pub group: u32,
    /// The quantity that is evaluated: the value of the tap, or its number of runs.
    pub output: TapOutput,
    /// Properties of the generator's own result, which the tap replaces.
    pub(crate) result: ResultKind,
    /// The taps that the pipeline can show.
    pub(crate) pipeline: TapGroup,
    /// The places in the function where the value is taken, with the call and the run.
    pub(crate) taken: TakenPlaces,
    /// Number of components of the tap's value, 1 to 4.
    pub(crate) channels: u32,
}

/// Quantity of an intermediate value (tap) that can be evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TapOutput {
    /// The value that the selected run computes.
    #[default]
    Value,
    /// Number of times that a sample computes the value.
    Runs,
}

/// Properties of a generator's own result, which a tap replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResultKind {
    pub(crate) channels: u32,
    pub(crate) returns: Returns,
    pub(crate) has_surface: bool,
}

/// Taps of one function that share a pipeline: to select another one of them, only a uniform changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TapGroup {
    /// Name in the linked text of the function that computes the values.
    pub(crate) function: String,
    /// The places in the function where the values are computed, at most [`MAX_TAPS`].
    pub(crate) places: Vec<GroupPlace>,
}

/// A place in a function where an intermediate value (tap) is computed and can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupPlace {
    /// Index among the places of the function, in the order of its statements.
    pub(crate) index: u32,
    /// True if the runs of this place are counted; false if it runs once in each call, so that calls are counted.
    pub(crate) is_counted: bool,
    /// Type of the value's numbers.
    pub(crate) numbers: NumberType,
}

/// Type of the numbers of a value, as `stages/tap.wgsl` encodes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberType {
    Float,
    Signed,
    Unsigned,
}

impl From<ScalarKind> for NumberType {
    fn from(kind: ScalarKind) -> Self {
        match kind {
            ScalarKind::Sint => Self::Signed,
            ScalarKind::Uint => Self::Unsigned,
            _ => Self::Float,
        }
    }
}

impl TapGroup {
    /// Returns the WGSL of `stages/tap.wgsl` for this group.
    pub(super) fn wgsl(&self) -> String {
        let mut types = self.places.iter().map(|place| place.numbers);
        let first = types.next();
        match first.filter(|first| types.all(|other| other == *first)) {
            Some(numbers) => TAP.replace("= tap.numbers;", &format!("= {}u;", numbers as u32)),
            None => TAP.to_owned(),
        }
    }
}

/// The places in a function where the selected value is taken, and the number of the call or run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TakenPlaces {
    places: Vec<u32>,
    /// Number of the call or run, from 1; [`LAST`] for the last.
    number: u32,
    /// Number of runs in each call if calls are counted; 0 if runs are.
    runs_per_call: u32,
}

impl TakenPlaces {
    /// Returns the places for the `run`-th run of a value, from 1; `None` for the last. `places` are all that compute
    /// the value.
    pub(crate) fn new(places: &[GroupPlace], run: Option<u32>) -> Self {
        let counted: Vec<u32> = places.iter().map(|place| place.index).collect();
        if places.is_empty() || places.iter().any(|place| place.is_counted) {
            return Self {
                places: counted,
                number: run.map_or(LAST, |run| run.min(MAX_NUMBER)),
                runs_per_call: 0,
            };
        }
        let runs_per_call = places.len() as u32;
        let (number, place) = match run {
            Some(run) => {
                let before = run - 1;
                let call = before / runs_per_call + 1;
                (call.min(MAX_NUMBER), before % runs_per_call)
            }
            None => (LAST, runs_per_call - 1),
        };
        Self {
            places: vec![counted[place as usize]],
            number,
            runs_per_call,
        }
    }

    /// Returns the indices of the places in their function.
    pub(crate) fn indices(&self) -> &[u32] {
        &self.places
    }
}

impl TapSelection {
    /// Returns the number of channels of the texture into which the pipeline stores the values: those of the selected
    /// tap, or the most of the taps in its group.
    pub(super) fn stored_channels(&self) -> u32 {
        let all = self.all.iter().flat_map(|all| all.iter());
        let group = all.filter(|tap| tap.group == self.group);
        let channels = group.map(|tap| tap.channels);
        channels.max().unwrap_or(self.channels)
    }

    /// Returns the words of the uniform `Tap` of `stages/tap.wgsl`, which encodes this selection.
    pub(crate) fn uniform(&self) -> [u32; 8] {
        let mut uniform = [0; 8];
        let in_pipeline = self.pipeline.places.iter().take(MAX_TAPS);
        for (bit, place) in (0..).zip(in_pipeline) {
            if self.taken.places.contains(&place.index) {
                uniform[bit / 32] |= 1 << (bit % 32);
            }
        }
        let runs_per_call = self.taken.runs_per_call;
        (uniform[4], uniform[5]) = match self.output {
            TapOutput::Value => (self.taken.number, runs_per_call.min(1)),
            TapOutput::Runs => (RUNS, runs_per_call),
        };
        uniform[6] = self.tap.place.numbers as u32;
        uniform
    }
}
