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
import package::noise::perlin::perlin;
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

// Frequency ratio of neighboring octaves.
const LACUNARITY = 1.92;

// Relief of the valley floors, as a share of that of the hills.
const FLOOR_RELIEF = 0.1;

// Largest rounding error of a height.
const ROUNDING = 1e-5;

fn height(p: vec2f) -> f32 {
    let hills = params.amplitude * fbm(p * params.frequency, params.seed, hill_octaves(), LACUNARITY, params.gain);
    let course = course_distance(p);
    let valley = river(course, params.valley);
    let bed = river(course, params.width);
    return carved(hills, valley) - params.depth * bed;
}

/// Color: meadows in the valleys, rock and snow above them, and water in the beds.
fn surface(s: Surface) -> vec3f {
    let land = ground_color(s.height, s.slope, -1000.0, params.trees, params.snow, 0.6, 0.06);
    let p = s.position.xy;
    if !may_hold_water(s.height, p) {
        return land;
    }
    let shore = 1.0 - params.water;
    return mix(land, vec3f(0.02, 0.09, 0.14), smoothstep(shore, shore + 0.1, river(course_distance(p), params.width)));
}

/// @hidden
/// False for heights that no water has, by the first octaves of the hills and the largest sum of the others: few
/// samples need the search for the nearest river, or even all of these octaves.
fn may_hold_water(height: f32, p: vec2f) -> bool {
    // Relief of the ground, as a share of that of the hills, at the edge of the water, which is within
    // width sqrt(water) of the course: 1 - smoothstep(0, 1, x) is at most 1 - x^2.
    let edge = mix(1.0, FLOOR_RELIEF, river(params.width * sqrt(params.water), params.valley));
    // Bounds of the ground without the bed, above the mean floor, if this height is water.
    let above_floor = height - params.floor_height;
    let least = above_floor + params.depth * (1.0 - params.water) - ROUNDING;
    let most = above_floor + params.depth + ROUNDING;
    let octaves = hill_octaves();
    // Largest sum of all octaves whose first has the amplitude 1.
    let sum = 1.0 / max(1.0 - params.gain, 1e-3);
    var hills = -params.floor_height;
    var frequency = 1.0;
    var amplitude = params.amplitude;
    for (var i = 0; i <= 5; i++) {
        let low = hills - sum * amplitude;
        let high = hills + sum * amplitude;
        if most < min(FLOOR_RELIEF * low, edge * low) || least > max(FLOOR_RELIEF * high, edge * high) {
            return false;
        }
        if i == 5 {
            break;
        }
        let fade_in = saturate(octaves - f32(i));
        hills += fade_in * amplitude * perlin(p * params.frequency * frequency, params.seed + u32(i));
        frequency *= LACUNARITY;
        amplitude *= params.gain;
    }
    return true;
}

/// @hidden
fn hill_octaves() -> f32 {
    return visible_octaves(params.octaves, params.frequency, LACUNARITY, params.pixel_size);
}

/// @hidden
/// Height of the ground with a valley of this strength.
fn carved(hills: f32, valley: f32) -> f32 {
    return mix(hills, params.floor_height + FLOOR_RELIEF * (hills - params.floor_height), valley);
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
