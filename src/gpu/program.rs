//! Grid programs: passes over storage buffers, then the view's samples from what they made.

use super::binding::{bind, buffer, layout, storage, uniform, written};
use super::bounded::bounded_shader;
use super::range::stage;
use super::texture::{field_format, whole};
use super::uniform::ResamplingUniform;
use super::{FieldTexture, Gpu, Stopwatch};
use crate::control::{Auto, HostInputs, Values};
use crate::generator::{Generator, GridProgram, RUNAWAY_BINDING, Schedule};
use crate::grid::{Region, SampleGrid};

/// The resampling stage's text.
pub(super) const SOURCE: &str = include_str!("../../shaders/stages/resample.wgsl");

/// What a run of a program depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProgramInputs {
    pub(super) schedule: Schedule,
    /// Where the program's grid lies in the world.
    pub(super) grid: SampleGrid,
    /// The author's uniform for each value of `@auto(iteration)`; one where that is not asked for.
    pub(super) uniforms: Vec<Vec<u8>>,
}

impl ProgramInputs {
    /// Encodes a program's uniforms, one for each iteration where they differ.
    pub(super) fn new(
        generator: &Generator,
        values: &Values,
        schedule: Schedule,
        host: &HostInputs,
    ) -> Self {
        let grid = schedule.grid(generator);
        let counts = generator.uniform.uses(|auto| auto == Auto::Iteration);
        let iterations = if counts { schedule.iterations() } else { 1 };
        let encode = |iteration| {
            let host = HostInputs {
                resolution: grid.size,
                pixel_size: grid.spacing(),
                iteration,
                ..*host
            };
            generator.uniform.encode(&generator.controls, values, &host)
        };
        let uniforms = (0..iterations).map(encode).collect();
        Self {
            schedule,
            grid,
            uniforms,
        }
    }
}

/// The pipelines of a program's passes.
#[derive(Debug)]
pub(super) struct ProgramPipeline {
    pub(super) program: GridProgram,
    pub(super) passes: Vec<wgpu::ComputePipeline>,
    pub(super) author_layout: wgpu::BindGroupLayout,
    pub(super) grid_layout: wgpu::BindGroupLayout,
    pub(super) host_layout: wgpu::BindGroupLayout,
    resample: wgpu::ComputePipeline,
    resample_layout: wgpu::BindGroupLayout,
}

impl ProgramPipeline {
    /// Builds all passes of a module. Errors go to the error scope around the call.
    pub(super) fn new(gpu: &Gpu, label: &str, program: &GridProgram, module: naga::Module) -> Self {
        let author = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: true,
            min_binding_size: None,
        };
        let author_layout = layout(gpu, "ProgramPipeline::author_layout", &[(0, author)]);
        let buffers: Vec<_> = program
            .buffers
            .iter()
            .map(|buffer| (buffer.binding, storage(buffer.read_only)))
            .collect();
        let grid_layout = layout(gpu, "ProgramPipeline::grid_layout", &buffers);
        let host_layout = layout(
            gpu,
            "ProgramPipeline::host_layout",
            &[(RUNAWAY_BINDING, storage(false))],
        );
        let shader = bounded_shader(gpu, label, module);
        let pipeline_layout = gpu
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts: &[Some(&author_layout), Some(&grid_layout), Some(&host_layout)],
                immediate_size: 0,
            });
        let passes = program.passes.iter().map(|pass| {
            gpu.device
                .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: Some(&pass.entry_point),
                    layout: Some(&pipeline_layout),
                    module: &shader,
                    entry_point: Some(&pass.entry_point),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    cache: None,
                })
        });
        let resample_layout = layout(
            gpu,
            "ProgramPipeline::resample_layout",
            &[
                (0, uniform()),
                (1, storage(true)),
                (2, written(field_format(1))),
            ],
        );
        Self {
            passes: passes.collect(),
            resample: stage(gpu, SOURCE, "resample", &resample_layout, &[]),
            program: program.clone(),
            author_layout,
            grid_layout,
            host_layout,
            resample_layout,
        }
    }

    /// Fills a field with what lies between the heights of a run.
    pub(super) fn resample(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        resampling: ResamplingUniform,
        heights: &wgpu::Buffer,
        field: &FieldTexture,
        stopwatch: Option<&Stopwatch>,
    ) {
        let resampling = buffer(
            gpu,
            "ProgramPipeline::resampling",
            bytemuck::bytes_of(&resampling),
        );
        let view = whole(&field.texture);
        let group = bind(
            gpu,
            "ProgramPipeline::resample",
            &self.resample_layout,
            &[
                resampling.as_entire_binding(),
                heights.as_entire_binding(),
                wgpu::BindingResource::TextureView(&view),
            ],
        );
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("resample"),
            timestamp_writes: stopwatch.map(Stopwatch::writes),
        });
        pass.set_pipeline(&self.resample);
        pass.set_bind_group(0, &group, &[]);
        let [width, height] = field.size();
        pass.dispatch_workgroups(width.div_ceil(8), height.div_ceil(8), 1);
    }
}

/// Where a region of a view lies on the grid. Where the two have the same samples, exactly on them.
pub(super) fn resampling(grid: SampleGrid, view: SampleGrid, region: Region) -> ResamplingUniform {
    let step = near_whole(view.spacing() / grid.spacing());
    let corner = view.world_from_sample(region.first.map(f64::from));
    let middle = f64::from(grid.size[0]) / 2.0 - 0.5;
    let east = (corner[0] - grid.center[0]) / grid.spacing();
    let south = (grid.center[1] - corner[1]) / grid.spacing();
    ResamplingUniform {
        first: [east, south].map(|offset| near_whole(middle + offset) as f32),
        step: step as f32,
        side: grid.size[0],
    }
}

/// A number, or the whole number that it is but for rounding.
fn near_whole(number: f64) -> f64 {
    let whole = number.round();
    if (number - whole).abs() < 1e-6 {
        whole
    } else {
        number
    }
}
