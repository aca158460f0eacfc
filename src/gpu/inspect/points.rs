//! Evaluation of a generator at a list of positions, in single or double precision.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::generator::{
    ENTRY_POINT, Generator, LoopGuard, Modules, POINTS_WORKGROUP, POSITIONS_BINDING, Precision,
    RESULTS_BINDING, RUNAWAY_BINDING, TAP_BINDING,
};
use crate::gpu::device::author_pipeline::AuthorPipeline;
use crate::gpu::device::binding::{
    Binding, BindingCache, create_buffer, lock, report_buffer, storage, uniform,
};
use crate::gpu::device::cost::Pace;
use crate::gpu::device::report::start_report;
use crate::gpu::pipelines::calibration::CalibrationTimer;
use crate::gpu::pipelines::evaluate::InputPipelines;
use crate::gpu::{BuildError, EvaluateInputs, Gpu, GpuError, PendingReadback, Run, SharedRuns};
use crate::wgsl::diagnostic::Diagnostic;

const ARGUMENTS_BINDING: u32 = 2;

const COMPONENTS: usize = 4;

/// Positions in the first submission, and the most in one submission.
const BATCH: (usize, usize) = (1 << 12, 1 << 16);

const TIMEOUT: Duration = Duration::from_secs(60);

/// Longer submissions halve the number of positions of the next, shorter ones double it.
const SLICE: Duration = Duration::from_millis(50);

/// Evaluates a generator at a list of positions.
#[derive(Debug)]
pub struct PointPipeline {
    precision: Precision,
    guard: LoopGuard,
    pipeline: AuthorPipeline,
    inputs: InputPipelines,
    /// Evaluations for the field inputs in the last call, reused if their inputs are equal.
    filled: Mutex<Option<Run>>,
}

/// Error of [`PointPipeline::evaluate`].
#[derive(Clone, Debug, thiserror::Error)]
pub enum PointsError {
    /// A loop exceeded its budget.
    #[error("{0}")]
    Runaway(Box<Diagnostic>),
    /// The device was lost or is out of memory.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

impl PointPipeline {
    /// Builds the pipeline with guard code. [`Precision::Double`] needs an adapter that [has it](Gpu::check_f64).
    ///
    /// # Errors
    /// Fails if the generator is a grid program or has no version in this precision, or if the driver rejects it.
    pub fn new(
        gpu: &Gpu,
        generator: &Arc<Generator>,
        precision: Precision,
    ) -> Result<Self, BuildError> {
        let modules = Modules::at_points(generator, precision).map_err(BuildError::Shader)?;
        Self::of_modules(gpu, generator, precision, modules)
    }

    /// The entry point reads positions and writes any kind of results.
    pub(crate) fn of_modules(
        gpu: &Gpu,
        generator: &Generator,
        precision: Precision,
        mut modules: Modules,
    ) -> Result<Self, BuildError> {
        let mut guard = LoopGuard::default();
        let inputs = InputPipelines::new(gpu, generator, &mut guard)?;
        modules.bound_within(gpu.driver_iteration_limit(), generator, &mut guard);
        let label = generator.address.to_string();
        let bindings = [
            (POSITIONS_BINDING, storage(true)),
            (RESULTS_BINDING, storage(false)),
            (ARGUMENTS_BINDING, uniform()),
            (RUNAWAY_BINDING, storage(false)),
            (TAP_BINDING, uniform()),
        ];
        let shader = (modules.evaluate, ENTRY_POINT);
        let pipeline = gpu.with_error_scope(&label, || {
            AuthorPipeline::new(gpu, &label, generator, shader, &bindings)
        })?;
        Ok(Self { precision, guard, pipeline, inputs, filled: Mutex::default() })
    }

    /// Evaluates at positions x, y, z and time, as far as the generator has parameters, rounded in single precision.
    /// Results have the channels of a sample, padded to four. Ignores the grid of `inputs`. Blocks until all are read.
    ///
    /// # Errors
    /// Fails if a loop exceeded its budget, or if the device failed.
    pub fn evaluate(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        positions: &[[f64; COMPONENTS]],
    ) -> Result<Vec<[f64; COMPONENTS]>, PointsError> {
        let mut results = Vec::with_capacity(positions.len());
        let (mut batch, largest) = BATCH;
        while let Some(rest) = positions.get(results.len()..).filter(|rest| !rest.is_empty()) {
            let start = Instant::now();
            let evaluated = gpu.with_error_scope("points", || {
                self.batch(gpu, inputs, &rest[..batch.min(rest.len())])
            });
            results.extend(evaluated??);
            batch = if start.elapsed() < SLICE {
                (2 * batch).min(largest)
            } else {
                (batch / 2).max(64)
            };
        }
        Ok(results)
    }

