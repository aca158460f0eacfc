//! Derivation from a field on the CPU, in tiles that fit into textures.

use super::{DeriveInput, DerivePipeline};
use crate::field::Field;
use crate::field::grid::{Raster, Region};
use crate::gpu::{FieldTexture, Gpu, GpuError, HostPipelines, read_field};
use crate::subject::derived::Derived;
use crate::view::shading::Shading;

/// Largest width and height of a tile, in samples.
const TILE: u32 = 4096;

/// Samples around a tile on which its numbers depend.
const MARGIN: u32 = 2;

impl Derived {
    /// Computes the numbers of all samples of a field, whose values are relative to `base`. The samples must be square for
    /// numbers that depend on the visible sky. Blocks until they are read.
    ///
    /// # Errors
    /// Fails if textures exceed the adapter's memory. With the visible sky, a texture holds the whole field.
    pub fn of_field(
        &self,
        gpu: &Gpu,
        (field, base): (&Field, f32),
        raster: Raster,
        shading: &Shading,
    ) -> Result<Field, GpuError> {
        let pipeline = DerivePipeline::new(gpu, self, shading, field.channels);
        let mut host = HostPipelines::new(gpu);
        let channels = self.channels();
        let [width, height] = field.size.map(|count| count as usize);
        let mut derived = Field {
            size: field.size,
            channels,
            samples: vec![0.0; width * height * channels as usize],
        };
        let tile = if self.needs_sky() { field.size } else { [TILE; 2] };
        for inner in tiles(field.size, tile) {
            let outer = with_margin(inner, field.size);
            let input = DeriveInput {
                field: &FieldTexture::of_field(gpu, &field.cropped(outer))?,
                raster,
                region: outer,
                origin: [0, 1].map(|axis| inner.origin[axis] - outer.origin[axis]),
                base,
            };
            let output = FieldTexture::new(gpu, inner.size, channels)?;
            let mut encoder = gpu.encoder();
            pipeline.run(gpu, &mut encoder, &mut host, input, &output)?;
            gpu.queue.submit([encoder.finish()]);
            derived.paste(&read_field(gpu, &output)?, inner.origin);
        }
        Ok(derived)
    }
}

/// Regions of the size of a tile, smaller at the right and at the bottom.
fn tiles(size: [u32; 2], tile: [u32; 2]) -> impl Iterator<Item = Region> {
    let starts = move |axis: usize| (0..size[axis]).step_by(tile[axis] as usize);
    starts(1).flat_map(move |y| {
        starts(0).map(move |x| {
            let origin = [x, y];
            Region { origin, size: [0, 1].map(|axis| tile[axis].min(size[axis] - origin[axis])) }
        })
    })
}

fn with_margin(inner: Region, size: [u32; 2]) -> Region {
    let origin = inner.origin.map(|start| start.saturating_sub(MARGIN));
    let end = [0, 1].map(|axis| (inner.origin[axis] + inner.size[axis] + MARGIN).min(size[axis]));
    Region { origin, size: [0, 1].map(|axis| end[axis] - origin[axis]) }
}
