//! Pipelines of a grid program (a generator of compute passes over storage buffers): its passes, and the resampling of
//! its grid for a view.

use std::sync::Arc;

use super::uniform::ResamplingUniform;
use crate::control::{HostInputs, UniformLayout, Values};
use crate::generator::{
    Generator, GridProgram, InputPlace, LoopGuard, RUNAWAY_BINDING, Schedule, TAP_BINDING,
    TAP_COUNTS_BINDING, TAP_GRID_BINDING, TAP_ROWS_BINDING,
};
use crate::gpu::device::binding::{
    Binding, author_bindings, layout, storage, storage_texture, uniform,
};
use crate::gpu::device::compute::{compute_pipeline, dispatch, pipeline_layout, stage, workgroups};
use crate::gpu::device::texture::field_format;
use crate::gpu::device::trusted_shader::bounded_shader;
use crate::gpu::{FieldTexture, Gpu, TimestampQuery};
use crate::grid::{Region, SampleGrid};

/// WGSL text of the stage that resamples a grid program's grid for a view. [`HEIGHTS`] or [`TAPS`] is appended, which
/// defines how a sample is read from the buffer.
const SOURCE: &str = include_str!("../../../shaders/stages/resample.wgsl");
const HEIGHTS: &str = include_str!("../../../shaders/stages/resample_heights.wgsl");
const TAPS: &str = include_str!("../../../shaders/stages/resample_taps.wgsl");

/// Inputs of a grid run (one execution of a grid program): the schedule of its passes, the placement of its grid, and
/// the uniform of its control values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProgramInputs {
    pub(crate) schedule: Schedule,
    /// Sample grid of the grid program: its size in samples and its placement in the world.
    pub(crate) grid: SampleGrid,
    /// Bytes of the uniform with the grid program's control values, for iteration 0. In other iterations only the
    /// iteration number differs.
    pub(crate) uniform: Vec<u8>,
    /// Bytes of the uniform that selects an intermediate value (tap); empty if none is selected.
    pub(crate) tap: Vec<u8>,
}

/// Kind of intermediate values (taps) that the passes of a grid program store for inspection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PassOutput {
    Nothing,
    /// The passes store the value of the selected tap (intermediate value) in each sample.
    Tap,
    /// The passes store how often each tap (intermediate value) is computed.
    TapCounts,
    /// The passes store the values of all taps (intermediate values) in one invocation of a pass.
    Trace,
}

impl PassOutput {
    /// Returns the kind of intermediate values (taps) that is needed to show a generator: those of its selected tap, or
    /// none without a selected tap.
    pub(crate) fn of(generator: &Generator) -> Self {
        match generator.tap {
            Some(_) => Self::Tap,
            None => Self::Nothing,
        }
    }

    fn bindings(self) -> Vec<(u32, wgpu::BindingType)> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Tap => vec![(TAP_BINDING, uniform()), (TAP_GRID_BINDING, storage(false))],
            Self::TapCounts => vec![(TAP_COUNTS_BINDING, storage(false))],
            Self::Trace => vec![
                (TAP_BINDING, storage(false)),
                (TAP_ROWS_BINDING, storage(false)),
            ],
        }
    }

    /// Returns the WGSL text of the stage that resamples a grid program's stored taps or its result for a view, and the
    /// number of channels of the field that the stage writes.
    pub(crate) fn resampling(self) -> (String, u32) {
        match self {
            Self::Tap => ([SOURCE, TAPS].concat(), 4),
            Self::Nothing | Self::TapCounts | Self::Trace => ([SOURCE, HEIGHTS].concat(), 1),
        }
    }
}

impl ProgramInputs {
    /// Encodes the uniform of a grid program's control values, and computes the placement of the program's grid in the
    /// world.
    pub(crate) fn new(
        generator: &Generator,
        values: &Values,
        (schedule, places): (Schedule, &[InputPlace]),
        host: &HostInputs,
    ) -> Self {
        let (controls, uniform) = (&generator.controls, &generator.uniform);
        let grid = schedule.grid(generator);
        let host = HostInputs {
            resolution: grid.size,
            pixel_size: grid.spacing(),
            iteration: 0,
            ..*host
        };
        Self {
            schedule,
            grid,
            uniform: uniform.encode(controls, values, &host, places),
            tap: generator.tap_uniform(),
        }
    }
}

