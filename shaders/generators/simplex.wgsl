//! Simplex fBm
//! Octaves of simplex noise: the hills of fractional Brownian motion without the grain of a square lattice.
//! Ken Perlin, "Noise hardware", 2001; Stefan Gustavson, "Simplex noise demystified", 2005.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::octaves::visible_octaves;
import package::noise::simplex::simplex;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.12)
    amplitude: f32,
    /// Scale of octave 0, in lattice units per world unit; its strongest frequency is .8 times that. @range(0.05, 64)
    /// @log @default(0.7)
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
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    var frequency = params.frequency;
    var amplitude = params.amplitude;
    let count = octaves();
    for (var i = 0; f32(i) < count; i++) {
        let fade_in = min(count - f32(i), 1.0);
        sum += fade_in * amplitude * simplex(p * frequency, params.seed + u32(i));
        frequency *= params.lacunarity;
        amplitude *= params.gain;
    }
    return sum;
}

/// Number of octaves that the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, 2.0 * params.frequency, params.lacunarity, params.pixel_size);
}
