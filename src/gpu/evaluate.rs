//! A generator → a texture of its results.

use std::sync::Arc;

use super::binding::{Binding, create_group, layout, storage, uniform, written};
use super::compute::{compute_pipeline, dispatch, pipeline_layout, workgroups};
use super::program::{ProgramInputs, ProgramPipeline};
use super::surface::SurfacePipeline;
use super::texture::field_format;
use super::trusted_shader::bounded_shader;
use super::uniform::GridUniform;
use super::{FieldTexture, Gpu, GpuError, GridRun, PictureTexture, PipelineCost, TimestampQuery};
use crate::control::{HostInputs, UniformLayout, Values};
use crate::diagnostic::Diagnostic;
use crate::generator::{
    Domain, ENTRY_POINT, Generator, LoopGuard, Modules, RUNAWAY_BINDING, Schedule, ScheduleError,
};
use crate::grid::{Region, SampleGrid};

/// A generator's compute pipelines. They never change; what varies is passed to [`Self::evaluate`].
#[derive(Debug)]
pub struct EvaluatePipeline {
    /// What it evaluates.
    pub generator: Arc<Generator>,
    /// What a sample costs, if that was found by its [first run](Self::calibrate).
    pub cost: Option<PipelineCost>,
    /// What is odd about it on this adapter.
    pub warning: Option<Diagnostic>,
    guard: LoopGuard,
    kind: PipelineKind,
    surface: Option<SurfacePipeline>,
}

/// How results are made.
#[derive(Debug)]
enum PipelineKind {
    Function(FunctionPipeline),
    Program(Arc<ProgramPipeline>),
}

/// The pipeline of a function of a position.
#[derive(Debug)]
struct FunctionPipeline {
    pipeline: wgpu::ComputePipeline,
    author_layout: wgpu::BindGroupLayout,
    empty_group: wgpu::BindGroup,
    host_layout: wgpu::BindGroupLayout,
}

/// Why a generator has no pipeline.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BuildError {
    /// The shader is wrong.
    #[error("{0}")]
    Shader(Box<Diagnostic>),
    /// The GPU refuses it.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// All that a picture's samples depend on. Equal inputs of one pipeline give equal samples.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluateInputs {
    /// Where the samples lie.
    pub grid: SampleGrid,
    uniform: Vec<u8>,
    arguments: Vec<u8>,
    z: f32,
    time: f32,
    /// What a grid program's run depends on.
    program: Option<ProgramInputs>,
}

impl EvaluateInputs {
    /// Encodes values for a generator. `z` is the third coordinate of a volume.
    ///
    /// # Errors
    /// A grid program cannot run with these values.
    pub fn new(
        generator: &Generator,
        values: &Values,
        grid: SampleGrid,
        z: f64,
        host: &HostInputs,
    ) -> Result<Self, ScheduleError> {
        let program = Schedule::new(generator, values)?
            .map(|schedule| ProgramInputs::new(generator, values, schedule, host));
        let host = HostInputs {
            resolution: grid.size,
            pixel_size: grid.spacing(),
            ..*host
        };
        let encode = |layout: &UniformLayout| layout.encode(&generator.controls, values, &host);
        let (has_z, has_time) = match generator.domain {
            Domain::Plane | Domain::Grid => (false, false),
            Domain::Volume => (true, false),
            Domain::VolumeTime => (true, true),
        };
        Ok(Self {
            grid,
            // A program's uniforms do not depend on the view.
            uniform: if program.is_none() {
                encode(&generator.uniform)
            } else {
                Vec::new()
            },
            arguments: encode(&generator.arguments),
            z: if has_z { z as f32 } else { 0.0 },
            time: if has_time { host.time as f32 } else { 0.0 },
            program,
        })
    }

    /// The same at every `step`th place across and down, all of what the grid shows. What a shader is told of
    /// the picture's size stays.
    #[must_use]
    pub fn coarse(&self, step: u32) -> Self {
        Self {
            grid: self.grid.downsampled(step),
            ..self.clone()
        }
    }
}

