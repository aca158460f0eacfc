//! Counting of how often the taps (intermediate values) of a grid program's passes run.

use std::sync::Arc;
use std::time::Duration;

use super::cost::CalibrationTimer;
use super::evaluate::InputPipelines;
use super::grid_run::{GridRun, RunInputs};
use super::program::{PassOutput, ProgramPipeline};
use super::run_pool::FieldVersions;
use super::{
    BuildError, EvaluateInputs, Gpu, PendingReadback, PointsError, Run, SampleCost, SharedRuns,
};
use crate::generator::{Generator, GridProgram, LoopGuard, Modules};

/// The pipelines of a grid program whose passes count the runs of their taps.
#[derive(Debug)]
pub(super) struct ProgramCounter {
    pipeline: Arc<ProgramPipeline>,
    inputs: InputPipelines,
    guard: LoopGuard,
}

/// Longest time of a submission; a longer one is an error.
const TIMEOUT: Duration = Duration::from_secs(60);

impl ProgramCounter {
    /// Builds the pipelines of a grid program from modules whose passes [count their taps](Modules::counting_taps).
    ///
    /// # Errors
    /// The driver rejects the passes.
    pub(super) fn new(
        gpu: &Gpu,
        (program, generator): (&GridProgram, &Generator),
        mut modules: Modules,
    ) -> Result<Self, BuildError> {
        let mut guard = LoopGuard::default();
        let inputs = InputPipelines::new(gpu, generator, &mut guard)?;
        modules.bound_within(gpu.driver_iteration_limit(), generator, &mut guard);
        let label = generator.address.to_string();
        let pipeline = gpu.with_error_scope(&label, || {
            let passes = (modules.evaluate, PassOutput::TapCounts, guard.clone());
            ProgramPipeline::new(gpu, &label, (program, generator), passes)
        })?;
        Ok(Self {
            pipeline: Arc::new(pipeline),
            inputs,
            guard,
        })
    }

    /// Runs all passes, and returns `size` bytes of the number of runs of each tap. Blocks until they are there.
    ///
    /// # Errors
    /// A loop exceeded its budget, or the device failed.
    pub(super) fn run(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        size: u64,
    ) -> Result<Vec<u8>, PointsError> {
        let timer = CalibrationTimer::new(gpu, TIMEOUT);
        let (needed, shared) = ((&self.inputs, inputs), SharedRuns::default());
        let mut sources = Run::of_sources(gpu, needed, None, &shared)?;
        timer.finish(&mut sources, &mut SampleCost::default())?;
        let inputs = &inputs.with_fields(Some(&sources));
        let Some(of_program) = &inputs.program else {
            return Ok(Vec::new());
        };
        let of_run = RunInputs {
            program: of_program,
            fields: self.inputs.views(inputs),
            versions: FieldVersions::default(),
            reports: inputs.fields.reports.clone(),
        };
        let mut run = GridRun::start_alone(gpu, &self.pipeline, of_run, None)?;
        timer.finish_program(&mut run, &mut SampleCost::default())?;
        let Some(counts) = run.tap_counts() else {
            return Ok(Vec::new());
        };
        let copied = PendingReadback::new(gpu, size);
        let report = PendingReadback::new(gpu, 4);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(counts, 0, copied.buffer(), 0, size);
        encoder.copy_buffer_to_buffer(run.report(), 0, report.buffer(), 0, 4);
        let submission = gpu.queue.submit([encoder.finish()]);
        let report = report.wait(gpu, submission.clone())?;
        let bytes = copied.wait(gpu, submission)?;
        let number = report.first_chunk().copied().unwrap_or_default();
        match self.guard.runaway(u32::from_le_bytes(number)) {
            Some(runaway) => Err(PointsError::Runaway(Box::new(runaway))),
            None => Ok(bytes),
        }
    }
}
