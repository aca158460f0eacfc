//! Jordan turbulence, warped
//! Jordan turbulence at a position displaced by noise: hills of irregular outline, valley floors that wind.
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
    /// Random seed. @seed(1337)
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
    /// @group("Jordan")
    /// Displacement of the other octaves by octave 0. @range(0, 1, 0.01, 0.4)
    warp0: f32,
    /// Displacement of finer octaves by each octave from 1 on. @range(0, 1, 0.01, 0.35)
    warp: f32,
    /// Weight of the slope of octave 0 in the damping. @range(0, 4, 0.01, 1)
    damp0: f32,
    /// Weight of the slopes of further octaves. @range(0, 4, 0.01, 0.8)
    damp: f32,
    /// Strength of the damping: 0 none, 1 complete on flats, above 1 flats invert. @range(0, 2, 0.01, 1)
    damp_scale: f32,
    /// @group("Domain warp")
    /// Octaves of the displacement. @range(0, 16, 0.1, 4)
    warp_octaves: f32,
    /// Frequency ratio of neighboring octaves of the displacement. @range(1, 4, 0.01, 2)
    warp_lacunarity: f32,
    /// Amplitude ratio of neighboring octaves of the displacement: its raggedness. @range(0, 1, 0.01, 0.4)
    warp_gain: f32,
    /// Frequency of the displacement, in cycles of octave 0. @range(0.05, 8) @log @default(0.5)
    warp_scale: f32,
    /// Displacement where its octave sum is 1, in cells of octave 0. @range(0, 4, 0.01, 0.7)
    warp_amount: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
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
/// Position in lattice cells at which the turbulence is sampled: displaced by noise of another seed.
fn displaced(p: vec2f) -> vec2f {
    return warp(
        p * params.frequency, params.seed + 101u, params.warp_octaves, params.warp_lacunarity, params.warp_gain,
        params.warp_scale, params.warp_amount,
    );
}

/// Number of octaves that the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, params.frequency, params.lacunarity, params.pixel_size);
}
