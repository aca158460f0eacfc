// Positions of samples.

/// A sample grid, and the region of it to evaluate.
struct Grid {
    // World position of `center_sample`; y is up.
    center: vec2f,
    // Coordinates of `center` in samples, from the upper left corner of the grid; integers at the corners of samples.
    center_sample: vec2f,
    // Column and row of the region's upper left sample, from 0.
    first: vec2u,
    // Width and height of the region, in samples.
    size: vec2u,
    // Texel of the region's upper left sample.
    texel: vec2u,
    // Distance between neighboring samples, in world units.
    spacing: f32,
    // World z of a slice.
    z: f32,
    // Seconds.
    time: f32,
    // Slices of a volume in a row of the texture; 0 for a plane.
    columns: u32,
    // Samples on each side of a volume.
    side: u32,
}

@group(2) @binding(0) var<uniform> grid: Grid;

/// World position of a sample of a volume, whose slices are side by side, from the lowest.
fn volume_position(sample: vec2u) -> vec3f {
    let texel = grid.first + sample;
    let slice = texel / grid.side;
    let index = vec3u(texel % grid.side, slice.y * grid.columns + slice.x);
    let offset = (vec3f(index) + 0.5 - 0.5 * f32(grid.side)) * grid.spacing;
    return vec3f(grid.center, grid.z) + vec3f(offset.x, -offset.y, offset.z);
}

fn is_beyond_volume(sample: vec2u) -> bool {
    let slice = (grid.first + sample) / grid.side;
    return slice.y * grid.columns + slice.x >= grid.side;
}

/// World position of a sample, counted from the upper left sample of the region.
fn world_position(sample: vec2u) -> vec2f {
    let offset = vec2f(grid.first + sample) + 0.5 - grid.center_sample;
    return grid.center + vec2f(offset.x, -offset.y) * grid.spacing;
}
