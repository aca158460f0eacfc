//! Gradient noise
//! Random slopes at the lattice points, smoothly blended; zero at each of those points.
//! Ken Perlin, "An Image Synthesizer", SIGGRAPH 1985, and "Improving Noise", SIGGRAPH 2002;
//! derivatives in the form of Giliam de Carpentier, "Scape: 2. Procedural basics", 2011.

import super::hash::{cell2, cell3, quintic, quintic_slope};

// Eight unit directions at 22.5 degrees + 45 k reach .9912 at this scale.
const SCALE_2D = 1.5;
// The twelve cube edges reach 1.0363 unscaled.
const SCALE_3D = 0.9649;

/// Gradient noise of the plane, one lattice cell per unit: n = 1.5 (a + k1 w(x) + k2 w(y) + k3 w(x) w(y)).
/// Range +-.9912, mean 0, standard deviation .3235, most power between .5 and 1 cycles per unit; twice continuously differentiable.
/// Ken Perlin, "Improving Noise", 2002. Four hashes. Zero at every integer point, which shows when octaves share those points.
fn perlin(p: vec2f, seed: u32) -> f32 {
    let base = floor(p);
    let f = p - base;
    let k = ramps(corners(vec2i(base), seed), f.x, f.y);
    return polynomial(k, quintic(f.x), quintic(f.y));
}

/// Gradient noise of the plane and its exact gradient: (n, dn/dx, dn/dy). Range of n +-.9912; rms of each partial derivative .937.
/// Giliam de Carpentier, "Scape: 2. Procedural basics", 2011. The gradient is nearly free: the four hashes dominate.
fn perlin_deriv(p: vec2f, seed: u32) -> vec3f {
    let base = floor(p);
    return perlin_split(vec2i(base), p - base, seed);
}

/// Gradient noise with the pseudo-derivative that iq_turbulence was designed around: the true gradient less the blended lattice slopes.
/// No derivative of anything: its rms error is .83 against a true rms of .93. Giliam de Carpentier, "Scape: 2. Procedural basics", 2011.
fn perlin_pseudo_deriv(p: vec2f, seed: u32) -> vec3f {
    let base = floor(p);
    let f = p - base;
    let k = ramps(corners(vec2i(base), seed), f.x, f.y);
    return vec3f(polynomial(k, quintic(f.x), quintic(f.y)), weight_slope(k, f.x, f.y));
}

/// Gradient noise that repeats after `period` cells: cells are wrapped before they are hashed, so the repetition is exact.
/// A sum of octaves tiles if lacunarity to the power i, times the period, is an integer in every octave.
/// @param period Cells until the pattern repeats, in x and in y; below 1 counts as 1.
fn perlin_tiled(p: vec2f, seed: u32, period: vec2i) -> f32 {
    let base = floor(p);
    let f = p - base;
    let size = max(period, vec2i(1));
    let cell = wrap(vec2i(base), size);
    let next = wrap(cell + vec2i(1), size);
    let around = Corners(
        direction(cell, seed),
        direction(vec2i(next.x, cell.y), seed),
        direction(vec2i(cell.x, next.y), seed),
        direction(next, seed),
    );
    return polynomial(ramps(around, f.x, f.y), quintic(f.x), quintic(f.y));
}

/// Gradient noise and its gradient at the point cell + f, f of [0, 1): exact at any distance from the origin,
/// where a single f32 coordinate would err by about .38 of its rounding step. Keep cell and fraction apart from the camera on.
fn perlin_split(cell: vec2i, f: vec2f, seed: u32) -> vec3f {
    let around = corners(cell, seed);
    let k = ramps(around, f.x, f.y);
    let w = vec2f(quintic(f.x), quintic(f.y));
    let lattice_slope = mix(mix(around.g00, around.g10, w.x), mix(around.g01, around.g11, w.x), w.y);
    return vec3f(polynomial(k, w.x, w.y), SCALE_2D * lattice_slope + weight_slope(k, f.x, f.y));
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
    let f = p - base;
    let w = vec3f(quintic(f.x), quintic(f.y), quintic(f.z));
    let slope = vec3f(quintic_slope(f.x), quintic_slope(f.y), quintic_slope(f.z));
    let c000 = corner3(cell, vec3i(0, 0, 0), f, seed);
    let c100 = corner3(cell, vec3i(1, 0, 0), f, seed);
    let c010 = corner3(cell, vec3i(0, 1, 0), f, seed);
    let c110 = corner3(cell, vec3i(1, 1, 0), f, seed);
    let c001 = corner3(cell, vec3i(0, 0, 1), f, seed);
    let c101 = corner3(cell, vec3i(1, 0, 1), f, seed);
    let c011 = corner3(cell, vec3i(0, 1, 1), f, seed);
    let c111 = corner3(cell, vec3i(1, 1, 1), f, seed);
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

/// Unit vector at 22.5 + 45 k degrees, k the top three bits of the cell's hash; without a table, which some drivers copy at each call.
fn direction(cell: vec2i, seed: u32) -> vec2f {
    let k = cell2(cell, seed).x >> 29u;
    let steep = (((k + 1u) >> 1u) & 1u) == 1u;
    let x = select(0.9238795325, 0.3826834324, steep);
    let y = select(0.3826834324, 0.9238795325, steep);
    return vec2f(select(x, -x, ((k + 2u) & 4u) != 0u), select(y, -y, k >= 4u));
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

/// @hidden
/// What the fade weights alone contribute to the gradient.
fn weight_slope(k: vec4f, x: f32, y: f32) -> vec2f {
    let slope = vec2f(quintic_slope(x), quintic_slope(y));
    return SCALE_2D * slope * (k.yz + k.w * vec2f(quintic(y), quintic(x)));
}

fn wrap(cell: vec2i, size: vec2i) -> vec2i {
    return ((cell % size) + size) % size;
}

/// Ramp of one corner at f, and its slope: (g . d, g).
fn corner3(cell: vec3i, corner: vec3i, f: vec3f, seed: u32) -> vec4f {
    let g = edge(cell + corner, seed);
    return vec4f(dot(g, f - vec3f(corner)), g);
}

/// One of the twelve edge directions of a cube: a sign each on two axes, four in each of the planes xy, xz, yz.
fn edge(cell: vec3i, seed: u32) -> vec3f {
    let k = ((cell3(cell, seed).x >> 16u) * 12u) >> 16u;
    let u = select(1.0, -1.0, (k & 1u) != 0u);
    let v = select(1.0, -1.0, (k & 2u) != 0u);
    let plane = k >> 2u;
    return select(select(vec3f(u, 0.0, v), vec3f(u, v, 0.0), plane == 0u), vec3f(0.0, u, v), plane == 2u);
}
