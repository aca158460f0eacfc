//! Uniforms of the host's stages, with the layout of their WGSL structs; a test compares the two.

#[cfg(test)]
mod tests;

use bytemuck::{Pod, Zeroable};

use crate::planet::MAX_TILES;

/// `Grid` of `stages/sampling.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct GridUniform {
    /// World position of the center.
    pub(super) center: [f32; 2],
    /// Sample coordinates of the center, from the upper left corner.
    pub(super) center_sample: [f32; 2],
    /// Column and row of the upper left sample to evaluate, in the whole grid.
    pub(super) first: [u32; 2],
    /// Width and height of the evaluated region in samples.
    pub(super) size: [u32; 2],
    /// Texel of the upper left sample.
    pub(super) texel: [u32; 2],
    /// Cells of the face left of the evaluated tile of a planet, and below it.
    pub(super) corner: [u32; 2],
    /// World units between neighboring samples.
    pub(super) spacing: f32,
    /// Third coordinate of a volume.
    pub(super) z: f32,
    /// Fourth coordinate, in seconds.
    pub(super) time: f32,
    /// Slices of a volume in a row of the texture; 0 for a plane.
    pub(super) columns: u32,
    /// Samples on each side of a volume, or of a face of a planet.
    pub(super) side: u32,
    /// Cells along the edge of a face of a planet; 0 for a plane and a volume.
    pub(super) cells: u32,
    /// Map of a planet: 1 by longitude and latitude, 2 a layer of a cube texture; 0 for others.
    pub(super) projection: u32,
    /// The layer.
    pub(super) layer: u32,
    /// The face of the evaluated tile of a planet.
    pub(super) face: u32,
    /// 1 if one tile is evaluated, 0 if the face follows from the sample.
    pub(super) is_tile: u32,
}

/// `Settings` of `stages/shading.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct ShadingUniform {
    /// Row of the palette table.
    pub(super) palette: u32,
    /// 1 if the value range is fixed to `range`, 0 if it is measured.
    pub(super) is_fixed: u32,
    /// Values at the ends of the palette, if `is_fixed` is 1.
    pub(super) range: [f32; 2],
    /// Sine and cosine of the sun's altitude.
    pub(super) altitude: [f32; 2],
    /// Sine and cosine of the sun's azimuth, clockwise from north.
    pub(super) azimuth: [f32; 2],
    /// Factor of slopes: vertical exaggeration / sample spacing.
    pub(super) steepness: f32,
    /// Column and row of the texel of the field at the upper left of the picture.
    pub(super) first_x: u32,
    pub(super) first_y: u32,
    /// Standard deviation of the values, for a field of errors.
    pub(super) deviation: f32,
}

/// `Place` of `stages/place.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct PlaceUniform {
    /// World position of the first sample of the whole picture.
    pub(super) corner: [f32; 2],
    /// Sample of the picture at the first texel of the field.
    pub(super) first: [u32; 2],
    /// Distance between neighboring texels in world units.
    pub(super) spacing: f32,
    /// Bits of the number where a result is missing.
    pub(super) missing: u32,
}

/// `Sweep` of `stages/horizon.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct SweepUniform {
    /// Axis along which lines advance by one texel a step: 0 for x, 1 for y.
    pub(super) axis: u32,
    /// 1 if steps lead to smaller coordinates.
    pub(super) is_reversed: u32,
    /// Texels along the axis, and across it.
    pub(super) length: i32,
    pub(super) breadth: i32,
    /// Texels across that a line shifts each step.
    pub(super) shift: f32,
    /// Tangent of the elevation angle for a rise of 1 in one step.
    pub(super) steepness: f32,
    /// Number of the first line, and number of lines.
    pub(super) first_line: i32,
    pub(super) lines: i32,
    /// Index into [`crate::shading::Channel::ALL`].
    pub(super) channel: u32,
    /// Number of channels of the field.
    pub(super) channels: u32,
    /// Part of the sky; 0 for the direction of the sun.
    pub(super) weight: f32,
    /// Altitude of the sun in radians.
    pub(super) altitude: f32,
    /// 1 if this is the first direction.
    pub(super) is_first: u32,
}

