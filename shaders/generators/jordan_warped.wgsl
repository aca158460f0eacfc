//! Jordan turbulence, warped
//! Jordan turbulence on ground that was bent beforehand: hills of irregular outline, valley floors that wind.
//! Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::octaves::visible_octaves;
import package::noise::turbulence::jordan_turbulence;
import package::noise::warp::warp;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.65)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Which of the landscapes. @seed(1337)
    seed: u32,
    /// @group("Fractal")
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
    octaves: f32,
    /// Frequency ratio of neighbouring octaves; exactly 2 lets all octaves meet at the integer points. @range(1, 4, 0.01, 2)
    lacunarity: f32,
    /// Amplitude of octave 1 before the gain; octave 0 has amplitude 1. @range(0, 2, 0.01, 0.8)
    gain1: f32,
    /// Amplitude ratio of the octaves from 2 on: how rough the ground is. @range(0, 1, 0.01, 0.5)
    gain: f32,
    /// @group("Jordan")
    /// How far octave 0 shifts the others. @range(0, 1, 0.01, 0.4)
    warp0: f32,
    /// How far each further octave shifts those above it. @range(0, 1, 0.01, 0.35)
    warp: f32,
    /// Weight of the slope of octave 0 in the damping. @range(0, 4, 0.01, 1)
    damp0: f32,
    /// Weight of the slopes of further octaves. @range(0, 4, 0.01, 0.8)
    damp: f32,
    /// Strength of the damping: 0 none, 1 complete on flats, above 1 flats turn over. @range(0, 2, 0.01, 1)
    damp_scale: f32,
    /// @group("Domain warp")
    /// Octaves of the displacement. @range(0, 16, 0.1, 4)
    warp_octaves: f32,
    /// Frequency ratio of neighbouring octaves of the displacement. @range(1, 4, 0.01, 2)
    warp_lacunarity: f32,
    /// Amplitude ratio of neighbouring octaves of the displacement: how ragged it is. @range(0, 1, 0.01, 0.4)
    warp_gain: f32,
    /// Frequency of the displacement, in cycles of octave 0. @range(0.05, 8) @log @default(0.5)
    warp_scale: f32,
    /// Displacement where its sum is 1, in cells of octave 0. @range(0, 4, 0.01, 0.7)
    warp_amount: f32,
    /// World units per sample: octaves too fine for that fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    return params.amplitude * jordan_turbulence(
        displaced(p), params.seed, octaves(), params.lacunarity, params.gain1, params.gain,
        params.warp0, params.warp, params.damp0, params.damp, params.damp_scale,
    );
}

/// @hidden
/// The place the turbulence is read at: the position in cells, displaced by noise of its own seed.
fn displaced(p: vec2f) -> vec2f {
    return warp(
        p * params.frequency, params.seed + 101u, params.warp_octaves, params.warp_lacunarity, params.warp_gain,
        params.warp_scale, params.warp_amount,
    );
}

/// As many octaves as the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, params.frequency, params.lacunarity, params.pixel_size);
}
