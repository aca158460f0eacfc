//! The two textures of a picture: what was evaluated, and what is seen.

use super::{Gpu, GpuError};
use crate::generator::texture_format;

/// Evaluated samples: one texel each, `f32` numbers, row 0 at the top.
#[derive(Clone, Debug)]
pub struct FieldTexture {
    /// The texture.
    pub texture: wgpu::Texture,
    /// Numbers of a sample, 1 to 4.
    pub channels: u32,
    /// What its evaluation says of a loop that ran away; 0 for none.
    pub(super) runaway: wgpu::Buffer,
}

/// Shaded colours: one texel a sample, sRGB-encoded bytes.
#[derive(Clone, Debug)]
pub struct PictureTexture {
    /// The texture.
    pub texture: wgpu::Texture,
}

impl FieldTexture {
    /// Room for so many samples across and down.
    ///
    /// # Errors
    /// More than a texture holds, or than there is memory for.
    pub fn new(gpu: &Gpu, size: [u32; 2], channels: u32) -> Result<Self, GpuError> {
        let usage = wgpu::TextureUsages::STORAGE_BINDING
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC;
        let texture = create(gpu, "FieldTexture", size, field_format(channels), usage)?;
        Ok(Self {
            texture,
            channels,
            runaway: report_buffer(gpu),
        })
    }

    /// Samples across and down.
    pub fn size(&self) -> [u32; 2] {
        [self.texture.width(), self.texture.height()]
    }

    /// Bytes of all its texels.
    pub fn bytes(&self) -> u64 {
        let [width, height] = self.size().map(u64::from);
        width * height * u64::from(self.texel_bytes())
    }

    /// Bytes of a texel.
    pub(super) fn texel_bytes(&self) -> u32 {
        self.texture.format().block_copy_size(None).unwrap_or(16)
    }
}

impl PictureTexture {
    /// Room for so many samples across and down.
    ///
    /// # Errors
    /// More than a texture holds, or than there is memory for.
    pub fn new(gpu: &Gpu, size: [u32; 2]) -> Result<Self, GpuError> {
        let usage = wgpu::TextureUsages::STORAGE_BINDING
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST;
        let texture = create(gpu, "PictureTexture", size, PICTURE_FORMAT, usage)?;
        Ok(Self { texture })
    }

    /// Begins with what fits of another picture, from the upper left corner on.
    pub fn begin_with(&self, encoder: &mut wgpu::CommandEncoder, other: &Self) {
        let size = wgpu::Extent3d {
            width: self.texture.width().min(other.texture.width()),
            height: self.texture.height().min(other.texture.height()),
            depth_or_array_layers: 1,
        };
        let [from, to] = [other, self].map(|picture| picture.texture.as_image_copy());
        encoder.copy_texture_to_texture(from, to, size);
    }
}

/// The texture format of colours.
pub(super) const PICTURE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// The texture format that holds so many numbers a sample.
pub(super) fn field_format(channels: u32) -> wgpu::TextureFormat {
    match texture_format(channels) {
        "r32float" => wgpu::TextureFormat::R32Float,
        "rg32float" => wgpu::TextureFormat::Rg32Float,
        _ => wgpu::TextureFormat::Rgba32Float,
    }
}

/// Room for an evaluation's report of a loop that ran away; 0 at first.
pub(super) fn report_buffer(gpu: &Gpu) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("runaway"),
        size: 4,
        usage: wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// The view of a whole texture.
pub(super) fn whole(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn create(
    gpu: &Gpu,
    label: &str,
    [width, height]: [u32; 2],
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> Result<wgpu::Texture, GpuError> {
    let limit = gpu.device.limits().max_texture_dimension_2d;
    if width > limit || height > limit {
        return Err(GpuError::TooLarge {
            width,
            height,
            limit,
        });
    }
    gpu.checked(label, || {
        gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d {
                width: width.max(1),
                height: height.max(1),
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        })
    })
}
