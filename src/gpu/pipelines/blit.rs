//! Drawing of pictures on a window's surface by a render pipeline, for surfaces to which textures cannot be copied.

use super::full_screen_triangle::full_screen_pipeline;
use crate::field::grid::Region;
use crate::gpu::device::binding::{Binding, fragment_layout, texture, uniform};
use crate::gpu::{Gpu, PictureTexture};

const SOURCE: &str = include_str!("../../../shaders/host/blit.wgsl");

/// Draws pictures, unscaled, on targets of one texture format.
#[derive(Debug)]
pub struct BlitPipeline {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
}

impl BlitPipeline {
    /// `format` must not be an sRGB format: pictures are already sRGB-encoded.
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let bindings = [(0, uniform()), (1, texture(true))];
        let layout = fragment_layout(gpu, "BlitPipeline::layout", &bindings);
        let pipeline = full_screen_pipeline(gpu, SOURCE, "blit", &layout, format);
        Self { pipeline, layout }
    }

    /// Draws a picture with its upper left corner at the pixel `origin` of a target of `target_size`. Only the target's
    /// pixels in `part` are drawn, all of which the picture must cover.
    pub fn blit(
        &self,
        gpu: &Gpu,
        pass: &mut wgpu::RenderPass<'_>,
        picture: &PictureTexture,
        origin: [u32; 2],
        part: Region,
        target_size: [u32; 2],
    ) {
        let origin = [origin[0] as f32, origin[1] as f32, 0.0, 0.0];
        let bindings =
            [Binding::Uniform(bytemuck::cast_slice(&origin)), Binding::Texture(&picture.view)];
        let cache = &picture.bindings;
        let group = cache.bind(gpu, "BlitPipeline::group", &self.layout, &bindings);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, &[]);
        let ([x, y], [width, height]) = (part.origin, part.size);
        pass.set_scissor_rect(x, y, width, height);
        pass.draw(0..3, 0..1);
        pass.set_scissor_rect(0, 0, target_size[0], target_size[1]);
    }
}
