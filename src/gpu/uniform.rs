//! Uniform structs of the host's own GPU stages, with the memory layout of their WGSL counterparts; a test compares the
//! two.

#[cfg(test)]
mod tests;

use bytemuck::{Pod, Zeroable};

use crate::planet::MAX_TILES;

/// Uniform struct `Grid` of `stages/sampling.wgsl`: a sample grid, and the region of it that one dispatch evaluates.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct GridUniform {
    /// World position of the center of the sample grid.
    pub(super) center: [f32; 2],
    /// Position of the sample grid's center in samples, from the upper left corner of the grid.
    pub(super) center_sample: [f32; 2],
    /// Column and row, in the whole sample grid, of the upper left sample that is evaluated.
    pub(super) first: [u32; 2],
    /// Width and height in samples of the region that is evaluated.
    pub(super) size: [u32; 2],
    /// Texel of the target texture to which the upper left evaluated sample is written.
    pub(super) texel: [u32; 2],
    /// Position of a planet's evaluated tile on its face: number of cells to the left of the tile, and below it.
    pub(super) corner: [u32; 2],
    /// Distance between neighboring samples in world units.
    pub(super) spacing: f32,
    /// World coordinate z of the samples; for a volume, that of its center.
    pub(super) z: f32,
    /// Time in seconds, the fourth coordinate of the samples.
    pub(super) time: f32,
    /// Number of a volume's slices, or of a planet's faces and tiles, side by side in a row of the texture; 0 for a
    /// plane.
    pub(super) columns: u32,
    /// Number of samples along each side of a volume, or of a face or tile of a planet.
    pub(super) side: u32,
    /// Number of cells along the edge of a planet's face if all of it had the density of the evaluated tile; 0 for a
    /// plane or volume.
    pub(super) cells: u32,
    /// Map projection of a planet: 1 by longitude and latitude, 2 for a layer of a cube texture, 0 if the samples are
    /// no map.
    pub(super) projection: u32,
    /// Index of the evaluated layer of the cube texture, if `projection` is 2.
    pub(super) layer: u32,
    /// Index of the planet's face that contains the evaluated tile, if `is_tile` is 1.
    pub(super) face: u32,
    /// 1 if the samples are those of one tile of a planet; 0 if the face follows from the position of the sample.
    pub(super) is_tile: u32,
    /// Channel of the samples that is the height of the ground, as an index into [`crate::shading::Channel::ALL`].
    pub(super) channel: u32,
    /// Number of channels of the samples.
    pub(super) channels: u32,
}

/// Uniform struct `Settings` of `stages/shading.wgsl`: the settings of a shading, such as palette and light.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct ShadingUniform {
    /// Row of the selected palette in the texture of all palettes.
    pub(super) palette: u32,
    /// 1 if the value range is fixed to `range`, 0 if it is measured from the samples.
    pub(super) is_fixed: u32,
    /// Values at the lower and upper end of the palette, if `is_fixed` is 1.
    pub(super) range: [f32; 2],
    /// Sine and cosine of the sun's altitude above the horizon.
    pub(super) altitude: [f32; 2],
    /// Sine and cosine of the sun's azimuth, which is clockwise from north.
    pub(super) azimuth: [f32; 2],
    /// Factor that turns differences of neighboring samples into slopes: vertical exaggeration divided by sample
    /// spacing.
    pub(super) steepness: f32,
    /// Column (`first_x`) and row (`first_y`) of the field's texel that the upper left pixel of the picture shows.
    pub(super) first_x: u32,
    pub(super) first_y: u32,
    /// Standard deviation of the generator's values, relative to which rounding errors are shown.
    pub(super) deviation: f32,
}

/// Uniform struct `Place` of `stages/place.wgsl`: the placement of a field in the world, for derived quantities.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct PlaceUniform {
    /// World position of the upper left sample of the whole picture.
    pub(super) corner: [f32; 2],
    /// Column and row, in the whole picture, of the sample in the field's upper left texel.
    pub(super) first: [u32; 2],
    /// Distance between neighboring samples of the field in world units.
    pub(super) spacing: f32,
    /// Bits of the `f32` that is written to the output where no number can be derived.
    pub(super) missing: u32,
}

