//! Pipelines, timer and time budget that all pictures of the window share.

use noise_playground::gpu::{Gpu, HostPipelines, SharedRuns};

use super::timer::EvaluationTimer;

/// Milliseconds per frame, for all pictures together.
pub(crate) const FRAME_BUDGET_MS: f64 = 8.0;

/// How the window presents an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presentation {
    Full,
    /// Ahead of a full frame, over the last one.
    Early,
    /// Like [`Self::Early`]; the window itself enlarges coarse pictures of some steps.
    EarlyEnlarged,
}

pub(crate) struct SharedPipelines {
    pub(crate) host: HostPipelines,
    pub(crate) timer: EvaluationTimer,
    /// Runs of grid programs and field inputs, shared by pictures that need equal ones.
    pub(super) runs: SharedRuns,
    /// Milliseconds per frame for each picture.
    pub(super) budget_ms: f64,
    pub(crate) presentation: Presentation,
    /// Fields completely evaluated so far.
    pub(super) evaluations: u64,
    /// Fields, full and coarse, whose samples were completed so far, and states of grid programs.
    pub(super) versions: u64,
}

impl SharedPipelines {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self {
            host: HostPipelines::new(gpu),
            timer: EvaluationTimer::new(gpu),
            runs: SharedRuns::default(),
            budget_ms: FRAME_BUDGET_MS,
            presentation: Presentation::Full,
            evaluations: 0,
            versions: 0,
        }
    }

    /// Returns a number that no other field has.
    pub(super) fn next_version(&mut self) -> u64 {
        self.versions += 1;
        self.versions
    }

    pub(crate) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    pub(crate) fn divide_budget(&mut self, pictures: usize) {
        self.budget_ms = FRAME_BUDGET_MS / pictures.max(1) as f64;
    }
}
