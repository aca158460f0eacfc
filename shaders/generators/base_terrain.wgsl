//! Base terrain by a curve
//! A coarse noise says where continents and ranges are, a curve drawn by hand says how high that is, a fine noise adds detail that grows with height.
//! After blackmagic919, "Base Generation" and "Noise Generation", 2024.
//! @view(0.5, 0.5, 8)
//! @mode(relief)

import package::noise::curve::bezier_curve;
import package::noise::density::surface_height;
import package::noise::turbulence::{fbm, ridged};

struct Params {
    /// @group("Terrain")
    /// Height in world units where the curve is at 1. @range(0, 4, 0.01, 1.2)
    amplitude: f32,
    /// Height that a noise of 0 to 1 becomes: sea floor, shelf, plain, range. Knots and tangents are dragged.
    /// @curve @default(0, 0, 0.4, 0.4, 0.35, 0.14, 0.4, 0.2, 0.44, 0.3, 1.5, 0.4, 0.6, 0.36, 0.3, 0.6, 0.8, 0.7, 2.2, 1.5, 1, 1, 1, 1)
    curve: array<vec4f, 8>,
    /// Which of the landscapes. @seed(99)
    seed: u32,
    /// @group("Coarse shape")
    /// Cycles per world unit. @range(0.01, 8) @log @default(0.3)
    coarse_frequency: f32,
    /// Number of octaves. @range(1, 16, 1, 5)
    coarse_octaves: i32,
    /// Amplitude ratio of neighbouring octaves. @range(0, 1, 0.01, 0.45)
    coarse_gain: f32,
    /// @group("Detail")
    /// Cycles per world unit. @range(0.1, 64) @log @default(1.3)
    fine_frequency: f32,
    /// Number of octaves. @range(1, 16, 1, 8)
    fine_octaves: i32,
    /// Amplitude ratio of neighbouring octaves. @range(0, 1, 0.01, 0.5)
    fine_gain: f32,
    /// How much of the detail is added, per height of the ground. @range(0, 1, 0.01, 0.3)
    blend: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let shaped = bezier_curve(coarse(p.x, p.y), params.curve, 8);
    return params.amplitude * surface_height(shaped, fine(p.x, p.y), params.blend * max(shaped, 0.0));
}

/// Where the ground rises: 0 .. 1.
fn coarse(x: f32, y: f32) -> f32 {
    let n = fbm(vec2f(x, y) * params.coarse_frequency, params.seed, params.coarse_octaves, 1.92, params.coarse_gain);
    return saturate(0.5 + 0.5 * n);
}

/// Crests and gullies: 0 .. 1.
fn fine(x: f32, y: f32) -> f32 {
    let n = ridged(vec2f(x, y) * params.fine_frequency, params.seed + 101u, params.fine_octaves, 1.92, params.fine_gain);
    return saturate(n * (1.0 - params.fine_gain));
}
