//! Evaluation of a generator on the GPU: computes the samples of a field.

mod errors;
mod evaluate_inputs;
mod function;
mod run;
mod sources;

use std::sync::{Arc, Mutex, OnceLock};

use super::albedo::SurfacePipeline;
use super::albedo_at_hits::HitSurfacePipeline;
use super::grid_run::{GridRun, RunInputs};
use super::program::{PassOutput, ProgramPipeline};
use super::ray_tracing::TracedRays;
use super::run_pool::FieldVersions;
use crate::field::grid::Region;
use crate::generator::{Generator, LoopGuard, Modules, Precision, missing_capability};
use crate::gpu::device::binding::lock;
use crate::gpu::{FieldTexture, Gpu, GpuError, PictureTexture, PipelineCost, TimestampQuery};
use crate::wgsl::diagnostic::Diagnostic;
use errors::ErrorPipeline;
pub use evaluate_inputs::EvaluateInputs;
use function::{FunctionPipeline, parts};
pub use run::{Run, SharedRuns};
pub(crate) use sources::InputPipelines;

/// The compute pipelines of one generator, immutable and shared by clones.
#[derive(Clone, Debug)]
pub struct EvaluatePipeline {
    /// The evaluated generator.
    pub generator: Arc<Generator>,
    /// Measured cost on this device; `None` without a [calibration](Self::calibrate).
    pub cost: Option<PipelineCost>,
    /// Warning that the loop budget exceeds the iterations that the driver allows.
    pub warning: Option<Diagnostic>,
    guard: LoopGuard,
    kind: PipelineKind,
    surface: Option<SurfacePipeline>,
    surface_at_hits: Option<HitSurfacePipeline>,
    /// Empty before [`Self::prepare`] builds the pipeline.
    errors: OnceLock<Result<ErrorPipeline, BuildError>>,
    inputs: InputPipelines,
    /// Run that the next evaluation with equal inputs continues.
    kept_run: Arc<Mutex<Option<Run>>>,
}

#[derive(Clone, Debug)]
enum PipelineKind {
    Function(FunctionPipeline),
    Program(Arc<ProgramPipeline>),
}

/// Error while building the pipelines of a generator.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BuildError {
    /// The shader does not compile.
    #[error("{0}")]
    Shader(Box<Diagnostic>),
    /// The driver rejects the shader.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

fn no_double_precision(reason: String) -> BuildError {
    BuildError::Shader(Box::new(Diagnostic::error(None, format!("no double precision: {reason}"))))
}

impl EvaluatePipeline {
    /// Builds the pipelines of a generator, with guard code.
    ///
    /// # Errors
    /// Fails if the shader does not compile, if the driver rejects it, or if the file of a field input cannot be read.
    pub fn new(gpu: &Gpu, generator: &Arc<Generator>) -> Result<Self, BuildError> {
        Self::after(gpu, generator, &mut LoopGuard::default())
    }

    /// Adds the generator's loops to those of earlier ones in `guard`, so that one guard report can name any of them.
    fn after(
        gpu: &Gpu,
        generator: &Arc<Generator>,
        guard: &mut LoopGuard,
    ) -> Result<Self, BuildError> {
        let inputs = InputPipelines::new(gpu, generator, guard)?;
        let mut modules = Modules::new(generator).map_err(BuildError::Shader)?;
        let warning = modules.bound_within(gpu.driver_iteration_limit(), generator, guard);
        let built = Self::build(gpu, generator, modules, guard.clone(), inputs)?;
        Ok(Self { warning, ..built })
    }

    /// Builds the pipelines of a generator without guard code, to measure the cost of that code.
    ///
    /// # Safety
    /// All loops must terminate, for all values that the generator is evaluated with.
    ///
    /// # Errors
    /// Fails if the shader does not compile, or if the driver rejects it.
    #[allow(unsafe_code, reason = "nothing stops an endless loop")]
    pub unsafe fn new_unguarded(gpu: &Gpu, generator: &Arc<Generator>) -> Result<Self, BuildError> {
        let inputs = InputPipelines::new(gpu, generator, &mut LoopGuard::default())?;
        let modules = Modules::new(generator).map_err(BuildError::Shader)?;
        Self::build(gpu, generator, modules, LoopGuard::default(), inputs)
    }

