//! Tiles
//! Value, gradient and cellular noise that repeat exactly: the lattice is wrapped before it is hashed. Octaves double,
//! so the sum repeats too.
//! Ken Perlin's `pnoise`, 2002. The default view shows 2 x 2 tiles.
//! @view(4, 4, 8)
//! @mode(relief)

import package::noise::cellular::cellular_tiled;
import package::noise::octaves::visible_octaves;
import package::noise::perlin::perlin_tiled;
import package::noise::value::value_tiled;

struct Params {
    /// @group("Tile")
    /// Base noise. @enum("Value", "Perlin", "F1", "F2 - F1") @default(3)
    base: u32,
    /// Side of the tile, in world units. @range(0.25, 64) @log @default(4)
    side: f32,
    /// Cells of octave 0 along a side. @range(1, 64, 1, 4)
    period: i32,
    /// Height in world units where the sum of octaves is 1. @range(-2, 2, 0.01, 0.4)
    amplitude: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Fractal")
    /// Number of octaves, each twice as fine; a fraction fades the last one in. @range(1, 12, 0.1, 6)
    octaves: f32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.4)
    gain: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let cells = f32(params.period) / params.side;
    let octaves = visible_octaves(params.octaves, 1.5 * cells, 2.0, params.pixel_size);
    var sum = 0.0;
    var scale = 1;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * base(p.x * cells * f32(scale), p.y * cells * f32(scale), i, params.period * scale);
        scale *= 2;
        amplitude *= params.gain;
    }
    return params.amplitude * sum;
}

fn base(x: f32, y: f32, octave: i32, period: i32) -> f32 {
    let p = vec2f(x, y);
    let seed = params.seed + u32(octave);
    switch params.base {
        case 0u: { return value_tiled(p, seed, vec2i(period)); }
        case 1u: { return perlin_tiled(p, seed, vec2i(period)); }
        case 2u: { return cellular_tiled(p, seed, vec2i(period)).x; }
        default: {
            let f = cellular_tiled(p, seed, vec2i(period));
            return f.y - f.x;
        }
    }
}
