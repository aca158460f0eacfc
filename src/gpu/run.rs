//! A grid program under way: its buffers, and how far it has come.

use std::sync::Arc;

use super::binding::{bind, buffer};
use super::program::{ProgramInputs, ProgramPipeline, resampling};
use super::texture::report_buffer;
use super::{FieldTexture, Gpu, GpuError, Stopwatch};
use crate::generator::{HOST_GROUP, RUNAWAY_BINDING, Step};
use crate::grid::{Region, SampleGrid};

/// A run of a grid program: its passes one behind the other, in as many submissions as it takes. Once it is done,
/// any view of the grid can be taken from it.
#[derive(Debug)]
pub struct GridRun {
    pipeline: Arc<ProgramPipeline>,
    inputs: ProgramInputs,
    buffers: Vec<wgpu::Buffer>,
    groups: Groups,
    /// What it says of a loop that ran away; 0 for none.
    runaway: wgpu::Buffer,
    /// How many steps of the schedule were recorded.
    taken: usize,
}

/// What passes are bound to.
#[derive(Debug)]
struct Groups {
    author: wgpu::BindGroup,
    /// Bytes from one iteration's uniform to the next.
    stride: u32,
    grid: wgpu::BindGroup,
    host: wgpu::BindGroup,
}

impl GridRun {
    /// Begins a run, unless `before` is the same. Buffers of the same size are taken over.
    pub(super) fn begin(
        gpu: &Gpu,
        pipeline: &Arc<ProgramPipeline>,
        inputs: &ProgramInputs,
        before: Option<Self>,
    ) -> Result<Self, GpuError> {
        let before = before.filter(|before| Arc::ptr_eq(&before.pipeline, pipeline));
        let side = inputs.schedule.side;
        let buffers = match before {
            Some(before) if before.inputs == *inputs => return Ok(before),
            Some(before) if before.inputs.schedule.side == side => Some(before.buffers),
            _ => None,
        };
        gpu.checked(&format!("the buffers of a grid of {side} x {side}"), || {
            let buffers = buffers.unwrap_or_else(|| create(gpu, pipeline, side));
            let runaway = report_buffer(gpu);
            Self {
                groups: Groups::new(gpu, pipeline, inputs, &buffers, &runaway),
                pipeline: Arc::clone(pipeline),
                inputs: inputs.clone(),
                buffers,
                runaway,
                taken: 0,
            }
        })
    }

    /// Records the next passes, about so many invocations, a pass at least. Gives how many invocations there were.
    pub fn advance(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        room: u64,
        stopwatch: Option<&Stopwatch>,
    ) -> u64 {
        if self.taken == 0 {
            // What a pass has not written yet is zero, whatever ran before.
            let cleared = self.buffers.iter();
            cleared.for_each(|buffer| encoder.clear_buffer(buffer, 0, None));
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("grid program"),
            timestamp_writes: stopwatch.map(Stopwatch::writes),
        });
        pass.set_bind_group(1, &self.groups.grid, &[]);
        pass.set_bind_group(HOST_GROUP, &self.groups.host, &[]);
        let last = self.inputs.uniforms.len() as u32 - 1;
        let mut invocations = 0_u64;
        for step in &self.inputs.schedule.steps[self.taken..] {
            let of_step = self.invocations(step);
            if invocations > 0 && invocations.saturating_add(of_step) > room {
                break;
            }
            invocations += of_step;
            self.taken += 1;
            let uniform = step.iteration.min(last) * self.groups.stride;
            pass.set_pipeline(&self.pipeline.passes[step.pass]);
            pass.set_bind_group(0, &self.groups.author, &[uniform]);
            pass.dispatch_workgroups(step.workgroups[0], step.workgroups[1], 1);
        }
        invocations
    }

    /// Whether all passes were recorded.
    pub fn is_done(&self) -> bool {
        self.taken == self.inputs.schedule.steps.len()
    }

    /// How much has been recorded, 0 to 1.
    pub fn progress(&self) -> f32 {
        self.taken as f32 / self.inputs.schedule.steps.len().max(1) as f32
    }

    /// Fills `field` with a region of a view of the grid, as it is after the passes so far.
    pub fn resample(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (view, region): (SampleGrid, Region),
        field: &FieldTexture,
        stopwatch: Option<&Stopwatch>,
    ) {
        let Some(heights) = self.buffers.first() else {
            return;
        };
        encoder.copy_buffer_to_buffer(&self.runaway, 0, &field.runaway, 0, None);
        let resampling = resampling(self.inputs.grid, view, region);
        self.pipeline
            .resample(gpu, encoder, resampling, heights, field, stopwatch);
    }

    fn invocations(&self, step: &Step) -> u64 {
        let of_group = self.pipeline.program.passes[step.pass].workgroup;
        let counts = step.workgroups.iter().chain(&of_group);
        counts
            .map(|count| u64::from(*count))
            .product::<u64>()
            .max(1)
    }
}

