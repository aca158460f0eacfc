//! Evaluation of a generator: its samples are written to a texture.

mod errors;
mod function;

use std::sync::{Arc, OnceLock};

use super::hit_surface::{HitAlbedo, HitSurfacePipeline};
use super::program::{ProgramInputs, ProgramPipeline};
use super::surface::SurfacePipeline;
use super::uniform::GridUniform;
use super::{
    FieldTexture, Gpu, GpuError, GridRun, PictureTexture, PipelineCost, RayInputs, RayRegion,
    TimestampQuery,
};
use crate::capture::RenderSettings;
use crate::control::{HostInputs, UniformLayout, Values};
use crate::diagnostic::Diagnostic;
use crate::generator::{
    Domain, Generator, LoopGuard, Modules, Schedule, ScheduleError, missing_capability,
};
use crate::grid::{Region, SampleGrid};
use crate::planet::{FACE_COLUMNS, PlanetLayout};
use crate::scene::{Projection, volume_grid};
use errors::ErrorPipeline;
use function::FunctionPipeline;

/// The compute pipelines of a generator. They are immutable; values and view are passed to [`Self::evaluate`]. Clones
/// share them.
#[derive(Clone, Debug)]
pub struct EvaluatePipeline {
    /// The generator that is evaluated.
    pub generator: Arc<Generator>,
    /// The measured cost; `None` without a [calibration](Self::calibrate).
    pub cost: Option<PipelineCost>,
    /// Warning that the loop budget exceeds the iterations that the adapter's driver allows, or `None`.
    pub warning: Option<Diagnostic>,
    guard: LoopGuard,
    kind: PipelineKind,
    surface: Option<SurfacePipeline>,
    surface_at_hits: Option<HitSurfacePipeline>,
    /// Built by [`Self::prepare`].
    errors: OnceLock<Result<ErrorPipeline, BuildError>>,
}

/// Pipelines of a function of a position, or of a grid program.
#[derive(Clone, Debug)]
enum PipelineKind {
    Function(FunctionPipeline),
    Program(Arc<ProgramPipeline>),
}

/// An error while building the pipelines of a generator.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BuildError {
    /// The shader does not compile.
    #[error("{0}")]
    Shader(Box<Diagnostic>),
    /// The graphics driver rejects the shader.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// All inputs of an evaluation. Equal inputs of one pipeline yield equal samples.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluateInputs {
    /// The sampled positions.
    pub grid: SampleGrid,
    pub(super) uniform: Vec<u8>,
    pub(super) arguments: Vec<u8>,
    /// Uniform of the selected tap; empty if there is none.
    pub(super) tap: Vec<u8>,
    z: f32,
    time: f32,
    /// Samples on each side of a volume whose slices are side by side in the grid; `None` for a plane.
    volume: Option<u32>,
    /// True if the errors of single precision are evaluated in place of the results.
    pub(super) are_errors: bool,
    /// Arrangement of the samples on the faces of a planet; `None` for a plane and a volume.
    planet: Option<PlanetLayout>,
    /// Map of a planet, and the layer of a cube; `None` for others.
    projection: Option<(Projection, u32)>,
    /// Inputs of the grid run; `None` for a function of a position.
    program: Option<ProgramInputs>,
}

