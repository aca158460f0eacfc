//! Gradient noise
//! Random slopes at the lattice points, smoothly blended; the value is zero at every lattice point.
//! Ken Perlin, "An Image Synthesizer", SIGGRAPH 1985, and "Improving Noise", SIGGRAPH 2002;
//! derivatives in the form of Giliam de Carpentier, "Scape: 2. Procedural basics", 2011.
//! Formula: n = blend of the four corner ramps g . (p - corner) by w(t) = 6t^5 - 15t^4 + 10t^3, times 1.5 (in the
//! volume: eight corners, times .9649).
//! Range: +-.9912 in the plane, +-1 in the volume. Cost: 4 hashes, or 8; the gradient adds a fifth.
//! Pitfalls: the value is 0 at every lattice point; .7 dB more power along the axes than along diagonals; beyond 2^16
//! cells the rounding of f32 is visible, see perlin_split.
//! @mode(texture)

import super::hash::{cell2, cell3, cheap2, quintic, quintic_slope, quintic_curvature, wrapped2, wrapped3};

// Eight unit directions at 22.5 degrees + 45 k reach .9912 at this scale.
const SCALE_2D = 1.5;
// The twelve cube edges reach 1.0363 unscaled.
const SCALE_3D = 0.9649;

/// Gradient noise of the plane, one lattice cell per unit: n = 1.5 (a + k1 w(x) + k2 w(y) + k3 w(x) w(y)).
/// Range +-.9912, mean 0, standard deviation .3235, most power between .5 and 1 cycles per unit; twice continuously
/// differentiable.
/// Ken Perlin, "Improving Noise", 2002. Four hashes. Zero at every integer point, which is visible when octaves share
/// those points.
fn perlin(p: vec2f, seed: u32) -> f32 {
    let base = floor(p);
    let f = p - base;
    let k = ramps(corners(vec2i(base), seed), f.x, f.y);
    return polynomial(k, quintic(f.x), quintic(f.y));
}

/// Gradient noise of the plane and its exact gradient: (n, dn/dx, dn/dy). Range of n +-.9912; rms of each partial
/// derivative .937.
/// Giliam de Carpentier, "Scape: 2. Procedural basics", 2011. The gradient is nearly free: the four hashes dominate.
fn perlin_deriv(p: vec2f, seed: u32) -> vec3f {
    let base = floor(p);
    return perlin_split(vec2i(base), p - base, seed);
}

/// Gradient noise with the pseudo-derivative that iq_turbulence was designed around: the true gradient minus the
/// blended lattice slopes.
/// Not an actual derivative: its rms error is .83 against a true rms of .93. Giliam de Carpentier, "Scape: 2.
/// Procedural basics", 2011.
fn perlin_pseudo_deriv(p: vec2f, seed: u32) -> vec3f {
    let base = floor(p);
    let f = p - base;
    let k = ramps(corners(vec2i(base), seed), f.x, f.y);
    return vec3f(polynomial(k, quintic(f.x), quintic(f.y)), weight_slope(k, f.x, f.y));
}

/// Gradient noise with the hash cheap2 of two multiplications: two thirds of the cost of perlin. Range, deviation and
/// spectrum are equal, the values differ. Repeats after 65536 cells, which is too few for the finest octaves of a
/// planet.
fn perlin_cheap(p: vec2f, seed: u32) -> f32 {
    let base = floor(p);
    let f = p - base;
    let cell = vec2i(base);
    let around = Corners(
        direction_from_hash(cheap2(cell, seed)),
        direction_from_hash(cheap2(cell + vec2i(1, 0), seed)),
        direction_from_hash(cheap2(cell + vec2i(0, 1), seed)),
        direction_from_hash(cheap2(cell + vec2i(1, 1), seed)),
    );
    return polynomial(ramps(around, f.x, f.y), quintic(f.x), quintic(f.y));
}

/// Gradient noise that repeats after `period` cells: cells are wrapped before they are hashed, so the repetition is
/// exact.
/// A sum of octaves tiles if lacunarity to the power i, times the period, is an integer in every octave.
/// @param period Cells until the pattern repeats, in x and in y; below 1 counts as 1.
fn perlin_tiled(p: vec2f, seed: u32, period: vec2i) -> f32 {
    return perlin_tiled_deriv(p, seed, period).x;
}

/// Gradient noise that repeats after `period` cells, and its exact gradient: see perlin_tiled.
fn perlin_tiled_deriv(p: vec2f, seed: u32, period: vec2i) -> vec3f {
    let base = floor(p);
    let cell = wrapped2(vec2i(base), period);
    let next = select(cell + vec2i(1), vec2i(0), cell + vec2i(1) >= period);
    let around = Corners(
        direction(cell, seed),
        direction(vec2i(next.x, cell.y), seed),
        direction(vec2i(cell.x, next.y), seed),
        direction(next, seed),
    );
    return with_gradient(around, p - base);
}

