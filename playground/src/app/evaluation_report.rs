//! Evaluation reports, read back from the GPU: the runaway loop, if any, and the measured value range.

use std::collections::VecDeque;
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::gpu::{
    EvaluatePipeline, Gpu, MeasuredRange, PendingReadback, request_report_and_range,
};

use crate::app::progressive::{ProgressivePicture, UpdateResult};

/// The report of an evaluation.
pub(super) struct EvaluationReport {
    pub(super) pipeline: Arc<EvaluatePipeline>,
    /// The loop that exceeded its budget.
    pub(super) runaway: Option<Diagnostic>,
    /// The value range, if it was measured.
    pub(super) range: Option<MeasuredRange>,
    /// Number of samples of the field.
    pub(super) samples: u32,
}

/// Reports that are pending, the oldest first.
#[derive(Default)]
pub(super) struct PendingReports(VecDeque<PendingReport>);

struct PendingReport {
    pipeline: Arc<EvaluatePipeline>,
    /// True if the author's shader ran.
    ran: bool,
    has_range: bool,
    samples: u32,
    read: PendingReadback,
}

impl PendingReports {
    /// Requests the report of recorded work.
    pub(super) fn ask(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        tile: &ProgressivePicture,
        work: UpdateResult,
    ) {
        if work.evaluated || work.albedo || work.measured {
            self.0.push_back(PendingReport {
                pipeline: Arc::clone(pipeline),
                ran: work.evaluated || work.albedo,
                has_range: work.measured,
                samples: tile.targets.field.size().iter().product(),
                read: request_report_and_range(
                    gpu,
                    encoder,
                    &tile.targets.field,
                    &tile.targets.value_range,
                ),
            });
        }
    }

    /// Starts mapping the reports that were submitted.
    pub(super) fn submitted(&mut self) {
        let reads = self.0.iter_mut().map(|asked| &mut asked.read);
        reads.for_each(PendingReadback::start_mapping);
    }

    /// Returns the next report that was read back. Reports of a lost device name no runaway loop.
    pub(super) fn next(&mut self, gpu: &Gpu) -> Option<EvaluationReport> {
        let bytes = self.0.front()?.read.try_take(gpu)?.unwrap_or_default();
        let asked = self.0.pop_front()?;
        let runaway = asked.pipeline.runaway(&bytes);
        let range = MeasuredRange::read(bytes.get(4..).unwrap_or_default());
        Some(EvaluationReport {
            pipeline: asked.pipeline,
            range: range.filter(|_| asked.has_range && runaway.is_none()),
            runaway,
            samples: asked.samples,
        })
    }

    /// Returns true while the report of any evaluation is pending.
    pub(super) fn is_running(&self) -> bool {
        self.0.iter().any(|asked| asked.ran)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
