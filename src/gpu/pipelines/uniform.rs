//! Uniform structs of the host's own GPU stages, with the memory layout of their WGSL counterparts; a test compares the
//! two.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use bytemuck::{Pod, Zeroable};

use crate::planet::MAX_TILES;

/// Uniform struct `Grid` of `stages/sampling.wgsl`: a sample grid, and the region of it that one dispatch evaluates.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct GridUniform {
    /// World position of the center of the sample grid.
    pub(crate) center: [f32; 2],
    /// Position of the sample grid's center in samples, from the upper left corner of the grid.
    pub(crate) center_sample: [f32; 2],
    /// Column and row, in the whole sample grid, of the upper left sample that is evaluated.
    pub(crate) first: [u32; 2],
    /// Width and height in samples of the region that is evaluated.
    pub(crate) size: [u32; 2],
    /// Texel of the target texture to which the upper left evaluated sample is written.
    pub(crate) texel: [u32; 2],
    /// Position of a planet's evaluated tile on its face: number of cells to the left of the tile, and below it.
    pub(crate) corner: [u32; 2],
    /// Distance between neighboring samples in world units.
    pub(crate) spacing: f32,
    /// World coordinate z of the samples; for a volume, that of its center.
    pub(crate) z: f32,
    /// Time in seconds, the fourth coordinate of the samples.
    pub(crate) time: f32,
    /// Number of a volume's slices, or of a planet's faces and tiles, side by side in a row of the texture; 0 for a
    /// plane.
    pub(crate) columns: u32,
    /// Number of samples along each side of a volume, or of a face or tile of a planet.
    pub(crate) side: u32,
    /// Number of cells along the edge of a planet's face if all of it had the density of the evaluated tile; 0 for a
    /// plane or volume.
    pub(crate) cells: u32,
    /// Map projection of a planet: 1 by longitude and latitude, 2 for a layer of a cube texture, 0 if the samples are
    /// no map.
    pub(crate) projection: u32,
    /// Index of the evaluated layer of the cube texture, if `projection` is 2.
    pub(crate) layer: u32,
    /// Index of the planet's face that contains the evaluated tile, if `is_tile` is 1.
    pub(crate) face: u32,
    /// 1 if the samples are those of one tile of a planet; 0 if the face follows from the position of the sample.
    pub(crate) is_tile: u32,
    /// Channel of the samples that is the height of the ground, as an index into [`crate::shading::Channel::ALL`].
    pub(crate) channel: u32,
    /// Number of channels of the samples.
    pub(crate) channels: u32,
}

/// The uniforms of one of the dispatches that evaluate a chunk of samples: a planet's chunk has one dispatch for each
/// tile near the camera, other chunks have one.
pub(crate) struct DispatchUniforms<'a> {
    /// Index of the dispatch, unique among the dispatches of its chunk.
    pub(crate) index: u32,
    pub(crate) grid: GridUniform,
    /// Bytes of the uniform that holds the generator's control values, for this dispatch.
    pub(crate) uniform: Cow<'a, [u8]>,
}

/// Uniform struct `Settings` of `stages/shading.wgsl`: the settings of a shading, such as palette and light.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct ShadingUniform {
    /// Row of the selected palette in the texture of all palettes.
    pub(crate) palette: u32,
    /// 1 if the value range is fixed to `range`, 0 if it is measured from the samples.
    pub(crate) is_fixed: u32,
    /// Values at the lower and upper end of the palette, if `is_fixed` is 1.
    pub(crate) range: [f32; 2],
    /// Sine and cosine of the sun's altitude above the horizon.
    pub(crate) altitude: [f32; 2],
    /// Sine and cosine of the sun's azimuth, which is clockwise from north.
    pub(crate) azimuth: [f32; 2],
    /// Factor that turns differences of neighboring samples into slopes: vertical exaggeration divided by sample
    /// spacing.
    pub(crate) steepness: f32,
    /// Column (`first_x`) and row (`first_y`) of the field's texel that the upper left pixel of the picture shows.
    pub(crate) first_x: u32,
    pub(crate) first_y: u32,
    /// Standard deviation of the generator's values, relative to which rounding errors are shown.
    pub(crate) deviation: f32,
}

/// Uniform struct `Place` of `stages/place.wgsl`: the placement of a field in the world, for derived quantities.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct PlaceUniform {
    /// World position of the upper left sample of the whole picture.
    pub(crate) corner: [f32; 2],
    /// Column and row, in the whole picture, of the sample in the field's upper left texel.
    pub(crate) first: [u32; 2],
    /// Distance between neighboring samples of the field in world units.
    pub(crate) spacing: f32,
    /// Bits of the `f32` that is written to the output where no number can be derived.
    pub(crate) missing: u32,
}

