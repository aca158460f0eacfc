//! TITLE
//! Starts from random heights and smooths them: each sample becomes the mean of its neighbors.
//! @view(0, 0, 8)
//! @mode(relief)

struct Params {
    /// Side of the grid is a power of two. @range(5, 10, 1, 8)
    magnitude: u32,
    /// Number of repeated steps. @range(0, 64, 1, 16)
    steps: u32,
    /// @seed(1)
    seed: u32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// The result. @grid(2 ** magnitude)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;

/// Scratch space. @grid(2 ** magnitude)
@group(1) @binding(1) var<storage, read_write> smoothed: array<f32>;

/// @pass
@compute @workgroup_size(8, 8)
fn fill(@builtin(global_invocation_id) id: vec3u) {
    let side = 1u << params.magnitude;
    var bits = (id.x + id.y * side) * 747796405u + params.seed * 2891336453u;
    bits = ((bits >> ((bits >> 28u) + 4u)) ^ bits) * 277803737u;
    bits = (bits >> 22u) ^ bits;
    heights[id.x + id.y * side] = f32(bits >> 8u) / 16777216.0;
}

/// @pass(steps)
@compute @workgroup_size(8, 8)
fn smooth_heights(@builtin(global_invocation_id) id: vec3u) {
    let side = 1u << params.magnitude;
    let west = (id.x + side - 1u) % side;
    let east = (id.x + 1u) % side;
    let north = (id.y + side - 1u) % side;
    let south = (id.y + 1u) % side;
    let sum = heights[west + id.y * side] + heights[east + id.y * side]
        + heights[id.x + north * side] + heights[id.x + south * side];
    smoothed[id.x + id.y * side] = 0.25 * sum;
}

/// @pass(steps)
@compute @workgroup_size(8, 8)
fn take_smoothed(@builtin(global_invocation_id) id: vec3u) {
    let index = id.x + (id.y << params.magnitude);
    heights[index] = smoothed[index];
}
