//! Cumberland Mountains
//! An imitation of jacksboro_fault.tif, to be compared with it: a fault divides dissected mountains from a tilted block
//! whose edges are ridges, and from a low valley.
//! Lengths and heights are in meters. The fault and the ridges are drawn by hand; the ground is smooth octaves with
//! gullies running down their slopes.
//! @view(0, 0, 30000)
//! @mode(relief)

import package::noise::erosion::erode;
import package::noise::rotated::rotated_fbm;
import package::noise::turbulence::fbm_deriv;

struct Params {
    /// @group("Mountains")
    /// Height of the mountains where the sum of octaves is 1, before they are dissected. @range(0, 1500, 10, 520)
    /// @unit("m")
    relief: f32,
    /// Depth of the widest valleys. @range(0, 800, 5, 160) @unit("m")
    valleys: f32,
    /// Distance between neighboring valleys. @range(500, 10000, 50, 2900) @unit("m")
    spacing: f32,
    /// Random seed. @seed(5)
    seed: u32,
    /// @group("Block")
    /// Height of the ridges at the edges of the block. @range(0, 800, 10, 250) @unit("m")
    ridge: f32,
    /// Height of hills in the lowland and on the block. @range(0, 300, 5, 90) @unit("m")
    hills: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

// Length by which positions and heights are divided, so that they are near 1.
const UNIT = 10000.0;

fn height(p: vec2f) -> f32 {
    let bend = 700.0 * vec2f(bends(p, 20u), bends(p, 30u));
    let q = p + bend;
    // Distances from the fault, positive in the east, and from the ridge of the block, positive in the north.
    let fault = from_line(q, vec2f(-4900.0, 15000.0), vec2f(5600.0, -10500.0));
    let scarp = from_line(q, vec2f(2500.0, 3300.0), vec2f(15000.0, 13500.0));

    let mountains = 600.0 + dissected(p, params.relief, params.valleys, params.seed);
    let low = dissected(p, params.hills, 0.6 * params.hills, params.seed + 7u);
    let block = 430.0 + low + params.ridge * bump(fault / 500.0);
    let east = mix(300.0 + low, block, smoothstep(-450.0, 250.0, scarp)) + params.ridge * bump(scarp / 380.0);
    return mix(mountains, east, smoothstep(-1200.0, 700.0, fault));
}

fn bump(x: f32) -> f32 {
    return exp(-x * x);
}

/// Hills of a height with valleys of a depth, in meters. @hidden
fn dissected(p: vec2f, hills: f32, valleys: f32, seed: u32) -> f32 {
    let q = p / UNIT;
    let ground = hills / UNIT * vec3f(1.0, 1.4, 1.4) * fbm_deriv(1.4 * q, seed, 3.0, 2.0, 0.45);
    return UNIT * erode(q, ground, seed + 101u, 5.0, UNIT / params.spacing, valleys / UNIT, 2.0, 0.5, 0.02, 0.0).x;
}

/// Displacement of the fault and of the ridges, about -1 to 1. @hidden
fn bends(p: vec2f, seed: u32) -> f32 {
    return rotated_fbm(p / 9000.0, params.seed + seed, 3.0, 2.0, 0.5, 0.6435);
}

/// Distance of a point from the line through two others, positive at the left of the way from the first to the second.
/// @hidden
fn from_line(p: vec2f, first: vec2f, second: vec2f) -> f32 {
    let along = normalize(second - first);
    return dot(p - first, vec2f(-along.y, along.x));
}
