//! Grid programs: passes over storage buffers, then the view's samples from what they made.

use std::sync::{Mutex, PoisonError};

use super::bounded::bounded_shader;
use super::evaluate::{bind, buffer, layout, storage, uniform, written};
use super::range::stage;
use super::texture::{field_format, report_buffer, whole};
use super::uniform::ResamplingUniform;
use super::{FieldTexture, Gpu, Stopwatch};
use crate::control::{Auto, HostInputs, Values};
use crate::generator::{Generator, GridProgram, HOST_GROUP, RUNAWAY_BINDING, Schedule};
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

/// The pipelines of a program's passes, and the result of its last run.
#[derive(Debug)]
pub(super) struct ProgramPipeline {
    program: GridProgram,
    passes: Vec<wgpu::ComputePipeline>,
    author_layout: wgpu::BindGroupLayout,
    grid_layout: wgpu::BindGroupLayout,
    host_layout: wgpu::BindGroupLayout,
    resample: wgpu::ComputePipeline,
    resample_layout: wgpu::BindGroupLayout,
    /// A view that moves over the grid runs nothing again.
    ran: Mutex<Option<Ran>>,
}

/// A run's buffers and what they were made from.
#[derive(Debug)]
struct Ran {
    inputs: ProgramInputs,
    buffers: Vec<wgpu::Buffer>,
    /// What it says of a loop that ran away; 0 for none.
    runaway: wgpu::Buffer,
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
            ran: Mutex::new(None),
        }
    }

    /// Runs the passes, unless the last run had the same inputs, and fills `field` with a region of `view`.
    pub(super) fn evaluate(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &ProgramInputs,
        (view, region): (SampleGrid, Region),
        field: &FieldTexture,
        stopwatch: Option<&Stopwatch>,
    ) {
        let mut ran = self.ran.lock().unwrap_or_else(PoisonError::into_inner);
        let same = ran.as_ref().is_some_and(|ran| ran.inputs == *inputs);
        let run = if same {
            None
        } else {
            Some(self.run(gpu, encoder, inputs, ran.take(), stopwatch))
        };
        if let Some(run) = run {
            *ran = Some(run);
        }
        if let Some(ran) = ran.as_ref()
            && let Some(heights) = ran.buffers.first()
        {
            encoder.copy_buffer_to_buffer(&ran.runaway, 0, &field.runaway, 0, None);
            let resampling = resampling(inputs.grid, view, region);
            let stopwatch = stopwatch.filter(|_| same);
            self.resample(gpu, encoder, resampling, heights, field, stopwatch);
        }
    }

    /// Forgets the last run, so that the next evaluation runs the passes.
    pub(super) fn forget(&self) {
        *self.ran.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn run(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &ProgramInputs,
        before: Option<Ran>,
        stopwatch: Option<&Stopwatch>,
    ) -> Ran {
        let buffers = match before {
            Some(before) if before.inputs.schedule.side == inputs.schedule.side => before.buffers,
            _ => self.buffers(gpu, inputs.schedule.side),
        };
        // What a pass has not written yet is zero, whatever ran before.
        buffers
            .iter()
            .for_each(|buffer| encoder.clear_buffer(buffer, 0, None));
        let stride = uniform_stride(gpu, inputs);
        let uniforms = uniforms(gpu, inputs, stride);
        let size = wgpu::BufferSize::new(stride.into());
        let author = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &uniforms,
            offset: 0,
            size,
        });
        let author = bind(
            gpu,
            "ProgramPipeline::author",
            &self.author_layout,
            &[author],
        );
        let entries: Vec<_> = self
            .program
            .buffers
            .iter()
            .zip(&buffers)
            .map(|(declared, buffer)| wgpu::BindGroupEntry {
                binding: declared.binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let grid = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("ProgramPipeline::grid"),
            layout: &self.grid_layout,
            entries: &entries,
        });
        let runaway = report_buffer(gpu);
        let host = wgpu::BindGroupEntry {
            binding: RUNAWAY_BINDING,
            resource: runaway.as_entire_binding(),
        };
        let host = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("ProgramPipeline::host"),
            layout: &self.host_layout,
            entries: &[host],
        });
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("grid program"),
            timestamp_writes: stopwatch.map(Stopwatch::writes),
        });
        pass.set_bind_group(1, &grid, &[]);
        pass.set_bind_group(HOST_GROUP, &host, &[]);
        let last = inputs.uniforms.len() as u32 - 1;
        for step in &inputs.schedule.steps {
            pass.set_pipeline(&self.passes[step.pass]);
            pass.set_bind_group(0, &author, &[step.iteration.min(last) * stride]);
            pass.dispatch_workgroups(step.workgroups[0], step.workgroups[1], 1);
        }
        Ran {
            inputs: inputs.clone(),
            buffers,
            runaway,
        }
    }

    fn buffers(&self, gpu: &Gpu, side: u32) -> Vec<wgpu::Buffer> {
        let samples = u64::from(side) * u64::from(side);
        let declared = self.program.buffers.iter();
        declared
            .map(|buffer| {
                gpu.device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some("ProgramPipeline::buffer"),
                    size: samples * u64::from(buffer.stride),
                    usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
                    mapped_at_creation: false,
                })
            })
            .collect()
    }

    fn resample(
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

/// Bytes from one iteration's uniform to the next.
fn uniform_stride(gpu: &Gpu, inputs: &ProgramInputs) -> u32 {
    let size = inputs.uniforms.first().map_or(0, Vec::len).max(16) as u32;
    size.next_multiple_of(gpu.device.limits().min_uniform_buffer_offset_alignment)
}

/// The uniforms of all iterations, one behind the other.
fn uniforms(gpu: &Gpu, inputs: &ProgramInputs, stride: u32) -> wgpu::Buffer {
    let mut bytes = Vec::new();
    for uniform in &inputs.uniforms {
        bytes.extend_from_slice(uniform);
        bytes.resize(
            bytes
                .len()
                .next_multiple_of(stride as usize)
                .max(stride as usize),
            0,
        );
    }
    buffer(gpu, "ProgramPipeline::uniforms", &bytes)
}

/// Where a region of a view lies on the grid. Where the two have the same samples, exactly on them.
fn resampling(grid: SampleGrid, view: SampleGrid, region: Region) -> ResamplingUniform {
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
