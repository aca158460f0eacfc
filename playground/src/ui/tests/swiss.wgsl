//! Swiss turbulence
//! Alpine ridges that look eroded by glaciers: fine octaves are displaced toward the coarser crests and fade in the valleys.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.18) @unit("km")
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(1)
    frequency: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Fractal")
    /// Number of octaves. @range(1, 16, 1, 8)
    octaves: i32,
    /// Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
    lacunarity: f32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.6)
    gain: f32,
    /// @group("Swiss")
    /// Displacement of fine octaves toward the crests. @range(0, 1, 0.01, 0.15)
    warp: f32,
    /// Shape of the crests. @enum("sharp", "rounded", "billowed")
    crests: u32,
    /// Rotates the grain of the rock. @angle @default(30)
    grain: f32,
    /// Turns valleys into crests. @toggle
    invert: u32,
    /// Color of the snow. @color(0.9, 0.95, 1)
    snow: vec3f,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    return params.amplitude * p.x * f32(params.seed);
}
