//! Perlin noise
//! One octave of gradient noise: smooth hills about one unit apart, the raw material of the others.
//! Ken Perlin, "Improving Noise", SIGGRAPH 2002.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::octaves::visible_octaves;
import package::noise::perlin::{perlin, perlin_cheap};

struct Params {
    /// @group("Terrain")
    /// Height in world units where the noise is 1. @range(0, 2, 0.01, 0.45)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// Hash that gives each cell its slope: pcg3d, or cheap2 with two multiplications, which passes the same tests and
    /// repeats after 65536 cells. @enum("pcg3d", "cheap2")
    hash: u32,
    /// World units per sample. Noise too fine to be sampled fades out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let fade_in = saturate(visible_octaves(1.0, params.frequency, 2.0, params.pixel_size));
    let q = p * params.frequency;
    if params.hash == 1u {
        return fade_in * params.amplitude * perlin_cheap(q, params.seed);
    }
    return fade_in * params.amplitude * perlin(q, params.seed);
}
