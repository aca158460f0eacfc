//! Selection of a tap, which is evaluated in place of the generator's result.

use crate::field::Returns;
use std::sync::Arc;

use super::tap::{GroupSite, Tap};

const TAP: &str = include_str!("../../shaders/host/tap.wgsl");

/// The last computation in a sample, or the last call of the function.
const LAST: u32 = u32::MAX;

/// No sample has as many computations or calls.
const MAX_NUMBER: u32 = i32::MAX as u32;

/// From here a shader counts down at each computation, to show how often a sample computes the tap.
const RUNS: u32 = 0xbfff_ffff;

/// Selection of a tap, and of one run: one computation of the tap in a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct TapSelection {
    /// Text from which the selection can be parsed again: `sum@3`.
    pub stage: String,
    /// All taps of the generator if its pipeline can show any tap of a group; `None` if only the selected one.
    pub all: Option<Arc<[Tap]>>,
    /// The selected tap.
    pub tap: Tap,
    /// Number of the run, from 1; `None` for the last.
    pub run: Option<u32>,
    /// As [`Tap::group`].
    pub group: u32,
    /// The value, or how often a sample computes it.
    pub output: TapOutput,
    /// Channels and meaning of the generator's own result.
    pub(crate) result: ResultKind,
    /// Taps that the pipeline can show.
    pub(crate) pipeline: TapGroup,
    pub(crate) taken: TakenSites,
    pub(crate) channels: u32,
}

/// Quantity of a tap that can be evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TapOutput {
    /// The value of the selected run.
    #[default]
    Value,
    /// The number of runs in a sample.
    Runs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResultKind {
    pub(crate) channels: u32,
    pub(crate) returns: Returns,
    pub(crate) has_surface: bool,
}

/// Taps of one function that share a pipeline. To select another one, only a uniform changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TapGroup {
    pub(crate) function: String,
    pub(crate) sites: Vec<GroupSite>,
}

impl TapGroup {
    /// `host/tap.wgsl`, in which the scalar type is a constant if all taps in the group have one.
    pub(super) fn wgsl(&self) -> String {
        let mut types = self.sites.iter().map(|site| site.numbers);
        let first = types.next();
        match first.filter(|first| types.all(|other| other == *first)) {
            Some(numbers) => TAP.replace("= tap.numbers;", &format!("= {}u;", numbers as u32)),
            None => TAP.to_owned(),
        }
    }
}

/// Code positions of the shown tap, and the number of the call or of the computation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TakenSites {
    /// Indices of positions in their function, ascending.
    sites: Vec<u32>,
    /// Call or computation that yields the shown value, from 1; [`LAST`] for the last.
    number: u32,
    /// Computations in each call if calls are counted; 0 if computations are counted.
    runs_per_call: u32,
}

impl TakenSites {
    /// `run` is from 1; `None` for the last. `sites` are all positions of the tap.
    pub(crate) fn new(sites: &[GroupSite], run: Option<u32>) -> Self {
        let counted: Vec<u32> = sites.iter().map(|site| site.index).collect();
        if sites.is_empty() || sites.iter().any(|site| site.is_counted) {
            return Self {
                sites: counted,
                number: run.map_or(LAST, |run| run.min(MAX_NUMBER)),
                runs_per_call: 0,
            };
        }
        let runs_per_call = sites.len() as u32;
        let (number, site) = match run {
            Some(run) => {
                let before = run.saturating_sub(1);
                let call = before / runs_per_call + 1;
                (call.min(MAX_NUMBER), before % runs_per_call)
            }
            None => (LAST, runs_per_call - 1),
        };
        Self { sites: vec![counted[site as usize]], number, runs_per_call }
    }

    pub(crate) fn contains(&self, site: GroupSite) -> bool {
        self.sites.binary_search(&site.index).is_ok()
    }
}

impl TapSelection {
    pub(super) fn stored_channels(&self) -> u32 {
        let all = self.all.iter().flat_map(|all| all.iter());
        let group = all.filter(|tap| tap.group == self.group);
        let channels = group.map(|tap| tap.channels);
        channels.max().unwrap_or(self.channels)
    }

    /// Contents of the uniform `Tap` of `host/tap.wgsl`, in words of 32 bits.
    pub(crate) fn uniform(&self) -> [u32; 8] {
        let mut uniform = [0; 8];
        let sites = self.pipeline.sites.iter();
        for site in sites.filter(|site| self.taken.contains(**site)) {
            uniform[(site.bit / u32::BITS) as usize] |= 1 << (site.bit % u32::BITS);
        }
        let runs_per_call = self.taken.runs_per_call;
        (uniform[4], uniform[5]) = match self.output {
            TapOutput::Value => (self.taken.number, runs_per_call.min(1)),
            TapOutput::Runs => (RUNS, runs_per_call),
        };
        uniform[6] = self.tap.site.numbers as u32;
        uniform
    }
}
