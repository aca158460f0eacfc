//! GPU textures for the hits of camera rays and the sunlight at the hits, and rectangles of rays.

use std::sync::Arc;

use super::{BoundsBuffer, RayInputs};
use crate::gpu::device::binding::{BindingCache, create_buffer};
use crate::gpu::device::texture::{create, field_format, whole_view};
use crate::gpu::{FieldTexture, Gpu, GpuError};
use crate::grid::Region;

/// GPU textures for the hits of the camera rays of a picture or tile, and for the sunlight at the hits. Clones share
/// the memory.
#[derive(Clone, Debug)]
pub struct HitTargets {
    pub(crate) hits: wgpu::TextureView,
    pub(crate) sunlight: wgpu::TextureView,
    /// Buffer that counts the rays that reached the step limit, as one `u32`.
    pub(crate) gave_up: wgpu::Buffer,
    /// Width and height of the textures of ray hits, with one texel per ray.
    size: [u32; 2],
    pub(super) bindings: Arc<BindingCache>,
}

impl HitTargets {
    /// Creates the textures for the hits of `size` rays (width and height), and for the sunlight at the hits.
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

    /// Returns the width and height of the textures of ray hits, with one texel per ray.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }
}

/// A rectangle of camera rays that one dispatch processes, with the data that they are traced through and the textures
/// of their hits.
#[derive(Clone, Copy)]
pub(crate) struct TracedRays<'a> {
    pub(crate) inputs: &'a RayInputs,
    pub(crate) region: RayRegion,
    pub(crate) field: &'a FieldTexture,
    pub(crate) bounds: &'a BoundsBuffer,
    pub(crate) hits: &'a HitTargets,
}

/// The texture format that stores the hits of rays, one per texel.
pub(super) const HIT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Uint;

/// The rectangle of camera rays that one dispatch traces, and its position in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayRegion {
    /// Column and row, in the whole picture, of the ray in the upper left texel of the textures of ray hits.
    pub origin: [u32; 2],
    /// Rectangle of texels, in the textures of ray hits, whose rays are traced.
    pub chunk: Region,
    /// Stride between the traced rays, in rays of the whole picture along width and height: 1, or more for a coarse
    /// picture.
    pub stride: u32,
}

impl RayRegion {
    /// Returns the rectangle of all rays in the textures `targets`, which are for a picture, or for a tile whose upper
    /// left pixel is `origin`.
    pub fn whole(targets: &HitTargets, origin: [u32; 2], rays_per_side: u32) -> Self {
        Self {
            origin: origin.map(|pixel| pixel * rays_per_side),
            chunk: Region {
                origin: [0, 0],
                size: targets.size,
            },
            stride: 1,
        }
    }
}
