//! Flow noise
//! Simplex noise whose gradients rotate with time, each octave displaced by the slopes of coarser ones: lava, smoke,
//! water. The noise tiles.
//! Ken Perlin and Fabrice Neyret, "Flow Noise", SIGGRAPH 2001; Stefan Gustavson and Ian McEwan, JCGT 11(1), 2022.
//! @view(0.5, 0.5, 4)
//! @mode(relief)

import package::noise::octaves::visible_octaves;
import package::noise::simplex::psrdnoise;

struct Params {
    /// @group("Flow")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.3)
    amplitude: f32,
    /// Scale of octave 0, in lattice units per world unit. @range(0.05, 64) @log @default(0.5)
    frequency: f32,
    /// World units until the pattern repeats, rounded to an even number of lattice units. @range(0, 32, 1, 8)
    period: f32,
    /// Rotations per second of octave 0; finer octaves rotate faster. @range(0, 2, 0.01, 0.1)
    speed: f32,
    /// Rotation at time 0. @angle
    phase: f32,
    /// Displacement of octaves by the slopes of coarser ones. @range(0, 0.3, 0.005, 0.03)
    drag: f32,
    /// @group("Fractal")
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 6)
    octaves: f32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
    gain: f32,
    /// @auto
    time: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let octaves = visible_octaves(params.octaves, 2.0 * params.frequency, 2.0, params.pixel_size);
    let start = vec2f(2.0 * round(0.5 * params.period * params.frequency));
    var sum = 0.0;
    var carried = vec2f(0.0);
    var scale = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let angle = params.phase + 6.2831853 * params.speed * params.time * scale;
        let n = psrdnoise((p * params.frequency + params.drag * carried) * scale, start * scale, angle);
        sum += fade_in * amplitude * n.x;
        carried -= amplitude * n.yz / scale;
        scale *= 2.0;
        amplitude *= params.gain;
    }
    return params.amplitude * sum;
}
