//! Ridged turbulence
//! Octaves of 1 - |noise|: sharp crests over round valleys, billowed turbulence upside down.
//! After F. Kenton Musgrave in "Texturing and Modeling", 1994.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::octaves::visible_octaves;
import package::noise::rotated::rotated_ridged;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.25)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Fractal")
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
    octaves: f32,
    /// Frequency ratio of neighboring octaves; with exactly 2 all octaves are zero at the integer points.
    /// @range(1, 4, 0.01, 1.92)
    lacunarity: f32,
    /// Amplitude ratio of neighboring octaves: the roughness. @range(0, 1, 0.01, 0.5)
    gain: f32,
    /// Angle between neighboring octaves, so that their lattices do not align. @angle @range(0, 90, 0.5, 37)
    turn: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    return params.amplitude
        * rotated_ridged(p * params.frequency, params.seed, octaves(), params.lacunarity, params.gain, params.turn);
}

/// Number of octaves that the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, params.frequency, params.lacunarity, params.pixel_size);
}
