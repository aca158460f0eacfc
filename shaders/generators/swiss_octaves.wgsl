//! Swiss turbulence, octave by octave
//! Swiss turbulence with a separate weight and pull for every octave: an equalizer for mountains.
//! After Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::octaves::visible_octaves;
import package::noise::perlin::perlin_deriv;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.18)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Random seed. @seed(5)
    seed: u32,
    /// @group("Fractal")
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
    octaves: f32,
    /// Frequency ratio of neighboring octaves; with exactly 2 all octaves are zero at the integer points.
    /// @range(1, 4, 0.01, 2)
    lacunarity: f32,
    /// Amplitude ratio of neighboring octaves, on the crests. @range(0, 1, 0.01, 0.6)
    gain: f32,
    /// Displacement of fine octaves toward the coarser crests. @range(0, 1, 0.01, 0.15)
    warp: f32,
    /// @group("Octaves")
    /// Weight of each octave, in addition to the gain. @octaves @range(0, 2, 0.01, 1)
    weights: array<vec4f, 4>,
    /// Pull of each octave: strength with which its crests attract finer octaves. @octaves @range(0, 2, 0.01, 1)
    pulls: array<vec4f, 4>,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let q = p * params.frequency;
    var sum = 0.0;
    var slide = vec2f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    let count = octaves();
    for (var i = 0; f32(i) < count; i++) {
        let fade_in = min(count - f32(i), 1.0);
        let n = perlin_deriv((q + params.warp * slide) * frequency, params.seed + u32(i));
        sum += fade_in * amplitude * weight(i) * (1.0 - abs(n.x));
        slide -= amplitude * pull(i) * n.x * n.yz;
        frequency *= params.lacunarity;
        amplitude *= params.gain * saturate(sum);
    }
    return params.amplitude * sum;
}

/// Octaves after the sixteenth use the last slider.
fn weight(octave: i32) -> f32 {
    let i = min(octave, 15);
    return params.weights[i / 4][i % 4];
}

fn pull(octave: i32) -> f32 {
    let i = min(octave, 15);
    return params.pulls[i / 4][i % 4];
}

/// Number of octaves that the picture can show.
fn octaves() -> f32 {
    return visible_octaves(params.octaves, params.frequency, params.lacunarity, params.pixel_size);
}
