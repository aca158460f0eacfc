//! Curl noise
//! Ink in a flow without sources or sinks: every point is traced back along the flow and has the color of its origin.
//! Robert Bridson, Jim Hourihan and Marcus Nordenstam, "Curl-Noise for Procedural Fluid Flow", SIGGRAPH 2007.
//! @view(0.5, 0.5, 4)
//! @mode(texture)

import package::noise::curl::{curl, curl_upstream};
import package::noise::octaves::visible_octaves;
import package::noise::turbulence::fbm;

struct Params {
    /// @group("Flow")
    /// Eddies per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Time that the ink has flowed; the rms speed is 1.3 eddies per unit of time. @range(0, 4, 0.01, 0.8)
    duration: f32,
    /// Integration steps; few make sharp corners. @range(1, 128, 1, 32)
    steps: i32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Ink")
    /// Scale of the ink before it flowed, in cycles per eddy. @range(0.1, 16) @log @default(2)
    ink_frequency: f32,
    /// Number of octaves of the ink; a fraction fades the last one in. @range(1, 16, 0.1, 4)
    octaves: f32,
    /// Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
    lacunarity: f32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
    gain: f32,
    /// World units per sample. Octaves of ink too fine to be sampled fade out, unless the flow has stretched them.
    /// @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Density of the ink.
fn height(p: vec2f) -> f32 {
    let source = curl_upstream(p * params.frequency, params.seed, params.duration, params.steps);
    let frequency = params.frequency * params.ink_frequency;
    let octaves = visible_octaves(params.octaves, frequency, params.lacunarity, params.pixel_size);
    return fbm(source * params.ink_frequency, params.seed + 1u, octaves, params.lacunarity, params.gain);
}

/// Velocity of the flow, in world units per unit of time: view its length, or one component.
fn velocity(p: vec2f) -> vec2f {
    return curl(p * params.frequency, params.seed) / params.frequency;
}
