// Horizons of a field of heights: how much of the sky, and of the sun's disk, each sample sees.
//
// For one direction of the compass, parallel lines cover the field. Along a line, ground is looked up at every step,
// beginning at the end that the direction points to. The points that may be a horizon of later points form a convex
// hull, so that each point is added to it and removed from it only once (Timonen and Westerholm 2010, "Scalable height
// field self-shadowing"). The hull needs no stack: the horizon of a point is the previous corner of the hull.
// `gather` then interpolates each sample of the field between the two lines beside it.

import super::samples::{channel_value, is_finite};

/// One direction, and the lines of it that are processed.
struct Sweep {
    // Axis along which lines advance by one texel a step: 0 for x, 1 for y.
    axis: u32,
    // 1 if steps lead to smaller coordinates.
    is_reversed: u32,
    // Texels along that axis, and across it.
    length: i32,
    breadth: i32,
    // Texels across that a line shifts each step, -1 to 1.
    shift: f32,
    // Tangent of the elevation angle for a rise of 1 in one step.
    steepness: f32,
    // Number of the first line. Line n begins at texel n across.
    first_line: i32,
    // Number of lines; the last one only serves to interpolate.
    lines: i32,
    // Channel of the field that is the height, and number of channels.
    channel: u32,
    channels: u32,
    // Part of the sky that the direction stands for; 0 for the direction of the sun.
    weight: f32,
    // Altitude of the sun, in radians.
    altitude: f32,
    // 1 if this is the first direction.
    is_first: u32,
    // Index of the first of its points.
    first_point: i32,
    // Samples of the field along a side of each texel: 1, or more for coarse horizons.
    stride: i32,
    padding: u32,
}

/// A point of a line.
struct Point {
    height: f32,
    // Step of the point that is its horizon, or NONE.
    horizon: i32,
}

// Measured at once: a GPU is fast only with tens of thousands of lines.
@group(0) @binding(0) var<uniform> sweeps: array<Sweep, 4>;
@group(0) @binding(1) var field: texture_2d<f32>;
// Points of all lines of a sweep, step by step; then those of the next one.
@group(0) @binding(2) var<storage, read_write> points: array<Point>;
// Visible part of the sky, and of the sun, after the previous directions.
@group(0) @binding(3) var previous: texture_2d<f32>;
@group(0) @binding(4) var next: texture_storage_2d<rg32float, write>;
// The sweep whose horizons are gathered.
@group(0) @binding(5) var<uniform> gathered: Sweep;

// The one of these that the invocation works on.
var<private> sweep: Sweep;

const NONE = -1;
// Height where there is no ground.
const HOLE = -3e38;
// Apparent diameter of the sun, in radians.
const SUN_DIAMETER = 0.0093;

/// One invocation per line and sweep: finds the horizon of each point of the line.
@compute @workgroup_size(64)
fn find_horizons(@builtin(global_invocation_id) id: vec3u) {
    sweep = sweeps[id.y];
    let line = i32(id.x);
    if line >= sweep.lines {
        return;
    }
    var step = 0;
    var height = ground_height(line, 0);
    var last_ground = NONE;
    var horizon = NONE;
    // Every iteration either moves the horizon back by one corner of the hull, or completes a point.
    while step < sweep.length {
        let farther = farther_horizon(line, step, height, horizon);
        if farther != NONE {
            horizon = farther;
        } else {
            points[index_of(line, step)] = Point(height, horizon);
            last_ground = select(last_ground, step, height != HOLE);
            step += 1;
            height = ground_height(line, step);
            horizon = select(NONE, last_ground, height != HOLE);
        }
    }
}

// The corner of the hull behind a horizon if it appears at least as high, or NONE.
fn farther_horizon(line: i32, step: i32, height: f32, horizon: i32) -> i32 {
    if horizon == NONE {
        return NONE;
    }
    let near = points[index_of(line, horizon)];
    if near.horizon == NONE {
        return NONE;
    }
    let far = points[index_of(line, near.horizon)];
    let is_higher =
        (far.height - height) * f32(step - horizon) >= (near.height - height) * f32(step - near.horizon);
    return select(NONE, near.horizon, is_higher);
}

