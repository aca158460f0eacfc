//! Hydraulic erosion
//! Rain flows through pipes between neighboring samples, dissolves ground where it is fast and deposits it where it is
//! slow: valleys branch and their floors fill.
//! Xing Mei, Philippe Decaudin and Bao-Gang Hu, "Fast hydraulic erosion simulation and visualization on GPU", 2007.
//! Banks slide as in thermal erosion (Balázs Jákó, 2011), and sediment moves through the pipes too, so that no mass is
//! lost. Lengths are in samples, so that erosion does not depend on the width of the view.
//! @view(0, 0, 4)
//! @mode(relief)

import package::noise::ground_color::ground_color;
import package::noise::field::field_ground_of;
import playground::surface::Surface;

struct Params {
    /// @group("Erosion")
    /// Width of the grid in samples; its height too, unless the ground is a data file of other proportions. @range(65, 4097, 64, 257)
    side: i32,
    /// Number of simulation steps. @range(0, 2000, 1, 400)
    steps: i32,
    /// Rain per sample and step, in sample widths. @range(0, 0.05, 0.0005, 0.012)
    rain: f32,
    /// Fraction of the water that evaporates per step. @range(0, 0.2, 0.001, 0.04)
    evaporation: f32,
    /// Sediment capacity of water of speed 1 on a slope of 1. @range(0, 1, 0.01, 0.3)
    capacity: f32,
    /// Fraction of the missing sediment that is dissolved per unit of time. @range(0, 1, 0.01, 0.25)
    dissolving: f32,
    /// Fraction of the excess sediment that is deposited per unit of time. @range(0, 1, 0.01, 0.3)
    deposition: f32,
    /// Angle of repose: banks that are steeper slide into the stream. @angle @range(0, 80, 0.5, 50)
    repose: f32,
    /// Time step; waves oscillate if it is too large. @range(0.01, 0.5, 0.01, 0.15)
    time_step: f32,
    /// @group("Color")
    /// Height of the snow line. @range(-1, 1, 0.01, 0.35)
    snow: f32,
    /// Height of the tree line. @range(-1, 1, 0.01, 0.15)
    trees: f32,
    /// Height of the sea. @range(-1, 1, 0.01, -1)
    sea: f32,
    /// Slope above which neither grass nor snow holds. @angle @range(0, 90, 1, 38)
    steep: f32,
    /// World units per sample. @auto
    pixel_size: f32,
    /// Width and height of the grid in samples. @auto
    resolution: vec2f,
    /// Number of the step, from 0. @auto
    iteration: u32,
    /// @auto(placement ground)
    ground_at: vec4f,
}
@group(0) @binding(0) var<uniform> params: Params;

/// The ground before the rain. It fills the grid, and its heights keep their proportion to its width, or are
/// those of a data file with coordinates, whose place the grid takes.
/// @field(generators/hills.wgsl)
@group(0) @binding(1) var ground: texture_2d<f32>;

/// @grid(side, ground)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// Depth of the water. @grid
@group(1) @binding(1) var<storage, read_write> water: array<f32>;
/// Outflow to the west, east, north and south, per unit of time. @grid
@group(1) @binding(2) var<storage, read_write> flux: array<vec4f>;
/// x: fraction of the water that a unit of flux moves per step; y: sediment; z: height of the bed; w: unused. @grid
@group(1) @binding(3) var<storage, read_write> stream: array<vec4f>;
/// Sediment in the water after it has moved. @grid
@group(1) @binding(4) var<storage, read_write> carried: array<f32>;

// Gravitational acceleration, in sample widths per unit of time squared.
const GRAVITY = 9.81;

/// @pass
@compute @workgroup_size(8, 8)
fn raise(@builtin(global_invocation_id) id: vec3u) {
    if is_inside(vec2i(id.xy)) {
        heights[index(vec2i(id.xy))] = field_ground_of(ground, params.ground_at, vec2i(id.xy), params.resolution,
            params.pixel_size);
    }
}

/// Adds rain, and accelerates the flow in the pipes by the difference in water level at their ends.
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
    // The outflow is limited to the water in the sample.
    flux[index(at)] = wanted * min(1.0, (water[index(at)] + params.rain) / max(leaving, 1e-20));
}

