// Positions of samples.

import super::cube::{cube_texture_direction, direction_at, tangent};

/// A sample grid, and the region of it to evaluate.
struct Grid {
    // World position of `center_sample`; y is up.
    center: vec2f,
    // Rounding error of `center`: lost when it is added in `f32`, but not in the double-precision twin.
    center_rest: vec2f,
    // Coordinates of `center` in samples, from the upper left corner of the grid; integers at the corners of samples.
    center_sample: vec2f,
    // Column and row of the region's upper left sample, from 0.
    first: vec2u,
    // Width and height of the region, in samples.
    size: vec2u,
    // Texel of the region's upper left sample.
    texel: vec2u,
    // Cells of the face left of the evaluated tile of a planet, and below it.
    corner: vec2u,
    // Distance between neighboring samples, in world units.
    spacing: f32,
    // Rounding error of `spacing`.
    spacing_rest: f32,
    // World z of a slice.
    z: f32,
    // Rounding error of `z`.
    z_rest: f32,
    // Seconds.
    time: f32,
    // Slices of a volume in a row of the texture; 0 for a plane.
    columns: u32,
    // Samples on each side of a volume, or of a face of a planet.
    side: u32,
    // Cells along the edge of a face of a planet, if all of it were sampled like the evaluated tile; 0 for others.
    cells: u32,
    // Map of a planet: 1 by longitude and latitude, 2 a layer of a cube texture; 0 for others.
    projection: u32,
    // The layer, or the first of those below each other.
    layer: u32,
    // The face of the evaluated tile of a planet, if `is_tile` is 1.
    face: u32,
    is_tile: u32,
    // Channel of the samples that is the height of the ground, as `channel_value` numbers them, and number of channels.
    channel: u32,
    channels: u32,
    // World units in a unit of the height.
    z_factor: f32,
    padding: u32,
}

@group(2) @binding(0) var<uniform> grid: Grid;

/// World position of a sample of a volume, whose slices are side by side, from the lowest.
fn volume_position(sample: vec2u) -> vec3f {
    let texel = grid.first + sample;
    let slice = texel / grid.side;
    let index = vec3u(texel % grid.side, slice.y * grid.columns + slice.x);
    let offset = (vec3f(index) + 0.5 - 0.5 * f32(grid.side)) * exact_spacing();
    return vec3f(exact_center(), exact_z()) + vec3f(offset.x, -offset.y, offset.z);
}

/// True for texels after the last slice of a volume.
fn is_beyond_volume(sample: vec2u) -> bool {
    let slice = (grid.first + sample) / grid.side;
    return slice.y * grid.columns + slice.x >= grid.side;
}

/// World position of a sample, counted from the upper left sample of the region.
fn world_position(sample: vec2u) -> vec2f {
    let offset = vec2f(grid.first + sample) + 0.5 - grid.center_sample;
    return exact_center() + vec2f(offset.x, -offset.y) * exact_spacing();
}

fn exact_center() -> vec2f {
    return grid.center + grid.center_rest;
}

/// World z of a slice.
fn exact_z() -> f32 {
    return grid.z + grid.z_rest;
}

fn exact_spacing() -> f32 {
    return grid.spacing + grid.spacing_rest;
}

const PI = 3.141592653589793;

/// Samples of a face of a planet beyond its edges.
const FACE_MARGIN = 1;

/// The face of a sample of a planet, whose faces are side by side. @hidden
fn face_at(sample: vec2u) -> u32 {
    if grid.is_tile != 0u {
        return grid.face;
    }
    let face = (grid.first + sample) / grid.side;
    return face.y * grid.columns + face.x;
}

/// Tangents of a sample of a planet on its face. @hidden
fn tangents_at(sample: vec2u) -> vec2f {
    let index = vec2i((grid.first + sample) % grid.side) - FACE_MARGIN + vec2i(grid.corner);
    let cells = i32(grid.cells);
    return tangent(vec2f(2 * index - cells) / f32(cells));
}

/// Position of a sample of a planet, or of a map of one, on the unit sphere. @hidden
fn planet_position(sample: vec2u) -> vec3f {
    if grid.projection == 1u {
        return map_position(sample);
    }
    if grid.projection == 2u {
        return layer_position(sample);
    }
    return direction_at(face_at(sample), tangents_at(sample));
}

// Longitude from -180 to 180 degrees, latitude from 90 to -90.
fn map_position(sample: vec2u) -> vec3f {
    let part = (vec2f(grid.first + sample) + 0.5) / (2.0 * grid.center_sample) - 0.5;
    let longitude = 2.0 * PI * part.x;
    let latitude = -PI * part.y;
    return vec3f(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude));
}

/// Position on the unit sphere of a texel of a cube texture, whose layers are below each other.
fn layer_position(sample: vec2u) -> vec3f {
    let side = u32(2.0 * grid.center_sample.x);
    let texel = grid.first + sample;
    let at = (vec2f(2u * vec2u(texel.x, texel.y % side)) + 1.0 - f32(side)) / f32(side);
    let direction = cube_texture_direction(grid.layer + texel.y / side, at.x, at.y);
    return direction / length(direction);
}
