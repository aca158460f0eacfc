//! Swiss turbulence of Gabor noise
//! Parallel ranges, folded and then eroded by glaciers: Swiss turbulence whose octaves are ripples of much the
//! same direction.
//! After Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::gabor::gabor_smooth_deriv;
import package::noise::octaves::visible_octaves;
import package::noise::turbulence::{octave_sum, swiss_octave};

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.18)
    amplitude: f32,
    /// Ripples of octave 0 per world unit. @range(0.05, 64) @log @default(0.7)
    frequency: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Fractal")
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 7)
    octaves: f32,
    /// Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
    lacunarity: f32,
    /// Amplitude ratio of neighboring octaves: the roughness. @range(0, 1, 0.01, 0.6)
    gain: f32,
    /// @group("Swiss")
    /// Displacement of fine octaves toward the crests. @range(0, 1, 0.01, 0.06)
    warp: f32,
    /// @group("Ripples")
    /// Spread of the directions: 0 is one direction, 1 is all of them. @range(0, 1, 0.01, 0.2)
    spread: f32,
    /// Direction across the ripples, from east toward north. @angle @default(30)
    angle: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    var s = octave_sum(p * params.frequency, octaves(), params.lacunarity);
    while s.remaining > 0.0 {
        swiss_octave(&s, ripples(s.at, params.seed + s.octave), params.gain, params.warp);
    }
    return params.amplitude * s.sum;
}

/// Value and gradient.
/// @hidden
fn ripples(p: vec2f, seed: u32) -> vec3f {
    return gabor_smooth_deriv(p, seed, 1.0, params.angle, params.spread, 0.5, 4);
}

/// Number of octaves that the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, 1.5 * params.frequency, params.lacunarity, params.pixel_size);
}
