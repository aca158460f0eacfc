//! Blur of noise
//! A Gaussian blur in two passes, horizontal and vertical: the part of a noise below a frequency, or the part above it.
//! The kernel is cut at three standard deviations and normalized; outside the grid the samples of its edge repeat.
//! @view(0, 0, 8)
//! @mode(texture)

import package::noise::turbulence::fbm;

struct Params {
    /// @group("Noise")
    /// Cycles of octave 0 per world unit. @range(0.05, 16) @log @default(0.5)
    frequency: f32,
    /// Number of octaves. @range(1, 12, 1, 8)
    octaves: i32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.7)
    gain: f32,
    /// Random seed. @seed(3)
    seed: u32,
    /// Width and height of the grid in samples. @range(65, 2049, 64, 513)
    side: i32,
    /// @group("Blur")
    /// Standard deviation in world units. @range(0, 1, 0.005, 0.06)
    deviation: f32,
    /// Result: the blurred noise (low frequencies), or the noise minus it (high frequencies). @enum("Low", "High")
    keep: u32,
    /// World units per sample. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// @grid(side)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// Blurred horizontally. @grid
@group(1) @binding(1) var<storage, read_write> across: array<f32>;
/// Blurred horizontally and vertically. @grid
@group(1) @binding(2) var<storage, read_write> both: array<f32>;

/// The noise to blur; replace it with any function of a position. @hidden
fn ground(p: vec2f) -> f32 {
    return fbm(p * params.frequency, params.seed, f32(params.octaves), 1.97, params.gain);
}

/// @pass
@compute @workgroup_size(8, 8)
fn fill(@builtin(global_invocation_id) id: vec3u) {
    if is_inside(vec2i(id.xy)) {
        let from_center = vec2f(id.xy) + 0.5 - 0.5 * f32(params.side);
        heights[index(vec2i(id.xy))] = ground(vec2f(from_center.x, -from_center.y) * params.pixel_size);
    }
}

/// @pass
@compute @workgroup_size(8, 8)
fn blur_across(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    if !is_inside(at) {
        return;
    }
    var sum = 0.0;
    var weights = 0.0;
    for (var k = -reach(); k <= reach(); k++) {
        let weight = gauss(k);
        sum += weight * heights[index(vec2i(clamp(at.x + k, 0, params.side - 1), at.y))];
        weights += weight;
    }
    across[index(at)] = sum / weights;
}

/// @pass
@compute @workgroup_size(8, 8)
fn blur_down(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    if !is_inside(at) {
        return;
    }
    var sum = 0.0;
    var weights = 0.0;
    for (var k = -reach(); k <= reach(); k++) {
        let weight = gauss(k);
        sum += weight * across[index(vec2i(at.x, clamp(at.y + k, 0, params.side - 1)))];
        weights += weight;
    }
    both[index(at)] = sum / weights;
}

/// @pass
@compute @workgroup_size(8, 8)
fn choose(@builtin(global_invocation_id) id: vec3u) {
    if is_inside(vec2i(id.xy)) {
        let at = index(vec2i(id.xy));
        heights[at] = select(both[at], heights[at] - both[at], params.keep == 1u);
    }
}

/// Radius of the kernel in samples, at most 512.
fn reach() -> i32 {
    return i32(min(ceil(3.0 * params.deviation / params.pixel_size), 512.0));
}

/// Weight of a sample at a distance of k samples.
fn gauss(k: i32) -> f32 {
    let distance = f32(k) * params.pixel_size / max(params.deviation, 1e-9);
    return exp(-0.5 * distance * distance);
}

fn is_inside(at: vec2i) -> bool {
    return all(at >= vec2i(0)) && all(at < vec2i(params.side));
}

fn index(at: vec2i) -> i32 {
    return at.y * params.side + at.x;
}
