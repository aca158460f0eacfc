//! Pipelines, timer and time budget that all pictures of the window share.

use noise_playground::gpu::{Gpu, HostPipelines, SharedRuns};

use super::timer::EvaluationTimer;

/// Time budget, in milliseconds per frame, for the evaluations of all pictures of the window.
pub(super) const FRAME_BUDGET_MS: f64 = 8.0;

/// Way in which the window presents the pictures of an update: in a full frame, or ahead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presentation {
    /// In a full frame, with egui's panels.
    Full,
    /// Ahead of a full frame, over the last one.
    Early,
    /// Ahead of a full frame, over the last one; the window itself doubles the size of coarse pictures.
    EarlyDoubled,
}

/// Pipelines, timer and time budget that all pictures of the window share.
pub(crate) struct SharedPipelines {
    pub(crate) host: HostPipelines,
    pub(crate) timer: EvaluationTimer,
    /// Runs of grid programs, and of generators whose fields are inputs of others, shared by pictures that need equal
    /// ones.
    pub(super) runs: SharedRuns,
    /// Time budget, in milliseconds per frame, for the evaluation of each picture.
    pub(super) budget_ms: f64,
    /// Way in which the window presents the pictures that are being updated.
    pub(crate) presentation: Presentation,
    /// Number of fields that all pictures of the window have completely evaluated so far.
    pub(super) evaluations: u64,
    /// Number of fields, full and coarse, that were prepared for tracing rays so far, in all pictures of the window.
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

    /// Returns the number of fields that all pictures of the window have completely evaluated so far.
    pub(crate) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Divides the time budget of the next frame evenly among the given number of pictures.
    pub(crate) fn divide_budget(&mut self, pictures: usize) {
        self.budget_ms = FRAME_BUDGET_MS / pictures.max(1) as f64;
    }
}
