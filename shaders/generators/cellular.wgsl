//! Cellular noise
//! Distances to random feature points: pebbles, cracked mud, facets, cells.
//! Steven Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996.
//! @view(0.5, 0.5, 6)
//! @mode(relief)

import package::noise::cellular::cellular_metric;
import package::noise::octaves::visible_octaves;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(-2, 2, 0.01, 0.35)
    amplitude: f32,
    /// Cells of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Cells")
    /// Distance to the nearest point (bowls), to the second nearest (facets), or their difference (cells with sharp
    /// borders). @enum("F1", "F2", "F2 - F1") @default(2)
    feature: u32,
    /// Distance metric: round cells, diamonds, or squares. @enum("Euclidean", "Manhattan", "Chebyshev")
    metric: u32,
    /// Displacement of feature points from the centers of their cells; 0 gives a square grid. @range(0, 1, 0.01, 1)
    jitter: f32,
    /// Search 25 cells, which is always exact, instead of 9, which is wrong in one of 8000 samples at full jitter.
    /// @toggle(1)
    exact: u32,
    /// @group("Fractal")
    /// Number of octaves; a fraction fades the last one in. @range(1, 8, 0.1, 3)
    octaves: f32,
    /// Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
    lacunarity: f32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.3)
    gain: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    var frequency = params.frequency;
    var amplitude = params.amplitude;
    let count = visible_octaves(params.octaves, 2.0 * params.frequency, params.lacunarity, params.pixel_size);
    for (var i = 0; f32(i) < count; i++) {
        let fade_in = min(count - f32(i), 1.0);
        let nearest = cellular_metric(p * frequency, params.seed + u32(i), params.metric, params.jitter, params.exact);
        sum += fade_in * amplitude * selected_feature(nearest.x, nearest.y);
        frequency *= params.lacunarity;
        amplitude *= params.gain;
    }
    return sum;
}

fn selected_feature(first: f32, second: f32) -> f32 {
    switch params.feature {
        case 0u: { return first; }
        case 1u: { return second; }
        default: { return second - first; }
    }
}
