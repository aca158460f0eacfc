//! Evaluation of a file's own `surface` function where rays hit a solid.

use super::binding::{
    Binding, author_bindings, author_resources, layout, storage, storage_texture, uniform,
    unsigned_texture,
};
use super::compute::{compute_pipeline, dispatch, pipeline_layout, workgroups};
use super::texture::PICTURE_FORMAT;
use super::trace::{HitTargets, RayInputs, RayRegion, rays_uniform};
use super::trusted_shader::bounded_shader;
use super::{FieldTexture, Gpu, PictureTexture, TimestampQuery};
use crate::generator::{Generator, HIT_SURFACE_ENTRY_POINT, RUNAWAY_BINDING};

/// Hits, and where their albedo is written: one texel for each ray.
#[derive(Clone, Copy)]
pub(super) struct HitAlbedo<'a> {
    /// The data; it has the guard report.
    pub(super) field: &'a FieldTexture,
    pub(super) hits: &'a HitTargets,
    pub(super) albedo: &'a PictureTexture,
}

/// The pipeline of a file's `surface` function at hits.
#[derive(Clone, Debug)]
pub(super) struct HitSurfacePipeline {
    pipeline: wgpu::ComputePipeline,
    /// Layouts of the author's uniform, of the camera, and of the hits.
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
            (2, storage_texture(PICTURE_FORMAT)),
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

    /// Records the evaluation of some hits. `uniform` and `fields` are the author's.
    pub(super) fn evaluate(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (inputs, (uniform, fields)): (&RayInputs, (&[u8], Vec<wgpu::TextureView>)),
        (targets, region): (HitAlbedo<'_>, RayRegion),
        timestamps: Option<&TimestampQuery>,
    ) {
        let HitAlbedo {
            field,
            hits,
            albedo,
        } = targets;
        let rays = rays_uniform(region);
        let [author, camera, own] = &self.layouts;
        let bind = |label, layout, bindings: &[Binding<'_>]| {
            albedo.bindings.bind(gpu, label, layout, bindings)
        };
        let author = bind(
            "HitSurfacePipeline::author",
            author,
            &author_resources(uniform, &fields),
        );
        let scene = [Binding::Uniform(bytemuck::bytes_of(&inputs.uniform))];
        let scene = bind("HitSurfacePipeline::scene", camera, &scene);
        let own = bind(
            "HitSurfacePipeline::hits",
            own,
            &[
                Binding::Uniform(bytemuck::bytes_of(&rays)),
                Binding::Texture(&hits.hits),
                Binding::Texture(&albedo.view),
                Binding::Buffer(&field.runaway),
            ],
        );
        let size = workgroups(region.chunk.size);
        let groups = [&author, &scene, &own];
        dispatch(
            encoder,
            &self.pipeline,
            "surface at hits",
            &groups,
            size,
            timestamps,
        );
    }
}
