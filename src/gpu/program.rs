//! Pipelines of grid programs: the passes over storage buffers, and the resampling of the grid for a view.

use std::sync::Arc;

use super::binding::{Binding, author_bindings, layout, storage, storage_texture, uniform};
use super::compute::{compute_pipeline, dispatch, pipeline_layout, stage, workgroups};
use super::texture::field_format;
use super::trusted_shader::bounded_shader;
use super::uniform::ResamplingUniform;
use super::{FieldTexture, Gpu, TimestampQuery};
use crate::control::{HostInputs, UniformLayout, Values};
use crate::generator::{
    Generator, GridProgram, InputPlace, LoopGuard, RUNAWAY_BINDING, Schedule, TAP_BINDING,
    TAP_COUNTS_BINDING, TAP_GRID_BINDING, TAP_ROWS_BINDING,
};
use crate::grid::{Region, SampleGrid};

/// WGSL text of the stage that resamples a program's grid for a view. [`HEIGHTS`] or [`TAPS`], which read the samples,
/// is added to it.
const SOURCE: &str = include_str!("../../shaders/stages/resample.wgsl");
const HEIGHTS: &str = include_str!("../../shaders/stages/resample_heights.wgsl");
const TAPS: &str = include_str!("../../shaders/stages/resample_taps.wgsl");

/// Inputs of a grid run: the schedule of its passes, the placement of its grid, and the author's uniform.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProgramInputs {
    pub(super) schedule: Schedule,
    /// Placement of the program's grid in the world.
    pub(super) grid: SampleGrid,
    /// The author's uniform in iteration 0. Other iterations differ only in the iteration number.
    pub(super) uniform: Vec<u8>,
    /// Bytes of the uniform that selects an intermediate value (tap); empty if none is selected.
    pub(super) tap: Vec<u8>,
}

/// Output that the passes of a grid program write besides their own buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassOutput {
    Nothing,
    /// The value of the selected tap (intermediate value) in each sample.
    Tap,
    /// The number of runs of each tap (intermediate value).
    TapCounts,
    /// The values of all taps (intermediate values) in one invocation of a pass.
    Trace,
}

impl PassOutput {
    /// Returns the output that is needed to show a generator: the selected tap, if there is one.
    pub(super) fn of(generator: &Generator) -> Self {
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

    /// Returns the WGSL text of the stage that resamples this output, or the result, for a view, and the number of
    /// channels of the field that it writes.
    pub(super) fn resampling(self) -> (String, u32) {
        match self {
            Self::Tap => ([SOURCE, TAPS].concat(), 4),
            Self::Nothing | Self::TapCounts | Self::Trace => ([SOURCE, HEIGHTS].concat(), 1),
        }
    }
}

impl ProgramInputs {
    /// Encodes the author's uniform of a grid program, and computes the placement of its grid in the world.
    pub(super) fn new(
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

/// The pipelines of a grid program: one for each pass, and one that resamples the grid for a view.
#[derive(Debug)]
pub(super) struct ProgramPipeline {
    generator: Generator,
    /// The loops in the passes, and in the stages before.
    guard: LoopGuard,
    pub(super) program: GridProgram,
    pub(super) output: PassOutput,
    /// Layout of the author's uniform struct.
    pub(super) uniform: UniformLayout,
    pub(super) passes: Vec<wgpu::ComputePipeline>,
    pub(super) author_layout: wgpu::BindGroupLayout,
    pub(super) grid_layout: wgpu::BindGroupLayout,
    pub(super) host_layout: wgpu::BindGroupLayout,
    resample: wgpu::ComputePipeline,
    resample_layout: wgpu::BindGroupLayout,
}

impl ProgramPipeline {
    /// Builds the pipelines of all passes. Errors go to the error scope around the call.
    pub(super) fn new(
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

    /// Returns true if both have the same passes, numbers of loops and sources.
    pub(super) fn is_same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        let is_equal =
            || self.guard == other.guard && self.generator.is_same_stage(&other.generator);
        Arc::ptr_eq(self, other) || is_equal()
    }

    /// Records the resampling of the heights of a grid run into `field`.
    pub(super) fn resample(
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

/// Returns the uniform that resamples a program's grid for a region of a view. Samples that coincide get exactly
/// integer positions.
pub(super) fn resampling(grid: SampleGrid, view: SampleGrid, region: Region) -> ResamplingUniform {
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

/// Rounds a number that differs from an integer only by rounding errors.
fn snap_to_integer(number: f64) -> f64 {
    let integer = number.round();
    if (number - integer).abs() < 1e-6 {
        integer
    } else {
        number
    }
}
