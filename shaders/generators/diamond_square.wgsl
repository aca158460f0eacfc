//! Diamond-square
//! Midpoint displacement on a square grid, level by level: the mean of the neighbors gives cones, their midrange gives
//! ridges.
//! Alain Fournier, Don Fussell and Loren Carpenter, 1982; this form after Landon Townsend, "Randomly Generated
//! Terrain", 2019.
//! @view(0, 0, 4)
//! @mode(relief)

import package::noise::hash::{pcg3d, unit};

struct Params {
    /// @group("Terrain")
    /// Height in world units of the random corners and of the first displacement. @range(0, 4, 0.01, 2)
    amplitude: f32,
    /// Doublings of the grid, whose side is 2^magnitude + 1 samples. @range(1, 12, 1, 9)
    magnitude: i32,
    /// Displacement ratio of consecutive half-steps; 0.707 halves the displacement per doubling, like fBm with gain
    /// 0.5. @range(0.3, 1, 0.001, 0.72)
    roughness: f32,
    /// Average of the neighbors: their mean, or the midpoint of the highest and the lowest. @enum("Mean", "Midrange")
    average: u32,
    /// Random seed. @seed(21)
    seed: u32,
    /// @auto
    iteration: u32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// @grid(2 ** magnitude + 1)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;

/// Sets each of the four corners to a random height.
/// @pass
/// @dispatch(1, 1)
@compute @workgroup_size(2, 2)
fn corners(@builtin(global_invocation_id) id: vec3u) {
    let last = 1i << u32(params.magnitude);
    let at = vec2i(id.xy) * last;
    heights[sample_index(at.x, at.y)] = params.amplitude * random(at, 0u);
}

/// Sets the center of every square to the displaced average of its corners.
/// @pass(magnitude)
@compute @workgroup_size(8, 8)
fn diamond(@builtin(global_invocation_id) id: vec3u) {
    let reach = half_step();
    let at = (2 * vec2i(id.xy) + 1) * reach;
    let last = 1i << u32(params.magnitude);
    if any(at > vec2i(last)) {
        return;
    }
    var sum = Neighbors();
    sum = with_neighbor(sum, at + vec2i(-reach, -reach));
    sum = with_neighbor(sum, at + vec2i(reach, -reach));
    sum = with_neighbor(sum, at + vec2i(-reach, reach));
    sum = with_neighbor(sum, at + vec2i(reach, reach));
    heights[sample_index(at.x, at.y)] = averaged(sum) + displacement(at, 2u * params.iteration + 1u);
}

/// Sets the center of every edge to the displaced average of its neighbors along the axes, of which there are three on
/// a border.
/// @pass(magnitude)
@compute @workgroup_size(8, 8)
fn square(@builtin(global_invocation_id) id: vec3u) {
    let reach = half_step();
    let row = i32(id.y);
    let at = vec2i(2 * i32(id.x) + (row + 1) % 2, row) * reach;
    let last = 1i << u32(params.magnitude);
    if any(at > vec2i(last)) {
        return;
    }
    var sum = Neighbors();
    sum = with_neighbor(sum, at + vec2i(-reach, 0));
    sum = with_neighbor(sum, at + vec2i(reach, 0));
    sum = with_neighbor(sum, at + vec2i(0, -reach));
    sum = with_neighbor(sum, at + vec2i(0, reach));
    heights[sample_index(at.x, at.y)] = averaged(sum) + displacement(at, 2u * params.iteration + 2u);
}

/// Statistics of the neighbors read so far.
struct Neighbors {
    count: f32,
    sum: f32,
    lowest: f32,
    highest: f32,
}

fn with_neighbor(stats: Neighbors, at: vec2i) -> Neighbors {
    let last = 1i << u32(params.magnitude);
    if any(at < vec2i(0)) || any(at > vec2i(last)) {
        return stats;
    }
    let height = heights[sample_index(at.x, at.y)];
    let first = stats.count == 0.0;
    return Neighbors(
        stats.count + 1.0,
        stats.sum + height,
        select(min(stats.lowest, height), height, first),
        select(max(stats.highest, height), height, first),
    );
}

fn averaged(stats: Neighbors) -> f32 {
    return select(stats.sum / stats.count, 0.5 * (stats.lowest + stats.highest), params.average == 1u);
}

/// Random displacement after this number of half-steps.
fn displacement(at: vec2i, half_steps: u32) -> f32 {
    let variation = params.amplitude * pow(params.roughness, f32(half_steps));
    return (random(at, params.iteration + 1u) - 0.5) * variation;
}

fn random(at: vec2i, level: u32) -> f32 {
    return unit(pcg3d(vec3u(vec2u(at), params.seed ^ level)).x);
}

/// Distance in samples from the points of this level to their neighbors.
fn half_step() -> i32 {
    return 1i << (u32(params.magnitude) - params.iteration - 1u);
}

fn sample_index(x: i32, y: i32) -> i32 {
    return y * ((1i << u32(params.magnitude)) + 1) + x;
}
