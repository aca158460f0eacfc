//! Rivers through hills
//! A network of river beds along the borders of random cells, carved into rolling ground: valleys, banks, and a flat
//! bed.
//! After "GPU Terrain generation, cell noise, rivers, crater",
//! <https://www.gamedev.net/blog/73/entry-1832259-gpu-terrain-generation-cell-noise-rivers-crater/>.
//! @view(0.5, 0.5, 8)
//! @mode(relief)

import playground::surface::Surface;
import package::noise::ground_color::ground_color;
import package::noise::octaves::visible_octaves;
import package::noise::rivers::{river_distance, river_strength};
import package::noise::turbulence::fbm;

struct Params {
    /// @group("Terrain")
    /// Height of the hills, in world units where the sum of octaves is 1. @range(0, 4, 0.01, 0.5)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 64) @log @default(0.5)
    frequency: f32,
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
    octaves: f32,
    /// Amplitude ratio of neighboring octaves: the roughness. @range(0, 1, 0.01, 0.5)
    gain: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Rivers")
    /// Cells bordered by rivers, per world unit. @range(0.05, 16) @log @default(0.4)
    river_frequency: f32,
    /// Width of a bed including its banks, as a difference of distances in cells. @range(0.001, 0.5, 0.001, 0.05)
    width: f32,
    /// Width of the valley around the bed, in the same unit. @range(0.01, 1, 0.01, 0.4)
    valley: f32,
    /// Displacement of the course, in cells. @range(0, 2, 0.01, 0.35)
    meander: f32,
    /// Height of the valley floors, in world units. @range(-1, 1, 0.01, -0.2)
    floor_height: f32,
    /// Depth of the bed below the floor, in world units. @range(0, 0.5, 0.005, 0.06)
    depth: f32,
    /// @group("Color")
    /// Fraction of the bed that holds water. @range(0, 1, 0.01, 0.6)
    water: f32,
    /// Height above which no grass grows, in world units. @range(-1, 2, 0.01, 0.3)
    trees: f32,
    /// Height of the snow line, in world units. @range(-1, 2, 0.01, 0.55)
    snow: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let octaves = visible_octaves(params.octaves, params.frequency, 1.92, params.pixel_size);
    let hills = hills_at(p, octaves);
    let course = course_distance(p);
    let valley = river(course, params.valley);
    let bed = river(course, params.width);
    return carved(hills, valley) - params.depth * bed;
}

/// Color: meadows in the valleys, rock and snow above them, and water in the beds.
fn surface(s: Surface) -> vec3f {
    let land = ground_color(s.height, s.slope, -1000.0, params.trees, params.snow, 0.6, 0.06);
    let p = s.position.xy;
    if s.height > highest_water(p) {
        return land;
    }
    let shore = 1.0 - params.water;
    return mix(land, vec3f(0.02, 0.09, 0.14), smoothstep(shore, shore + 0.1, river(course_distance(p), params.width)));
}

/// @hidden
/// A height that no water exceeds, from three octaves of the hills and the largest sum of the others. It has a margin
/// for heights between samples.
fn highest_water(p: vec2f) -> f32 {
    let others = params.amplitude * params.gain * params.gain * params.gain / max(1.0 - params.gain, 1e-3);
    let hills = max(hills_at(p, min(params.octaves, 3.0)) + others, params.floor_height);
    let bank = carved(hills, river(params.width, params.valley));
    return bank - params.depth * (1.0 - params.water) + 2.0 * params.pixel_size;
}

/// @hidden
fn hills_at(p: vec2f, octaves: f32) -> f32 {
    return params.amplitude * fbm(p * params.frequency, params.seed, octaves, 1.92, params.gain);
}

/// @hidden
/// Height of the ground with a valley of this strength.
fn carved(hills: f32, valley: f32) -> f32 {
    return mix(hills, params.floor_height + 0.1 * (hills - params.floor_height), valley);
}

/// Distance to the course of the nearest river, in cells.
fn course_distance(p: vec2f) -> f32 {
    return river_distance(vec3f(p * params.river_frequency, 0.5), params.seed, params.meander);
}

/// @hidden
/// Strength, 0 to 1, of a river of this width at a distance from its course; rivers narrower than a sample fade.
fn river(course: f32, width: f32) -> f32 {
    let fade_in = saturate(visible_octaves(1.0, 0.5 * params.river_frequency / max(width, 1e-6), 2.0,
        params.pixel_size));
    return fade_in * river_strength(course, width);
}
