//! Drawing of pictures on a window's surface, one texel per pixel.
//!
//! On a software adapter a plain texture load takes a tenth of the time of a general image shader.

use super::binding::{Binding, fragment_layout, texture, uniform};
use super::cover::cover_pipeline;
use super::{Gpu, PictureTexture};

/// WGSL text of the stage that draws pictures on a window's surface.
const SOURCE: &str = include_str!("../../shaders/stages/blit.wgsl");

/// The pipeline that draws pictures on targets of one format.
#[derive(Debug)]
pub struct BlitPipeline {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
}

impl BlitPipeline {
    /// Builds the pipeline for targets of `format`, which must not be an sRGB format: pictures are already encoded.
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let bindings = [(0, uniform()), (1, texture(true))];
        let layout = fragment_layout(gpu, "BlitPipeline::layout", &bindings);
        let pipeline = cover_pipeline(gpu, (SOURCE, "blit"), &layout, format);
        Self { pipeline, layout }
    }

    /// Draws a picture with its upper left corner at the pixel `origin` of the target, clipped to the target and to
    /// `clip`: the first pixel, inclusive, and the last, exclusive.
    pub fn blit(
        &self,
        gpu: &Gpu,
        pass: &mut wgpu::RenderPass<'_>,
        picture: &PictureTexture,
        origin: [u32; 2],
        clip: [[u32; 2]; 2],
        target_size: [u32; 2],
    ) {
        let size = picture.size();
        let first: [u32; 2] = std::array::from_fn(|axis| origin[axis].max(clip[0][axis]));
        let end = |axis: usize| {
            let end = origin[axis].saturating_add(size[axis]);
            end.min(clip[1][axis]).min(target_size[axis])
        };
        let [width, height] = std::array::from_fn(|axis| end(axis).saturating_sub(first[axis]));
        if width == 0 || height == 0 {
            return;
        }
        let origin = [origin[0] as f32, origin[1] as f32, 0.0, 0.0];
        let bindings = [
            Binding::Uniform(bytemuck::cast_slice(&origin)),
            Binding::Texture(&picture.view),
        ];
        let cache = &picture.bindings;
        let group = cache.bind(gpu, "BlitPipeline::group", &self.layout, &bindings);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.set_scissor_rect(first[0], first[1], width, height);
        pass.draw(0..3, 0..1);
        pass.set_scissor_rect(0, 0, target_size[0], target_size[1]);
    }
}
