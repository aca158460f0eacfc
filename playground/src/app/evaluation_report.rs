//! Evaluation reports, read back from the GPU: the runaway loop, if any, and the measured value range.

use std::collections::VecDeque;
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::gpu::{
    EvaluatePipeline, Gpu, MeasuredRange, PendingReadback, request_report_and_range,
};

use crate::app::progressive::{ProgressivePicture, UpdateResult};

/// The outcome of one picture's work in one frame: the error of a runaway loop, or the measured value range.
pub(super) struct EvaluationReport {
    pub(super) pipeline: Arc<EvaluatePipeline>,
    /// Error of the loop that exceeded its budget, or `None`.
    pub(super) runaway: Option<Diagnostic>,
    /// The measured value range; `None` if it was not measured or a loop ran away.
    pub(super) range: Option<MeasuredRange>,
    /// Number of samples of the field.
    pub(super) samples: u32,
}

/// Reports whose readback is pending, the oldest first.
#[derive(Default)]
pub(super) struct PendingReports(VecDeque<PendingReport>);

struct PendingReport {
    pipeline: Arc<EvaluatePipeline>,
    /// True if the submission ran the author's shader.
    runs_shader: bool,
    /// True if the submission measured the value range.
    has_range: bool,
    samples: u32,
    readback: PendingReadback,
}

impl PendingReports {
    /// Requests the report of the work that a picture recorded in this frame. Does nothing if no field, albedo or value
    /// range was computed.
    pub(super) fn request(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        picture: &ProgressivePicture,
        work: UpdateResult,
    ) {
        if work.evaluated || work.albedo || work.measured {
            self.0.push_back(PendingReport {
                pipeline: Arc::clone(pipeline),
                runs_shader: work.evaluated || work.albedo,
                has_range: work.measured,
                samples: picture.sample_count() as u32,
                readback: request_report_and_range(
                    gpu,
                    encoder,
                    &picture.targets.field,
                    &picture.targets.value_range,
                ),
            });
        }
    }

    /// Starts to map the submitted reports.
    pub(super) fn start_mapping(&mut self) {
        let readbacks = self.0.iter_mut().map(|report| &mut report.readback);
        readbacks.for_each(PendingReadback::start_mapping);
    }

    /// Removes and returns the oldest report once it was read back. Reports of a lost device have no runaway loop.
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

    /// Returns true while the report of any submission that runs the author's shader is pending.
    pub(super) fn is_running(&self) -> bool {
        self.0.iter().any(|report| report.runs_shader)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
