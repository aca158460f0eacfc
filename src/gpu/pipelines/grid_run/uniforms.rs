//! The uniform of control values, for all iterations of a grid run.

use crate::generator::FIRST_INPUT_BINDING;
use crate::generator::control::AutoInput;
use crate::gpu::Gpu;
use crate::gpu::device::binding::{create_group, create_uniform_buffer};
use crate::gpu::pipelines::program::{ProgramInputs, ProgramPipeline};

#[derive(Debug)]
pub(super) struct IterationUniforms {
    buffer: wgpu::Buffer,
    pub(super) group: wgpu::BindGroup,
    /// Bytes from the uniform of one iteration to that of the next.
    stride: u32,
    /// Iterations with a uniform of their own. Later ones use the last.
    count: u32,
}

impl IterationUniforms {
    pub(super) fn new(
        gpu: &Gpu,
        pipeline: &ProgramPipeline,
        inputs: &ProgramInputs,
        fields: &[wgpu::TextureView],
    ) -> Self {
        let alignment = gpu.device.limits().min_uniform_buffer_offset_alignment;
        let stride = (inputs.uniform.len().max(16) as u32).next_multiple_of(alignment);
        let count = iteration_count(pipeline, inputs);
        // A power-of-two size, so that one more iteration rarely needs a larger buffer.
        let bytes = u64::from(stride) * u64::from(count.next_power_of_two());
        let buffer = create_uniform_buffer(gpu, "GridRun::uniforms", bytes);
        let author = wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &buffer,
                offset: 0,
                size: wgpu::BufferSize::new(stride.into()),
            }),
        };
        let fields = (FIRST_INPUT_BINDING..).zip(fields);
        let fields = fields.map(|(binding, view)| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::TextureView(view),
        });
        let entries: Vec<_> = [author].into_iter().chain(fields).collect();
        let group = create_group(gpu, "GridRun::author", &pipeline.author_layout, &entries);
        let uniforms = Self { buffer, group, stride, count };
        uniforms.write(gpu, pipeline, inputs);
        uniforms
    }

    /// In the same buffer if it is large enough, otherwise in a new one.
    pub(super) fn rewritten(
        &self,
        gpu: &Gpu,
        pipeline: &ProgramPipeline,
        inputs: &ProgramInputs,
        fields: &[wgpu::TextureView],
    ) -> Self {
        let count = iteration_count(pipeline, inputs);
        if self.buffer.size() < u64::from(self.stride) * u64::from(count) {
            return Self::new(gpu, pipeline, inputs, fields);
        }
        let uniforms = Self {
            buffer: self.buffer.clone(),
            group: self.group.clone(),
            stride: self.stride,
            count,
        };
        uniforms.write(gpu, pipeline, inputs);
        uniforms
    }

    fn write(&self, gpu: &Gpu, pipeline: &ProgramPipeline, inputs: &ProgramInputs) {
        let mut uniform = inputs.uniform.clone();
        let mut bytes = Vec::with_capacity((self.count * self.stride) as usize);
        for iteration in 0..self.count {
            pipeline.uniform.set_iteration(&mut uniform, iteration);
            bytes.extend_from_slice(&uniform);
            bytes.resize(((iteration + 1) * self.stride) as usize, 0);
        }
        gpu.queue.write_buffer(&self.buffer, 0, &bytes);
    }

    pub(super) fn offset(&self, iteration: u32) -> u32 {
        iteration.min(self.count - 1) * self.stride
    }
}

/// 1 if the shader does not read the iteration number.
fn iteration_count(pipeline: &ProgramPipeline, inputs: &ProgramInputs) -> u32 {
    let is_read = pipeline.uniform.uses(|auto| auto == AutoInput::Iteration);
    if is_read { inputs.schedule.max_repeats() } else { 1 }
}
