//! Hydraulic erosion
//! Rain runs down through pipes between neighbouring samples, takes ground where it is fast and leaves it where it is slow: valleys branch and their floors fill.
//! Xing Mei, Philippe Decaudin and Bao-Gang Hu, "Fast hydraulic erosion simulation and visualization on GPU", 2007. Banks slide as in thermal erosion (Balázs Jákó, 2011), and what is carried goes through the pipes too, so that nothing is lost. Lengths are counted in samples, so that a grid erodes the same whatever the view's span.
//! @view(0, 0, 4)
//! @mode(relief)

import package::noise::ground_color::ground_color;
import package::noise::turned::{turned_fbm, turned_ridged};
import playground::surface::Surface;

struct Params {
    /// @group("Terrain")
    /// Height in world units where the sum of octaves is 1. @range(0, 2, 0.01, 0.45)
    amplitude: f32,
    /// Cycles of octave 0 per world unit. @range(0.05, 16) @log @default(0.45)
    frequency: f32,
    /// Number of octaves. @range(1, 12, 1, 6)
    octaves: i32,
    /// What it rains on: smooth hills or sharp crests. @enum("fBm", "Ridged")
    ground: u32,
    /// Which of the landscapes. @seed(11)
    seed: u32,
    /// Samples across and down. @range(65, 1025, 64, 257)
    side: i32,
    /// @group("Erosion")
    /// How long it rains. @range(0, 2000, 1, 400)
    steps: i32,
    /// Water that falls on a sample in a step, in samples' widths. @range(0, 0.05, 0.0005, 0.012)
    rain: f32,
    /// Part of the water that dries up in a step. @range(0, 0.2, 0.001, 0.04)
    evaporation: f32,
    /// Ground that water of speed 1 holds on a slope of 1. @range(0, 1, 0.01, 0.3)
    capacity: f32,
    /// Part of what is lacking to the capacity that is taken in a step. @range(0, 1, 0.01, 0.25)
    dissolving: f32,
    /// Part of what is beyond the capacity that is left in a step. @range(0, 1, 0.01, 0.3)
    deposition: f32,
    /// Angle of repose: banks that are steeper slide into the stream. @angle @range(0, 80, 0.5, 50)
    repose: f32,
    /// How far a step goes; waves swing where it is too far. @range(0.01, 0.5, 0.01, 0.15)
    time_step: f32,
    /// @group("Colour")
    /// Height of the snow line. @range(-1, 1, 0.01, 0.35)
    snow: f32,
    /// Height of the tree line. @range(-1, 1, 0.01, 0.15)
    trees: f32,
    /// Height of the sea. @range(-1, 1, 0.01, -1)
    sea: f32,
    /// Slope that holds neither grass nor snow. @angle @range(0, 90, 1, 38)
    steep: f32,
    /// World units per sample. @auto
    pixel_size: f32,
    /// Step. @auto
    iteration: u32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// @grid(side)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// Depth of water. @grid
@group(1) @binding(1) var<storage, read_write> water: array<f32>;
/// Water that leaves to the west, east, north and south, a unit of time. @grid
@group(1) @binding(2) var<storage, read_write> flux: array<vec4f>;
/// Part of the water that a unit of flux moves in a step, the ground that it carries, and the height of the bed. @grid
@group(1) @binding(3) var<storage, read_write> stream: array<vec4f>; // the fourth is not used
/// Ground that the water carries, once it has moved. @grid
@group(1) @binding(4) var<storage, read_write> carried: array<f32>;

// Acceleration of free fall, in samples' widths.
const GRAVITY = 9.81;

// Angle between neighbouring octaves, so that their lattices do not line up: 37 degrees.
const TURN = 0.6435;

/// The ground before the rain; put any function of a position here. @hidden
fn ground(p: vec2f) -> f32 {
    let q = p * params.frequency;
    if params.ground == 1u {
        return params.amplitude * (0.5 * turned_ridged(q, params.seed, f32(params.octaves), 1.97, 0.5, TURN) - 0.5);
    }
    return params.amplitude * turned_fbm(q, params.seed, f32(params.octaves), 1.97, 0.5, TURN);
}

/// @pass
@compute @workgroup_size(8, 8)
fn raise(@builtin(global_invocation_id) id: vec3u) {
    if is_inside(vec2i(id.xy)) {
        let from_middle = vec2f(id.xy) + 0.5 - 0.5 * f32(params.side);
        heights[index(vec2i(id.xy))] = ground(vec2f(from_middle.x, -from_middle.y) * params.pixel_size);
    }
}

/// Rain falls, and the pipes take up speed by the heights of the water at their ends.
/// @pass(steps)
@compute @workgroup_size(8, 8)
fn pour(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    if !is_inside(at) {
        return;
    }
    let here = level(at);
    let fall = vec4f(
        here - level(at + vec2i(-1, 0)),
        here - level(at + vec2i(1, 0)),
        here - level(at + vec2i(0, -1)),
        here - level(at + vec2i(0, 1)),
    );
    let wanted = max(flux[index(at)] + params.time_step * GRAVITY * fall, vec4f(0.0));
    let leaving = params.time_step * dot(wanted, vec4f(1.0));
    // No more leaves than is there.
    flux[index(at)] = wanted * min(1.0, (water[index(at)] + params.rain) / max(leaving, 1e-20));
}

/// Water moves, and takes ground or leaves it.
/// @pass(steps)
@compute @workgroup_size(8, 8)
fn flow(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    if !is_inside(at) {
        return;
    }
    let leaving = flux[index(at)];
    let from_west = flux_of(at + vec2i(-1, 0)).y;
    let from_east = flux_of(at + vec2i(1, 0)).x;
    let from_north = flux_of(at + vec2i(0, -1)).w;
    let from_south = flux_of(at + vec2i(0, 1)).z;
    let coming = from_west + from_east + from_north + from_south;
    let before = water[index(at)] + params.rain;
    let after = max(before + params.time_step * (coming - dot(leaving, vec4f(1.0))), 0.0);
    // Through the middle of the sample, by the mean depth; a film is no torrent.
    let through = 0.5 * vec2f(from_west - leaving.x + leaving.y - from_east, from_north - leaving.z + leaving.w - from_south);
    let velocity = through / max(0.5 * (before + after), 0.02);
    let speed = min(length(velocity), 4.0);

    let rise = 0.5 * vec2f(bed(at + vec2i(1, 0)) - bed(at - vec2i(1, 0)), bed(at + vec2i(0, 1)) - bed(at - vec2i(0, 1)));
    let tilt = length(rise) / sqrt(1.0 + dot(rise, rise));
    let holds = params.capacity * speed * max(tilt, 0.02) * min(after, 1.0);
    let lacking = holds - carried[index(at)];
    let taken = params.time_step * lacking * select(params.deposition, params.dissolving, lacking > 0.0);
    water[index(at)] = after;
    stream[index(at)] = vec4f(params.time_step / max(before, 1e-20), carried[index(at)] + taken, bed(at) - taken, 0.0);
}

/// Steep banks slide, what is carried goes with the water, and some of the water dries up.
/// @pass(steps)
@compute @workgroup_size(8, 8)
fn carry(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    if !is_inside(at) {
        return;
    }
    let here = stream[index(at)];
    var slid = 0.0;
    for (var n = 0; n < 8; n++) {
        let there = at + neighbour(n);
        if is_inside(there) {
            slid += exchange(stream[index(there)].z - here.z, length(vec2f(neighbour(n))));
        }
    }
    heights[index(at)] = (here.z + slid) * params.pixel_size;
    water[index(at)] *= 1.0 - params.evaporation;
    carried[index(at)] = here.y * (1.0 - here.x * dot(flux[index(at)], vec4f(1.0)))
        + coming_by(at + vec2i(-1, 0), 1)
        + coming_by(at + vec2i(1, 0), 0)
        + coming_by(at + vec2i(0, -1), 3)
        + coming_by(at + vec2i(0, 1), 2);
}

/// The rain is over: what is still carried comes to rest.
/// @pass
@compute @workgroup_size(8, 8)
fn settle(@builtin(global_invocation_id) id: vec3u) {
    if is_inside(vec2i(id.xy)) {
        heights[index(vec2i(id.xy))] += carried[index(vec2i(id.xy))] * params.pixel_size;
    }
}

fn surface(s: Surface) -> vec3f {
    return ground_color(s.height, s.slope, params.sea, params.trees, params.snow, params.steep, 0.04);
}

/// What slides over from a neighbour that lies so much higher; the neighbour counts it as lost.
fn exchange(rise: f32, distance: f32) -> f32 {
    return sign(rise) * max(abs(rise) - tan(params.repose) * distance, 0.0) / 16.0;
}

fn neighbour(n: i32) -> vec2i {
    let k = n + select(0, 1, n > 3);
    return vec2i(k % 3, k / 3) - 1;
}

/// Height of the ground in samples' widths; beyond the edge that of the edge.
fn bed(at: vec2i) -> f32 {
    return heights[index(clamp(at, vec2i(0), vec2i(params.side - 1)))] / params.pixel_size;
}

/// Height of the water's surface, the new rain on it.
fn level(at: vec2i) -> f32 {
    return bed(at) + water[index(clamp(at, vec2i(0), vec2i(params.side - 1)))] + params.rain;
}

/// What leaves a sample; nothing comes from beyond the edge.
fn flux_of(at: vec2i) -> vec4f {
    if is_inside(at) {
        return flux[index(at)];
    }
    return vec4f(0.0);
}

/// Ground that a neighbour's pipe brings.
fn coming_by(from_there: vec2i, pipe: i32) -> f32 {
    if !is_inside(from_there) {
        return 0.0;
    }
    let there = stream[index(from_there)];
    return flux[index(from_there)][pipe] * there.x * there.y;
}

fn is_inside(at: vec2i) -> bool {
    return all(at >= vec2i(0)) && all(at < vec2i(params.side));
}

fn index(at: vec2i) -> i32 {
    return at.y * params.side + at.x;
}
