//! Grid programs with two sets of pipelines: plain passes, and instrumented ones with code for taps.

use std::sync::Arc;
use std::time::Duration;

use super::points::read_results;
use crate::generator::{Generator, GridProgram, LoopGuard, Modules};
use crate::gpu::device::cost::Pace;
use crate::gpu::pipelines::calibration::CalibrationTimer;
use crate::gpu::pipelines::evaluate::InputPipelines;
use crate::gpu::pipelines::grid_run::{GridRun, RunInputs};
use crate::gpu::pipelines::program::{PassOutput, ProgramPipeline};
use crate::gpu::pipelines::run_pool::FieldVersions;
use crate::gpu::{BuildError, EvaluateInputs, Gpu, GpuError, PointsError, Run, SharedRuns};

const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(crate) struct InstrumentedProgram {
    plain: Arc<ProgramPipeline>,
    instrumented: Arc<ProgramPipeline>,
    inputs: InputPipelines,
    guard: LoopGuard,
}

impl InstrumentedProgram {
    /// `modules` are of the plain and of the instrumented passes; both may write the same buffer `output`.
    pub(crate) fn new(
        gpu: &Gpu,
        program: &GridProgram,
        generator: &Generator,
        modules: [Modules; 2],
        output: PassOutput,
    ) -> Result<Self, BuildError> {
        let mut guard = LoopGuard::default();
        let inputs = InputPipelines::new(gpu, generator, &mut guard)?;
        let modules = modules.map(|mut modules| {
            modules.bound_within(gpu.driver_iteration_limit(), generator, &mut guard);
            modules.evaluate
        });
        let label = generator.address.to_string();
        let [plain, instrumented] = gpu.with_error_scope(&label, || {
            modules.map(|module| {
                let guard = guard.clone();
                Arc::new(ProgramPipeline::new(
                    gpu, &label, program, generator, module, output, guard,
                ))
            })
        })?;
        Ok(Self { plain, instrumented, inputs, guard })
    }

    /// Blocks until the field inputs are evaluated. `None` if `inputs` are not those of a grid program.
    pub(crate) fn start(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
    ) -> Result<Option<GridRun>, GpuError> {
        let mut sources = Run::of_sources(gpu, &self.inputs, inputs, None, &SharedRuns::default())?;
        CalibrationTimer::new(gpu, TIMEOUT).finish(&mut sources, &mut Pace::default())?;
        let inputs = &inputs.with_fields(Some(&sources));
        let Some(program) = &inputs.program else {
            return Ok(None);
        };
        let inputs = RunInputs {
            program,
            fields: self.inputs.views(inputs),
            versions: FieldVersions::default(),
            reports: inputs.fields.reports.clone(),
        };
        GridRun::start_alone(gpu, &self.plain, inputs, None).map(Some)
    }

    /// `then` records commands after the pass. Blocks until they are done, so that other threads can submit in between.
    pub(crate) fn execute(
        &self,
        gpu: &Gpu,
        run: &mut GridRun,
        is_instrumented: bool,
        then: impl FnOnce(&mut wgpu::CommandEncoder, &GridRun),
    ) -> Result<(), GpuError> {
        run.set_pipeline(if is_instrumented { &self.instrumented } else { &self.plain });
        let timer = CalibrationTimer::new(gpu, TIMEOUT);
        timer.time(|encoder, timestamps| {
            let invocations = run.advance(gpu, encoder, 0, timestamps);
            then(encoder, run);
            invocations
        })?;
        Ok(())
    }

    /// Reads the first `size` bytes, after the passes executed so far, and blocks. Fails if a loop exceeded its budget.
    pub(crate) fn read(
        &self,
        gpu: &Gpu,
        run: &GridRun,
        buffer: &wgpu::Buffer,
        size: u64,
    ) -> Result<Vec<u8>, PointsError> {
        let encoder = gpu.encoder();
        read_results(gpu, encoder, &self.guard, buffer, size, run.report())
    }
}
