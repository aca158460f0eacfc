//! Whether evaluations came to their end, and the values at their palettes' ends: numbers on their way back.

use std::collections::VecDeque;
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::gpu::{
    EvaluatePipeline, Gpu, MeasuredRange, PendingReadback, request_report_and_range,
};

use crate::app::progressive::{ProgressivePicture, UpdateResult};

/// What came of an evaluation.
pub(super) struct EvaluationReport {
    pub(super) pipeline: Arc<EvaluatePipeline>,
    /// The loop that ran away.
    pub(super) runaway: Option<Diagnostic>,
    /// What is known of the values, where they were looked at anew.
    pub(super) range: Option<MeasuredRange>,
    /// How many samples there are.
    pub(super) samples: u32,
}

/// Verdicts to come, the oldest first.
#[derive(Default)]
pub(super) struct PendingReports(VecDeque<PendingReport>);

struct PendingReport {
    pipeline: Arc<EvaluatePipeline>,
    /// Whether the author's own text ran.
    ran: bool,
    has_range: bool,
    samples: u32,
    read: PendingReadback,
}

impl PendingReports {
    /// Copies out what there is to know after this work on a tile.
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

    /// Asks for the numbers whose copies were submitted.
    pub(super) fn submitted(&mut self) {
        let reads = self.0.iter_mut().map(|asked| &mut asked.read);
        reads.for_each(PendingReadback::start_mapping);
    }

    /// The next that has come back. What a lost device keeps is taken for fine.
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

    /// Whether it is not known of some shader whether it came to its end.
    pub(super) fn is_running(&self) -> bool {
        self.0.iter().any(|asked| asked.ran)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
