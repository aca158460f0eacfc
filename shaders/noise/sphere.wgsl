//! Turbulence on a sphere
//! Sample points are shifted along the surface, so nothing of the shift is lost inward or outward.

import super::perlin::perlin3_deriv;

/// Swiss turbulence of the unit sphere: p has length 1. The slide is projected on the tangent plane, and its end back onto the sphere;
/// `frequency` is that of octave 0. Range 0 .. S. After Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
/// @param frequency Lattice cells per radius, in octave 0. @range(0.5, 16, 0.01, 2) @log
/// @param octaves Number of octaves. @range(1, 16, 1, 8)
/// @param lacunarity Frequency ratio of neighbouring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighbouring octaves, on the crests. @range(0, 1, 0.01, 0.6)
/// @param warp How far fine octaves slide toward the crests. @range(0, 1, 0.01, 0.15)
fn swiss_sphere(p: vec3f, seed: u32, frequency: f32, octaves: i32, lacunarity: f32, gain: f32, warp: f32) -> f32 {
    var sum = 0.0;
    var slide = vec3f(0.0);
    var f = frequency;
    var amplitude = 1.0;
    for (var i = 0; i < octaves; i++) {
        let n = perlin3_deriv(move_along_sphere(p, warp * slide) * f, seed + u32(i));
        sum += amplitude * (1.0 - abs(n.x));
        slide -= amplitude * n.x * n.yzw;
        f *= lacunarity;
        amplitude *= gain * saturate(sum);
    }
    return sum;
}

/// @hidden
/// The point of the unit sphere that a displacement of p, projected on the tangent plane, leads to.
fn move_along_sphere(p: vec3f, displacement: vec3f) -> vec3f {
    return normalize(p + displacement - dot(p, displacement) * p);
}
