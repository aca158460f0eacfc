//! Turbulence on a sphere
//! Sample points are displaced along the surface, so no part of the displacement points inward or outward.
//! Formula: as in the volume, at normalize(p + d - (p . d) p) f, where d is the displacement so far. Range: as in the
//! volume. Cost: perlin3 with its gradient per octave.
//! Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012. Pitfalls: p must have length 1; where d has a length
//! near 1 the projection folds.

import super::perlin::perlin3_deriv;

/// Swiss turbulence of the unit sphere: p has length 1. The displacement is projected on the tangent plane, and its end
/// back onto the sphere; `frequency` is that of octave 0. Range 0 .. S. After Giliam de Carpentier, "Scape: 3.
/// Procedural extensions", 2012.
/// @param frequency Lattice cells per radius, in octave 0. @range(0.5, 16, 0.01, 2) @log
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves, on the crests. @range(0, 1, 0.01, 0.6)
/// @param warp Displacement of fine octaves toward the crests. @range(0, 1, 0.01, 0.15)
fn swiss_sphere(p: vec3f, seed: u32, frequency: f32, octaves: f32, lacunarity: f32, gain: f32, warp: f32) -> f32 {
    var sum = 0.0;
    var slide = vec3f(0.0);
    var f = frequency;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin3_deriv(move_along_sphere(p, warp * slide) * f, seed + u32(i));
        sum += fade_in * amplitude * (1.0 - abs(n.x));
        slide -= amplitude * n.x * n.yzw;
        f *= lacunarity;
        amplitude *= gain * saturate(sum);
    }
    return sum;
}

/// Jordan turbulence of the unit sphere: p has length 1, each octave is displaced along the surface. See
/// jordan_turbulence.
/// Range from 0 while damp_scale is at most 1. After Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
/// @param frequency Lattice cells per radius, in octave 0. @range(0.5, 16, 0.01, 2) @log
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain1 Amplitude of octave 1 before `gain`; octave 0 has amplitude 1. @range(0, 2, 0.01, 0.8)
/// @param gain Amplitude ratio of the octaves from 2 on. @range(0, 1, 0.01, 0.5)
/// @param warp0 Displacement of the other octaves by octave 0. @range(0, 1, 0.01, 0.4)
/// @param warp Displacement of finer octaves by each octave from 1 on. @range(0, 1, 0.01, 0.35)
/// @param damp0 Weight of the slope of octave 0 in the damping. @range(0, 4, 0.01, 1)
/// @param damp Weight of the slopes of further octaves. @range(0, 4, 0.01, 0.8)
/// @param damp_scale Strength of the damping: 0 none, 1 complete on flats. @range(0, 2, 0.01, 1)
fn jordan_sphere(
    p: vec3f, seed: u32, frequency: f32, octaves: f32, lacunarity: f32, gain1: f32, gain: f32,
    warp0: f32, warp: f32, damp0: f32, damp: f32, damp_scale: f32,
) -> f32 {
    let first = perlin3_deriv(p * frequency, seed);
    let q0 = first * first.x;
    var sum = saturate(octaves) * q0.x;
    var shift = warp0 * q0.yzw;
    var slope = damp0 * q0.yzw;
    var f = frequency * lacunarity;
    var amplitude = gain1;
    var damped = gain1 * gain;
    for (var i = 1; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin3_deriv(move_along_sphere(p, shift / f) * f, seed + u32(i));
        let q = n * n.x;
        sum += fade_in * damped * q.x;
        shift += warp * q.yzw;
        slope += damp * q.yzw;
        f *= lacunarity;
        amplitude *= gain;
        damped = amplitude * (1.0 - damp_scale / (1.0 + dot(slope, slope)));
    }
    return sum;
}

/// @hidden
/// Moves p, a point of the unit sphere, by a displacement that is projected on the tangent plane.
fn move_along_sphere(p: vec3f, displacement: vec3f) -> vec3f {
    return normalize(p + displacement - dot(p, displacement) * p);
}