    fn build(
        gpu: &Gpu,
        generator: &Arc<Generator>,
        modules: Modules,
        guard: LoopGuard,
        inputs: InputPipelines,
    ) -> Result<Self, BuildError> {
        if generator.precision == Precision::Double {
            gpu.check_f64().map_err(no_double_precision)?;
        }
        let Modules { evaluate, surface, surface_at_hits } = modules;
        let linked = &generator.linked;
        if let Some(error) = missing_capability(linked, &evaluate, |needed| gpu.has(needed)) {
            return Err(BuildError::Shader(Box::new(error)));
        }
        gpu.count_build();
        let label = generator.address.to_string();
        let built = gpu.with_error_scope(&label, || {
            let kind = match &generator.program {
                Some(program) => {
                    let (output, guard) = (PassOutput::of(generator), guard.clone());
                    let pipeline = ProgramPipeline::new(
                        gpu, &label, program, generator, evaluate, output, guard,
                    );
                    PipelineKind::Program(Arc::new(pipeline))
                }
                None => {
                    PipelineKind::Function(FunctionPipeline::new(gpu, &label, generator, evaluate))
                }
            };
            let of_field = surface.map(|module| SurfacePipeline::new(gpu, generator, module));
            let at_hits =
                surface_at_hits.map(|module| HitSurfacePipeline::new(gpu, generator, module));
            (kind, of_field, at_hits)
        });
        let (kind, surface, surface_at_hits) = built?;
        Ok(Self {
            generator: Arc::clone(generator),
            warning: None,
            cost: None,
            guard,
            kind,
            surface,
            surface_at_hits,
            errors: OnceLock::new(),
            inputs,
            kept_run: Arc::default(),
        })
    }

    /// Returns the pipelines for a `generator` that differs only in the selected tap. They must have been built for
    /// [all](crate::generator::TapSelection::all) taps.
    #[must_use]
    pub fn with_tap(&self, generator: &Arc<Generator>) -> Self {
        let kept_run = Arc::default();
        Self { generator: Arc::clone(generator), kept_run, ..self.clone() }
    }

    /// Returns the error for a guard report, after which samples are not valid; `None` if all loops finished.
    pub fn runaway(&self, report: &[u8]) -> Option<Diagnostic> {
        let bytes = report.first_chunk().copied().unwrap_or_default();
        let errors = self.errors();
        let guard = errors.map_or(&self.guard, |errors| &errors.guard);
        guard.runaway(u32::from_le_bytes(bytes))
    }

    /// Records the evaluation of the file's own `surface` function: writes the colors of the samples of `field`, which
    /// has the same inputs and region, to `albedo`. Does nothing if the file has no `surface`.
    pub fn evaluate_surface(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        region: Region,
        field: &FieldTexture,
        albedo: &PictureTexture,
    ) {
        let placed = (region, region.at_origin());
        self.evaluate_surface_chunk(gpu, encoder, inputs, placed, (field, albedo), None);
    }

    /// Records one chunk of [`Self::evaluate_surface`], relative to the region.
    pub fn evaluate_surface_chunk(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        (region, chunk): (Region, Region),
        targets: (&FieldTexture, &PictureTexture),
        timestamps: Option<&TimestampQuery>,
    ) {
        let Some(surface) = &self.surface else {
            return;
        };
        let mut parts = parts(inputs, region, chunk);
        if let Some(program) = &inputs.program {
            parts.iter_mut().for_each(|part| part.uniform = program.uniform.as_slice().into());
        }
        let author = (parts.as_slice(), self.inputs.views(inputs));
        surface.evaluate_surface(gpu, encoder, author, targets, timestamps);
    }

