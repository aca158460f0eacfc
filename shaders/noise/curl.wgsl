//! Curl noise
//! Flow fields without sources or sinks, from the gradients of noise.
//! Robert Bridson, Jim Hourihan and Marcus Nordenstam, "Curl-Noise for Procedural Fluid Flow", SIGGRAPH 2007.
//! Formula: in the plane (dn/dy, -dn/dx), in the volume grad a x grad b; the divergence of either is 0 by construction,
//! not by iteration.
//! Range: rms speed 1.325 in the plane. Cost: one noise with its gradient, two in the volume.
//! Pitfalls: integrate in small steps; long steps leave the streamlines. Divide octaves of the potential by their
//! frequency, or fine eddies are faster than coarse ones.
//! @mode(texture)

import super::perlin::{corners, perlin_deriv, perlin3_deriv, with_gradient};

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
/// The slopes around a cell are hashed only where a step enters it, so a step costs a third of curl.
/// @param duration Time that the point has been carried; the rms speed is 1.325. @range(0, 4, 0.01, 1)
/// @param steps Number of steps; few make sharp corners. @range(1, 128, 1, 32)
fn curl_upstream(p: vec2f, seed: u32, duration: f32, steps: i32) -> vec2f {
    let step_time = duration / f32(steps);
    var start = p;
    var at = p;
    var base = floor(p);
    var slopes = corners(vec2i(base), seed);
    // Twice a step: at its start, and in its middle.
    for (var half = 0; half < 2 * steps; half++) {
        var f = at - base;
        if any(f < vec2f(0.0)) || any(f >= vec2f(1.0)) {
            base = floor(at);
            f = at - base;
            slopes = corners(vec2i(base), seed);
        }
        let n = with_gradient(slopes, f);
        let velocity = vec2f(n.z, -n.y);
        if (half & 1) == 0 {
            at = start - 0.5 * step_time * velocity;
        } else {
            start -= step_time * velocity;
            at = start;
        }
    }
    return start;
}
