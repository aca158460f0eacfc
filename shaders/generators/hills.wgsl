//! Hills
//! Smooth hills or sharp crests of octaves that are turned against each other: a ground to erode.
//! @view(0, 0, 4)
//! @mode(relief)

import package::noise::octaves::visible_octaves;
import package::noise::rotated::{rotated_fbm, rotated_ridged};

struct Params {
    /// @group("Terrain")
    /// Smooth hills or sharp crests. @enum("fBm", "Ridged")
    kind: u32,
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.45)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 16) @log @default(0.45)
    frequency: f32,
    /// Number of octaves; a fraction fades the last one in. @range(1, 12, 0.1, 6)
    octaves: f32,
    /// Random seed. @seed(11)
    seed: u32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

// Frequency ratio and amplitude ratio of neighboring octaves.
const LACUNARITY = 1.97;
const GAIN = 0.5;
// Angle between neighboring octaves in radians, 37 degrees, so that their lattices do not align.
const OCTAVE_ANGLE = 0.6435;

fn height(p: vec2f) -> f32 {
    let q = p * params.frequency;
    let octaves = visible_octaves(params.octaves, params.frequency, LACUNARITY, params.pixel_size);
    if params.kind == 1u {
        return params.amplitude * (0.5 * rotated_ridged(q, params.seed, octaves, LACUNARITY, GAIN, OCTAVE_ANGLE) - 0.5);
    }
    return params.amplitude * rotated_fbm(q, params.seed, octaves, LACUNARITY, GAIN, OCTAVE_ANGLE);
}
