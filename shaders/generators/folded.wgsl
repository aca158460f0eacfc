//! Folded rock
//! Noise whose position is displaced by noise, once or twice: marble, smoke, strata under pressure.
//! Inigo Quilez, "Domain warping", 2002; Giliam de Carpentier's pre-warp, "Scape: 3. Procedural extensions", 2012.
//! @view(0.5, 0.5, 6)
//! @mode(texture)

import package::noise::octaves::visible_octaves;
import package::noise::turbulence::fbm;
import package::noise::warp::{warp, warped_fbm};

struct Params {
    /// @group("Noise")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.4)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(0.25)
    frequency: f32,
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 7)
    octaves: f32,
    /// Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
    lacunarity: f32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.45)
    gain: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Warp")
    /// Displace once, by two noises of other seeds, or twice, by the noise itself. @enum("Once", "Twice") @default(1)
    kind: u32,
    /// Displacement in cells of octave 0, where the noise is 1. @range(0, 8, 0.01, 1.6)
    amount: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let q = p * params.frequency;
    let octaves = visible_octaves(params.octaves, params.frequency, params.lacunarity, params.pixel_size);
    if params.kind == 1u {
        return params.amplitude * warped_fbm(q, params.seed, octaves, params.lacunarity, params.gain, params.amount);
    }
    let displaced = warp(q, params.seed + 101u, octaves, params.lacunarity, params.gain, 1.0, params.amount);
    return params.amplitude * fbm(displaced, params.seed, octaves, params.lacunarity, params.gain);
}