impl EvaluateInputs {
    /// Encodes the values of a generator. `z` is the third world coordinate; only volumes use it.
    ///
    /// # Errors
    /// The passes of a grid program cannot be scheduled with these values.
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
            // The uniform of a grid program depends on its own grid instead.
            uniform: if program.is_none() {
                encode(&generator.uniform)
            } else {
                Vec::new()
            },
            arguments: encode(&generator.arguments),
            tap: match &generator.tap {
                Some(tap) => bytemuck::bytes_of(&tap.uniform()).to_vec(),
                None => Vec::new(),
            },
            z: if has_z { z as f32 } else { 0.0 },
            time: if has_time { host.time as f32 } else { 0.0 },
            volume: None,
            are_errors: false,
            program,
            planet: None,
            projection: None,
        })
    }

    /// Returns inputs for the view of these settings: its samples are on the faces of a planet, in a volume, or on the
    /// grid, which is that of [`RenderSettings::data_grid`]; they may be errors of single precision.
    #[must_use]
    pub fn of_view(self, settings: &RenderSettings) -> Self {
        let planet = settings.planet(self.grid);
        let volume = settings.volume(self.grid);
        Self {
            planet,
            projection: settings.scene.projection.map(|projection| (projection, 0)),
            are_errors: settings.shading.mode.info().shows_errors,
            ..self.of_volume(volume)
        }
    }

    /// Returns inputs for a layer of a cube texture, or from it on for those below each other.
    #[must_use]
    pub fn of_layer(self, layer: u32) -> Self {
        let projection = self.projection.map(|(projection, _)| (projection, layer));
        Self { projection, ..self }
    }

    /// Returns inputs for all of a volume of `side` samples in each direction. The grid is that of
    /// [`RenderSettings::data_grid`](crate::RenderSettings::data_grid).
    #[must_use]
    pub fn of_volume(self, side: Option<u32>) -> Self {
        Self {
            volume: side,
            ..self
        }
    }

    /// Returns inputs by which the errors of single precision are evaluated in place of the results, if `are_errors` is
    /// set. The pipeline must be [prepared](EvaluatePipeline::prepare) for them.
    #[must_use]
    pub fn of_errors(self, are_errors: bool) -> Self {
        Self { are_errors, ..self }
    }

    /// Returns true if errors of single precision are evaluated.
    pub fn are_errors(&self) -> bool {
        self.are_errors
    }

    /// Returns the position that the generator gets at world coordinates: those of a slice and of a time are added.
    pub fn position(&self, [x, y]: [f64; 2]) -> [f64; 4] {
        [x, y, self.z.into(), self.time.into()]
    }

    /// Returns inputs with one sample per `step` × `step` samples of the same view, or `step` samples in each direction
    /// of the same volume. The resolution that a shader reads stays that of the full picture.
    #[must_use]
    pub fn coarse(&self, step: u32) -> Self {
        let volume = self.volume.map(|side| side.div_ceil(step).max(2));
        let grid = match self.volume.zip(volume) {
            Some((side, coarse_side)) => {
                let columns = self.grid.size[0] / side;
                let slice = SampleGrid {
                    span: self.grid.span / f64::from(columns),
                    ..self.grid
                };
                volume_grid(slice, coarse_side)
            }
            None => self.grid.downsampled(step),
        };
        Self {
            grid,
            volume,
            ..self.clone()
        }
    }

    /// Returns the number of samples: those of a volume do not fill its grid.
    pub fn sample_count(&self) -> u64 {
        match self.volume {
            Some(side) => u64::from(side).pow(3),
            None => self.grid.size.map(u64::from).iter().product(),
        }
    }

    /// Returns the samples on each side of a volume; `None` for a plane.
    pub fn volume(&self) -> Option<u32> {
        self.volume
    }

    /// Returns the width and height in samples of a plane, whichever is greater, or the side of a volume.
    pub(super) fn side(&self) -> u32 {
        self.volume
            .unwrap_or(self.grid.size[0].max(self.grid.size[1]))
    }
}

impl EvaluatePipeline {
    /// Builds the pipelines of a generator, with its loops bounded by the guard.
    ///
    /// # Errors
    /// The shader does not compile, or the driver rejects it.
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

    /// Builds the pipelines without the guard, to measure the cost of the guard.
    ///
    /// # Safety
    /// All loops of the generator must terminate, for all values that it is evaluated with.
    ///
    /// # Errors
    /// The shader does not compile, or the driver rejects it.
    #[allow(unsafe_code, reason = "nothing stops an endless loop")]
    pub unsafe fn new_unguarded(gpu: &Gpu, generator: &Arc<Generator>) -> Result<Self, BuildError> {
        let modules = Modules::new(generator).map_err(BuildError::Shader)?;
        Self::build(gpu, generator, modules)
    }

    fn build(gpu: &Gpu, generator: &Arc<Generator>, modules: Modules) -> Result<Self, BuildError> {
        let Modules {
            evaluate,
            surface,
            surface_at_hits,
        } = modules;
        let linked = &generator.linked;
        if let Some(error) = missing_capability(linked, &evaluate, |needed| gpu.has(needed)) {
            return Err(BuildError::Shader(Box::new(error)));
        }
        let label = generator.address.to_string();
        let built = gpu.with_error_scope(&label, || {
            let kind = match &generator.program {
                Some(program) => {
                    let program = (program, &generator.uniform);
                    let pipeline = ProgramPipeline::new(gpu, &label, program, evaluate);
                    PipelineKind::Program(Arc::new(pipeline))
                }
                None => {
                    PipelineKind::Function(FunctionPipeline::new(gpu, &label, generator, evaluate))
                }
            };
            let of_field = surface.map(|module| SurfacePipeline::new(gpu, &label, module));
            let at_hits =
                surface_at_hits.map(|module| HitSurfacePipeline::new(gpu, &label, module));
            (kind, of_field, at_hits)
        });
        let (kind, surface, surface_at_hits) = built?;
        Ok(Self {
            generator: Arc::clone(generator),
            warning: None,
            cost: None,
            guard: LoopGuard::default(),
            kind,
            surface,
            errors: OnceLock::new(),
            surface_at_hits,
        })
    }

