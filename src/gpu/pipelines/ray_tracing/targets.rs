//! GPU textures for the hits of camera rays and the sunlight at the hits, and rectangles of rays.

use std::sync::Arc;

use super::{BoundsBuffer, RayInputs};
use crate::field::grid::Region;
use crate::gpu::device::binding::{BindingCache, create_buffer};
use crate::gpu::device::texture::{create, field_format, whole_view};
use crate::gpu::{FieldTexture, Gpu, GpuError};

/// Hits of the camera rays of a picture or tile, and the sunlight there. Clones share the memory.
#[derive(Clone, Debug)]
pub struct HitTargets {
    pub(crate) hits: wgpu::TextureView,
    pub(crate) sunlight: wgpu::TextureView,
    pub(crate) gave_up: wgpu::Buffer,
    /// One texel per ray.
    size: [u32; 2],
    pub(super) bindings: Arc<BindingCache>,
}

impl HitTargets {
    /// Creates the textures for `size` rays (width and height).
    ///
    /// # Errors
    /// Fails if the size exceeds the adapter's limit or its memory.
    pub fn new(gpu: &Gpu, size: [u32; 2]) -> Result<Self, GpuError> {
        let usage = wgpu::TextureUsages::STORAGE_BINDING
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC;
        let hits = create(gpu, "HitTargets::hits", size, HIT_FORMAT, usage)?;
        let sunlight = create(gpu, "HitTargets::sunlight", size, field_format(1), usage)?;
        let counter = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        Ok(Self {
            hits: whole_view(&hits),
            sunlight: whole_view(&sunlight),
            gave_up: create_buffer(gpu, "HitTargets::gave_up", 4, counter),
            size,
            bindings: Arc::default(),
        })
    }

    /// Returns width and height, with one texel per ray.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }
}

#[derive(Clone, Copy)]
pub(crate) struct TracedRays<'a> {
    pub(crate) inputs: &'a RayInputs,
    pub(crate) region: RayRegion,
    pub(crate) field: &'a FieldTexture,
    pub(crate) bounds: &'a BoundsBuffer,
    pub(crate) hits: &'a HitTargets,
}

pub(super) const HIT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Uint;

/// Rays of one dispatch, and their position in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayRegion {
    /// Column and row in the whole picture of the ray in the upper left texel.
    pub origin: [u32; 2],
    /// Rectangle of texels whose rays are traced.
    pub chunk: Region,
    /// Rays of the whole picture per traced ray, along width and height: more than 1 for a coarse picture.
    pub stride: u32,
}

impl RayRegion {
    /// Returns all rays of a picture, or of a tile whose upper left pixel is `origin`.
    pub fn whole(targets: &HitTargets, origin: [u32; 2], rays_per_side: u32) -> Self {
        Self {
            origin: origin.map(|pixel| pixel * rays_per_side),
            chunk: Region { origin: [0, 0], size: targets.size },
            stride: 1,
        }
    }
}
