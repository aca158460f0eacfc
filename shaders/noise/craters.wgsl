//! Impact craters
//! Bowls with raised rims in a volume, for planets and plains.
//! After "GPU Terrain generation, cell noise, rivers, crater",
//! <https://www.gamedev.net/blog/73/entry-1832259-gpu-terrain-generation-cell-noise-rivers-crater/>.
//! Formula: cellular noise where only a fraction 1 - extinction of the cells has a feature point; the height is a
//! profile of the distance to the nearest one.
//! Range: rim - depth .. rim for one size; octaves combine the deepest bowl with the highest rim.
//! Cost: up to 27 hashes for each size: cells too far away to matter are not hashed.
//! Pitfalls: exact only while radius (1 + 3 rim_width) is at most 1; beyond that, aprons are cut off at the edge of the
//! search. Craters are perfectly round: displace p by a little noise.

import super::cellular::{Around3, around3};
import super::hash::{cell3, unit};

// Width of an apron, in units of rim_width; beyond it stays exp(-16) of the rim.
const APRON = 4.0;

/// Height of the ground around craters: a bowl depth (t^2 - 1) + rim inside, an apron rim exp(-((t - 1) / rim_width)^2)
/// outside, where t is the distance to the nearest crater over its radius. Range rim - depth .. rim, near 0 far from
/// any crater.
/// Exact while radius (1 + 3 rim_width) is at most 1; plains are 1e-7 rim high. Displace p a little for ragged rims; sum
/// several scales.
/// @param extinction Fraction of lattice cells without a crater. @range(0, 1, 0.01, 0.9)
/// @param radius Radius of every crater, in lattice cells. @range(0.05, 0.9, 0.01, 0.5)
/// @param depth Depth of the bowl below the rim. @range(0, 2, 0.01, 1)
/// @param rim Height of the rim above the plain. @range(0, 1, 0.01, 0.25)
/// @param rim_width Width of the apron, in radii. @range(0.01, 1, 0.01, 0.3)
fn craters(p: vec3f, seed: u32, extinction: f32, radius: f32, depth: f32, rim: f32, rim_width: f32) -> f32 {
    let size = max(radius, 1e-4);
    let nearest = nearest_crater(p, seed, extinction, size * (1.0 + APRON * rim_width));
    return crater_height(nearest / size, depth, rim, rim_width);
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
    let size = max(radius, 1e-4);
    var bowl = 0.0;
    var crest = 0.0;
    var frequency = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let scale = fade_in / frequency;
        let limit = size * crater_reach(bowl / scale, crest / scale, depth, rim, rim_width);
        let nearest = nearest_crater(p * frequency, seed + u32(i), extinction, limit);
        if nearest < limit {
            let ground = scale * crater_height(nearest / size, depth, rim, rim_width);
            bowl = min(bowl, ground);
            crest = max(crest, ground);
        }
        frequency *= lacunarity;
    }
    return bowl + crest;
}

/// @hidden
/// Height at the distance t from the center, in radii.
fn crater_height(t: f32, depth: f32, rim: f32, rim_width: f32) -> f32 {
    let outside = (t - 1.0) / max(rim_width, 1e-4);
    return select(rim * exp(-outside * outside), depth * (t * t - 1.0) + rim, t < 1.0);
}

/// Distance in radii beyond which a crater is neither deeper than `bowl` nor higher than `crest`.
fn crater_reach(bowl: f32, crest: f32, depth: f32, rim: f32, rim_width: f32) -> f32 {
    let deeper = sqrt(max(1.0 + (bowl - rim) / max(depth, 1e-6), 0.0));
    let ratio = log(max(rim, 1e-30) / max(crest, 1e-30));
    let higher = 1.0 + rim_width * sqrt(clamp(ratio, 0.0, APRON * APRON));
    return select(deeper, max(deeper, higher), ratio > 0.0);
}

/// @hidden
/// Distance to the center of the nearest crater, over 3x3x3 cells; `limit` if none is nearer.
fn nearest_crater(p: vec3f, seed: u32, extinction: f32, limit: f32) -> f32 {
    // unit(h.w) >= extinction, as integers.
    let threshold = u32(ceil(clamp(extinction, 0.0, 1.0) * 16777216.0));
    let around = around3(p.x, p.y, p.z, 0.0);
    var nearest = with_layer(limit * limit, around, 0, 0.0, seed, threshold);
    nearest = with_layer(nearest, around, around.side.x, around.near.x * around.near.x, seed, threshold);
    nearest = with_layer(nearest, around, -around.side.x, around.far.x * around.far.x, seed, threshold);
    return sqrt(nearest);
}

/// Square of the smallest distance after a layer of 3x3 cells. `gap` is the square of the distance to it.
fn with_layer(before: f32, around: Around3, x: i32, gap: f32, seed: u32, threshold: u32) -> f32 {
    let side = around.side.y;
    var nearest = before;
    if gap < nearest {
        nearest = with_row(nearest, around, vec2i(x, 0), gap, seed, threshold);
        nearest = with_row(nearest, around, vec2i(x, side), gap + around.near.y * around.near.y, seed, threshold);
        nearest = with_row(nearest, around, vec2i(x, -side), gap + around.far.y * around.far.y, seed, threshold);
    }
    return nearest;
}

/// Square of the smallest distance after a row of three cells, the nearest first; cells that are too far away are not
/// hashed. Rows lie along z: their cells share the first step of the hash, of x, y and the seed.
fn with_row(before: f32, around: Around3, row: vec2i, gap: f32, seed: u32, threshold: u32) -> f32 {
    let side = around.side.z;
    var nearest = before;
    if gap < nearest {
        nearest = with_cell(nearest, around, vec3i(row, 0), seed, threshold);
        if gap + around.near.z * around.near.z < nearest {
            nearest = with_cell(nearest, around, vec3i(row, side), seed, threshold);
            if gap + around.far.z * around.far.z < nearest {
                nearest = with_cell(nearest, around, vec3i(row, -side), seed, threshold);
            }
        }
    }
    return nearest;
}

/// Square of the smallest distance after one cell, which may have no crater.
fn with_cell(before: f32, around: Around3, offset: vec3i, seed: u32, threshold: u32) -> f32 {
    let h = cell3(around.base + offset, seed);
    if (h.w >> 8u) < threshold {
        return before;
    }
    let d = vec3f(offset) + vec3f(unit(h.x), unit(h.y), unit(h.z)) - around.f;
    return min(before, dot(d, d));
}
