//! Pipelines, timer and time budget that all pictures of the window share.

use noise_playground::gpu::{Gpu, HostPipelines, SharedRuns};

use super::timer::EvaluationTimer;

/// Milliseconds per frame for the evaluations of all pictures.
pub(super) const FRAME_BUDGET_MS: f64 = 8.0;

/// Pipelines, timer and time budget that all pictures of the window share.
pub(crate) struct SharedPipelines {
    pub(crate) host: HostPipelines,
    pub(crate) timer: EvaluationTimer,
    /// Runs that precede the evaluations, so that pictures with equal sources share them.
    pub(super) runs: SharedRuns,
    /// Milliseconds per frame for each picture.
    pub(super) budget_ms: f64,
    /// True while pictures of newly built pipelines are recorded ahead of a full frame.
    pub(crate) is_ahead: bool,
    /// Number of fields finished so far.
    pub(super) evaluations: u64,
    /// Number of fields, also coarse ones, that were prepared for rays so far.
    pub(super) versions: u64,
}

impl SharedPipelines {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self {
            host: HostPipelines::new(gpu),
            timer: EvaluationTimer::new(gpu),
            runs: SharedRuns::default(),
            budget_ms: FRAME_BUDGET_MS,
            is_ahead: false,
            evaluations: 0,
            versions: 0,
        }
    }

    /// Returns the number of fields finished so far.
    pub(crate) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Divides the time budget of the next frame evenly among this many pictures.
    pub(crate) fn divide_budget(&mut self, pictures: usize) {
        self.budget_ms = FRAME_BUDGET_MS / pictures.max(1) as f64;
    }
}
