//! Uniforms of the host's stages, with the layout of their WGSL structs; a test compares the two.

#[cfg(test)]
mod tests;

use bytemuck::{Pod, Zeroable};

use crate::planet::MAX_TILES;

/// `Grid` of `stages/sampling.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct GridUniform {
    /// World position of the center of the grid.
    pub(super) center: [f32; 2],
    /// Sample coordinates of the center, from the upper left corner.
    pub(super) center_sample: [f32; 2],
    /// Column and row of the upper left sample to evaluate, in the whole grid.
    pub(super) first: [u32; 2],
    /// Width and height of the evaluated region in samples.
    pub(super) size: [u32; 2],
    /// Texel of the target to which the upper left sample is written.
    pub(super) texel: [u32; 2],
    /// Number of cells of the face that are left of the evaluated tile of a planet, and below it.
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
    /// Map of a planet that the samples are: 1 by longitude and latitude, 2 a layer of a cube texture; 0 for no map.
    pub(super) projection: u32,
    /// Layer of the cube texture, if `projection` is 2.
    pub(super) layer: u32,
    /// Index of the face of a planet on which the evaluated tile is.
    pub(super) face: u32,
    /// 1 if one tile is evaluated, 0 if the face follows from the sample.
    pub(super) is_tile: u32,
}

/// Uniform struct `Settings` of `stages/shading.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct ShadingUniform {
    /// Row of the palette in the texture of all palettes.
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

/// Uniform struct `Place` of `stages/place.wgsl`: the placement of a field in the world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct PlaceUniform {
    /// World position of the upper left sample of the whole picture.
    pub(super) corner: [f32; 2],
    /// Column and row, in the whole picture, of the sample at the field's upper left texel.
    pub(super) first: [u32; 2],
    /// Distance between neighboring texels in world units.
    pub(super) spacing: f32,
    /// Bits of the `f32` that is written where a result is missing.
    pub(super) missing: u32,
}

/// Uniform struct `Sweep` of `stages/horizon.wgsl`: one direction of a measurement of horizons, and some of its lines.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct SweepUniform {
    /// Axis along which lines advance by one texel a step: 0 for x, 1 for y.
    pub(super) axis: u32,
    /// 1 if the steps of a line lead to smaller coordinates.
    pub(super) is_reversed: u32,
    /// Number of texels of the field along the axis, and across it.
    pub(super) length: i32,
    pub(super) breadth: i32,
    /// Number of texels across the axis that a line shifts each step.
    pub(super) shift: f32,
    /// Tangent of the elevation angle for a rise of 1 in one step.
    pub(super) steepness: f32,
    /// Number of the first line of this dispatch, and number of lines.
    pub(super) first_line: i32,
    pub(super) lines: i32,
    /// Channel that is the height, as an index into [`crate::shading::Channel::ALL`].
    pub(super) channel: u32,
    /// Number of channels of the field.
    pub(super) channels: u32,
    /// Fraction of the sky that this direction stands for; 0 for the direction of the sun.
    pub(super) weight: f32,
    /// Altitude of the sun in radians.
    pub(super) altitude: f32,
    /// 1 if this is the first direction, so that there are no earlier results.
    pub(super) is_first: u32,
}

/// Uniform struct `Selection` of `stages/value_range.wgsl`: one round of the measurement of a value range.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct SelectionUniform {
    /// Measured channel, as an index into [`crate::shading::Channel::ALL`].
    pub(super) channel: u32,
    /// Number of channels of the field.
    pub(super) channels: u32,
    /// Number of the round of the measurement, from 0.
    pub(super) round: u32,
    /// 1 if the lowest and the highest value are selected, 0 for the percentiles.
    pub(super) extremes: u32,
    /// Column and row of the upper left texel that is counted.
    pub(super) first_x: u32,
    pub(super) first_y: u32,
    /// Width and height of the counted region in texels.
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Uniform struct `Channels` of `stages/difference.wgsl`: the channels that are subtracted.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct ChannelsUniform {
    /// The channels of the first and of the second field, as indices into [`crate::shading::Channel::ALL`].
    pub(super) first: u32,
    pub(super) second: u32,
    /// Number of channels of the first field, and of the second.
    pub(super) first_count: u32,
    pub(super) second_count: u32,
}

/// Uniform struct `Resampling` of `stages/resample.wgsl`: the positions of a field's texels on the grid of a program.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct ResamplingUniform {
    /// Position of the field's upper left texel on the grid of the program, in samples.
    pub(super) first: [f32; 2],
    /// Number of grid samples from one texel of the field to the next.
    pub(super) step: f32,
    /// Width and height of the grid in samples.
    pub(super) side: u32,
}

/// Uniform struct `Level` of `stages/bounds.wgsl`: one level of a pyramid of maxima.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct LevelUniform {
    /// Entries in width and height of this level, and of the finer one.
    pub(super) size: u32,
    pub(super) finer_size: u32,
    /// Index of the first entry of this level, and of the finer one.
    pub(super) start: u32,
    pub(super) finer_start: u32,
    /// 1, or -1 if values are inverted so that low ones are high ground.
    pub(super) sign: f32,
    /// Slices of a volume, or faces of a planet, in a row of the data; 1 for a plane.
    pub(super) columns: u32,
    /// For a planet: samples along the edge of a face or tile, samples beyond each edge, and number of its bounds. 0
    /// for others.
    pub(super) face_side: u32,
    pub(super) margin: u32,
    pub(super) face_bounds: u32,
    /// Number of faces and tiles of a planet; 0 for other data.
    pub(super) tile_count: u32,
}

/// Uniform struct `Scene` of `stages/scene.wgsl`, which documents the members: camera and data of a three-dimensional
/// view.
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

/// Uniform struct `Rays` of `stages/scene.wgsl`: the rays of one dispatch.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct RaysUniform {
    /// Column and row of the first ray in the whole picture, from the upper left.
    pub(super) first: [u32; 2],
    /// Width and height in rays of the dispatch.
    pub(super) size: [u32; 2],
    /// Texel of the targets that belongs to the first ray.
    pub(super) texel: [u32; 2],
    /// Number of rays of the whole picture per ray of this dispatch, in width and height.
    pub(super) stride: f32,
    pub(super) padding: u32,
}
