//! Uniform structs of the host's own shaders, with the layout of their WGSL counterparts; a test compares the two.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use bytemuck::{Pod, Zeroable};

use crate::view::space::planet::MAX_TILES;

/// `Grid` of `host/sampling.wgsl`: a sample grid, and the region of it that one dispatch evaluates.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct GridUniform {
    /// World position.
    pub(crate) center: [f32; 2],
    /// Exact center minus `center`.
    pub(crate) center_rest: [f32; 2],
    /// Position of the center in samples, from the upper left corner of the grid.
    pub(crate) center_sample: [f32; 2],
    /// Column and row, in the whole grid, of the upper left evaluated sample.
    pub(crate) first: [u32; 2],
    /// Of the evaluated region, in samples.
    pub(crate) size: [u32; 2],
    /// Target of the upper left evaluated sample.
    pub(crate) texel: [u32; 2],
    /// Cells of a planet's face to the left of the tile, and below it.
    pub(crate) corner: [u32; 2],
    /// World units.
    pub(crate) spacing: f32,
    /// Exact distance minus `spacing`.
    pub(crate) spacing_rest: f32,
    /// World coordinate of the samples; for a volume, of its center.
    pub(crate) z: f32,
    /// Exact coordinate minus `z`.
    pub(crate) z_rest: f32,
    /// In seconds.
    pub(crate) time: f32,
    /// Slices, or faces and tiles, in a row of the texture; 0 for a plane.
    pub(crate) columns: u32,
    /// Samples along each side of a volume, or of a face or tile of a planet.
    pub(crate) side: u32,
    /// Cells along the edge of a face if all of it had the density of the tile; 0 for a plane or volume.
    pub(crate) cells: u32,
    /// 1 by longitude and latitude, 2 for a layer of a cube texture, 0 if the samples are no map.
    pub(crate) projection: u32,
    /// If `projection` is 2.
    pub(crate) layer: u32,
    /// Face of the tile, if `is_tile` is 1.
    pub(crate) face: u32,
    /// 0 if the face follows from the position of the sample.
    pub(crate) is_tile: u32,
    /// Height of the ground, as an index into [`crate::field::Channel::ALL`].
    pub(crate) channel: u32,
    pub(crate) channels: u32,
    /// World units in a unit of the height.
    pub(crate) z_factor: f32,
    pub(crate) padding: u32,
}

/// Uniforms of one dispatch. A planet's chunk has one for each tile near the camera, other chunks have one.
pub(crate) struct DispatchUniforms<'a> {
    /// Unique among the dispatches of a chunk.
    pub(crate) index: u32,
    pub(crate) grid: GridUniform,
    pub(crate) uniform: Cow<'a, [u8]>,
}

/// `Settings` of `host/shading.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct ShadingUniform {
    /// Row in the texture of all palettes.
    pub(crate) palette: u32,
    /// 1 for `range`, 0 if the range is measured.
    pub(crate) is_fixed: u32,
    /// Values at the ends of the palette, if `is_fixed` is 1.
    pub(crate) range: [f32; 2],
    /// Sine and cosine above the horizon.
    pub(crate) altitude: [f32; 2],
    /// Sine and cosine, clockwise from north.
    pub(crate) azimuth: [f32; 2],
    /// Vertical scale divided by sample spacing, along x and y.
    pub(crate) steepness: [f32; 2],
    /// World units between samples, along x and y.
    pub(crate) spacing: [f32; 2],
    /// Column and row of the texel that the upper left pixel shows.
    pub(crate) first_x: u32,
    pub(crate) first_y: u32,
    /// Standard deviation of the values, relative to which rounding errors are shown.
    pub(crate) deviation: f32,
    pub(crate) padding: u32,
}

/// `Placement` of `host/placement.wgsl`: the placement of a field in the world.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct PlacementUniform {
    /// World position of the upper left sample of the whole picture.
    pub(crate) corner: [f32; 2],
    /// Column and row, in the whole picture, of the upper left texel.
    pub(crate) first: [u32; 2],
    /// World units along x and y.
    pub(crate) spacing: [f32; 2],
    /// Bits of the `f32` that is written where no number can be derived.
    pub(crate) missing: u32,
    /// Added to the values of the field, which are relative to it.
    pub(crate) base: f32,
}