/// Uniform struct `Sweep` of `stages/horizon.wgsl`: the lines of one chunk of a sweep that measures horizons in one
/// compass direction.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct SweepUniform {
    /// Axis along which a sweep line advances by one texel per step: 0 for x, 1 for y.
    pub(crate) axis: u32,
    /// 1 if the steps of a sweep line lead to smaller coordinates, otherwise 0.
    pub(crate) is_reversed: u32,
    /// Number of texels of the field along the axis of the sweep (`length`) and across it (`breadth`).
    pub(crate) length: i32,
    pub(crate) breadth: i32,
    /// Number of texels that a sweep line shifts across its axis with each step, −1 to 1.
    pub(crate) shift: f32,
    /// Tangent of the elevation angle between neighboring points of a line whose values differ by 1.
    pub(crate) steepness: f32,
    /// Number of the dispatch's first sweep line (`first_line`), and count of its lines (`lines`).
    pub(crate) first_line: i32,
    pub(crate) lines: i32,
    /// Channel of the field that is the height, as an index into [`crate::shading::Channel::ALL`].
    pub(crate) channel: u32,
    /// Number of channels of the field whose horizons are measured.
    pub(crate) channels: u32,
    /// Fraction of the whole sky that the compass direction contributes; 0 for the direction of the sun.
    pub(crate) weight: f32,
    /// Altitude of the sun above the horizon in radians.
    pub(crate) altitude: f32,
    /// 1 if the sweep is in the first of all directions, so that no earlier results are added; otherwise 0.
    pub(crate) is_first: u32,
}

/// Uniform struct `Selection` of `stages/selection.wgsl`: the region of a field whose values are counted for one round
/// of the measurement of a value range, or for a histogram.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct SelectionUniform {
    /// Channel of the field whose values are counted, as an index into [`crate::shading::Channel::ALL`].
    pub(crate) channel: u32,
    /// Number of channels of the field whose values are counted.
    pub(crate) channels: u32,
    /// Index of the round of the measurement of a value range, from 0.
    pub(crate) round: u32,
    /// 1 if the range is from the lowest to the highest value, 0 if it is between percentiles.
    pub(crate) extremes: u32,
    /// Column (`first_x`) and row (`first_y`) of the field's upper left texel that is counted.
    pub(crate) first_x: u32,
    pub(crate) first_y: u32,
    /// Width and height in texels of the field's region that is counted.
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Uniform struct `Channels` of `stages/difference.wgsl`: the channels of two fields that are subtracted.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct ChannelsUniform {
    /// Channels of the first and of the second field that are subtracted, as indices into
    /// [`crate::shading::Channel::ALL`].
    pub(crate) first: u32,
    pub(crate) second: u32,
    /// Number of channels of the first field (`first_count`), and of the second (`second_count`).
    pub(crate) first_count: u32,
    pub(crate) second_count: u32,
}

/// Uniform struct `Resampling` of `stages/resample.wgsl`: the positions of a field's texels on the grid of a grid
/// program.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct ResamplingUniform {
    /// Position of the field's upper left texel on the grid of the grid program, in samples.
    pub(crate) first: [f32; 2],
    /// Distance between neighboring texels of the field, in samples of the grid program's grid.
    pub(crate) step: f32,
    /// Width and height in samples of the grid program's square grid.
    pub(crate) side: u32,
}

/// Uniform struct `Level` of `stages/bounds.wgsl`: one level of the pyramid of maxima of a height field, or the bricks
/// of a volume.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct LevelUniform {
    /// Width and height in entries of the computed level (`size`) and of the finer level that it is computed from
    /// (`finer_size`, in samples for the first level).
    pub(crate) size: u32,
    pub(crate) finer_size: u32,
    /// Index of the first entry of the computed level (`start`) and of the finer level (`finer_start`).
    pub(crate) start: u32,
    pub(crate) finer_start: u32,
    /// Factor of all values: 1, or −1 to invert the field, so that low values are high ground.
    pub(crate) sign: f32,
    /// Number of a volume's slices, or of a planet's faces and tiles, side by side in a row of the data texture; 1 for
    /// a plane.
    pub(crate) columns: u32,
    /// For a planet: samples along the edge of a face or tile, samples beyond each edge, and entries of its pyramid of
    /// maxima. All are 0 for other data.
    pub(crate) face_side: u32,
    pub(crate) margin: u32,
    pub(crate) face_bounds: u32,
    /// Total number of faces and tiles of a planet; 0 for other data.
    pub(crate) tile_count: u32,
}

/// Uniform struct `Scene` of `stages/scene.wgsl`, where its members are documented: camera and data of a
/// three-dimensional view.
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

/// Uniform struct `Rays` of `stages/scene.wgsl`: the rectangle of camera rays that one dispatch processes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct RaysUniform {
    /// Column and row, in the whole picture, of the dispatch's upper left ray.
    pub(crate) first: [u32; 2],
    /// Width and height of the dispatch in rays.
    pub(crate) size: [u32; 2],
    /// Texel of the target textures for the dispatch's upper left ray.
    pub(crate) texel: [u32; 2],
    /// Distance between neighboring rays of the dispatch, in rays of the whole picture along width and height.
    pub(crate) stride: f32,
    pub(crate) padding: u32,
}