/// One invocation per step and line: updates the visible parts of the sky and of the sun for one sample.
@compute @workgroup_size(8, 16)
fn gather(@builtin(global_invocation_id) id: vec3u) {
    sweep = gathered;
    let step = i32(id.x);
    let line = i32(id.y);
    if step >= sweep.length || line >= sweep.lines - 1 {
        return;
    }
    // The texel at this step that lies between the line and the next one.
    let across = sweep.shift * f32(step);
    let part = across - floor(across);
    let is_between = part > 0.0;
    let row = sweep.first_line + line + i32(floor(across)) + select(0, 1, is_between);
    if row < 0 || row >= sweep.breadth {
        return;
    }
    // At the ends of the field, and beside holes, one of the lines has no ground.
    let has_ground = vec2<bool>(is_ground(line, step), is_ground(line + 1, step));
    let weight = select(select(0.0, 1.0 - part, is_between), f32(has_ground.y), any(!has_ground));
    let tangents = vec2f(horizon_tangent(line, step), horizon_tangent(line + 1, step));
    let texel = texel_at(step, row);
    var visible = vec2f(1.0);
    if sweep.is_first == 0u {
        visible = textureLoad(previous, texel, 0).xy;
    }
    if sweep.weight > 0.0 {
        let up = max(tangents, vec2f(0.0));
        let sines = up / sqrt(1.0 + up * up);
        visible.x -= sweep.weight * mix(sines.x, sines.y, weight);
    } else {
        let suns = saturate((sweep.altitude - atan(tangents)) / SUN_DIAMETER + 0.5);
        visible.y = mix(suns.x, suns.y, weight);
    }
    textureStore(next, texel, vec4f(visible, 0.0, 0.0));
}

/// False outside of the field, and where it is not finite.
fn is_ground(line: i32, step: i32) -> bool {
    return points[index_of(line, step)].height != HOLE;
}

// Tangent of the elevation angle of a point's horizon. Large, but its square is finite.
fn horizon_tangent(line: i32, step: i32) -> f32 {
    let here = points[index_of(line, step)];
    if here.horizon == NONE {
        return -1e15;
    }
    let rise = points[index_of(line, here.horizon)].height - here.height;
    return clamp(rise * sweep.steepness / f32(step - here.horizon), -1e15, 1e15);
}

/// Index in `points`.
fn index_of(line: i32, step: i32) -> i32 {
    return sweep.first_point + step * sweep.lines + line;
}

// Height of the ground at a step of a line, between two texels; HOLE outside the field or where both are not finite.
fn ground_height(line: i32, step: i32) -> f32 {
    let across = sweep.shift * f32(step);
    let part = across - floor(across);
    let row = sweep.first_line + line + i32(floor(across));
    let next_row = row + select(0, 1, part > 0.0);
    if row < 0 || next_row >= sweep.breadth {
        return HOLE;
    }
    let one = sample_height(step, row);
    let other = sample_height(step, next_row);
    if one == HOLE || other == HOLE {
        return max(one, other);
    }
    let before = sample_height(step, row - 1);
    let after = sample_height(step, row + 2);
    let ends = vec2f(select(before, one, before == HOLE), select(after, other, after == HOLE));
    return cubic(one, other - one, ends - one, part);
}

// Catmull-Rom interpolation at `t` between `one` and `one + rise`, which it does not exceed. Linear interpolation would
// flatten the bottoms of pits. `ends` are the rises to the texels before and after. Exact for equal heights.
fn cubic(one: f32, rise: f32, ends: vec2f, t: f32) -> f32 {
    let curve = (rise - ends.x) + t * (2.0 * ends.x + 4.0 * rise - ends.y + t * (ends.y - ends.x - 3.0 * rise));
    return one + clamp(0.5 * t * curve, min(rise, 0.0), max(rise, 0.0));
}

// Height of the texel at a step, repeated beyond the ends of the field.
fn sample_height(step: i32, row: i32) -> f32 {
    let texel = textureLoad(field, sweep.stride * texel_at(step, clamp(row, 0, sweep.breadth - 1)), 0);
    let height = channel_value(texel, sweep.channel, sweep.channels);
    return select(HOLE, height, is_finite(height));
}

/// Texel at a step along the axis of the sweep, and a row across it.
fn texel_at(step: i32, row: i32) -> vec2i {
    let along = select(step, sweep.length - 1 - step, sweep.is_reversed != 0u);
    return select(vec2i(along, row), vec2i(row, along), sweep.axis != 0u);
}