    /// Writes colors where rays hit a solid. Does nothing if the file has no `surface`.
    pub(crate) fn evaluate_surface_at_hits(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        hits: (TracedRays<'_>, &PictureTexture),
        timestamps: Option<&TimestampQuery>,
    ) {
        if let Some(surface) = &self.surface_at_hits {
            let author = (inputs.uniform.as_slice(), self.inputs.views(inputs));
            surface.evaluate(gpu, encoder, author, hits, timestamps);
        }
    }

    /// Starts the work before the evaluation of samples: field inputs, then the passes of a grid program. Results of
    /// `previous` whose inputs are equal are reused. Returns `None` if no such work is needed.
    ///
    /// # Errors
    /// Fails if the buffers or textures exceed the adapter's memory.
    pub fn run(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        previous: Option<Run>,
    ) -> Result<Option<Run>, GpuError> {
        self.shared_run(gpu, inputs, previous, &SharedRuns::default())
    }

    /// Like [`Self::run`], reusing results with equal inputs from the other runs in `shared`.
    ///
    /// # Errors
    /// Fails like [`Self::run`].
    pub fn shared_run(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        previous: Option<Run>,
        shared: &SharedRuns,
    ) -> Result<Option<Run>, GpuError> {
        Run::start(gpu, self, inputs, previous, shared)
    }

    pub(crate) fn keep_run(&self, run: Option<Run>) {
        *lock(&self.kept_run) = run;
    }

    pub(crate) fn take_kept_run(&self) -> Option<Run> {
        lock(&self.kept_run).take()
    }

    /// True if equal inputs yield equal samples and loops have the same numbers, so that one evaluation can serve both.
    fn is_same_stage(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other)
            || self.guard == other.guard && self.generator.is_same_stage(&other.generator)
    }

    /// With empty field inputs, to measure the cost of passes. `None` for a function of a position.
    pub(crate) fn run_without_sources(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
    ) -> Result<Option<GridRun>, GpuError> {
        match (&self.kind, &inputs.program) {
            (PipelineKind::Program(program), Some(inputs_of_run)) => {
                let inputs = RunInputs {
                    program: inputs_of_run,
                    fields: self.inputs.views(inputs),
                    versions: FieldVersions::default(),
                    reports: Vec::new(),
                };
                GridRun::start_alone(gpu, program, inputs, None).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Records the evaluation of a region of `inputs.grid` into `field`, which has its size; samples do not depend on
    /// it. Evaluates generators of field inputs first, and executes all passes of a grid program. `timestamps` measure
    /// the samples, or these passes.
    ///
    /// # Errors
    /// Fails if the buffers of a grid program exceed the adapter's memory.
    pub fn evaluate(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        region: Region,
        field: &FieldTexture,
        timestamps: Option<&TimestampQuery>,
    ) -> Result<(), GpuError> {
        let mut run = self.run(gpu, inputs, None)?;
        while let Some(run) = run.as_mut().filter(|run| !run.is_done()) {
            run.advance(gpu, encoder, u64::MAX, timestamps);
        }
        let inputs = &inputs.with_fields(run.as_ref());
        match run.filter(Run::has_program) {
            Some(run) => run.resample(gpu, encoder, inputs.grid, region, field, None),
            None => {
                let placed = (region, region.at_origin());
                self.evaluate_chunk(gpu, encoder, inputs, placed, field, timestamps);
            }
        }
        Ok(())
    }

    /// Records one chunk of [`Self::evaluate`], relative to the region; the upper left one first, as it resets the
    /// guard report. Does nothing for a grid program, which its [run](Self::run) resamples, and for errors without
    /// [preparation](Self::prepare). Field inputs of generators are empty without the
    /// [fields](EvaluateInputs::with_fields) of a run.
    pub fn evaluate_chunk(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        placed: (Region, Region),
        field: &FieldTexture,
        timestamps: Option<&TimestampQuery>,
    ) {
        let function = match &self.kind {
            PipelineKind::Function(_) if inputs.are_errors => {
                self.errors().map(|errors| &errors.function)
            }
            PipelineKind::Function(function) => Some(function),
            PipelineKind::Program(_) => None,
        };
        if let Some(function) = function {
            let fields = self.inputs.views(inputs);
            let inputs = (inputs, fields.as_slice());
            function.evaluate(gpu, encoder, inputs, placed, field, timestamps);
        }
    }
}
