//! Value noise
//! Random values at the lattice points, smoothly interpolated.
//! The cheapest and least band-limited noise: its spectrum extends down to frequency zero, so it looks blotchy.
//! Formula: n = a + k1 w(x) + k2 w(y) + k3 w(x) w(y), corner values uniform in [-1, 1). Range: [-1, 1). Cost: 4 hashes,
//! or 8; the least arithmetic of all noises.
//! Origin: lattice noise of the 1980s; see Ebert et al., "Texturing and Modeling". Pitfalls: extremes are at lattice
//! points, so squares are visible.
//! @mode(texture)

import super::hash::{cell2, cell3, signed_unit, quintic, quintic_slope, wrapped2, wrapped3};

/// Value noise of the plane: uniform random values in [-1, 1) at integer points, blended by quintic weights. Four
/// hashes.
/// Range [-1, 1), mean 0, standard deviation .4525; twice continuously differentiable.
/// Unlike gradient noise it is not 0 at lattice points, and neighboring octaves share much power.
fn value(p: vec2f, seed: u32) -> f32 {
    return value_deriv(p, seed).x;
}

/// Value noise of the plane and its exact gradient: (n, dn/dx, dn/dy).
/// The gradient is 0 at every lattice point.
fn value_deriv(p: vec2f, seed: u32) -> vec3f {
    let base = floor(p);
    let cell = vec2i(base);
    return value_between(cell, cell + vec2i(1), p - base, seed);
}

/// Value noise that repeats after `period` cells, and its gradient: cells are wrapped before they are hashed, so the
/// repetition is exact.
/// @param period Cells until the pattern repeats, in x and in y; below 1 counts as 1.
fn value_tiled_deriv(p: vec2f, seed: u32, period: vec2i) -> vec3f {
    let base = floor(p);
    let cell = wrapped2(vec2i(base), period);
    return value_between(cell, wrapped2(cell + vec2i(1), period), p - base, seed);
}

/// Value noise that repeats after `period` cells: see value_tiled_deriv.
fn value_tiled(p: vec2f, seed: u32, period: vec2i) -> f32 {
    return value_tiled_deriv(p, seed, period).x;
}

/// Value noise of a volume. Range [-1, 1), mean 0, standard deviation .4005. Eight hashes.
fn value3(p: vec3f, seed: u32) -> f32 {
    return value3_deriv(p, seed).x;
}

/// Value noise of a volume and its exact gradient: (n, dn/dx, dn/dy, dn/dz).
fn value3_deriv(p: vec3f, seed: u32) -> vec4f {
    let base = floor(p);
    let cell = vec3i(base);
    return value3_between(cell, cell + vec3i(1), p - base, seed);
}

/// Value noise of a volume that repeats after `period` cells, and its gradient.
/// @param period Cells until the pattern repeats, along each axis; below 1 counts as 1.
fn value3_tiled_deriv(p: vec3f, seed: u32, period: vec3i) -> vec4f {
    let base = floor(p);
    let cell = wrapped3(vec3i(base), period);
    return value3_between(cell, wrapped3(cell + vec3i(1), period), p - base, seed);
}

/// Noise and gradient at the fraction f of a cell whose opposite corners are `cell` and `next`:
/// n = a + k1 w(x) + k2 w(y) + k3 w(x) w(y).
fn value_between(cell: vec2i, next: vec2i, f: vec2f, seed: u32) -> vec3f {
    let a = signed_unit(cell2(cell, seed).x);
    let b = signed_unit(cell2(vec2i(next.x, cell.y), seed).x);
    let c = signed_unit(cell2(vec2i(cell.x, next.y), seed).x);
    let d = signed_unit(cell2(next, seed).x);
    let k1 = b - a;
    let k2 = c - a;
    let k3 = a - b - c + d;
    let w = vec2f(quintic(f.x), quintic(f.y));
    let slope = vec2f(quintic_slope(f.x), quintic_slope(f.y));
    return vec3f(a + k1 * w.x + k2 * w.y + k3 * w.x * w.y, slope * (vec2f(k1, k2) + k3 * w.yx));
}

fn value3_between(cell: vec3i, next: vec3i, f: vec3f, seed: u32) -> vec4f {
    let w = vec2f(quintic(f.x), quintic(f.y));
    let slope = vec2f(quintic_slope(f.x), quintic_slope(f.y));
    let below = value_face(cell, next, cell.z, seed, w, slope);
    let above = value_face(cell, next, next.z, seed, w, slope);
    return vec4f(mix(below, above, quintic(f.z)), quintic_slope(f.z) * (above.x - below.x));
}

/// Blend of the four corners at height z, and its gradient within that face.
fn value_face(cell: vec3i, next: vec3i, z: i32, seed: u32, w: vec2f, slope: vec2f) -> vec3f {
    let a = value_corner(cell.x, cell.y, z, seed);
    let b = value_corner(next.x, cell.y, z, seed);
    let c = value_corner(cell.x, next.y, z, seed);
    let d = value_corner(next.x, next.y, z, seed);
    let south = mix(a, b, w.x);
    let north = mix(c, d, w.x);
    return vec3f(mix(south, north, w.y), slope * vec2f(mix(b - a, d - c, w.y), north - south));
}

fn value_corner(x: i32, y: i32, z: i32, seed: u32) -> f32 {
    return signed_unit(cell3(vec3i(x, y, z), seed).x);
}