    /// Returns these pipelines for another tap of their generator, of which they have
    /// [all](crate::generator::TapSelection::all).
    #[must_use]
    pub fn with_tap(&self, generator: &Arc<Generator>) -> Self {
        Self {
            generator: Arc::clone(generator),
            ..self.clone()
        }
    }

    /// Returns the error of the loop that exceeded its budget, according to the guard report of an evaluation, or
    /// `None`. After a runaway loop the samples of the field are not valid.
    pub fn runaway(&self, report: &[u8]) -> Option<Diagnostic> {
        let bytes = report.first_chunk().copied().unwrap_or_default();
        let errors = self.errors();
        let guard = errors.map_or(&self.guard, |errors| &errors.guard);
        guard.runaway(u32::from_le_bytes(bytes))
    }

    /// Records the evaluation of the albedo of a field of the same inputs and region, by the file's own `surface`. Does
    /// nothing without one.
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

    /// Records one chunk of [`Self::evaluate_surface`]. The chunk is relative to the region.
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

    /// Records the evaluation of the albedo of some hits, by the file's own `surface`. Does nothing without one.
    pub(super) fn evaluate_surface_at_hits(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (inputs, rays): (&EvaluateInputs, &RayInputs),
        targets: (HitAlbedo<'_>, RayRegion),
        timestamps: Option<&TimestampQuery>,
    ) {
        if let Some(surface) = &self.surface_at_hits {
            surface.evaluate(gpu, encoder, (rays, &inputs.uniform), targets, timestamps);
        }
    }

    /// Starts the grid run of these inputs. Returns `previous` unchanged if its inputs are equal, and `None` for a
    /// function of a position.
    ///
    /// # Errors
    /// The buffers exceed the adapter's memory.
    pub fn run(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        previous: Option<GridRun>,
    ) -> Result<Option<GridRun>, GpuError> {
        match (&self.kind, &inputs.program) {
            (PipelineKind::Program(program), Some(inputs)) => {
                GridRun::start(gpu, program, inputs, previous).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Records the evaluation of a region of `inputs.grid` into `field`, which has the region's size. A sample does not
    /// depend on the region that it is evaluated in. The time is measured by `timestamps`.
    ///
    /// A grid program executes a whole grid run first.
    ///
    /// # Errors
    /// The buffers of a grid program exceed the adapter's memory.
    pub fn evaluate(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        region: Region,
        field: &FieldTexture,
        timestamps: Option<&TimestampQuery>,
    ) -> Result<(), GpuError> {
        match self.run(gpu, inputs, None)? {
            Some(mut run) => {
                run.advance(encoder, u64::MAX, timestamps);
                run.resample(gpu, encoder, (inputs.grid, region), field, None);
            }
            None => {
                let placed = (region, region.at_origin());
                self.evaluate_chunk(gpu, encoder, inputs, placed, field, timestamps);
            }
        }
        Ok(())
    }

    /// Records one chunk of [`Self::evaluate`]. The chunk is relative to the region. The chunk at the region's
    /// upper left sample must be recorded first: it resets the guard report.
    ///
    /// Does nothing for a grid program, whose samples are resampled from its [run](Self::run), and for errors that the
    /// pipeline is not [prepared](Self::prepare) for.
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
            function.evaluate(gpu, encoder, inputs, placed, field, timestamps);
        }
    }
}

/// Returns the uniform of a chunk of a region, for a texture of the region's size.
fn grid_uniform(inputs: &EvaluateInputs, region: Region, chunk: Region) -> GridUniform {
    let grid = &inputs.grid;
    GridUniform {
        center: grid.center.map(|coordinate| coordinate as f32),
        center_sample: grid.size.map(|count| count as f32 / 2.0),
        first: [0, 1].map(|axis| region.origin[axis] + chunk.origin[axis]),
        size: chunk.size,
        texel: chunk.origin,
        spacing: grid.spacing() as f32,
        z: inputs.z,
        time: inputs.time,
        columns: match (inputs.planet, inputs.volume) {
            (Some(_), _) => FACE_COLUMNS,
            (None, side) => side.map_or(0, |side| grid.size[0] / side),
        },
        side: match inputs.planet {
            Some(planet) => planet.face_side(),
            None => inputs.volume.unwrap_or(1),
        },
        cells: inputs.planet.map_or(0, |planet| planet.cells),
        projection: match inputs.projection {
            None => 0,
            Some((Projection::Equirect, _)) => 1,
            Some((Projection::Cube, _)) => 2,
        },
        layer: inputs.projection.map_or(0, |(_, layer)| layer),
    }
}
