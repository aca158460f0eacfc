//! Multifractals
//! Four octave sums whose roughness depends on the height: smooth valleys and rough peaks, in one formula each.
//! F. Kenton Musgrave in "Texturing and Modeling: A Procedural Approach", 1994.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::musgrave::{multifractal, hetero_terrain, hybrid_multifractal, ridged_multifractal};
import package::noise::octaves::visible_octaves;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.2)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(0.8)
    frequency: f32,
    /// Random seed. @seed(8)
    seed: u32,
    /// @group("Multifractal")
    /// Rule that combines the octaves. @enum("Multiplied", "Heterogeneous", "Hybrid", "Ridged") @default(1)
    kind: u32,
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
    octaves: f32,
    /// Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 1.92)
    lacunarity: f32,
    /// Fractal increment: 1 halves the amplitude per doubling of the frequency; the hybrid's usual value is 0.25.
    /// @range(0, 2, 0.01, 0.9)
    h: f32,
    /// Added to every octave; the hybrid's usual value is 0.7. @range(0, 2, 0.01, 0.7)
    offset: f32,
    /// Gain of the feedback from one octave to the next; used by "Ridged" only. @range(0, 4, 0.01, 2)
    gain: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    return params.amplitude * multifractal_of_kind(p * params.frequency);
}

/// @hidden
fn multifractal_of_kind(p: vec2f) -> f32 {
    switch params.kind {
        case 0u: {
            return multifractal(p, params.seed, octaves(), params.lacunarity, params.h, params.offset);
        }
        case 1u: {
            return hetero_terrain(p, params.seed, octaves(), params.lacunarity, params.h, params.offset);
        }
        case 2u: {
            return hybrid_multifractal(p, params.seed, octaves(), params.lacunarity, params.h, params.offset);
        }
        default: {
            return ridged_multifractal(p, params.seed, octaves(), params.lacunarity, params.h, params.offset,
                params.gain);
        }
    }
}

/// Number of octaves that the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, params.frequency, params.lacunarity, params.pixel_size);
}
