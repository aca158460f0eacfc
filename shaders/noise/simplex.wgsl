//! Simplex noise
//! Gradient noise on triangles and tetrahedra, with round kernels instead of fade weights.
//! Ken Perlin, "Noise hardware", 2001; Stefan Gustavson, "Simplex noise demystified", 2005. Three continuous
//! derivatives.
//! Formula: the sum over three or four corners of t^4 (g . d), t = max(0, 1/2 - d . d): kernels end at the opposite
//! sides of the simplex, so none is cut off.
//! Range: +-1 in the plane, +-.975 in the volume. Cost: 3 or 4 hashes and as many sine and cosine pairs, about that of
//! perlin.
//! Pitfalls: sines differ between devices by up to 2^-11, and so do the results; detail is finer than in perlin at
//! equal coordinates.
//! @mode(texture)

import super::hash::{cell2, cell3, signed_unit};

const PI = 3.14159265;
const SKEW_2D = 0.36602540;
const SKEW_3D = 0.33333333;
// The kernel sum of unit gradients peaks at .01008020.
const SCALE_2D = 99.20433;
const SCALE_3D = 105.0;
const SCALE_PSRD = 10.9;
// The sum of t^3 |d| over the corners peaks at .026428.
const SCALE_PSRD3 = 37.838;

/// Simplex noise of the plane: three corners, gradients in every direction. Range +-1, mean 0, standard deviation .539.
/// Ken Perlin, 2001. More isotropic than lattice noise, but finer: its spectrum peaks at .81 cycles per unit, that of
/// perlin at .56, so compare them at equal peak frequency. Three hashes, three sine and cosine pairs.
fn simplex(p: vec2f, seed: u32) -> f32 {
    return simplex_deriv(p, seed).x;
}

/// Simplex noise of the plane and its exact gradient: (n, dn/dx, dn/dy).
fn simplex_deriv(p: vec2f, seed: u32) -> vec3f {
    let skewed = p + (p.x + p.y) * SKEW_2D;
    let base = floor(skewed);
    let f = skewed - base;
    let cell = vec2i(base);
    let middle = select(vec2i(0, 1), vec2i(1, 0), f.x > f.y);
    return SCALE_2D * (
        bump(unskewed(f, SKEW_2D), circle_gradient(cell, seed), 0.5)
        + bump(unskewed(f - vec2f(middle), SKEW_2D), circle_gradient(cell + middle, seed), 0.5)
        + bump(unskewed(f - 1.0, SKEW_2D), circle_gradient(cell + vec2i(1), seed), 0.5)
    );
}

/// Simplex noise of a volume: four corners, gradients uniform on the sphere. Range +-.975, mean 0, standard deviation
/// .379.
/// Squared kernel radius 1/2, so the noise is smooth everywhere; the .6 of other implementations leaves steps of .003
/// between simplices.
fn simplex3(p: vec3f, seed: u32) -> f32 {
    return simplex3_deriv(p, seed).x;
}

/// Simplex noise of a volume and its exact gradient: (n, dn/dx, dn/dy, dn/dz).
fn simplex3_deriv(p: vec3f, seed: u32) -> vec4f {
    let skewed = p + (p.x + p.y + p.z) * SKEW_3D;
    let base = floor(skewed);
    let f = skewed - base;
    let cell = vec3i(base);
    let rank = ranks(f.x, f.y, f.z);
    let first = select(vec3i(0), vec3i(1), rank >= vec3i(2));
    let second = select(vec3i(0), vec3i(1), rank >= vec3i(1));
    return SCALE_3D * (
        bump3(unskewed3(f, SKEW_3D), sphere_gradient(cell, seed))
        + bump3(unskewed3(f - vec3f(first), SKEW_3D), sphere_gradient(cell + first, seed))
        + bump3(unskewed3(f - vec3f(second), SKEW_3D), sphere_gradient(cell + second, seed))
        + bump3(unskewed3(f - 1.0, SKEW_3D), sphere_gradient(cell + vec3i(1), seed))
    );
}

