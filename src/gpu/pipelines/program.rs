//! Pipelines of a grid program: its passes, and the resampling of its grid for a view.

use std::sync::Arc;

use super::host_uniforms::ResamplingUniform;
use crate::field::grid::{Region, SampleGrid};
use crate::generator::control::{HostInputs, UniformLayout, Values};
use crate::generator::{
    Generator, GridProgram, InputPlacement, LoopGuard, RUNAWAY_BINDING, Schedule, TAP_BINDING,
    TAP_COUNTS_BINDING, TAP_GRID_BINDING, TAP_ROWS_BINDING,
};
use crate::gpu::device::binding::{
    Binding, author_bindings, layout, storage, storage_texture, uniform,
};
use crate::gpu::device::compute::{compute_pipeline, dispatch, pipeline_layout, stage, workgroups};
use crate::gpu::device::texture::field_format;
use crate::gpu::device::trusted_shader::bounded_shader;
use crate::gpu::{FieldTexture, Gpu, TimestampQuery};

/// [`HEIGHTS`] or [`TAPS`] is appended, which defines how a sample is read from the buffer.
const SOURCE: &str = include_str!("../../../shaders/host/resample.wgsl");
const HEIGHTS: &str = include_str!("../../../shaders/host/resample_heights.wgsl");
const TAPS: &str = include_str!("../../../shaders/host/resample_taps.wgsl");

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProgramInputs {
    pub(crate) schedule: Schedule,
    pub(crate) grid: SampleGrid,
    /// Control values for iteration 0. In other iterations only the iteration number differs.
    pub(crate) uniform: Vec<u8>,
    /// Uniform that selects a tap; empty if none is selected.
    pub(crate) tap: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PassOutput {
    Nothing,
    Tap,
    /// How often each tap is computed.
    TapCounts,
    Trace,
}

impl PassOutput {
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
            Self::Trace => vec![(TAP_BINDING, storage(false)), (TAP_ROWS_BINDING, storage(false))],
        }
    }

    /// Text of the shader that resamples taps or the result for a view, and the channels that it writes.
    pub(crate) fn resampling(self) -> (String, u32) {
        match self {
            Self::Tap => ([SOURCE, TAPS].concat(), 4),
            Self::Nothing | Self::TapCounts | Self::Trace => ([SOURCE, HEIGHTS].concat(), 1),
        }
    }
}

impl ProgramInputs {
    pub(crate) fn new(
        generator: &Generator,
        values: &Values,
        schedule: Schedule,
        placements: &[InputPlacement],
        host: &HostInputs,
    ) -> Self {
        let (controls, uniform) = (&generator.controls, &generator.uniform);
        let grid = schedule.grid(generator);
        let host =
            HostInputs { resolution: grid.size, pixel_size: grid.spacing(), iteration: 0, ..*host };
        Self {
            schedule,
            grid,
            uniform: uniform.encode(controls, values, &host, placements),
            tap: generator.tap_uniform(),
        }
    }
}

#[derive(Debug)]
pub(crate) struct ProgramPipeline {
    generator: Generator,
    guard: LoopGuard,
    pub(crate) program: GridProgram,
    pub(crate) output: PassOutput,
    pub(crate) uniform: UniformLayout,
    pub(crate) passes: Vec<wgpu::ComputePipeline>,
    pub(crate) author_layout: wgpu::BindGroupLayout,
    pub(crate) grid_layout: wgpu::BindGroupLayout,
    pub(crate) host_layout: wgpu::BindGroupLayout,
    resample: wgpu::ComputePipeline,
    resample_layout: wgpu::BindGroupLayout,
}

impl ProgramPipeline {
    /// Errors go to the wgpu error scope around the call.
    pub(crate) fn new(
        gpu: &Gpu,
        label: &str,
        program: &GridProgram,
        generator: &Generator,
        module: naga::Module,
        output: PassOutput,
        guard: LoopGuard,
    ) -> Self {
        let author = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: true,
            min_binding_size: None,
        };
        let author_layout =
            layout(gpu, "ProgramPipeline::author_layout", &author_bindings(author, generator));
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
            &[(0, uniform()), (1, storage(true)), (2, storage_texture(field_format(channels)))],
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

    /// True for equal passes, loop numbers and field inputs, so that one run can serve both.
    pub(crate) fn is_same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other)
            || self.guard == other.guard && self.generator.is_same_stage(&other.generator)
    }

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
        let group = field.bindings.bind(gpu, "ProgramPipeline::resample", layout, &bindings);
        let size = workgroups(field.size());
        dispatch(encoder, &self.resample, "resample", &[&group], size, timestamps);
    }
}

/// View samples that coincide with grid samples get exact integer positions.
pub(crate) fn resampling(grid: SampleGrid, view: SampleGrid, region: Region) -> ResamplingUniform {
    let step = snap_to_integer(view.spacing() / grid.spacing());
    let corner = view.world_from_sample(region.origin.map(f64::from));
    let first = grid.sample_from_world(corner).map(snap_to_integer);
    ResamplingUniform {
        size: grid.size,
        base: first.map(|at| at.floor() as i32),
        first: first.map(|at| (at - at.floor()) as f32),
        step: step as f32,
        ..ResamplingUniform::default()
    }
}

/// Rounds if the difference is less than 10⁻⁶, as rounding errors are.
fn snap_to_integer(number: f64) -> f64 {
    let integer = number.round();
    if (number - integer).abs() < 1e-6 { integer } else { number }
}
