//! Reports of the GPU about evaluations: the runaway loop, if any, and the measured value range.

use std::collections::VecDeque;
use std::sync::Arc;

use noise_playground::gpu::{
    EvaluatePipeline, Gpu, MeasuredRange, PendingReadback, request_report_and_range,
};
use noise_playground::wgsl::diagnostic::Diagnostic;

use crate::app::progressive::{PictureField, UpdateResult};

pub(super) struct EvaluationReport {
    pub(super) pipeline: Arc<EvaluatePipeline>,
    pub(super) runaway: Option<Diagnostic>,
    /// `None` if no value range was measured or a loop exceeded its budget.
    pub(super) range: Option<MeasuredRange>,
    /// Samples of the field, from which the number of non-finite ones is computed.
    pub(super) samples: u32,
}

/// Reports whose readback is pending, the oldest first.
#[derive(Default)]
pub(super) struct PendingReports(VecDeque<PendingReport>);

struct PendingReport {
    pipeline: Arc<EvaluatePipeline>,
    /// True if the covered commands executed the author's shader.
    runs_shader: bool,
    has_range: bool,
    samples: u32,
    readback: PendingReadback,
}

impl PendingReports {
    /// Records the readback of the report about a picture's work, if a field, albedo or value range was computed.
    pub(super) fn request(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        picture: &PictureField,
        work: UpdateResult,
    ) {
        if work.evaluated || work.albedo || work.measured {
            self.0.push_back(PendingReport {
                pipeline: Arc::clone(pipeline),
                runs_shader: work.evaluated || work.albedo,
                has_range: work.measured,
                samples: picture.sample_count() as u32,
                readback: request_report_and_range(
                    gpu, encoder, &picture.targets.field, &picture.targets.value_range,
                ),
            });
        }
    }

    /// Removes the oldest report once it was read back. The report of a lost device names no runaway loop.
    pub(super) fn next(&mut self, gpu: &Gpu) -> Option<EvaluationReport> {
        let bytes = self.0.front()?.readback.try_take(gpu)?.unwrap_or_default();
        let report = self.0.pop_front()?;
        let runaway = report.pipeline.runaway(&bytes);
        let range = MeasuredRange::read(bytes.get(4..).unwrap_or_default());
        Some(EvaluationReport {
            pipeline: report.pipeline,
            range: range.filter(|_| report.has_range && runaway.is_none()),
            runaway,
            samples: report.samples,
        })
    }

    /// Returns true while the author's shader may be running.
    pub(super) fn is_running(&self) -> bool {
        self.0.iter().any(|report| report.runs_shader)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