/// The compute pipelines of a grid program: one for each pass, and one that resamples the grid for a view.
#[derive(Debug)]
pub(crate) struct ProgramPipeline {
    generator: Generator,
    /// Guard that bounds the loops in the grid program's passes, and in the generators that fill its field inputs.
    guard: LoopGuard,
    pub(crate) program: GridProgram,
    pub(crate) output: PassOutput,
    /// Layout of the uniform struct that the shader's author declares.
    pub(crate) uniform: UniformLayout,
    pub(crate) passes: Vec<wgpu::ComputePipeline>,
    pub(crate) author_layout: wgpu::BindGroupLayout,
    pub(crate) grid_layout: wgpu::BindGroupLayout,
    pub(crate) host_layout: wgpu::BindGroupLayout,
    resample: wgpu::ComputePipeline,
    resample_layout: wgpu::BindGroupLayout,
}

impl ProgramPipeline {
    /// Builds the compute pipelines of all passes of a grid program. Errors go to the wgpu error scope around the call.
    pub(crate) fn new(
        gpu: &Gpu,
        label: &str,
        (program, generator): (&GridProgram, &Generator),
        (module, output, guard): (naga::Module, PassOutput, LoopGuard),
    ) -> Self {
        let author = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: true,
            min_binding_size: None,
        };
        let author_layout = layout(
            gpu,
            "ProgramPipeline::author_layout",
            &author_bindings(author, generator),
        );
        let buffers: Vec<_> = program
            .buffers
            .iter()
            .map(|buffer| (buffer.binding, storage(buffer.read_only)))
            .collect();
        let grid_layout = layout(gpu, "ProgramPipeline::grid_layout", &buffers);
        let mut host = vec![(RUNAWAY_BINDING, storage(false))];
        host.extend(output.bindings());
        let host_layout = layout(gpu, "ProgramPipeline::host_layout", &host);
        let shader = bounded_shader(gpu, label, module);
        let groups = [&author_layout, &grid_layout, &host_layout].map(Some);
        let pipeline_layout = pipeline_layout(gpu, label, &groups);
        let passes = program
            .passes
            .iter()
            .map(|pass| compute_pipeline(gpu, &pipeline_layout, &shader, &pass.entry_point, &[]));
        let (resample, channels) = output.resampling();
        let resample_layout = layout(
            gpu,
            "ProgramPipeline::resample_layout",
            &[
                (0, uniform()),
                (1, storage(true)),
                (2, storage_texture(field_format(channels))),
            ],
        );
        Self {
            passes: passes.collect(),
            resample: stage(gpu, &resample, "resample", &resample_layout, &[]),
            generator: generator.clone(),
            guard,
            program: program.clone(),
            output,
            uniform: generator.uniform.clone(),
            author_layout,
            grid_layout,
            host_layout,
            resample_layout,
        }
    }

    /// Returns true if two grid programs have equal passes, loop numbers and field inputs, so that one run can serve
    /// both.
    pub(crate) fn is_same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        let is_equal =
            || self.guard == other.guard && self.generator.is_same_stage(&other.generator);
        Arc::ptr_eq(self, other) || is_equal()
    }

    /// Records the resampling of a grid run's result, the buffer `heights`, into `field`.
    pub(crate) fn resample(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        resampling: ResamplingUniform,
        heights: &wgpu::Buffer,
        field: &FieldTexture,
        timestamps: Option<&TimestampQuery>,
    ) {
        let bindings = [
            Binding::Uniform(bytemuck::bytes_of(&resampling)),
            Binding::Buffer(heights),
            Binding::Texture(&field.view),
        ];
        let layout = &self.resample_layout;
        let group = field
            .bindings
            .bind(gpu, "ProgramPipeline::resample", layout, &bindings);
        let size = workgroups(field.size());
        dispatch(
            encoder,
            &self.resample,
            "resample",
            &[&group],
            size,
            timestamps,
        );
    }
}

/// Returns the uniform with which a grid program's grid is resampled for a region of a view. View samples that coincide
/// with grid samples get exact integer positions.
pub(crate) fn resampling(grid: SampleGrid, view: SampleGrid, region: Region) -> ResamplingUniform {
    let step = snap_to_integer(view.spacing() / grid.spacing());
    let corner = view.world_from_sample(region.origin.map(f64::from));
    let center = f64::from(grid.size[0]) / 2.0 - 0.5;
    let east = (corner[0] - grid.center[0]) / grid.spacing();
    let south = (grid.center[1] - corner[1]) / grid.spacing();
    ResamplingUniform {
        first: [east, south].map(|offset| snap_to_integer(center + offset) as f32),
        step: step as f32,
        side: grid.size[0],
    }
}

/// Rounds a number to the nearest integer if they differ by less than 10⁻⁶, as rounding errors do; returns other
/// numbers unchanged.
fn snap_to_integer(number: f64) -> f64 {
    let integer = number.round();
    if (number - integer).abs() < 1e-6 {
        integer
    } else {
        number
    }
}
