//! Domain warps
//! Displaces the position by noise before it is used, which bends and folds the result.
//! Formula: p + amount (F(p scale), F'(p scale)), F and F' are fbm of different seeds. Giliam de Carpentier, 2012;
//! Inigo Quilez, 2002.
//! Range: displacements within .9912 S amount. Cost: one further sum of octaves per axis. Pitfalls: the slopes of the
//! warp add to those of the result, so the highest octaves alias sooner than their frequency suggests.
//! @mode(contour)

import super::perlin::perlin3;
import super::turbulence::fbm;

/// Displaced position: p + amount (fbm(p scale), fbm(p scale) of another seed). About four octaves suffice.
/// The displacement along each axis is at most amount S. Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
/// With amount x scale above about 1 the plane folds over itself.
/// @param octaves Number of octaves of the displacement. @range(1, 16, 0.1, 4)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
/// @param scale Frequency of the displacement, in cycles per unit. @range(0.05, 64) @log @default(0.5)
/// @param amount Displacement in world units where the sum is 1. @range(0, 4, 0.01, 0.4)
fn warp(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, scale: f32, amount: f32) -> vec2f {
    let q = p * scale;
    let x = fbm(q, seed, octaves, lacunarity, gain);
    let y = fbm(q, seed ^ 0x9e3779b9u, octaves, lacunarity, gain);
    return p + amount * vec2f(x, y);
}

/// Position in a volume, displaced by three noises: see warp. @returns(color)
/// @param octaves Number of octaves of the displacement. @range(1, 16, 0.1, 4)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
/// @param scale Frequency of the displacement, in cycles per unit. @range(0.05, 64) @log @default(0.5)
/// @param amount Displacement in world units where the sum is 1. @range(0, 4, 0.01, 0.4)
fn warp3(p: vec3f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, scale: f32, amount: f32) -> vec3f {
    // Like fbm3 of three seeds, octave by octave: the three share lattice cells and weights.
    let seeds = vec3u(seed, seed ^ 0x9e3779b9u, seed ^ 0x3c6ef372u);
    var sum = vec3f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let at = p * scale * frequency;
        let s = seeds + u32(i);
        sum += fade_in * amplitude * vec3f(perlin3(at, s.x), perlin3(at, s.y), perlin3(at, s.z));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return p + amount * sum;
}

/// fbm warped by fbm that is warped by fbm: F(p + A r), r = F at p + A q, q = F at p. Folded rock, marble, smoke.
/// Range within +-.9912 S. Inigo Quilez, "Domain warping", 2002. Five times the cost of fbm.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
/// @param amount Displacement in world units where the sum is 1. @range(0, 8, 0.01, 4)
fn warped_fbm(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, amount: f32) -> f32 {
    let q = vec2f(
        fbm(p, seed, octaves, lacunarity, gain),
        fbm(p + vec2f(5.2, 1.3), seed, octaves, lacunarity, gain),
    );
    let r = vec2f(
        fbm(p + amount * q + vec2f(1.7, 9.2), seed, octaves, lacunarity, gain),
        fbm(p + amount * q + vec2f(8.3, 2.8), seed, octaves, lacunarity, gain),
    );
    return fbm(p + amount * r, seed, octaves, lacunarity, gain);
}
