//! Eroded mountains
//! Smooth hills with gullies running down every slope, branching from octave to octave; computed for each point
//! independently, without a simulation.
//! After Clay John, "Eroded Terrain Noise", 2018, Felix Westin, 2023, and Rune Skovbo Johansen, blog.runevision.com,
//! 2026.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::erosion::erode;
import package::noise::octaves::visible_octaves;
import package::noise::turbulence::fbm_deriv;

struct Params {
    /// @group("Mountains")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.5)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(0.6)
    frequency: f32,
    /// Octaves of the ground before erosion; with few of them gullies dominate. @range(1, 8, 0.1, 3)
    octaves: f32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.4)
    gain: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Erosion")
    /// Octaves of gullies; 0 shows the ground before erosion. @range(0, 8, 0.1, 5)
    gully_octaves: f32,
    /// Cells of the widest gullies per world unit. @range(0.5, 64) @log @default(3)
    gully_frequency: f32,
    /// Height of the widest gullies, in world units. @range(0, 0.5, 0.001, 0.07)
    strength: f32,
    /// Frequency ratio of neighboring octaves of gullies. @range(1, 4, 0.01, 2)
    gully_lacunarity: f32,
    /// Amplitude ratio of neighboring octaves of gullies. @range(0, 1, 0.01, 0.5)
    gully_gain: f32,
    /// Slope at which gullies reach half their height. @range(0, 2, 0.01, 0.3)
    onset: f32,
    /// Height of flat ground: -1 is that of the bottoms of gullies, 1 that of their crests. @range(-1, 1, 0.01, 0)
    fade: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let octaves = visible_octaves(params.octaves, params.frequency, 2.0, params.pixel_size);
    let n = fbm_deriv(p * params.frequency, params.seed, octaves, 2.0, params.gain);
    let ground = params.amplitude * vec3f(1.0, params.frequency, params.frequency) * n;
    let gully_octaves = visible_octaves(
        params.gully_octaves, params.gully_frequency, params.gully_lacunarity, params.pixel_size,
    );
    let eroded = erode(
        p, ground, params.seed + 101u, gully_octaves, params.gully_frequency, params.strength,
        params.gully_lacunarity, params.gully_gain, params.onset, params.fade,
    );
    return eroded.x;
}
