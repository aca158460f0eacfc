//! Evaluation of a file's own `surface` function at the samples of a field: the albedo (unlit color) of the ground.

use super::host_uniforms::DispatchUniforms;
use crate::generator::{Generator, RUNAWAY_BINDING, SURFACE_ENTRY_POINT};
use crate::gpu::device::author_pipeline::AuthorPipeline;
use crate::gpu::device::binding::{Binding, storage, storage_texture, texture, uniform};
use crate::gpu::device::compute::workgroups;
use crate::gpu::device::texture::ALBEDO_FORMAT;
use crate::gpu::{FieldTexture, Gpu, PictureTexture, TimestampQuery};

#[derive(Clone, Debug)]
pub(crate) struct SurfacePipeline(AuthorPipeline);

impl SurfacePipeline {
    /// Errors go to the wgpu error scope around the call.
    pub(crate) fn new(gpu: &Gpu, generator: &Generator, module: naga::Module) -> Self {
        let (label, shader) = (generator.address.to_string(), (module, SURFACE_ENTRY_POINT));
        let bindings = [
            (0, uniform()),
            (1, texture(false)),
            (2, storage_texture(ALBEDO_FORMAT)),
            (RUNAWAY_BINDING, storage(false)),
        ];
        Self(AuthorPipeline::new(gpu, &label, generator, shader, &bindings))
    }

    pub(crate) fn evaluate_surface(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (parts, fields): (&[DispatchUniforms<'_>], Vec<wgpu::TextureView>),
        (field, albedo): (&FieldTexture, &PictureTexture),
        timestamps: Option<&TimestampQuery>,
    ) {
        let parts = parts.iter().map(|part| {
            let host = [
                Binding::Uniform(bytemuck::bytes_of(&part.grid)),
                Binding::Texture(&field.view),
                Binding::Texture(&albedo.view),
                Binding::Buffer(&field.runaway),
            ];
            let (cache, author) = ((&*albedo.bindings, part.index), (&*part.uniform, &*fields));
            (self.0.groups(gpu, cache, author, &host), workgroups(part.grid.size))
        });
        let parts: Vec<_> = parts.collect();
        self.0.dispatch(encoder, "surface", &parts, timestamps);
    }
}
