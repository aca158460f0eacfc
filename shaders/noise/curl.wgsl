//! Curl noise
//! Flow fields without sources or sinks, from the gradients of noise.
//! Robert Bridson, Jim Hourihan and Marcus Nordenstam, "Curl-Noise for Procedural Fluid Flow", SIGGRAPH 2007.
//! Formula: in the plane (dn/dy, -dn/dx), in the volume grad a x grad b; the divergence of either is 0 by construction,
//! not by iteration.
//! Range: rms speed 1.325 in the plane. Cost: one noise with its gradient, two in the volume.
//! Pitfalls: integrate in small steps; long steps leave the streamlines. Divide octaves of the potential by their
//! frequency, or fine eddies are faster than coarse ones.
//! @mode(texture)

import super::perlin::{Corners, SCALE_2D, corners, perlin_deriv, perlin3_deriv};

const ROOT_30 = 5.477225575051661;

/// Velocity in the plane: the gradient of a stream function rotated by 90 degrees, (dn/dy, -dn/dx). Free of divergence.
/// Rms speed 1.325 units per unit of time; zero mean. The flow follows the contour lines of perlin with the same seed.
/// Bridson et al., 2007.
fn curl(p: vec2f, seed: u32) -> vec2f {
    let n = perlin_deriv(p, seed);
    return vec2f(n.z, -n.y);
}

/// Velocity in a volume: the cross product of the gradients of two noises. Free of divergence, and cheaper than the
/// curl of three potentials.
/// The flow follows the lines along which both noises are constant. Ivan DeWolf, "Divergence-free noise", 2005.
fn curl3(p: vec3f, seed: u32) -> vec3f {
    let a = perlin3_deriv(p, seed);
    let b = perlin3_deriv(p, seed ^ 0x9e3779b9u);
    return cross(a.yzw, b.yzw);
}

/// Start of a point that the flow of `curl` has carried to p for some time: midpoint steps against the flow.
/// The slopes around a cell are hashed only where a step enters it, so a step costs a fifth of curl.
/// @param duration Time that the point has been carried; the rms speed is 1.325. @range(0, 4, 0.01, 1)
/// @param steps Number of steps; few make sharp corners. @range(1, 128, 1, 32)
fn curl_upstream(p: vec2f, seed: u32, duration: f32, steps: i32) -> vec2f {
    let step_time = duration / f32(steps);
    // Positions are relative to the middle of a cell.
    var base = floor(p);
    var start = p - base - 0.5;
    var at = start;
    var flow = cell_flow(corners(vec2i(base), seed), step_time);
    for (var step = 0; step < steps; step++) {
        at = start;
        if max(abs(at.x), abs(at.y)) > 0.5 {
            let entered = floor(at + 0.5);
            base += entered;
            start -= entered;
            at -= entered;
            flow = cell_flow(corners(vec2i(base), seed), step_time);
        }
        at = start - 0.5 * flow_at(flow, at);
        if max(abs(at.x), abs(at.y)) > 0.5 {
            let entered = floor(at + 0.5);
            base += entered;
            start -= entered;
            at -= entered;
            flow = cell_flow(corners(vec2i(base), seed), step_time);
        }
        start -= flow_at(flow, at);
    }
    return base + (start + 0.5);
}

/// Coefficients of the gradient of a noise in one cell, times the scale and a duration: differences between corners of
/// the slopes and, in the middle of the cell, of the ramps.
struct CellFlow {
    mean: vec2f,
    along_x: vec2f,
    along_y: vec2f,
    both: vec2f,
    /// Of the ramps: along x, along y, along both.
    ramps: vec3f,
}

/// @hidden
fn cell_flow(g: Corners, duration: f32) -> CellFlow {
    let scale = SCALE_2D * duration;
    let south = g.g00 + g.g10;
    let north = g.g01 + g.g11;
    let along_south = g.g10 - g.g00;
    let along_north = g.g11 - g.g01;
    let mean = 0.25 * scale * (south + north);
    let along_x = 0.5 * scale * (along_south + along_north);
    let along_y = 0.5 * scale * (north - south);
    let both = scale * (along_north - along_south);
    let ramps = -vec3f(0.25 * both.y + mean.x, 0.25 * both.x + mean.y, along_x.y + along_y.x);
    return CellFlow(mean, along_x, along_y, both, ramps);
}

/// Shift along the flow at the position u relative to the middle of the cell. The fade weights are 1/2 + b.
/// @hidden
fn flow_at(flow: CellFlow, u: vec2f) -> vec2f {
    let v = u * u;
    let b = u * (v * (6.0 * v - 5.0) + 1.875);
    let falling = ROOT_30 * v - 0.25 * ROOT_30;
    let slope = falling * falling;
    let upper = flow.along_x + flow.both * b.y;
    let right = flow.along_y + flow.both * b.x;
    let ramp_x = upper.x * u.x + (upper.y * u.y + (flow.ramps.x + flow.ramps.z * b.y));
    let ramp_y = right.x * u.x + (right.y * u.y + (flow.ramps.y + flow.ramps.z * b.x));
    let d_x = slope.x * ramp_x + (upper.x * b.x + (flow.along_y.x * b.y + flow.mean.x));
    let d_y = slope.y * ramp_y + (right.y * b.y + (flow.along_x.y * b.x + flow.mean.y));
    return vec2f(d_y, -d_x);
}
