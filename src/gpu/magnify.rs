//! A coarse picture → one of full size, smooth between the coarse one's texels.

use super::binding::{bind, buffer, layout, storage, uniform, written};
use super::range::stage;
use super::texture::whole;
use super::{FieldTexture, Gpu, PictureTexture};

/// The stage's text.
const SOURCE: &str = include_str!("../../shaders/stages/magnify.wgsl");

/// Enlarges pictures by whole factors.
#[derive(Debug)]
pub struct MagnifyPipeline {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
}

impl MagnifyPipeline {
    /// Builds the stage. It is the host's own and always fits.
    pub fn new(gpu: &Gpu) -> Self {
        let coarse = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let bindings = [
            (0, uniform()),
            (1, coarse),
            (
                2,
                wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
            ),
            (3, written(wgpu::TextureFormat::Rgba8Unorm)),
            (4, storage(true)),
        ];
        let layout = layout(gpu, "MagnifyPipeline::layout", &bindings);
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("MagnifyPipeline::sampler"),
            mag_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        Self {
            pipeline: stage(gpu, SOURCE, "magnify", &layout, &[]),
            layout,
            sampler,
        }
    }

    /// Fills `picture` with a coarse one, each of whose texels stands for `step` times `step`. If a loop ran away
    /// in the evaluation of the coarse one's field, `picture` stays as it was.
    pub fn magnify(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (coarse, field): (&PictureTexture, &FieldTexture),
        step: u32,
        picture: &PictureTexture,
    ) {
        let factor = [step as f32, 0.0, 0.0, 0.0];
        let factor = buffer(gpu, "MagnifyPipeline::step", bytemuck::cast_slice(&factor));
        let (from, to) = (whole(&coarse.texture), whole(&picture.texture));
        let resources = [
            factor.as_entire_binding(),
            wgpu::BindingResource::TextureView(&from),
            wgpu::BindingResource::Sampler(&self.sampler),
            wgpu::BindingResource::TextureView(&to),
            field.runaway.as_entire_binding(),
        ];
        let group = bind(gpu, "MagnifyPipeline::group", &self.layout, &resources);
        let descriptor = wgpu::ComputePassDescriptor {
            label: Some("magnify"),
            timestamp_writes: None,
        };
        let mut pass = encoder.begin_compute_pass(&descriptor);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, &[]);
        let [width, height] = [picture.texture.width(), picture.texture.height()];
        pass.dispatch_workgroups(width.div_ceil(8), height.div_ceil(8), 1);
    }
}