/// `Selection` of `stages/value_range.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct SelectionUniform {
    /// Index into [`crate::shading::Channel::ALL`].
    pub(super) channel: u32,
    /// Number of channels of the field.
    pub(super) channels: u32,
    /// Round of the selection, from 0.
    pub(super) round: u32,
    /// 1 if the lowest and the highest value are selected, 0 for the percentiles.
    pub(super) extremes: u32,
    /// Column and row of the upper left counted texel.
    pub(super) first_x: u32,
    pub(super) first_y: u32,
    /// Width and height of the counted region in texels.
    pub(super) width: u32,
    pub(super) height: u32,
}

/// `Channels` of `stages/difference.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct ChannelsUniform {
    /// Indices into [`crate::shading::Channel::ALL`].
    pub(super) first: u32,
    pub(super) second: u32,
    /// Numbers of channels of the two fields.
    pub(super) first_count: u32,
    pub(super) second_count: u32,
}

/// `Resampling` of `stages/resample.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct ResamplingUniform {
    /// Position of the upper left texel in the grid, in samples.
    pub(super) first: [f32; 2],
    /// Grid samples per texel.
    pub(super) step: f32,
    /// Side of the grid in samples.
    pub(super) side: u32,
}

/// `Level` of `stages/bounds.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct LevelUniform {
    /// Entries in width and height of this level, and of the finer one.
    pub(super) size: u32,
    pub(super) finer_size: u32,
    /// Index of the first entry of each.
    pub(super) start: u32,
    pub(super) finer_start: u32,
    /// 1, or -1 if values are inverted.
    pub(super) sign: f32,
    /// Slices of a volume, or faces of a planet, in a row of the data; 1 for a plane.
    pub(super) columns: u32,
    /// Samples of a face of a planet, samples beyond each of its edges, and its bounds; 0 for others.
    pub(super) face_side: u32,
    pub(super) margin: u32,
    pub(super) face_bounds: u32,
    /// Faces and other tiles of a planet; 0 for others.
    pub(super) tile_count: u32,
}

/// `Scene` of `stages/scene.wgsl`, which says what its members are.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct SceneUniform {
    pub(super) origin: [f32; 3],
    pub(super) ray_spacing: f32,
    pub(super) right: [f32; 3],
    pub(super) scale: f32,
    pub(super) up: [f32; 3],
    pub(super) base: f32,
    pub(super) forward: [f32; 3],
    pub(super) has_base: u32,
    pub(super) middle: [f32; 2],
    pub(super) anchor: [i32; 2],
    pub(super) world: [f32; 2],
    pub(super) spacing: f32,
    pub(super) exaggeration: f32,
    pub(super) side: u32,
    pub(super) sign: f32,
    pub(super) unit: f32,
    pub(super) depth: f32,
    pub(super) step_limit: u32,
    pub(super) nan: u32,
    pub(super) level_count: u32,
    pub(super) columns: u32,
    pub(super) levels: [[u32; 4]; 4],
    pub(super) low: [f32; 3],
    pub(super) threshold: f32,
    pub(super) high: [f32; 3],
    pub(super) bottom: f32,
    pub(super) square: f32,
    pub(super) sea: f32,
    pub(super) has_sea: u32,
    pub(super) face_bounds: u32,
    pub(super) tiles: [[[u32; 4]; 2]; MAX_TILES],
}

impl Default for SceneUniform {
    fn default() -> Self {
        Self::zeroed()
    }
}

/// `Rays` of `stages/scene.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct RaysUniform {
    /// First ray, counted from the upper left of the whole picture.
    pub(super) first: [u32; 2],
    /// Width and height in rays.
    pub(super) size: [u32; 2],
    /// Texel of the first ray.
    pub(super) texel: [u32; 2],
    /// Rays of the whole picture per ray.
    pub(super) stride: f32,
    pub(super) padding: u32,
}
