//! Hashes
//! From the integer coordinates of a lattice cell to random bits.
//! All arithmetic is modulo 2^32, so results are equal bit for bit on every device. Formula: multiply, add, and fold
//! the high bits onto the low ones, a few times over; each function documents its constants and authors. Range: all 32
//! bits; `unit` maps the top 24 to [0, 1).
//! Pitfalls: the low bits are weaker, so use the top bits; hashes take a cell, not a position, so apply floor first.
//!
//! Cost of each hash in multiplications, and quality of its bits over 1024 x 1024 neighboring cells. Bias: largest
//! distance from 1/2 of the probability that an output bit flips with one input bit. Spectrum: standard deviation of
//! the power of the top three bits, 1 for white noise.
//!
//! | hash | words | multiplications | bias of the top 8 bits, of the low 16 | spectrum | use |
//! | --- | --- | --- | --- | --- | --- |
//! | pcg, nested | 1 of 3 | 6 | .01, .01 | 1.00 | one input |
//! | pcg2d | 2 of 2 | 6 | .04, .01 | 7.2: streaks | use the low bits |
//! | pcg3d, cell2 | 3 of 3 | 9 | .01, .18 | 1.00 | the plane: the default here |
//! | pcg4d, cell3 | 4 of 4 | 12 | .01, .05 | 1.00 | the volume, or the k-th point of a cell |
//! | lattice2 | 1 of 3 | 3 | .01, .50 | 1.03 | one octave: seeds 0 and 1 correlate by .53 |
//! | cheap2 | 1 of 3 | 2 | .04, .50 | 1.00 | gradients; repeats after 65536 cells |
//! | sine hash | 1 of 2 | 1, 1 sine | .01, .50 | 3.1, by device | none |

/// Hash of one integer (PCG-RXS-M-XS, 32 bits).
/// Mark Jarzynski and Marc Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020.
/// All 32 bits are good. Two multiplications. For several inputs use pcg2d, pcg3d or pcg4d instead of nesting pcg.
fn pcg(v: u32) -> u32 {
    let state = v * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

/// Hash of two integers to two. Jarzynski and Olano, 2020.
/// Cheaper than pcg3d by a third of the multiplications, and weaker: the top bits of x show streaks over neighboring
/// cells.
fn pcg2d(v: vec2u) -> vec2u {
    var r = v * 1664525u + 1013904223u;
    r.x += r.y * 1664525u;
    r.y += r.x * 1664525u;
    r ^= r >> vec2u(16u);
    r.x += r.y * 1664525u;
    r.y += r.x * 1664525u;
    return r ^ (r >> vec2u(16u));
}

/// Hash of three integers to three: the authors' recommendation for three inputs. Jarzynski and Olano, 2020.
/// Nine multiplications. Use the high bits first: the low bits of the results are weaker.
fn pcg3d(v: vec3u) -> vec3u {
    var r = v * 1664525u + 1013904223u;
    r.x += r.y * r.z;
    r.y += r.z * r.x;
    r.z += r.x * r.y;
    r ^= r >> vec3u(16u);
    r.x += r.y * r.z;
    r.y += r.z * r.x;
    r.z += r.x * r.y;
    return r;
}

/// Hash of four integers to four: the authors' recommendation for four inputs. Jarzynski and Olano, 2020.
/// Twelve multiplications.
fn pcg4d(v: vec4u) -> vec4u {
    var r = v * 1664525u + 1013904223u;
    r.x += r.y * r.w;
    r.y += r.z * r.x;
    r.z += r.x * r.y;
    r.w += r.y * r.z;
    r ^= r >> vec4u(16u);
    r.x += r.y * r.w;
    r.y += r.z * r.x;
    r.z += r.x * r.y;
    r.w += r.y * r.z;
    return r;
}

/// Cheap hash of a plane cell: three multiplications, a quarter of the cost of cell2. Only the top bits are good.
/// Primes and multiplier of Jordan Peck's FastNoiseLite (MIT), 2020.
fn lattice2(cell: vec2i, seed: u32) -> u32 {
    let c = bitcast<vec2u>(cell) * vec2u(501125321u, 1136930381u);
    return (seed ^ c.x ^ c.y) * 0x27d4eb2du;
}

/// Cheap hash of a volume cell: four multiplications. Only the top bits are good.
/// Primes and multiplier of Jordan Peck's FastNoiseLite (MIT), 2020.
fn lattice3(cell: vec3i, seed: u32) -> u32 {
    let c = bitcast<vec3u>(cell) * vec3u(501125321u, 1136930381u, 1720413743u);
    return (seed ^ c.x ^ c.y ^ c.z) * 0x27d4eb2du;
}

/// Cheapest hash of a plane cell that passes every test of perlin_cheap: two multiplications, the second a square. Only
/// the top 14 bits are good.
/// The cell is packed into one word, so the hash repeats: cell (x + 65536, y) is cell (x, y + 1). Octave seeds do not
/// correlate.
fn cheap2(cell: vec2i, seed: u32) -> u32 {
    let c = bitcast<vec2u>(cell);
    var h = ((c.y << 16u) + c.x) ^ (seed * 0x9e3779b9u);
    h *= 0x7feb352du;
    h ^= h >> 15u;
    return h * (h | 1u);
}

/// Three random words of a plane cell; coordinates may be negative: pcg3d(x, y, seed).
fn cell2(cell: vec2i, seed: u32) -> vec3u {
    return pcg3d(vec3u(bitcast<vec2u>(cell), seed));
}

/// Four random words of a volume cell; coordinates may be negative: pcg4d(x, y, z, seed).
fn cell3(cell: vec3i, seed: u32) -> vec4u {
    return pcg4d(vec4u(bitcast<vec3u>(cell), seed));
}

/// Converts a random word to a number in [0, 1): its upper 24 bits times 2^-24, so every value is exact and 1 is never
/// reached.
fn unit(h: u32) -> f32 {
    return f32(h >> 8u) * 5.9604644775390625e-8f;
}

/// Converts a random word to a number in [-1, 1): 2 unit(h) - 1, exact.
fn signed_unit(h: u32) -> f32 {
    return 2.0 * unit(h) - 1.0;
}

/// Fade weight w(t) = 6t^5 - 15t^4 + 10t^3 for t in [0, 1]: first and second derivative vanish at both ends.
/// Ken Perlin, "Improving Noise", SIGGRAPH 2002.
fn quintic(t: f32) -> f32 {
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

/// Derivative of the fade weight, w'(t) = 30t^4 - 60t^3 + 30t^2; at most 1.875, at t = 1/2.
fn quintic_slope(t: f32) -> f32 {
    return 30.0 * t * t * (t * (t - 2.0) + 1.0);
}

/// Second derivative of the fade weight, w''(t) = 120t^3 - 180t^2 + 60t; within +-5.774.
fn quintic_curvature(t: f32) -> f32 {
    return 60.0 * t * (t * (2.0 * t - 3.0) + 1.0);
}

/// Cell of a lattice that repeats after `period` cells in each direction; a period below 1 counts as 1.
fn wrapped2(cell: vec2i, period: vec2i) -> vec2i {
    let size = max(period, vec2i(1));
    let rest = cell % size;
    return rest + select(vec2i(0), size, rest < vec2i(0));
}

/// Cell of a volume lattice that repeats; see wrapped2.
fn wrapped3(cell: vec3i, period: vec3i) -> vec3i {
    let size = max(period, vec3i(1));
    let rest = cell % size;
    return rest + select(vec3i(0), size, rest < vec3i(0));
}
