//! Swiss turbulence of cellular noise
//! Ranges along the borders of random cells, eroded by glaciers: Swiss turbulence whose octaves are cellular noise. Its
//! slopes are derived by the program.
//! After Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::cellular::cellular;
import package::noise::octaves::visible_octaves;
import package::noise::turbulence::{octave_sum, swiss_octave};

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.22)
    amplitude: f32,
    /// Cells of octave 0 per world unit. @range(0.05, 64) @log @default(0.8)
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
    /// Displacement of fine octaves toward the crests. @range(0, 1, 0.01, 0.05)
    warp: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    var s = octave_sum(p * params.frequency, octaves(), params.lacunarity);
    while s.remaining > 0.0 {
        swiss_octave(&s, basis_deriv(s.at, params.seed + s.octave), params.gain, params.warp);
    }
    return params.amplitude * s.sum;
}

/// 0 along the borders of cells, where the crests are. No author has written its derivative.
/// @hidden
fn basis(p: vec2f, seed: u32) -> f32 {
    let nearest = cellular(p, seed);
    return 1.5 * (nearest.y - nearest.x);
}

/// Number of octaves that the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, 2.0 * params.frequency, params.lacunarity, params.pixel_size);
}
