//! Evaluation of a file's own `surface` function at the positions where camera rays hit a solid.

use super::ray_tracing::{TracedRays, rays_uniform};
use crate::generator::{Generator, HIT_SURFACE_ENTRY_POINT, RUNAWAY_BINDING};
use crate::gpu::device::binding::{
    Binding, author_bindings, author_resources, layout, storage, storage_texture, uniform,
    unsigned_texture,
};
use crate::gpu::device::compute::{compute_pipeline, dispatch, pipeline_layout, workgroups};
use crate::gpu::device::texture::ALBEDO_FORMAT;
use crate::gpu::device::trusted_shader::bounded_shader;
use crate::gpu::{Gpu, PictureTexture, TimestampQuery};

#[derive(Clone, Debug)]
pub(crate) struct HitSurfacePipeline {
    pipeline: wgpu::ComputePipeline,
    layouts: [wgpu::BindGroupLayout; 3],
}

impl HitSurfacePipeline {
    /// Errors go to the wgpu error scope around the call.
    pub(crate) fn new(gpu: &Gpu, generator: &Generator, module: naga::Module) -> Self {
        let label = &generator.address.to_string();
        let author = author_bindings(uniform(), generator);
        let hits = [
            (0, uniform()),
            (1, unsigned_texture()),
            (2, storage_texture(ALBEDO_FORMAT)),
            (RUNAWAY_BINDING, storage(false)),
        ];
        let layouts = [
            layout(gpu, "HitSurfacePipeline::author", &author),
            layout(gpu, "HitSurfacePipeline::scene", &[(0, uniform())]),
            layout(gpu, "HitSurfacePipeline::hits", &hits),
        ];
        let layout = pipeline_layout(gpu, label, &layouts.each_ref().map(Some));
        let shader = bounded_shader(gpu, label, module);
        Self {
            pipeline: compute_pipeline(gpu, &layout, &shader, HIT_SURFACE_ENTRY_POINT, &[]),
            layouts,
        }
    }

    /// `uniform` and `fields` are control values and field inputs; `albedo` has one texel for each ray.
    pub(crate) fn evaluate(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (uniform, fields): (&[u8], Vec<wgpu::TextureView>),
        (traced, albedo): (TracedRays<'_>, &PictureTexture),
        timestamps: Option<&TimestampQuery>,
    ) {
        let rays = rays_uniform(traced.region);
        let camera = [Binding::Uniform(bytemuck::bytes_of(&traced.inputs.uniform))];
        let hits = [
            Binding::Uniform(bytemuck::bytes_of(&rays)),
            Binding::Texture(&traced.hits.hits),
            Binding::Texture(&albedo.view),
            Binding::Buffer(&traced.field.runaway),
        ];
        let author = author_resources(uniform, &fields);
        let labels =
            ["HitSurfacePipeline::author", "HitSurfacePipeline::scene", "HitSurfacePipeline::hits"];
        let bindings = [&author[..], &camera, &hits];
        let groups = [0, 1, 2].map(|index| {
            let layout = &self.layouts[index];
            albedo.bindings.bind(gpu, labels[index], layout, bindings[index])
        });
        let size = workgroups(traced.region.chunk.size);
        dispatch(encoder, &self.pipeline, "surface at hits", &groups.each_ref(), size, timestamps);
    }
}
