//! TITLE
//! @view(0, 0, 4)
//! @mode(relief)

import playground::noise::turbulence::{octave_sum, damped_octave, swiss_octave, jordan_octave};

struct Params {
    /// What slopes do to finer octaves: fade them, slide them toward the crests, or both in squared noise.
    /// @enum("Slope-damped", "Swiss", "Jordan") @default(1)
    kind: u32,
    /// Cycles per unit. @range(0.1, 8) @log @default(1)
    frequency: f32,
    /// Number of octaves; a fraction fades the last one in. @range(1, 12, 0.1, 7)
    octaves: f32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.6)
    gain: f32,
    /// Displacement of fine octaves along the slopes. @range(0, 1, 0.01, 0.15)
    warp: f32,
    /// Weight of the slopes in the damping. @range(0, 4, 0.01, 1)
    damp: f32,
    /// @seed(1)
    seed: u32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Turbulence over `basis`. Its value and gradient at a position are `basis_deriv`, which the program derives.
fn height(p: vec2f) -> f32 {
    let gain = params.gain;
    let warp = params.warp;
    let damp = params.damp;
    var s = octave_sum(p * params.frequency, params.octaves, 2.0);
    while s.remaining > 0.0 {
        let n = basis_deriv(s.at, params.seed + s.octave);
        switch params.kind {
            case 0u: { damped_octave(&s, n, gain, damp); }
            case 1u: { swiss_octave(&s, n, gain, warp); }
            default: { jordan_octave(&s, n, 0.8, gain, warp, warp, damp, damp, 1.0); }
        }
    }
    return 0.5 * s.sum;
}

/// Any smooth noise with values from about -1 to 1 will do.
/// @hidden
fn basis(p: vec2f, seed: u32) -> f32 {
    let cell = vec2i(floor(p));
    let f = fract(p);
    let t = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    let south = mix(random(cell, seed), random(cell + vec2i(1, 0), seed), t.x);
    let north = mix(random(cell + vec2i(0, 1), seed), random(cell + vec2i(1, 1), seed), t.x);
    return mix(south, north, t.y);
}

/// Returns a number from -1 to 1.
fn random(cell: vec2i, seed: u32) -> f32 {
    let state = bitcast<vec2u>(cell) * vec2u(1597334677u, 3812015801u);
    var bits = ((state.x ^ state.y) + (seed + 1u) * 2654435769u) * 1597334677u;
    bits = (bits ^ (bits >> 15u)) * 2246822519u;
    bits ^= bits >> 13u;
    return f32(bits >> 8u) / 8388608.0 - 1.0;
}
