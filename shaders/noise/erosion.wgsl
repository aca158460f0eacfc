//! Erosion filter
//! Gullies that run downhill on any height with a gradient, computed for each point independently, without a
//! simulation.
//! After Clay John, "Eroded Terrain Noise", 2018, Felix Westin, 2023, and Rune Skovbo Johansen, blog.runevision.com,
//! 2026.
//! Formula: each octave adds stripes perpendicular to the current slope, faded by the product of steepness / (steepness
//! + onset).
//! Range: within strength times the sum of gain^i of the ground while |fade| is at most 1. Cost: 16 hashes and 16 sine
//! and cosine pairs per octave, about 4 times perlin.
//! Pitfalls: the ground needs an exact gradient and few octaves of its own, or gullies have no slope to follow. Written
//! from the formulas; no published code is used.
//! @mode(texture)

import super::hash::{cell2, unit};

const TAU = 6.28318531;
// Stripes per cell of an octave.
const CYCLES = 0.7;

/// Stripes of a given direction that break and branch: (c, s), cosine and sine of their phase. Continuous, not smooth.
/// Weighted mean over 16 cells, weight exp(-2 d^2) minus its value at d = 1.5; then divided by its length, or by 1 -
/// sharpness if that is larger.
/// c has mean 0 and standard deviation .60 at .7 cycles and sharpness .5. 16 hashes and 16 sine and cosine pairs.
/// @param side Direction across the stripes times cycles per cell. @range(-2, 2, 0.01, 0.5)
/// @param sharpness Contrast where stripes cross: 0 leaves the mean unchanged, 1 gives every stripe full height.
/// @range(0, 1, 0.01, 0.5)
fn gullies(p: vec2f, side: vec2f, seed: u32, sharpness: f32) -> vec2f {
    let base = floor(p);
    let f = p - base;
    var sum = vec2f(0.0);
    var total = 0.0;
    for (var y = -1; y <= 2; y++) {
        for (var x = -1; x <= 2; x++) {
            let h = cell2(vec2i(base) + vec2i(x, y), seed);
            let pivot = vec2f(f32(x), f32(y)) + vec2f(unit(h.x), unit(h.y)) - 0.5;
            let d = f - pivot;
            let weight = max(0.0, exp(-2.0 * dot(d, d)) - 0.011109);
            let turns = dot(d, side) + 0.25;
            let phase = TAU * (turns - round(turns));
            sum += weight * vec2f(cos(phase), sin(phase));
            total += weight;
        }
    }
    let mean = sum / total;
    return mean / max(max(1.0 - sharpness, length(mean)), 1e-6);
}

/// Height and slope after erosion; both base and result are (height, d/dx, d/dy). Each octave of gullies runs down the
/// current slope, and is fainter where an earlier slope was flat. |height change| is at most strength times the sum of
/// gain^i while |fade| is at most 1.
/// The returned slope follows the stripes only approximately (correlation .95): use central differences for shading.
/// @hidden
/// @param octaves Number of octaves. @range(1, 8, 0.1, 5)
/// @param frequency Cells of octave 0 per unit. @range(0.5, 64) @log @default(4)
/// @param strength Height of octave 0. @range(0, 0.5, 0.001, 0.1)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
/// @param onset Slope at which gullies reach half their height. @range(0, 2, 0.01, 0.5)
/// @param fade Height of flat ground: -1 is that of the bottoms of gullies, 1 that of their crests.
/// @range(-1, 1, 0.01, 0)
fn erode(
    p: vec2f, base: vec3f, seed: u32, octaves: f32, frequency: f32, strength: f32, lacunarity: f32, gain: f32,
    onset: f32, fade: f32,
) -> vec3f {
    var height = base.x;
    var slope = base.yz;
    var f = frequency;
    var amplitude = strength;
    var presence = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let steepness = length(slope);
        let side = select(vec2f(0.0), vec2f(-slope.y, slope.x) / steepness, steepness > 0.0);
        presence *= select(0.0, steepness / (steepness + onset), steepness > 0.0);
        let stripes = gullies(p * f, CYCLES * side, seed + u32(i), 0.5);
        height += fade_in * amplitude * mix(fade, stripes.x, presence);
        slope -= TAU * CYCLES * f * fade_in * amplitude * presence * stripes.y * side;
        f *= lacunarity;
        amplitude *= gain;
    }
    return vec3f(height, slope);
}
