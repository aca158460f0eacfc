//! Jordan turbulence, octave by octave
//! Jordan turbulence with a separate weight, warp and damping for every octave.
//! After Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::octaves::visible_octaves;
import package::noise::perlin::perlin_deriv;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.65)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Random seed. @seed(21)
    seed: u32,
    /// @group("Fractal")
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
    octaves: f32,
    /// Frequency ratio of neighboring octaves; with exactly 2 all octaves are zero at the integer points.
    /// @range(1, 4, 0.01, 2)
    lacunarity: f32,
    /// Amplitude of octave 1 before the gain; octave 0 has amplitude 1. @range(0, 2, 0.01, 0.8)
    gain1: f32,
    /// Amplitude ratio of the octaves from 2 on: the roughness. @range(0, 1, 0.01, 0.5)
    gain: f32,
    /// Strength of the damping: 0 none, 1 complete on flats, above 1 flats invert. @range(0, 2, 0.01, 1)
    damp_scale: f32,
    /// @group("Octaves")
    /// Weight of each octave, in addition to the gain. @octaves @range(0, 2, 0.01, 1)
    weights: array<vec4f, 4>,
    /// Warp of each octave: its displacement of finer octaves. @octaves @range(0, 1, 0.01, 0.35)
    warps: array<vec4f, 4>,
    /// Damping of each octave: the weight of its slope, which preserves finer octaves. @octaves @range(0, 4, 0.01, 0.8)
    damps: array<vec4f, 4>,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let count = octaves();
    let first = perlin_deriv(p * params.frequency, params.seed);
    let q0 = first * first.x;
    var sum = saturate(count) * weight(0) * q0.x;
    var shift = warp_of(0) * q0.yz;
    var slope = damp_of(0) * q0.yz;
    var frequency = params.frequency * params.lacunarity;
    var amplitude = params.gain1;
    var damped = params.gain1 * params.gain;
    for (var i = 1; f32(i) < count; i++) {
        let fade_in = min(count - f32(i), 1.0);
        let n = perlin_deriv(p * frequency + shift, params.seed + u32(i));
        let q = n * n.x;
        sum += fade_in * damped * weight(i) * q.x;
        shift += warp_of(i) * q.yz;
        slope += damp_of(i) * q.yz;
        frequency *= params.lacunarity;
        amplitude *= params.gain;
        damped = amplitude * (1.0 - params.damp_scale / (1.0 + dot(slope, slope)));
    }
    return params.amplitude * sum;
}

/// Octaves after the sixteenth use the last slider.
fn weight(octave: i32) -> f32 {
    let i = min(octave, 15);
    return params.weights[i / 4][i % 4];
}

fn warp_of(octave: i32) -> f32 {
    let i = min(octave, 15);
    return params.warps[i / 4][i % 4];
}

fn damp_of(octave: i32) -> f32 {
    let i = min(octave, 15);
    return params.damps[i / 4][i % 4];
}

/// Number of octaves that the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, params.frequency, params.lacunarity, params.pixel_size);
}