    fn batch(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        positions: &[[f64; COMPONENTS]],
    ) -> Result<Vec<[f64; COMPONENTS]>, PointsError> {
        let size = positions.len() * COMPONENTS * self.bytes_of_number();
        let bytes = self.run(gpu, inputs, positions, size as u64)?;
        Ok(self.decoded(&bytes))
    }

    pub(crate) fn bytes_of_number(&self) -> usize {
        match self.precision {
            Precision::Single => size_of::<f32>(),
            Precision::Double => size_of::<f64>(),
        }
    }

    /// One invocation for each position. `size` is that of the result buffer in bytes.
    pub(crate) fn run(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        positions: &[[f64; COMPONENTS]],
        size: u64,
    ) -> Result<Vec<u8>, PointsError> {
        let inputs = &self.filled(gpu, inputs)?;
        let bytes = self.encoded(inputs.origin, positions);
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        let writable = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        let points = create_buffer(gpu, "PointPipeline::points", bytes.len() as u64, writable);
        let results = create_buffer(gpu, "PointPipeline::results", size, usage);
        let runaway = report_buffer(gpu);
        gpu.queue.write_buffer(&points, 0, &bytes);
        let host = [
            Binding::Buffer(&points),
            Binding::Buffer(&results),
            Binding::Uniform(&inputs.arguments),
            Binding::Buffer(&runaway),
            Binding::Uniform(&inputs.tap),
        ];
        let (cache, fields) = (BindingCache::default(), self.inputs.views(inputs));
        let groups = self.pipeline.groups(gpu, (&cache, 0), (&inputs.uniform, &fields), &host);
        let mut encoder = gpu.encoder();
        start_report(gpu, &mut encoder, &inputs.fields.reports, &runaway);
        let workgroups = [(positions.len() as u32).div_ceil(POINTS_WORKGROUP), 1];
        self.pipeline.dispatch(&mut encoder, "points", &[(groups, workgroups)], None);
        read_results(gpu, encoder, &self.guard, &results, size, &runaway)
    }

    /// Waits for the field inputs that other generators fill; those of the last call are reused if inputs are equal.
    fn filled(&self, gpu: &Gpu, inputs: &EvaluateInputs) -> Result<EvaluateInputs, GpuError> {
        let mut filled = lock(&self.filled);
        let shared = SharedRuns::default();
        let mut run = Run::of_sources(gpu, &self.inputs, inputs, filled.as_mut(), &shared)?;
        CalibrationTimer::new(gpu, TIMEOUT).finish(&mut run, &mut Pace::default())?;
        Ok(inputs.with_fields(Some(filled.insert(run))))
    }

    fn encoded(&self, origin: [f64; 2], positions: &[[f64; COMPONENTS]]) -> Vec<u8> {
        let local = |[x, y, z, time]: &[f64; COMPONENTS]| [x - origin[0], y - origin[1], *z, *time];
        let positions = positions.iter().map(local);
        match self.precision {
            Precision::Double => bytemuck::cast_slice(&positions.collect::<Vec<_>>()).to_vec(),
            Precision::Single => {
                let rounded = |position: [f64; COMPONENTS]| position.map(|number| number as f32);
                bytemuck::cast_slice(&positions.map(rounded).collect::<Vec<_>>()).to_vec()
            }
        }
    }

    pub(crate) fn decoded(&self, bytes: &[u8]) -> Vec<[f64; COMPONENTS]> {
        match self.precision {
            Precision::Double => bytemuck::pod_collect_to_vec(bytes),
            Precision::Single => {
                let numbers: Vec<[f32; COMPONENTS]> = bytemuck::pod_collect_to_vec(bytes);
                let numbers = numbers.into_iter();
                numbers.map(|result| result.map(f64::from)).collect()
            }
        }
    }
}
/// Submits, and waits for the first `size` bytes of `results`. Fails if `report` names a runaway loop.
pub(crate) fn read_results(
    gpu: &Gpu,
    mut encoder: wgpu::CommandEncoder,
    guard: &LoopGuard,
    results: &wgpu::Buffer,
    size: u64,
    report: &wgpu::Buffer,
) -> Result<Vec<u8>, PointsError> {
    let copied = PendingReadback::of_buffers(gpu, &mut encoder, &[(results, size)]);
    let number = PendingReadback::of_buffers(gpu, &mut encoder, &[(report, 4)]);
    let submission = gpu.queue.submit([encoder.finish()]);
    let number = number.wait(gpu, submission.clone())?;
    let bytes = copied.wait(gpu, submission)?;
    let number = number.first_chunk().copied().unwrap_or_default();
    match guard.runaway(u32::from_le_bytes(number)) {
        Some(runaway) => Err(PointsError::Runaway(Box::new(runaway))),
        None => Ok(bytes),
    }
}
