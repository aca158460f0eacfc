//! GPU textures for the samples of a field, and for the pixels of a picture.

use std::sync::Arc;

use super::binding::{BindingCache, report_buffer};
use crate::field::Field;
use crate::field::grid::Region;
use crate::generator::{Generator, texture_format};
use crate::gpu::{Gpu, GpuError};

/// Samples of a field: one texel of 32-bit floats each, row 0 at the top. Clones share the memory.
#[derive(Clone, Debug)]
pub struct FieldTexture {
    /// Holds the samples.
    pub texture: wgpu::Texture,
    /// Channels of each sample, 1 to 4.
    pub channels: u32,
    /// Component of the texels where the exact gradient of each sample begins; `None` if they have none.
    pub(crate) normals_at: Option<u32>,
    /// Upper left part counted for value ranges and histograms, for a planet its six faces; `None` for all samples.
    pub counted: Option<[u32; 2]>,
    pub(crate) view: wgpu::TextureView,
    pub(crate) runaway: wgpu::Buffer,
    pub(crate) bindings: Arc<BindingCache>,
}

/// Shaded pixels, or the albedo of samples: sRGB-encoded bytes, row 0 at the top. Clones share the memory.
#[derive(Clone, Debug)]
pub struct PictureTexture {
    /// Holds the pixels.
    pub texture: wgpu::Texture,
    pub(crate) view: wgpu::TextureView,
    pub(crate) bindings: Arc<BindingCache>,
}

impl FieldTexture {
    /// Creates a texture for `size` samples.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn new(gpu: &Gpu, size: [u32; 2], channels: u32) -> Result<Self, GpuError> {
        Self::with_format(gpu, size, channels, field_format(channels))
    }

    /// Creates a texture for `size` samples of a generator.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn of_generator(
        gpu: &Gpu,
        size: [u32; 2],
        generator: &Generator,
    ) -> Result<Self, GpuError> {
        let format = field_format(generator.stored_channels());
        let field = Self::with_format(gpu, size, generator.channels, format)?;
        Ok(Self { normals_at: generator.normals_at(), ..field })
    }

    fn with_format(
        gpu: &Gpu,
        size: [u32; 2],
        channels: u32,
        format: wgpu::TextureFormat,
    ) -> Result<Self, GpuError> {
        let usage = wgpu::TextureUsages::STORAGE_BINDING
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC;
        let texture = create(gpu, "FieldTexture", size, format, usage)?;
        Ok(Self::of_texture(gpu, texture, channels))
    }

    fn of_texture(gpu: &Gpu, texture: wgpu::Texture, channels: u32) -> Self {
        Self {
            view: whole_view(&texture),
            texture,
            channels,
            normals_at: None,
            counted: None,
            runaway: report_buffer(gpu),
            bindings: Arc::default(),
        }
    }

    /// Uploads the samples. Fails if the size exceeds the adapter's limit or its memory.
    pub(crate) fn of_field(gpu: &Gpu, field: &Field) -> Result<Self, GpuError> {
        let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
        let format = field_format(field.channels);
        let texture = create(gpu, "FieldTexture", field.size, format, usage)?;
        let uploaded = Self::of_texture(gpu, texture, field.channels);
        let padded: Vec<f32>;
        let samples = match field.channels {
            3 => {
                let texel = |sample: &[f32]| [sample[0], sample[1], sample[2], 1.0];
                padded = field.samples.chunks_exact(3).flat_map(texel).collect();
                &padded
            }
            _ => &field.samples,
        };
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(field.size[0] * uploaded.texel_bytes()),
            rows_per_image: None,
        };
        let (target, size) = (uploaded.texture.as_image_copy(), uploaded.texture.size());
        gpu.with_error_scope("FieldTexture", || {
            let bytes = bytemuck::cast_slice(samples);
            gpu.queue.write_texture(target, bytes, layout, size);
        })?;
        Ok(uploaded)
    }

    /// Returns width and height in samples.
    pub fn size(&self) -> [u32; 2] {
        [self.texture.width(), self.texture.height()]
    }

    pub(crate) fn counted_size(&self) -> [u32; 2] {
        self.counted.unwrap_or(self.size())
    }

    /// Returns true if channels and format are those of a generator.
    pub fn fits(&self, generator: &Generator) -> bool {
        let format = field_format(generator.stored_channels());
        self.channels == generator.channels
            && self.texture.format() == format
            && self.normals_at == generator.normals_at()
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        let [width, height] = self.size().map(u64::from);
        width * height * u64::from(self.texel_bytes())
    }

    /// Including unused channels.
    pub(crate) fn texel_bytes(&self) -> u32 {
        self.texture.format().block_copy_size(None).unwrap_or(16)
    }
}