/// Gradient noise and its gradient at the point cell + f, f in [0, 1): precise at any distance from the origin,
/// where a single f32 coordinate has an error of about .38 of its rounding step. Keep cell and fraction separate in all
/// earlier computations.
fn perlin_split(cell: vec2i, f: vec2f, seed: u32) -> vec3f {
    return with_gradient(corners(cell, seed), f);
}

/// Value, gradient and matrix of second derivatives of a noise function.
struct Hessian {
    value: f32,
    gradient: vec2f,
    /// Columns: the derivatives of the gradient along x, along y. Symmetric.
    matrix: mat2x2f,
}

/// Gradient noise with its first and second derivatives, from which analytic normals of Swiss and Jordan turbulence
/// follow.
/// Continuous, because the quintic weights are twice differentiable. Costs a third more arithmetic and no further hash.
/// @hidden
fn perlin_hessian(p: vec2f, seed: u32) -> Hessian {
    let base = floor(p);
    let f = p - base;
    let g = corners(vec2i(base), seed);
    let n = with_gradient(g, f);
    let k = ramps(g, f.x, f.y);
    let g1 = g.g10 - g.g00;
    let g2 = g.g01 - g.g00;
    let g3 = g.g00 - g.g10 - g.g01 + g.g11;
    let w = vec2f(quintic(f.x), quintic(f.y));
    let slope = vec2f(quintic_slope(f.x), quintic_slope(f.y));
    let curvature = vec2f(quintic_curvature(f.x), quintic_curvature(f.y));
    let xx = curvature.x * (k.y + k.w * w.y) + 2.0 * slope.x * (g1.x + g3.x * w.y);
    let yy = curvature.y * (k.z + k.w * w.x) + 2.0 * slope.y * (g2.y + g3.y * w.x);
    let xy = slope.x * (g1.y + g3.y * w.y) + slope.y * (g2.x + g3.x * w.x) + slope.x * slope.y * k.w;
    return Hessian(n.x, n.yz, SCALE_2D * mat2x2f(xx, xy, xy, yy));
}

/// Gradient noise of a volume: the twelve cube edges as slopes, eight corners, scaled by .9649.
/// Range +-1, mean 0, standard deviation .2606. Ken Perlin, "Improving Noise", 2002. Eight hashes.
fn perlin3(p: vec3f, seed: u32) -> f32 {
    return perlin3_deriv(p, seed).x;
}

/// Gradient noise of a volume and its exact gradient: (n, dn/dx, dn/dy, dn/dz). Range of n +-1.
/// Each derivative is the blend of the lattice slopes plus the slope of the weights times the ramps.
fn perlin3_deriv(p: vec3f, seed: u32) -> vec4f {
    let base = floor(p);
    let cell = vec3i(base);
    return perlin3_between(cell, cell + vec3i(1), p - base, seed);
}

/// Gradient noise of a volume that repeats after `period` cells: see perlin_tiled.
/// @param period Cells until the pattern repeats, along each axis; below 1 counts as 1.
fn perlin3_tiled(p: vec3f, seed: u32, period: vec3i) -> f32 {
    return perlin3_tiled_deriv(p, seed, period).x;
}

/// Gradient noise of a volume that repeats after `period` cells, and its exact gradient.
fn perlin3_tiled_deriv(p: vec3f, seed: u32, period: vec3i) -> vec4f {
    let base = floor(p);
    let cell = wrapped3(vec3i(base), period);
    let next = select(cell + vec3i(1), vec3i(0), cell + vec3i(1) >= period);
    return perlin3_between(cell, next, p - base, seed);
}

/// Slopes at the four corners of a cell; the digits are its x and y.
struct Corners {
    g00: vec2f,
    g10: vec2f,
    g01: vec2f,
    g11: vec2f,
}

fn corners(cell: vec2i, seed: u32) -> Corners {
    return Corners(
        direction(cell, seed),
        direction(cell + vec2i(1, 0), seed),
        direction(cell + vec2i(0, 1), seed),
        direction(cell + vec2i(1, 1), seed),
    );
}

fn direction(cell: vec2i, seed: u32) -> vec2f {
    return direction_from_hash(cell2(cell, seed).x);
}

/// Unit vector at 22.5 + 45 k degrees, k the top three bits of a hash. Computed without a table, because some drivers
/// copy tables at each call.
fn direction_from_hash(hash: u32) -> vec2f {
    let steep = ((hash + 0x20000000u) & 0x40000000u) != 0u;
    let x = select(0.9238795325, 0.3826834324, steep);
    let y = select(0.3826834324, 0.9238795325, steep);
    // x is negative from 90 to 270 degrees, y from 180 degrees on, so the top bit is the sign of y.
    let signs = vec2u(hash + 0x40000000u, hash) & vec2u(0x80000000u);
    return bitcast<vec2f>(bitcast<vec2u>(vec2f(x, y)) ^ signs);
}