/// Uniform struct `Sweep` of `stages/horizon.wgsl`: the lines of one chunk of a sweep that measures horizons in one
/// compass direction.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct SweepUniform {
    /// Axis along which a sweep line advances by one texel per step: 0 for x, 1 for y.
    pub(super) axis: u32,
    /// 1 if the steps of a sweep line lead to smaller coordinates, otherwise 0.
    pub(super) is_reversed: u32,
    /// Number of texels of the field along the axis of the sweep (`length`) and across it (`breadth`).
    pub(super) length: i32,
    pub(super) breadth: i32,
    /// Number of texels that a sweep line shifts across its axis with each step, −1 to 1.
    pub(super) shift: f32,
    /// Tangent of the elevation angle between neighboring points of a line whose values differ by 1.
    pub(super) steepness: f32,
    /// Number of the dispatch's first sweep line (`first_line`), and count of its lines (`lines`).
    pub(super) first_line: i32,
    pub(super) lines: i32,
    /// Channel of the field that is the height, as an index into [`crate::shading::Channel::ALL`].
    pub(super) channel: u32,
    /// Number of channels of the field whose horizons are measured.
    pub(super) channels: u32,
    /// Fraction of the whole sky that the compass direction contributes; 0 for the direction of the sun.
    pub(super) weight: f32,
    /// Altitude of the sun above the horizon in radians.
    pub(super) altitude: f32,
    /// 1 if the sweep is in the first of all directions, so that no earlier results are added; otherwise 0.
    pub(super) is_first: u32,
}

/// Uniform struct `Selection` of `stages/selection.wgsl`: the region of a field whose values are counted for one round
/// of the measurement of a value range, or for a histogram.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct SelectionUniform {
    /// Channel of the field whose values are counted, as an index into [`crate::shading::Channel::ALL`].
    pub(super) channel: u32,
    /// Number of channels of the field whose values are counted.
    pub(super) channels: u32,
    /// Index of the round of the measurement of a value range, from 0.
    pub(super) round: u32,
    /// 1 if the range is from the lowest to the highest value, 0 if it is between percentiles.
    pub(super) extremes: u32,
    /// Column (`first_x`) and row (`first_y`) of the field's upper left texel that is counted.
    pub(super) first_x: u32,
    pub(super) first_y: u32,
    /// Width and height in texels of the field's region that is counted.
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Uniform struct `Channels` of `stages/difference.wgsl`: the channels of two fields that are subtracted.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct ChannelsUniform {
    /// Channels of the first and of the second field that are subtracted, as indices into
    /// [`crate::shading::Channel::ALL`].
    pub(super) first: u32,
    pub(super) second: u32,
    /// Number of channels of the first field (`first_count`), and of the second (`second_count`).
    pub(super) first_count: u32,
    pub(super) second_count: u32,
}

/// Uniform struct `Resampling` of `stages/resample.wgsl`: the positions of a field's texels on the grid of a grid
/// program.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct ResamplingUniform {
    /// Position of the field's upper left texel on the grid of the grid program, in samples.
    pub(super) first: [f32; 2],
    /// Distance between neighboring texels of the field, in samples of the grid program's grid.
    pub(super) step: f32,
    /// Width and height in samples of the grid program's square grid.
    pub(super) side: u32,
}

/// Uniform struct `Level` of `stages/bounds.wgsl`: one level of the pyramid of maxima of a height field, or the bricks
/// of a volume.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct LevelUniform {
    /// Width and height in entries of the computed level (`size`) and of the finer level that it is computed from
    /// (`finer_size`, in samples for the first level).
    pub(super) size: u32,
    pub(super) finer_size: u32,
    /// Index of the first entry of the computed level (`start`) and of the finer level (`finer_start`).
    pub(super) start: u32,
    pub(super) finer_start: u32,
    /// Factor of all values: 1, or −1 to invert the field, so that low values are high ground.
    pub(super) sign: f32,
    /// Number of a volume's slices, or of a planet's faces and tiles, side by side in a row of the data texture; 1 for
    /// a plane.
    pub(super) columns: u32,
    /// For a planet: samples along the edge of a face or tile, samples beyond each edge, and entries of its pyramid of
    /// maxima. All are 0 for other data.
    pub(super) face_side: u32,
    pub(super) margin: u32,
    pub(super) face_bounds: u32,
    /// Total number of faces and tiles of a planet; 0 for other data.
    pub(super) tile_count: u32,
}

/// Uniform struct `Scene` of `stages/scene.wgsl`, where its members are documented: camera and data of a
/// three-dimensional view.
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

/// Uniform struct `Rays` of `stages/scene.wgsl`: the rectangle of camera rays that one dispatch processes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct RaysUniform {
    /// Column and row, in the whole picture, of the dispatch's upper left ray.
    pub(super) first: [u32; 2],
    /// Width and height of the dispatch in rays.
    pub(super) size: [u32; 2],
    /// Texel of the target textures for the dispatch's upper left ray.
    pub(super) texel: [u32; 2],
    /// Distance between neighboring rays of the dispatch, in rays of the whole picture along width and height.
    pub(super) stride: f32,
    pub(super) padding: u32,
}