/// Simplex noise that tiles and whose gradients rotate by `alpha`: (n, dn/dx, dn/dy). Range +-.9974, standard deviation
/// .472.
/// Stefan Gustavson and Ian McEwan, "Tiling simplex noise and flow noise in two and three dimensions", JCGT 11(1),
/// 2022.
/// Uses its own hash, a permutation of 289 values, so without a period it repeats after 289 cells. @returns(gradient)
/// @param period Units until the pattern repeats: any integer in x, an even integer in y (an odd one is doubled); 0 for
/// none. @range(0, 16, 1, 0)
/// @param alpha Rotation of all gradients, for swirling motion. @angle
fn psrdnoise(p: vec2f, period: vec2f, alpha: f32) -> vec3f {
    let skewed = vec2f(p.x + 0.5 * p.y, p.y);
    let base = floor(skewed);
    let f = skewed - base;
    let cell = vec2i(base);
    let middle = select(vec2i(0, 1), vec2i(1, 0), f.x > f.y);
    let d0 = vec2f(f.x - 0.5 * f.y, f.y);
    let d1 = d0 - select(vec2f(-0.5, 1.0), vec2f(1.0, 0.0), f.x > f.y);
    let d2 = d0 - vec2f(0.5, 1.0);
    let whole = vec2i(round(period));
    return SCALE_PSRD * (
        bump(d0, rotated_gradient(cell, whole, alpha), 0.8)
        + bump(d1, rotated_gradient(cell + middle, whole, alpha), 0.8)
        + bump(d2, rotated_gradient(cell + vec2i(1), whole, alpha), 0.8)
    );
}

/// Simplex noise of a volume that tiles and whose gradients rotate by `alpha`: (n, dn/dx, dn/dy, dn/dz). Two continuous
/// derivatives.
/// Four corners on the lattice of integer and half-integer points, so any integer is a period. Each gradient rotates
/// around a random axis.
/// After Gustavson and McEwan, 2022, with the hash of this library, so it repeats only with a period. Range +-1,
/// standard deviation .36.
/// @param period Units until the pattern repeats along each axis, integers; 0 for none. @range(0, 16, 1, 0)
/// @param alpha Rotation of all gradients, for swirling motion. @angle
fn psrdnoise3_deriv(p: vec3f, seed: u32, period: vec3f, alpha: f32) -> vec4f {
    let skewed = p.yxx + p.zzy;
    let base = floor(skewed);
    let f = skewed - base;
    let cell = vec3i(base);
    let rank = ranks(f.x, f.y, f.z);
    let first = select(vec3i(0), vec3i(1), rank >= vec3i(2));
    let second = select(vec3i(0), vec3i(1), rank >= vec3i(1));
    let whole = vec3i(round(period));
    return SCALE_PSRD3 * (
        rotated_bump3(f, vec3i(0), cell, seed, whole, alpha)
        + rotated_bump3(f, first, cell, seed, whole, alpha)
        + rotated_bump3(f, second, cell, seed, whole, alpha)
        + rotated_bump3(f, vec3i(1), cell, seed, whole, alpha)
    );
}

/// Distance from a corner, of which f is the distance on the skewed grid. Whole cells are not unskewed: rounded factors
/// of the two directions would not cancel. @hidden
fn unskewed(f: vec2f, skew: f32) -> vec2f {
    return f - (f.x + f.y) * (skew / (1.0 + 2.0 * skew));
}

/// Distance from a corner, as in `unskewed`. @hidden
fn unskewed3(f: vec3f, skew: f32) -> vec3f {
    return f - (f.x + f.y + f.z) * (skew / (1.0 + 3.0 * skew));
}

/// @hidden
/// One corner: the kernel t^4 times the ramp g . d, and its gradient t^4 g - 8 t^3 (g . d) d, where t = radius2 - d .
/// d.
fn bump(d: vec2f, g: vec2f, radius2: f32) -> vec3f {
    let t = max(0.0, radius2 - dot(d, d));
    let t3 = t * t * t;
    let ramp = dot(g, d);
    return vec3f(t3 * t * ramp, t3 * (t * g - 8.0 * ramp * d));
}

