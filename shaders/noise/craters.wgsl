//! Impact craters
//! Bowls with raised rims in a volume, for planets and plains.
//! After "GPU Terrain generation, cell noise, rivers, crater",
//! <https://www.gamedev.net/blog/73/entry-1832259-gpu-terrain-generation-cell-noise-rivers-crater/>.
//! Formula: cellular noise where only a fraction 1 - extinction of the cells has a feature point; the height is a
//! profile of the distance to the nearest one.
//! Range: rim - depth .. rim for one size; octaves combine the deepest bowl with the highest rim.
//! Cost: 27 hashes for each size.
//! Pitfalls: exact only while radius (1 + 3 rim_width) is at most 1; beyond that, aprons are cut off at the edge of the
//! search. Craters are perfectly round: displace p by a little noise.

import super::hash::{cell3, unit};

/// Height of the ground around craters: a bowl depth (t^2 - 1) + rim inside, an apron rim exp(-((t - 1) / rim_width)^2)
/// outside, where t is the distance to the nearest crater over its radius. Range rim - depth .. rim, near 0 far from
/// any crater.
/// Exact while radius (1 + 3 rim_width) is at most 1. 27 hashes. Displace p a little for ragged rims; sum several
/// scales.
/// @param extinction Fraction of lattice cells without a crater. @range(0, 1, 0.01, 0.9)
/// @param radius Radius of every crater, in lattice cells. @range(0.05, 0.9, 0.01, 0.5)
/// @param depth Depth of the bowl below the rim. @range(0, 2, 0.01, 1)
/// @param rim Height of the rim above the plain. @range(0, 1, 0.01, 0.25)
/// @param rim_width Width of the apron, in radii. @range(0.01, 1, 0.01, 0.3)
fn craters(p: vec3f, seed: u32, extinction: f32, radius: f32, depth: f32, rim: f32, rim_width: f32) -> f32 {
    let t = nearest_crater(p, seed, extinction) / max(radius, 1e-4);
    let outside = (t - 1.0) / max(rim_width, 1e-4);
    return select(rim * exp(-outside * outside), depth * (t * t - 1.0) + rim, t < 1.0);
}

/// Craters of several sizes. Octaves are not added: the result is the deepest bowl plus the highest rim, so a small
/// crater does not deepen the large one around it. Octave i is lacunarity^i times finer and shallower. Range rim -
/// depth .. rim.
/// @param octaves Number of crater sizes; a fraction fades the last one in. @range(1, 8, 0.1, 4)
/// @param lacunarity Size ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param extinction Fraction of lattice cells without a crater. @range(0, 1, 0.01, 0.8)
/// @param radius Radius of every crater, in lattice cells. @range(0.05, 0.9, 0.01, 0.5)
/// @param depth Depth of the bowl below the rim. @range(0, 2, 0.01, 1)
/// @param rim Height of the rim above the plain. @range(0, 1, 0.01, 0.25)
/// @param rim_width Width of the apron, in radii. @range(0.01, 1, 0.01, 0.3)
fn crater_octaves(
    p: vec3f, seed: u32, octaves: f32, lacunarity: f32, extinction: f32, radius: f32, depth: f32, rim: f32,
    rim_width: f32,
) -> f32 {
    var bowl = 0.0;
    var crest = 0.0;
    var frequency = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let ground = craters(p * frequency, seed + u32(i), extinction, radius, depth, rim,
            rim_width) * fade_in / frequency;
        bowl = min(bowl, ground);
        crest = max(crest, ground);
        frequency *= lacunarity;
    }
    return bowl + crest;
}

/// @hidden
/// Distance to the center of the nearest crater, over 3x3x3 cells; 30 if there is none.
fn nearest_crater(p: vec3f, seed: u32, extinction: f32) -> f32 {
    let base = floor(p);
    let f = p - base;
    // unit(h.w) >= extinction, as integers.
    let threshold = u32(ceil(clamp(extinction, 0.0, 1.0) * 16777216.0));
    var nearest = 900.0;
    for (var z = -1; z <= 1; z++) {
        for (var y = -1; y <= 1; y++) {
            for (var x = -1; x <= 1; x++) {
                let h = cell3(vec3i(base) + vec3i(x, y, z), seed);
                if (h.w >> 8u) >= threshold {
                    let d = vec3f(f32(x), f32(y), f32(z)) + vec3f(unit(h.x), unit(h.y), unit(h.z)) - f;
                    nearest = min(nearest, dot(d, d));
                }
            }
        }
    }
    return sqrt(nearest);
}