impl EvaluatePipeline {
    /// Wraps and builds a generator, with its loops bounded.
    ///
    /// # Errors
    /// The wrapper does not compile, or the GPU refuses it.
    pub fn new(gpu: &Gpu, generator: &Arc<Generator>) -> Result<Self, BuildError> {
        let (budget, warning) = generator
            .loop_budget
            .clamped_to(gpu.driver_iteration_limit());
        let mut modules = Modules::new(generator).map_err(BuildError::Shader)?;
        let guard = modules.bound(&generator.linked, budget);
        let built = Self::build(gpu, generator, modules)?;
        Ok(Self {
            warning,
            guard,
            ..built
        })
    }

    /// The same without bounds, to compare with.
    ///
    /// # Safety
    /// All of the generator's loops end, for all values that it is evaluated with.
    ///
    /// # Errors
    /// The wrapper does not compile, or the GPU refuses it.
    #[allow(unsafe_code, reason = "nothing keeps an endless loop from running")]
    pub unsafe fn new_unguarded(gpu: &Gpu, generator: &Arc<Generator>) -> Result<Self, BuildError> {
        let modules = Modules::new(generator).map_err(BuildError::Shader)?;
        Self::build(gpu, generator, modules)
    }

    fn build(gpu: &Gpu, generator: &Arc<Generator>, modules: Modules) -> Result<Self, BuildError> {
        let Modules {
            evaluate,
            surface: paint,
        } = modules;
        let label = generator.address.to_string();
        let built = gpu.with_error_scope(&label, || {
            let kind = match &generator.program {
                Some(program) => {
                    let program = (program, &generator.uniform);
                    let pipeline = ProgramPipeline::new(gpu, &label, program, evaluate);
                    PipelineKind::Program(Arc::new(pipeline))
                }
                None => PipelineKind::Function(FunctionPipeline::new(
                    gpu,
                    &label,
                    generator.channels,
                    evaluate,
                )),
            };
            let surface = paint.map(|module| SurfacePipeline::new(gpu, &label, module));
            (kind, surface)
        });
        let (kind, surface) = built?;
        Ok(Self {
            generator: Arc::clone(generator),
            warning: None,
            cost: None,
            guard: LoopGuard::default(),
            kind,
            surface,
        })
    }

    /// What is wrong, by the report that a field's evaluation left: a loop that ran out of its turns. The
    /// samples of such a field mean nothing.
    pub fn runaway(&self, report: &[u8]) -> Option<Diagnostic> {
        let bytes = report.first_chunk().copied().unwrap_or_default();
        self.guard.runaway(u32::from_le_bytes(bytes))
    }

    /// Records the albedo of a field of the same inputs and region, by the file's own `surface`. Does nothing without
    /// one.
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