/// @hidden
fn bump3(d: vec3f, g: vec3f) -> vec4f {
    let t = max(0.0, 0.5 - dot(d, d));
    let t3 = t * t * t;
    let ramp = dot(g, d);
    return vec4f(t3 * t * ramp, t3 * (t * g - 8.0 * ramp * d));
}

fn circle_gradient(corner: vec2i, seed: u32) -> vec2f {
    let angle = PI * signed_unit(cell2(corner, seed).x);
    return vec2f(cos(angle), sin(angle));
}

/// Random vector, uniform on the unit sphere: z and longitude are uniform (Archimedes).
fn sphere_gradient(corner: vec3i, seed: u32) -> vec3f {
    let h = cell3(corner, seed);
    let z = signed_unit(h.x);
    let longitude = PI * signed_unit(h.y);
    let radius = sqrt(1.0 - z * z);
    return vec3f(radius * cos(longitude), radius * sin(longitude), z);
}

/// For each component, the number of other components that it exceeds; of equal components the earlier axis counts as
/// larger.
fn ranks(x: f32, y: f32, z: f32) -> vec3i {
    let xy = select(0, 1, x >= y);
    let xz = select(0, 1, x >= z);
    let yz = select(0, 1, y >= z);
    return vec3i(xy + xz, 1 - xy + yz, 2 - xz - yz);
}

/// Gradient of a corner of the skewed grid: wrapped in units of the plane (half units in x), hashed, rotated.
fn rotated_gradient(corner: vec2i, period: vec2i, alpha: f32) -> vec2f {
    var half_x = 2 * corner.x - corner.y;
    var y = corner.y;
    if period.x > 0 {
        half_x = modulo(half_x, 2 * period.x);
    }
    if period.y > 0 {
        y = modulo(y, period.y);
    }
    var h = modulo((half_x + y + 1) >> 1u, 289);
    h = modulo((51 * h + 2) * h + modulo(y, 289), 289);
    h = modulo((34 * h + 10) * h, 289);
    let turns = (0.07482 * f32(h) + alpha) / (2.0 * PI);
    let angle = 2.0 * PI * (turns - round(turns));
    return vec2f(cos(angle), sin(angle));
}

/// One corner of the cell at the skewed fraction f: the kernel t^3 times the ramp g . d, and its gradient t^3 g - 6 t^2
/// (g . d) d.
fn rotated_bump3(f: vec3f, corner: vec3i, cell: vec3i, seed: u32, period: vec3i, alpha: f32) -> vec4f {
    let s = f - vec3f(corner);
    let d = 0.5 * (s.yxx + s.zzy - s);
    let g = rotated_gradient3(cell + corner, seed, period, alpha);
    let t = max(0.0, 0.5 - dot(d, d));
    let ramp = dot(g, d);
    return vec4f(t * t * t * ramp, t * t * (t * g - 6.0 * ramp * d));
}

/// Gradient of a corner of the skewed grid: wrapped in half units of space, hashed, rotated around a random axis.
fn rotated_gradient3(corner: vec3i, seed: u32, period: vec3i, alpha: f32) -> vec3f {
    var position = corner.yxx + corner.zzy - corner;
    for (var axis = 0; axis < 3; axis++) {
        if period[axis] > 0 {
            position[axis] = modulo(position[axis], 2 * period[axis]);
        }
    }
    let h = cell3(position, seed);
    let z = signed_unit(h.x);
    let radius = sqrt(1.0 - z * z);
    let longitude = PI * signed_unit(h.y);
    let side = vec2f(cos(longitude), sin(longitude));
    let east = vec3f(-side.y, side.x, 0.0);
    let north = vec3f(-z * side, radius);
    let turns = 0.5 * signed_unit(h.z) + alpha / (2.0 * PI);
    let angle = 2.0 * PI * (turns - round(turns));
    return cos(angle) * east + sin(angle) * north;
}

fn modulo(a: i32, n: i32) -> i32 {
    let rest = a % n;
    return rest + select(0, n, rest < 0);
}