/// `Sweep` of `host/horizon.wgsl`: the lines of one chunk, in one compass direction.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct SweepUniform {
    /// Axis along which a line advances by one texel per step: 0 for x, 1 for y.
    pub(crate) axis: u32,
    /// 1 if steps lead to smaller coordinates.
    pub(crate) is_reversed: u32,
    /// Texels along the axis and across it.
    pub(crate) length: i32,
    pub(crate) breadth: i32,
    /// Texels across the axis with each step, −1 to 1.
    pub(crate) shift: f32,
    /// Tangent of the elevation angle between neighboring points whose values differ by 1.
    pub(crate) steepness: f32,
    /// Number of the dispatch's first line, and count of its lines.
    pub(crate) first_line: i32,
    pub(crate) lines: i32,
    /// Height, as an index into [`crate::field::Channel::ALL`].
    pub(crate) channel: u32,
    pub(crate) channels: u32,
    /// Fraction of the whole sky that the direction contributes; 0 for the sun.
    pub(crate) weight: f32,
    /// Radians.
    pub(crate) altitude: f32,
    /// 1 in the first of all directions, so that no earlier results are added.
    pub(crate) is_first: u32,
    /// Index of the chunk's first point in the buffer of all chunks.
    pub(crate) first_point: i32,
    /// Samples of the field along a side of each texel.
    pub(crate) stride: i32,
    pub(crate) padding: u32,
}

/// `Selection` of `host/selection.wgsl`: the counted region of a field.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct SelectionUniform {
    /// Index into [`crate::field::Channel::ALL`].
    pub(crate) channel: u32,
    pub(crate) channels: u32,
    /// From 0.
    pub(crate) round: u32,
    /// 1 for the lowest to the highest value, 0 for percentiles.
    pub(crate) rule: u32,
    /// Upper left counted texel.
    pub(crate) first_x: u32,
    pub(crate) first_y: u32,
    /// Counted texels.
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// `Channels` of `host/difference.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct ChannelsUniform {
    /// Indices into [`crate::field::Channel::ALL`].
    pub(crate) first: u32,
    pub(crate) second: u32,
    pub(crate) first_count: u32,
    pub(crate) second_count: u32,
}

/// `Resampling` of `host/resample.wgsl`: the positions of a field's texels on the grid of a grid program.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct ResamplingUniform {
    pub(crate) size: [u32; 2],
    /// Position of the upper left texel in samples of the grid: whole samples, and the rest.
    pub(crate) base: [i32; 2],
    pub(crate) first: [f32; 2],
    /// Samples of the grid per texel.
    pub(crate) step: f32,
    pub(crate) padding: u32,
}

/// `Level` of `host/bounds.wgsl`: one level of the pyramid of maxima of a height field, or the bricks of a volume.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct LevelUniform {
    /// Entries along each side, and those of the finer level (samples for the first level).
    pub(crate) size: u32,
    pub(crate) finer_size: u32,
    /// Index of the first entry of the level, and of the finer level.
    pub(crate) start: u32,
    pub(crate) finer_start: u32,
    /// −1 inverts the field, so that low values are high ground.
    pub(crate) sign: f32,
    /// Slices, or faces and tiles, in a row of the data texture; 1 for a plane.
    pub(crate) columns: u32,
    /// Of a planet: samples along the edge of a face or tile and beyond each edge, entries of its pyramid; else 0.
    pub(crate) face_side: u32,
    pub(crate) margin: u32,
    pub(crate) face_bounds: u32,
    /// Faces and tiles of a planet; 0 for other data.
    pub(crate) tile_count: u32,
}

/// `Scene` of `host/scene.wgsl`, where its members are documented.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct SceneUniform {
    pub(crate) origin: [f32; 3],
    pub(crate) ray_spacing: f32,
    pub(crate) right: [f32; 3],
    pub(crate) scale: f32,
    pub(crate) up: [f32; 3],
    pub(crate) base: f32,
    pub(crate) forward: [f32; 3],
    pub(crate) has_base: u32,
    pub(crate) middle: [f32; 2],
    pub(crate) anchor: [i32; 2],
    pub(crate) world: [f32; 2],
    pub(crate) spacing: f32,
    pub(crate) exaggeration: f32,
    pub(crate) side: u32,
    pub(crate) sign: f32,
    pub(crate) unit: f32,
    pub(crate) depth: f32,
    pub(crate) step_limit: u32,
    pub(crate) nan: u32,
    pub(crate) level_count: u32,
    pub(crate) columns: u32,
    pub(crate) levels: [[u32; 4]; 4],
    pub(crate) low: [f32; 3],
    pub(crate) threshold: f32,
    pub(crate) high: [f32; 3],
    pub(crate) bottom: f32,
    pub(crate) square: f32,
    pub(crate) sea: f32,
    pub(crate) has_sea: u32,
    pub(crate) face_bounds: u32,
    pub(crate) tiles: [[[u32; 4]; 2]; MAX_TILES],
}

impl Default for SceneUniform {
    fn default() -> Self {
        Self::zeroed()
    }
}

/// `Rays` of `host/scene.wgsl`: the camera rays of one dispatch.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct RaysUniform {
    /// Column and row, in the whole picture, of the upper left ray.
    pub(crate) first: [u32; 2],
    /// In rays.
    pub(crate) size: [u32; 2],
    /// Target of the upper left ray.
    pub(crate) texel: [u32; 2],
    /// Rays of the whole picture per ray, along width and height.
    pub(crate) stride: f32,
    pub(crate) padding: u32,
}