    /// Records one chunk of [`Self::evaluate_surface`]. A chunk counts from the region's first sample.
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
        let uniform = match &inputs.program {
            Some(program) => &program.uniform,
            None => &inputs.uniform,
        };
        let grid = grid_uniform(inputs, region, chunk);
        surface.evaluate_surface(gpu, encoder, (grid, uniform), targets, timestamps);
    }

    /// Begins the run that a grid program's samples come from: what ran `before` if that was with the same values,
    /// else another in its place. `None` for a function of a position.
    ///
    /// # Errors
    /// There is no room for its buffers.
    pub fn run(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        before: Option<GridRun>,
    ) -> Result<Option<GridRun>, GpuError> {
        match (&self.kind, &inputs.program) {
            (PipelineKind::Program(program), Some(inputs)) => {
                GridRun::begin(gpu, program, inputs, before).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Writes the results of a region of `inputs.grid` to `field`, which has the region's size. A sample's
    /// numbers do not depend on the region that it is evaluated in. `stopwatch` takes the time of it.
    ///
    /// A grid program makes a whole run for it, all in one piece.
    ///
    /// # Errors
    /// There is no room for a grid program's buffers.
    pub fn evaluate(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        region: Region,
        field: &FieldTexture,
        stopwatch: Option<&TimestampQuery>,
    ) -> Result<(), GpuError> {
        match self.run(gpu, inputs, None)? {
            Some(mut run) => {
                run.advance(encoder, u64::MAX, stopwatch);
                run.resample(gpu, encoder, (inputs.grid, region), field, None);
            }
            None => {
                let placed = (region, region.at_origin());
                self.evaluate_chunk(gpu, encoder, inputs, placed, field, stopwatch);
            }
        }
        Ok(())
    }

    /// Does a part of what [`Self::evaluate`] does: samples of the region, counted from its first. Parts that
    /// cover the region, of which the upper left one comes first, leave what one evaluation would.
    ///
    /// A grid program's samples are taken from its [run](Self::run) instead.
    pub fn evaluate_chunk(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        placed: (Region, Region),
        field: &FieldTexture,
        stopwatch: Option<&TimestampQuery>,
    ) {
        if let PipelineKind::Function(function) = &self.kind {
            function.evaluate(gpu, encoder, inputs, placed, field, stopwatch);
        }
    }
}

impl FunctionPipeline {
    /// Builds a wrapped generator. Errors go to the error scope around the call.
    fn new(gpu: &Gpu, label: &str, channels: u32, module: naga::Module) -> Self {
        let author_layout = layout(gpu, "FunctionPipeline::author_layout", &[(0, uniform())]);
        let empty_layout = layout(gpu, "FunctionPipeline::empty_layout", &[]);
        let host_layout = layout(
            gpu,
            "FunctionPipeline::host_layout",
            &[
                (0, uniform()),
                (1, written(field_format(channels))),
                (2, uniform()),
                (RUNAWAY_BINDING, storage(false)),
            ],
        );
        let groups = [&author_layout, &empty_layout, &host_layout].map(Some);
        let layout = pipeline_layout(gpu, label, &groups);
        let shader = bounded_shader(gpu, label, module);
        Self {
            pipeline: compute_pipeline(gpu, &layout, &shader, ENTRY_POINT, &[]),
            empty_group: create_group(gpu, "FunctionPipeline::empty", &empty_layout, &[]),
            author_layout,
            host_layout,
        }
    }

    fn evaluate(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        (region, part): (Region, Region),
        field: &FieldTexture,
        stopwatch: Option<&TimestampQuery>,
    ) {
        let cache = &field.bindings;
        let author = [Binding::Uniform(&inputs.uniform)];
        let author = cache.bind(
            gpu,
            "FunctionPipeline::author",
            &self.author_layout,
            &author,
        );
        let grid = grid_uniform(inputs, region, part);
        let host = [
            Binding::Uniform(bytemuck::bytes_of(&grid)),
            Binding::Texture(&field.view),
            Binding::Uniform(&inputs.arguments),
            Binding::Buffer(&field.runaway),
        ];
        let host = cache.bind(gpu, "FunctionPipeline::host", &self.host_layout, &host);
        if part.first == [0, 0] {
            encoder.clear_buffer(&field.runaway, 0, None);
        }
        let groups = [&author, &self.empty_group, &host];
        let size = workgroups(part.size);
        dispatch(
            encoder,
            &self.pipeline,
            "evaluate",
            &groups,
            size,
            stopwatch,
        );
    }
}

/// A part of a region, for a texture of the region's size.
fn grid_uniform(inputs: &EvaluateInputs, region: Region, part: Region) -> GridUniform {
    let grid = &inputs.grid;
    GridUniform {
        center: grid.center.map(|coordinate| coordinate as f32),
        middle: grid.size.map(|count| count as f32 / 2.0),
        first: [0, 1].map(|axis| region.first[axis] + part.first[axis]),
        size: part.size,
        texel: part.first,
        spacing: grid.spacing() as f32,
        z: inputs.z,
        time: inputs.time,
        padding: 0,
    }
}