/// Coefficients (a, k1, k2, k3) of n / 1.5 = a + k1 w(x) + k2 w(y) + k3 w(x) w(y).
fn ramps(g: Corners, x: f32, y: f32) -> vec4f {
    let a = dot(g.g00, vec2f(x, y));
    let b = dot(g.g10, vec2f(x - 1.0, y));
    let c = dot(g.g01, vec2f(x, y - 1.0));
    let d = dot(g.g11, vec2f(x - 1.0, y - 1.0));
    return vec4f(a, b - a, c - a, a - b - c + d);
}

/// @hidden
fn polynomial(k: vec4f, wx: f32, wy: f32) -> f32 {
    return SCALE_2D * (k.x + k.y * wx + k.z * wy + k.w * wx * wy);
}

/// Noise and gradient at the fraction f of a cell.
fn with_gradient(g: Corners, f: vec2f) -> vec3f {
    let k = ramps(g, f.x, f.y);
    let w = vec2f(quintic(f.x), quintic(f.y));
    let lattice_slope = mix(mix(g.g00, g.g10, w.x), mix(g.g01, g.g11, w.x), w.y);
    return vec3f(polynomial(k, w.x, w.y), SCALE_2D * lattice_slope + weight_slope(k, f.x, f.y));
}

/// @hidden
/// Contribution of the fade weights to the gradient.
fn weight_slope(k: vec4f, x: f32, y: f32) -> vec2f {
    let slope = vec2f(quintic_slope(x), quintic_slope(y));
    return SCALE_2D * slope * (k.yz + k.w * vec2f(quintic(y), quintic(x)));
}

/// Noise and gradient at the fraction f of a cell whose opposite corners are `cell` and `next`.
fn perlin3_between(cell: vec3i, next: vec3i, f: vec3f, seed: u32) -> vec4f {
    let w = vec3f(quintic(f.x), quintic(f.y), quintic(f.z));
    let slope = vec3f(quintic_slope(f.x), quintic_slope(f.y), quintic_slope(f.z));
    let c000 = ramp3(cell, f, seed);
    let c100 = ramp3(vec3i(next.x, cell.yz), f - vec3f(1.0, 0.0, 0.0), seed);
    let c010 = ramp3(vec3i(cell.x, next.y, cell.z), f - vec3f(0.0, 1.0, 0.0), seed);
    let c110 = ramp3(vec3i(next.xy, cell.z), f - vec3f(1.0, 1.0, 0.0), seed);
    let c001 = ramp3(vec3i(cell.xy, next.z), f - vec3f(0.0, 0.0, 1.0), seed);
    let c101 = ramp3(vec3i(next.x, cell.y, next.z), f - vec3f(1.0, 0.0, 1.0), seed);
    let c011 = ramp3(vec3i(cell.x, next.yz), f - vec3f(0.0, 1.0, 1.0), seed);
    let c111 = ramp3(next, f - vec3f(1.0, 1.0, 1.0), seed);
    let x00 = mix(c000, c100, w.x);
    let x10 = mix(c010, c110, w.x);
    let x01 = mix(c001, c101, w.x);
    let x11 = mix(c011, c111, w.x);
    let y0 = mix(x00, x10, w.y);
    let y1 = mix(x01, x11, w.y);
    let across = vec3f(
        mix(mix(c100.x - c000.x, c110.x - c010.x, w.y), mix(c101.x - c001.x, c111.x - c011.x, w.y), w.z),
        mix(x10.x - x00.x, x11.x - x01.x, w.z),
        y1.x - y0.x,
    );
    return SCALE_3D * (mix(y0, y1, w.z) + vec4f(0.0, slope * across));
}

/// Ramp of one corner at the offset d from it, and its slope g: (g . d, g). The slope is one of the twelve edge
/// directions of a cube: a sign each on two axes, four in each of the planes xy, xz, yz.
fn ramp3(corner: vec3i, d: vec3f, seed: u32) -> vec4f {
    // The edge is the upper half of the hash times 12 / 2^16: its lowest two bits are the signs, the others the plane.
    let h = cell3(corner, seed).x;
    let thrice = 3u * (h & 0xffff0000u);
    let signs = vec2u(thrice << 1u, thrice) & vec2u(0x80000000u);
    let is_xy = h < 0x55560000u;
    let is_yz = h >= 0xaaab0000u;
    let on_plane = vec2f(select(d.x, d.y, is_yz), select(d.z, d.y, is_xy));
    let g = bitcast<vec2f>(bitcast<vec2u>(vec2f(1.0)) ^ signs);
    let along = bitcast<vec2f>(bitcast<vec2u>(on_plane) ^ signs);
    let slope = select(select(vec3f(g.x, 0.0, g.y), vec3f(g, 0.0), is_xy), vec3f(0.0, g), is_yz);
    return vec4f(along.x + along.y, slope);
}
