//! Selection of an intermediate value (tap) of a generator, which is evaluated in place of the generator's result.

use std::sync::Arc;

use super::Returns;
use super::tap::{GroupPlace, Tap};

/// WGSL text that is added to a host's shader so that the shader can show an intermediate value (tap) of a generator.
const TAP: &str = include_str!("../../shaders/stages/tap.wgsl");

/// Number that selects the last computation of an intermediate value (tap) in a sample, or the last call of its
/// function.
const LAST: u32 = u32::MAX;

/// Largest number by which a computation of an intermediate value (tap), or a call of its function, can be selected; no
/// sample has so many.
const MAX_NUMBER: u32 = i32::MAX as u32;

/// Number from which a shader counts down at each computation of an intermediate value (tap), to show how often a
/// sample computes it.
const RUNS: u32 = 0xbfff_ffff;

/// Selection of an intermediate value (tap) of a generator, which is evaluated in place of the result, and of one run
/// of the tap. A run is one computation of the value in a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct TapSelection {
    /// Text of the selection of an intermediate value (tap) and of one of its computations, from which the selection
    /// can be parsed again: `sum@3`.
    pub stage: String,
    /// All taps (intermediate values) of the generator, if its pipeline can show any tap of a group; `None` if the
    /// pipeline can show the selected tap only.
    pub all: Option<Arc<[Tap]>>,
    /// The selected tap (intermediate value of the generator).
    pub tap: Tap,
    /// Number of the selected computation (run) of the intermediate value in a sample, from 1; `None` for the last.
    pub run: Option<u32>,
    /// Number of the group of intermediate values (taps) that share a pipeline with the selected one, from 0:
    /// [`Tap::group`].
    pub group: u32,
    /// Quantity of the selected intermediate value (tap) that is evaluated: the value, or how often a sample computes
    /// it.
    pub output: TapOutput,
    /// Channels and meaning of the generator's own result, which the tap (intermediate value) replaces.
    pub(crate) result: ResultKind,
    /// Group of taps (intermediate values) that the generator's pipeline can show.
    pub(crate) pipeline: TapGroup,
    /// Code positions in a function that compute the shown intermediate value (tap), with the number of the function's
    /// call or of the computation.
    pub(crate) taken: TakenPlaces,
    /// Number of components of the selected intermediate value (tap), 1 to 4.
    pub(crate) channels: u32,
}

/// Quantity of an intermediate value (tap) that can be evaluated: the value, or how often a sample computes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TapOutput {
    /// The intermediate value (tap), as its selected computation yields it.
    #[default]
    Value,
    /// The number of computations of the intermediate value (tap) in a sample.
    Runs,
}

/// Channels and meaning of a generator's own result, which an intermediate value (tap) replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResultKind {
    pub(crate) channels: u32,
    pub(crate) returns: Returns,
    pub(crate) has_surface: bool,
}

/// Group of taps (intermediate values) of one function that share a pipeline. To select another tap of the group, only
/// a uniform changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TapGroup {
    /// Name, in the linked WGSL text, of the function that computes the intermediate values (taps) of the group.
    pub(crate) function: String,
    /// Code positions in the function at which the intermediate values (taps) of the group are computed.
    pub(crate) places: Vec<GroupPlace>,
}

impl TapGroup {
    /// Returns the WGSL text of `stages/tap.wgsl`. If all values in the group have one scalar type, that type is a
    /// constant in the text.
    pub(super) fn wgsl(&self) -> String {
        let mut types = self.places.iter().map(|place| place.numbers);
        let first = types.next();
        match first.filter(|first| types.all(|other| other == *first)) {
            Some(numbers) => TAP.replace("= tap.numbers;", &format!("= {}u;", numbers as u32)),
            None => TAP.to_owned(),
        }
    }
}

/// Code positions in a function that compute the shown intermediate value (tap), and the number of the function's call
/// or of the computation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TakenPlaces {
    /// Indices of the code positions among all in their function that compute intermediate values (taps), ascending.
    places: Vec<u32>,
    /// Number of the function's call, or of the computation of the intermediate value, that yields the shown value,
    /// from 1; [`LAST`] for the last.
    number: u32,
    /// Number of computations of the intermediate value (tap) in each call of its function if calls are counted; 0 if
    /// computations are counted.
    runs_per_call: u32,
}

impl TakenPlaces {
    /// Returns the code positions that provide the `run`-th computation of a value in a sample, from 1; `None` for the
    /// last. `places` are all code positions that compute the value.
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
                let before = run.saturating_sub(1);
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

    /// Returns true if this code position of the function computes the shown intermediate value (tap).
    pub(crate) fn contains(&self, place: GroupPlace) -> bool {
        self.places.binary_search(&place.index).is_ok()
    }
}

impl TapSelection {
    /// Returns the number of channels of the texture in which the pipeline stores an intermediate value (tap): those of
    /// the selected one, or the largest number in its group if the pipeline can show all of the group.
    pub(super) fn stored_channels(&self) -> u32 {
        let all = self.all.iter().flat_map(|all| all.iter());
        let group = all.filter(|tap| tap.group == self.group);
        let channels = group.map(|tap| tap.channels);
        channels.max().unwrap_or(self.channels)
    }

    /// Returns the contents of the uniform `Tap` of `stages/tap.wgsl`, by which the shader selects an intermediate
    /// value, in words of 32 bits.
    pub(crate) fn uniform(&self) -> [u32; 8] {
        let mut uniform = [0; 8];
        let places = self.pipeline.places.iter();
        for place in places.filter(|place| self.taken.contains(**place)) {
            uniform[(place.bit / u32::BITS) as usize] |= 1 << (place.bit % u32::BITS);
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
