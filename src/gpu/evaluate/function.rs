//! The pipeline of a function of a position.

use super::{EvaluateInputs, grid_uniform};
use crate::generator::{ENTRY_POINT, Generator, RUNAWAY_BINDING, TAP_BINDING};
use crate::gpu::binding::{Binding, create_group, layout, storage, storage_texture, uniform};
use crate::gpu::compute::{compute_pipeline, dispatch, pipeline_layout, workgroups};
use crate::gpu::texture::field_format;
use crate::gpu::trusted_shader::bounded_shader;
use crate::gpu::{FieldTexture, Gpu, TimestampQuery};
use crate::grid::Region;

/// The pipeline of a function of a position.
#[derive(Clone, Debug)]
pub(super) struct FunctionPipeline {
    pipeline: wgpu::ComputePipeline,
    author_layout: wgpu::BindGroupLayout,
    empty_group: wgpu::BindGroup,
    host_layout: wgpu::BindGroupLayout,
}

impl FunctionPipeline {
    /// Builds the pipeline of a wrapped generator. Errors go to the error scope around the call.
    pub(super) fn new(gpu: &Gpu, label: &str, generator: &Generator, module: naga::Module) -> Self {
        let author_layout = layout(gpu, "FunctionPipeline::author_layout", &[(0, uniform())]);
        let empty_layout = layout(gpu, "FunctionPipeline::empty_layout", &[]);
        let mut bindings = vec![
            (0, uniform()),
            (
                1,
                storage_texture(field_format(generator.stored_channels())),
            ),
            (2, uniform()),
            (RUNAWAY_BINDING, storage(false)),
        ];
        bindings.extend(generator.tap.is_some().then_some((TAP_BINDING, uniform())));
        let host_layout = layout(gpu, "FunctionPipeline::host_layout", &bindings);
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

    /// Records the evaluation of a chunk of a region.
    pub(super) fn evaluate(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        (region, chunk): (Region, Region),
        field: &FieldTexture,
        timestamps: Option<&TimestampQuery>,
    ) {
        let cache = &field.bindings;
        let author = [Binding::Uniform(&inputs.uniform)];
        let author = cache.bind(
            gpu,
            "FunctionPipeline::author",
            &self.author_layout,
            &author,
        );
        let grid = grid_uniform(inputs, region, chunk);
        let mut host = vec![
            Binding::Uniform(bytemuck::bytes_of(&grid)),
            Binding::Texture(&field.view),
            Binding::Uniform(&inputs.arguments),
            Binding::Buffer(&field.runaway),
        ];
        if !inputs.tap.is_empty() {
            host.push(Binding::Uniform(&inputs.tap));
        }
        let host = cache.bind(gpu, "FunctionPipeline::host", &self.host_layout, &host);
        if chunk.origin == [0, 0] {
            encoder.clear_buffer(&field.runaway, 0, None);
        }
        let groups = [&author, &self.empty_group, &host];
        let size = workgroups(chunk.size);
        dispatch(
            encoder,
            &self.pipeline,
            "evaluate",
            &groups,
            size,
            timestamps,
        );
    }
}
