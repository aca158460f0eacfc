//! Curl noise
//! Flow fields without sources or sinks, from the gradients of noise.
//! Robert Bridson, Jim Hourihan and Marcus Nordenstam, "Curl-Noise for Procedural Fluid Flow", SIGGRAPH 2007.
//! Formula: in the plane (dn/dy, -dn/dx), in the volume grad a x grad b; the divergence of either is 0 by construction,
//! not by iteration.
//! Range: rms speed 1.325 in the plane. Cost: one noise with its gradient, two in the volume.
//! Pitfalls: integrate in small steps; long steps leave the streamlines. Divide octaves of the potential by their
//! frequency, or fine eddies are faster than coarse ones.
//! @mode(texture)

import super::perlin::{perlin_deriv, perlin3_deriv};

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
