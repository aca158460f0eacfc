//! Thermal erosion
//! Ground steeper than the angle of repose slides down: sharp crests become screes of even slope.
//! Ken Musgrave, Craig Kolb and Robert Mace, "The synthesis and rendering of eroded fractal terrains", 1989; here all
//! neighbors exchange material at once and no mass is lost.
//! @view(0, 0, 4)
//! @mode(relief)

import package::noise::field::field_ground_of;

struct Params {
    /// @group("Erosion")
    /// Width of the grid in samples; its height too, unless the ground is a data file of other proportions. @range(65, 4097, 64, 257)
    side: i32,
    /// Number of steps; each moves material by one sample. @range(0, 1000, 2, 120)
    steps: i32,
    /// Angle of repose, above which material slides. @angle @range(0, 80, 0.5, 33)
    repose: f32,
    /// Fraction of the excess height that slides per step; values near 1 may oscillate. @range(0, 1, 0.01, 0.5)
    rate: f32,
    /// World units per sample. @auto
    pixel_size: f32,
    /// Width and height of the grid in samples. @auto
    resolution: vec2f,
    /// @auto(placement ground)
    ground_at: vec4f,
}
@group(0) @binding(0) var<uniform> params: Params;

/// The ground before erosion. It fills the grid, and its heights keep their proportion to its width, or are
/// those of a data file with coordinates, whose place the grid takes.
/// @field(generators/hills.wgsl)
@group(0) @binding(1) var ground: texture_2d<f32>;

/// @grid(side, ground)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// Heights after every other step. @grid
@group(1) @binding(1) var<storage, read_write> others: array<f32>;

/// @pass
@compute @workgroup_size(8, 8)
fn raise(@builtin(global_invocation_id) id: vec3u) {
    if is_inside(vec2i(id.xy)) {
        heights[index(vec2i(id.xy))] = field_ground_of(ground, params.ground_at, vec2i(id.xy), params.resolution,
            params.pixel_size);
    }
}

/// First of two steps per repetition: from `heights` to `others`.
/// @pass((steps + 1) / 2)
@compute @workgroup_size(8, 8)
fn slide(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    if !is_inside(at) {
        return;
    }
    var gain = 0.0;
    for (var n = 0; n < 8; n++) {
        let there = at + neighbor_offset(n);
        if is_inside(there) {
            gain += exchange(heights[index(there)] - heights[index(at)], length(vec2f(neighbor_offset(n))));
        }
    }
    others[index(at)] = heights[index(at)] + gain;
}

/// Second step: from `others` back to `heights`.
/// @pass((steps + 1) / 2)
@compute @workgroup_size(8, 8)
fn slide_back(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    if !is_inside(at) {
        return;
    }
    var gain = 0.0;
    for (var n = 0; n < 8; n++) {
        let there = at + neighbor_offset(n);
        if is_inside(there) {
            gain += exchange(others[index(there)] - others[index(at)], length(vec2f(neighbor_offset(n))));
        }
    }
    heights[index(at)] = others[index(at)] + gain;
}

/// Height that slides from a neighbor `rise` higher, at `distance` samples; the neighbor loses the same height.
fn exchange(rise: f32, distance: f32) -> f32 {
    let talus = tan(params.repose) * params.pixel_size * distance;
    return sign(rise) * max(abs(rise) - talus, 0.0) * params.rate / 8.0;
}

fn neighbor_offset(n: i32) -> vec2i {
    let k = n + select(0, 1, n > 3);
    return vec2i(k % 3, k / 3) - 1;
}

fn is_inside(at: vec2i) -> bool {
    return all(at >= vec2i(0)) && all(at < vec2i(params.resolution));
}

fn index(at: vec2i) -> i32 {
    return at.y * params.side + at.x;
}