impl PictureTexture {
    /// Creates a texture for `size` pixels.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn new(gpu: &Gpu, size: [u32; 2]) -> Result<Self, GpuError> {
        let usage = wgpu::TextureUsages::STORAGE_BINDING
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::RENDER_ATTACHMENT
            | wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST;
        create(gpu, "PictureTexture", size, gpu.picture_format(), usage).map(Self::from_texture)
    }

    /// Creates a texture for the albedo of `size` samples or hits, which compute shaders write.
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn albedo(gpu: &Gpu, size: [u32; 2]) -> Result<Self, GpuError> {
        let usage = wgpu::TextureUsages::STORAGE_BINDING
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC;
        create(gpu, "albedo", size, ALBEDO_FORMAT, usage).map(Self::from_texture)
    }

    /// Returns width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.texture.width(), self.texture.height()]
    }

    /// Records a copy with the upper left corner at the pixel `origin` of `target`. Only the target's pixels in `part`
    /// are copied, all of which the picture must cover. The target must have the texture format of pictures.
    pub fn copy_part(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        origin: [u32; 2],
        part: Region,
        target: &wgpu::Texture,
    ) {
        let [x, y] = part.origin;
        let from = wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d { x: x - origin[0], y: y - origin[1], z: 0 },
            ..self.texture.as_image_copy()
        };
        let to = wgpu::TexelCopyTextureInfo {
            origin: wgpu::Origin3d { x, y, z: 0 },
            ..target.as_image_copy()
        };
        let [width, height] = part.size;
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        encoder.copy_texture_to_texture(from, to, size);
    }

    fn from_texture(texture: wgpu::Texture) -> Self {
        Self { view: whole_view(&texture), texture, bindings: Arc::default() }
    }

    /// Records a copy of the area that both pictures have in common, from the upper left corner.
    pub fn copy_overlap(&self, encoder: &mut wgpu::CommandEncoder, other: &Self) {
        let size = wgpu::Extent3d {
            width: self.texture.width().min(other.texture.width()),
            height: self.texture.height().min(other.texture.height()),
            depth_or_array_layers: 1,
        };
        let [from, to] = [other, self].map(|picture| picture.texture.as_image_copy());
        encoder.copy_texture_to_texture(from, to, size);
    }
}

pub(crate) const ALBEDO_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// The first of `formats` that compute shaders can write, for copies to the window; else `Rgba8Unorm`.
pub(crate) fn picture_format(
    formats: &[wgpu::TextureFormat],
    features: wgpu::Features,
) -> wgpu::TextureFormat {
    let is_writable = |format: &wgpu::TextureFormat| match format {
        wgpu::TextureFormat::Rgba8Unorm => true,
        wgpu::TextureFormat::Bgra8Unorm => features.contains(wgpu::Features::BGRA8UNORM_STORAGE),
        _ => false,
    };
    let mut formats = formats.iter().copied();
    let writable = formats.find(is_writable);
    writable.unwrap_or(wgpu::TextureFormat::Rgba8Unorm)
}

pub(crate) fn for_pictures(gpu: &Gpu, stage: &str) -> String {
    match gpu.picture_format() {
        wgpu::TextureFormat::Bgra8Unorm => stage.replace("rgba8unorm", "bgra8unorm"),
        _ => stage.to_owned(),
    }
}

pub(crate) fn field_format(channels: u32) -> wgpu::TextureFormat {
    match texture_format(channels) {
        "r32float" => wgpu::TextureFormat::R32Float,
        "rg32float" => wgpu::TextureFormat::Rg32Float,
        _ => wgpu::TextureFormat::Rgba32Float,
    }
}

pub(crate) fn whole_view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// Fails if the size exceeds the adapter's limit or its memory.
pub(crate) fn create(
    gpu: &Gpu,
    label: &str,
    [width, height]: [u32; 2],
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> Result<wgpu::Texture, GpuError> {
    let limit = gpu.device.limits().max_texture_dimension_2d;
    if width > limit || height > limit {
        return Err(GpuError::TooLarge { width, height, limit });
    }
    let texel = u64::from(format.block_copy_size(None).unwrap_or(16));
    gpu.check_memory(u64::from(width) * u64::from(height) * texel)?;
    gpu.count_created();
    gpu.with_error_scope(label, || {
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
