//! Value noise
//! Random values at the lattice points, smoothly interpolated.
//! The cheapest noise, and the least band-limited one: its spectrum reaches down to frequency zero, so it looks blotchy.

import super::hash::{cell2, cell3, signed_unit, quintic, quintic_slope};

/// Value noise of the plane: uniform random values of [-1, 1) at integer points, blended by quintic weights.
/// Range [-1, 1), mean 0, standard deviation .4525; twice continuously differentiable.
/// Unlike gradient noise it is not 0 at lattice points, and neighbouring octaves share much power.
fn value(p: vec2f, seed: u32) -> f32 {
    let f = p - floor(p);
    let k = value_coefficients(vec2i(floor(p)), seed);
    return value_blend(k, vec2f(quintic(f.x), quintic(f.y)));
}

/// Value noise of the plane and its exact gradient: (n, dn/dx, dn/dy).
/// The gradient is 0 at every lattice point.
fn value_deriv(p: vec2f, seed: u32) -> vec3f {
    let f = p - floor(p);
    let k = value_coefficients(vec2i(floor(p)), seed);
    let w = vec2f(quintic(f.x), quintic(f.y));
    let slope = vec2f(quintic_slope(f.x), quintic_slope(f.y));
    return vec3f(value_blend(k, w), slope * (k.yz + k.w * w.yx));
}

/// Value noise of a volume. Range [-1, 1), mean 0, standard deviation .4005. Eight hashes.
fn value3(p: vec3f, seed: u32) -> f32 {
    let base = floor(p);
    let f = p - base;
    let cell = vec3i(base);
    let w = vec3f(quintic(f.x), quintic(f.y), quintic(f.z));
    return mix(value_face(cell, seed, w.xy), value_face(cell + vec3i(0, 0, 1), seed, w.xy), w.z);
}

/// Coefficients (a, k1, k2, k3) of n = a + k1 w(x) + k2 w(y) + k3 w(x) w(y).
fn value_coefficients(cell: vec2i, seed: u32) -> vec4f {
    let a = signed_unit(cell2(cell, seed).x);
    let b = signed_unit(cell2(cell + vec2i(1, 0), seed).x);
    let c = signed_unit(cell2(cell + vec2i(0, 1), seed).x);
    let d = signed_unit(cell2(cell + vec2i(1, 1), seed).x);
    return vec4f(a, b - a, c - a, a - b - c + d);
}

/// @hidden
/// That polynomial, for fade weights w.
fn value_blend(k: vec4f, w: vec2f) -> f32 {
    return k.x + k.y * w.x + k.z * w.y + k.w * w.x * w.y;
}

fn value_face(cell: vec3i, seed: u32, w: vec2f) -> f32 {
    let near = mix(value_corner(cell, seed), value_corner(cell + vec3i(1, 0, 0), seed), w.x);
    let far = mix(value_corner(cell + vec3i(0, 1, 0), seed), value_corner(cell + vec3i(1, 1, 0), seed), w.x);
    return mix(near, far, w.y);
}

fn value_corner(cell: vec3i, seed: u32) -> f32 {
    return signed_unit(cell3(cell, seed).x);
}
