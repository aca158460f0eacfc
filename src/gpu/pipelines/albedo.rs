//! Evaluation of a file's own `surface` function at the samples of a field: the albedo (unlit color) of the ground.

use super::host_uniforms::DispatchUniforms;
use crate::generator::{Generator, RUNAWAY_BINDING, SURFACE_ENTRY_POINT};
use crate::gpu::device::binding::{
    Binding, author_bindings, author_resources, create_group, layout, storage, storage_texture,
    texture, uniform,
};
use crate::gpu::device::compute::{compute_pipeline, dispatch_parts, pipeline_layout, workgroups};
use crate::gpu::device::texture::ALBEDO_FORMAT;
use crate::gpu::device::trusted_shader::bounded_shader;
use crate::gpu::{FieldTexture, Gpu, PictureTexture, TimestampQuery};

#[derive(Clone, Debug)]
pub(crate) struct SurfacePipeline {
    pipeline: wgpu::ComputePipeline,
    author_layout: wgpu::BindGroupLayout,
    empty_group: wgpu::BindGroup,
    host_layout: wgpu::BindGroupLayout,
}

impl SurfacePipeline {
    /// Errors go to the wgpu error scope around the call.
    pub(crate) fn new(gpu: &Gpu, generator: &Generator, module: naga::Module) -> Self {
        let label = &generator.address.to_string();
        let author = author_bindings(uniform(), generator);
        let author_layout = layout(gpu, "SurfacePipeline::author_layout", &author);
        let empty_layout = layout(gpu, "SurfacePipeline::empty_layout", &[]);
        let host_layout = layout(
            gpu,
            "SurfacePipeline::host_layout",
            &[
                (0, uniform()),
                (1, texture(false)),
                (2, storage_texture(ALBEDO_FORMAT)),
                (RUNAWAY_BINDING, storage(false)),
            ],
        );
        let groups = [&author_layout, &empty_layout, &host_layout].map(Some);
        let layout = pipeline_layout(gpu, label, &groups);
        let shader = bounded_shader(gpu, label, module);
        Self {
            pipeline: compute_pipeline(gpu, &layout, &shader, SURFACE_ENTRY_POINT, &[]),
            empty_group: create_group(gpu, "SurfacePipeline::empty", &empty_layout, &[]),
            author_layout,
            host_layout,
        }
    }

    pub(crate) fn evaluate_surface(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (parts, fields): (&[DispatchUniforms<'_>], Vec<wgpu::TextureView>),
        (field, albedo): (&FieldTexture, &PictureTexture),
        timestamps: Option<&TimestampQuery>,
    ) {
        let cache = &albedo.bindings;
        let parts = parts.iter().map(|part| {
            let author = author_resources(&part.uniform, &fields);
            let author = cache.bind_part(
                gpu, "SurfacePipeline::author", part.index, &self.author_layout, &author,
            );
            let host = [
                Binding::Uniform(bytemuck::bytes_of(&part.grid)),
                Binding::Texture(&field.view),
                Binding::Texture(&albedo.view),
                Binding::Buffer(&field.runaway),
            ];
            let host =
                cache.bind_part(gpu, "SurfacePipeline::host", part.index, &self.host_layout, &host);
            let groups = vec![author, self.empty_group.clone(), host];
            (groups, workgroups(part.grid.size))
        });
        let parts: Vec<_> = parts.collect();
        dispatch_parts(encoder, &self.pipeline, "surface", &parts, timestamps);
    }
}
