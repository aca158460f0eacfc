//! Swiss turbulence, octave by octave
//! Swiss turbulence with a weight and a slide of its own for every octave: an equaliser for mountains.
//! After Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::perlin::perlin_deriv;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.18)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Which of the landscapes. @seed(1337)
    seed: u32,
    /// @group("Fractal")
    /// Number of octaves. @range(1, 16, 1, 8)
    octaves: i32,
    /// Frequency ratio of neighbouring octaves; exactly 2 lets all octaves meet at the integer points. @range(1, 4, 0.01, 2)
    lacunarity: f32,
    /// Amplitude ratio of neighbouring octaves, on the crests. @range(0, 1, 0.01, 0.6)
    gain: f32,
    /// How far fine octaves slide toward the coarser crests. @range(0, 1, 0.01, 0.15)
    warp: f32,
    /// @group("Octaves")
    /// Weight of each octave: its share of the height, on top of the gain. @octaves @range(0, 2, 0.01, 1)
    weights: array<vec4f, 4>,
    /// Pull of each octave: how strongly its crests attract the octaves above it. @octaves @range(0, 2, 0.01, 1)
    pulls: array<vec4f, 4>,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let q = p * params.frequency;
    var sum = 0.0;
    var slide = vec2f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; i < params.octaves; i++) {
        let n = perlin_deriv((q + params.warp * slide) * frequency, params.seed + u32(i));
        sum += amplitude * weight(i) * (1.0 - abs(n.x));
        slide -= amplitude * pull(i) * n.x * n.yz;
        frequency *= params.lacunarity;
        amplitude *= params.gain * saturate(sum);
    }
    return params.amplitude * sum;
}

/// Octaves beyond the sixteenth follow the last slider.
fn weight(octave: i32) -> f32 {
    let i = min(octave, 15);
    return params.weights[i / 4][i % 4];
}

fn pull(octave: i32) -> f32 {
    let i = min(octave, 15);
    return params.pulls[i / 4][i % 4];
}
