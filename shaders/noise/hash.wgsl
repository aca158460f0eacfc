//! Hashes
//! From the integer coordinates of a lattice cell to random bits.
//! All arithmetic is modulo 2^32, so results are equal bit for bit on every device.

/// Hash of one integer (PCG-RXS-M-XS, 32 bits).
/// Mark Jarzynski and Marc Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020.
/// All 32 bits are good. Two multiplications. For several inputs take pcg2d, pcg3d, pcg4d rather than nesting this one.
fn pcg(v: u32) -> u32 {
    let state = v * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

/// Hash of two integers to two. Jarzynski and Olano, 2020.
/// Cheaper than pcg3d by a third of the multiplications, and a little weaker.
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
/// Nine multiplications. Take high bits first: the low bits of its results are the weaker ones.
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

/// Three random words of a plane cell, any coordinates, negative ones included: pcg3d(x, y, seed).
fn cell2(cell: vec2i, seed: u32) -> vec3u {
    return pcg3d(vec3u(bitcast<vec2u>(cell), seed));
}

/// Four random words of a volume cell, any coordinates, negative ones included: pcg4d(x, y, z, seed).
fn cell3(cell: vec3i, seed: u32) -> vec4u {
    return pcg4d(vec4u(bitcast<vec3u>(cell), seed));
}

/// Random word to a number of [0, 1): its upper 24 bits times 2^-24, so every value is exact and 1 is never reached.
fn unit(h: u32) -> f32 {
    return f32(h >> 8u) * 5.9604644775390625e-8f;
}

/// Random word to a number of [-1, 1): 2 unit(h) - 1, exact.
fn signed_unit(h: u32) -> f32 {
    return 2.0 * unit(h) - 1.0;
}

/// Fade weight w(t) = 6t^5 - 15t^4 + 10t^3 for t of [0, 1]: first and second derivative vanish at both ends.
/// Ken Perlin, "Improving Noise", SIGGRAPH 2002.
fn quintic(t: f32) -> f32 {
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

/// Derivative of the fade weight, w'(t) = 30t^4 - 60t^3 + 30t^2; at most 1.875, at t = 1/2.
fn quintic_slope(t: f32) -> f32 {
    return 30.0 * t * t * (t * (t - 2.0) + 1.0);
}