/// Moves the water, and dissolves or deposits ground.
/// @pass(steps)
@compute @workgroup_size(8, 8)
fn flow(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    if !is_inside(at) {
        return;
    }
    let leaving = flux[index(at)];
    let from_west = outflow(at + vec2i(-1, 0)).y;
    let from_east = outflow(at + vec2i(1, 0)).x;
    let from_north = outflow(at + vec2i(0, -1)).w;
    let from_south = outflow(at + vec2i(0, 1)).z;
    let coming = from_west + from_east + from_north + from_south;
    let before = water[index(at)] + params.rain;
    let after = max(before + params.time_step * (coming - dot(leaving, vec4f(1.0))), 0.0);
    // Velocity at the center of the sample from the mean depth, which is at least 0.02 so that thin films are not fast.
    let through = 0.5 * vec2f(from_west - leaving.x + leaving.y - from_east, from_north - leaving.z + leaving.w
        - from_south);
    let velocity = through / max(0.5 * (before + after), 0.02);
    let speed = min(length(velocity), 4.0);

    let rise = 0.5 * vec2f(bed(at + vec2i(1, 0)) - bed(at - vec2i(1, 0)), bed(at + vec2i(0, 1))
        - bed(at - vec2i(0, 1)));
    let tilt = length(rise) / sqrt(1.0 + dot(rise, rise));
    let capacity = params.capacity * speed * max(tilt, 0.02) * min(after, 1.0);
    let missing = capacity - carried[index(at)];
    let taken = params.time_step * missing * select(params.deposition, params.dissolving, missing > 0.0);
    water[index(at)] = after;
    stream[index(at)] = vec4f(params.time_step / max(before, 1e-20), carried[index(at)] + taken, bed(at) - taken, 0.0);
}

/// Slides steep banks, moves the sediment with the water, and evaporates some of the water.
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
        let there = at + neighbor_offset(n);
        if is_inside(there) {
            slid += exchange(stream[index(there)].z - here.z, length(vec2f(neighbor_offset(n))));
        }
    }
    heights[index(at)] = (here.z + slid) * params.pixel_size;
    water[index(at)] *= 1.0 - params.evaporation;
    carried[index(at)] = here.y * (1.0 - here.x * dot(flux[index(at)], vec4f(1.0)))
        + inflow_from(at + vec2i(-1, 0), 1)
        + inflow_from(at + vec2i(1, 0), 0)
        + inflow_from(at + vec2i(0, -1), 3)
        + inflow_from(at + vec2i(0, 1), 2);
}

/// Deposits the remaining sediment after the last step.
/// @pass
@compute @workgroup_size(8, 8)
fn settle(@builtin(global_invocation_id) id: vec3u) {
    if is_inside(vec2i(id.xy)) {
        heights[index(vec2i(id.xy))] += carried[index(vec2i(id.xy))] * params.pixel_size;
    }
}

fn surface(s: Surface) -> vec3f {
    // The snow and tree lines are those of a grid that is 4 world units wide, also for ground in meters.
    let height = s.height * (4.0 / (params.pixel_size * params.resolution.x));
    return ground_color(height, s.slope, params.sea, params.trees, params.snow, params.steep, 0.04);
}

/// Height that slides from a neighbor `rise` higher, at `distance` samples; the neighbor loses the same height.
fn exchange(rise: f32, distance: f32) -> f32 {
    return sign(rise) * max(abs(rise) - tan(params.repose) * distance, 0.0) / 16.0;
}

fn neighbor_offset(n: i32) -> vec2i {
    let k = n + select(0, 1, n > 3);
    return vec2i(k % 3, k / 3) - 1;
}

/// Height of the ground in sample widths; outside the grid that of its edge.
fn bed(at: vec2i) -> f32 {
    return heights[index(clamp(at, vec2i(0), vec2i(params.resolution) - 1))] / params.pixel_size;
}

/// Height of the water surface including the new rain.
fn level(at: vec2i) -> f32 {
    return bed(at) + water[index(clamp(at, vec2i(0), vec2i(params.resolution) - 1))] + params.rain;
}

/// Outflow of a sample; 0 outside the grid.
fn outflow(at: vec2i) -> vec4f {
    if is_inside(at) {
        return flux[index(at)];
    }
    return vec4f(0.0);
}

/// Sediment that arrives through a neighbor's pipe.
fn inflow_from(from_there: vec2i, pipe: i32) -> f32 {
    if !is_inside(from_there) {
        return 0.0;
    }
    let there = stream[index(from_there)];
    return flux[index(from_there)][pipe] * there.x * there.y;
}

fn is_inside(at: vec2i) -> bool {
    return all(at >= vec2i(0)) && all(at < vec2i(params.resolution));
}

fn index(at: vec2i) -> i32 {
    return at.y * params.side + at.x;
}
