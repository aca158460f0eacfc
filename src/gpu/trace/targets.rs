//! Textures of the rays of a picture or of a tile: hits and sunlight.

use std::sync::Arc;

use super::super::binding::{BindingCache, create_buffer};
use super::super::texture::{create, field_format, whole_view};
use super::super::{FieldTexture, Gpu, GpuError};
use super::{BoundsBuffer, RayInputs};
use crate::grid::Region;

/// Hits of the rays of a picture, or of a tile of a larger one, and the sunlight at them. Clones share the textures.
#[derive(Clone, Debug)]
pub struct HitTargets {
    pub(in super::super) hits: wgpu::TextureView,
    pub(in super::super) sunlight: wgpu::TextureView,
    /// Number of rays that reached the step limit, as one `u32`.
    pub(in super::super) gave_up: wgpu::Buffer,
    /// Width and height of the textures in rays.
    size: [u32; 2],
    pub(super) bindings: Arc<BindingCache>,
}

impl HitTargets {
    /// Creates textures for the hits and the sunlight of `size` rays, width and height.
    ///
    /// # Errors
    /// The size exceeds the adapter's limit or its memory.
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

    /// Returns the width and height of the textures in rays.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }
}

/// The rays of a dispatch, with the data that they meet and the textures of their hits.
#[derive(Clone, Copy)]
pub(in super::super) struct TracedRays<'a> {
    pub(in super::super) inputs: &'a RayInputs,
    pub(in super::super) region: RayRegion,
    pub(in super::super) field: &'a FieldTexture,
    pub(in super::super) bounds: &'a BoundsBuffer,
    pub(in super::super) hits: &'a HitTargets,
}

/// The texture format of the hits of rays.
pub(super) const HIT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Uint;

/// The rays that one dispatch traces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayRegion {
    /// Column and row, in the whole picture, of the ray at the upper left of the targets.
    pub origin: [u32; 2],
    /// Rectangle of the rays in the targets that are traced.
    pub chunk: Region,
    /// Rays of the whole picture per ray of the targets, in width and height: above 1 for a coarse picture.
    pub stride: u32,
}

impl RayRegion {
    /// Returns all rays of targets that hold a picture, or a tile whose upper left pixel is `origin`.
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
