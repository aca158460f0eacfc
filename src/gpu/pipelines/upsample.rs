//! Enlargement of coarse pictures, with interpolation between their texels.

use super::full_screen_triangle::full_screen_pipeline;
use crate::gpu::device::binding::{Binding, fragment_layout, storage, texture, uniform};
use crate::gpu::{FieldTexture, Gpu, PictureTexture};

const SOURCE: &str = include_str!("../../../shaders/host/upsample.wgsl");

/// Enlarges coarse pictures by integer factors.
#[derive(Debug)]
pub struct UpsamplePipeline {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
}

impl UpsamplePipeline {
    /// Builds the pipeline.
    pub fn new(gpu: &Gpu) -> Self {
        let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        let bindings = [(0, uniform()), (1, texture(true)), (2, sampler), (3, storage(true))];
        let layout = fragment_layout(gpu, "UpsamplePipeline::layout", &bindings);
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("UpsamplePipeline::sampler"),
            mag_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        Self {
            pipeline: full_screen_pipeline(gpu, SOURCE, "upsample", &layout, gpu.picture_format()),
            layout,
            sampler,
        }
    }

    /// Records the enlargement to `step` × `step` pixels per texel. A runaway loop leaves the picture unchanged.
    pub fn upsample(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        coarse: &PictureTexture,
        field: &FieldTexture,
        step: u32,
        picture: &PictureTexture,
    ) {
        let factor = [step as f32, 0.0, 0.0, 0.0];
        let bindings = [
            Binding::Uniform(bytemuck::cast_slice(&factor)),
            Binding::Texture(&coarse.view),
            Binding::Sampler(&self.sampler),
            Binding::Buffer(&field.runaway),
        ];
        let cache = &coarse.bindings;
        let group = cache.bind(gpu, "UpsamplePipeline::group", &self.layout, &bindings);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("upsample"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &picture.view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
    }
}