impl Groups {
    fn new(
        gpu: &Gpu,
        pipeline: &ProgramPipeline,
        inputs: &ProgramInputs,
        buffers: &[wgpu::Buffer],
        runaway: &wgpu::Buffer,
    ) -> Self {
        let stride = uniform_stride(gpu, inputs);
        let uniforms = uniforms(gpu, inputs, stride);
        let author = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &uniforms,
            offset: 0,
            size: wgpu::BufferSize::new(stride.into()),
        });
        let declared = pipeline.program.buffers.iter();
        let entries: Vec<_> = declared
            .zip(buffers)
            .map(|(declared, buffer)| wgpu::BindGroupEntry {
                binding: declared.binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let host = wgpu::BindGroupEntry {
            binding: RUNAWAY_BINDING,
            resource: runaway.as_entire_binding(),
        };
        let group = |layout, entries: &[_]| {
            gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("GridRun"),
                layout,
                entries,
            })
        };
        Self {
            author: bind(gpu, "GridRun", &pipeline.author_layout, &[author]),
            stride,
            grid: group(&pipeline.grid_layout, &entries),
            host: group(&pipeline.host_layout, &[host]),
        }
    }
}

fn create(gpu: &Gpu, pipeline: &ProgramPipeline, side: u32) -> Vec<wgpu::Buffer> {
    let samples = u64::from(side) * u64::from(side);
    let declared = pipeline.program.buffers.iter();
    declared
        .map(|buffer| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("GridRun::buffer"),
                size: samples * u64::from(buffer.stride),
                usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        })
        .collect()
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
        let filled = bytes.len().next_multiple_of(stride as usize);
        bytes.resize(filled.max(stride as usize), 0);
    }
    buffer(gpu, "GridRun::uniforms", &bytes)
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use crate::control::Values;
    use crate::gpu::testing::{inputs, pipeline};

    const EMPTY: &str = "
struct Params { /// @range(1, 2048, 1, 16)
    side: u32 }
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(side)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8, 8) fn fill() { heights[params.side] = 1.0; }
";

    /// A device whose buffers hold no more than a megabyte.
    fn small() -> Gpu {
        let Gpu { adapter, .. } = Gpu::headless(None).unwrap();
        let limits = wgpu::Limits {
            max_buffer_size: 1 << 20,
            ..adapter.limits()
        };
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: limits,
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
        Gpu {
            adapter,
            device,
            queue,
            lost: Arc::new(OnceLock::new()),
        }
    }

    #[test]
    fn a_grid_too_large_is_an_error() {
        let gpu = small();
        let pipeline = pipeline(&gpu, EMPTY);
        let run = |side: u32, before| {
            let mut values = Values::default();
            let control = &pipeline.generator.controls[0];
            values.set(control, control.parse(&side.to_string()).unwrap());
            pipeline.run(&gpu, &inputs(&pipeline, &values), before)
        };
        let fits = run(16, None).unwrap();
        let refused = run(2048, fits).unwrap_err().to_string();
        assert!(refused.contains("a grid of 2048 x 2048"), "{refused}");
        assert!(run(512, None).unwrap().is_some());
    }
}
