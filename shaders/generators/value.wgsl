//! Value noise
//! Octaves of smoothly interpolated random numbers: the cheapest ground, blotchy and aligned with its lattice.
//! Compare its spectrum with that of gradient noise, which has no power at frequency 0.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::octaves::visible_octaves;
import package::noise::value::value_deriv;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.22)
    amplitude: f32,
    /// Cells of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Fractal")
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
    octaves: f32,
    /// Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 1.92)
    lacunarity: f32,
    /// Amplitude ratio of neighboring octaves: the roughness. @range(0, 1, 0.01, 0.5)
    gain: f32,
    /// Damping of octaves where coarser ones are steep: 0 is plain fractional Brownian motion. @range(0, 2, 0.01, 0)
    damping: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let count = visible_octaves(params.octaves, params.frequency, params.lacunarity, params.pixel_size);
    var sum = 0.0;
    var slope = vec2f(0.0);
    var frequency = params.frequency;
    var amplitude = params.amplitude;
    for (var i = 0; f32(i) < count; i++) {
        let fade_in = min(count - f32(i), 1.0);
        let n = value_deriv(p * frequency, params.seed + u32(i));
        slope += params.damping * n.yz;
        sum += fade_in * amplitude * n.x / (1.0 + dot(slope, slope));
        frequency *= params.lacunarity;
        amplitude *= params.gain;
    }
    return sum;
}
