//! Evaluation of a file's own `surface` function where rays hit a solid.

use super::binding::{
    Binding, author_bindings, author_resources, layout, storage, storage_texture, uniform,
    unsigned_texture,
};
use super::compute::{compute_pipeline, dispatch, pipeline_layout, workgroups};
use super::texture::ALBEDO_FORMAT;
use super::trace::{TracedRays, rays_uniform};
use super::trusted_shader::bounded_shader;
use super::{Gpu, PictureTexture, TimestampQuery};
use crate::generator::{Generator, HIT_SURFACE_ENTRY_POINT, RUNAWAY_BINDING};

/// The pipeline that evaluates a file's `surface` function where rays hit a solid.
#[derive(Clone, Debug)]
pub(super) struct HitSurfacePipeline {
    pipeline: wgpu::ComputePipeline,
    /// Layouts of three bind groups: the author's uniform and field inputs, the camera, and the hits.
    layouts: [wgpu::BindGroupLayout; 3],
}

impl HitSurfacePipeline {
    /// Builds the pipeline of a wrapped `surface`. Errors go to the error scope around the call.
    pub(super) fn new(gpu: &Gpu, generator: &Generator, module: naga::Module) -> Self {
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

    /// Records the evaluation of `surface` at the hits of some rays. `uniform` and `fields` are the author's uniform
    /// and field inputs; `albedo` has one texel for each ray.
    pub(super) fn evaluate(
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
        let labels = [
            "HitSurfacePipeline::author",
            "HitSurfacePipeline::scene",
            "HitSurfacePipeline::hits",
        ];
        let bindings = [&author[..], &camera, &hits];
        let groups = [0, 1, 2].map(|index| {
            let layout = &self.layouts[index];
            albedo
                .bindings
                .bind(gpu, labels[index], layout, bindings[index])
        });
        let size = workgroups(traced.region.chunk.size);
        dispatch(
            encoder,
            &self.pipeline,
            "surface at hits",
            &groups.each_ref(),
            size,
            timestamps,
        );
    }
}
