//! Rivers
//! A network of river beds in a volume, for planets and plains.
//! After "GPU Terrain generation, cell noise, rivers, crater",
//! <https://www.gamedev.net/blog/73/entry-1832259-gpu-terrain-generation-cell-noise-rivers-crater/>.
//! Formula: 1 - smoothstep(0, width, F2 - F1) at a position displaced by fbm3. Range: 0 .. 1. Cost: cellular3 and
//! twelve octaves of perlin3.
//! Pitfalls: the network has no sources and no mouths, and is independent of the terrain: carve the terrain by it, not
//! the other way round.

import super::cellular::cellular3;
import super::warp::warp3;

/// River strength: 1 in the center of the bed, 0 from `width` on. Rivers follow the borders of cells, 1 - smoothstep(0,
/// width, F2 - F1), at a position displaced by fbm. Color it as water where the ground is below the river level, and
/// carve the bed by it.
/// Rivers do not follow the terrain. Cost: cellular3 and twelve octaves of perlin3.
/// @param width Width of the bed and its banks, as a difference of distances. @range(0.001, 0.5, 0.001, 0.06)
/// @param meander Displacement of the course, in cells. @range(0, 2, 0.01, 0.3)
fn rivers(p: vec3f, seed: u32, width: f32, meander: f32) -> f32 {
    return river_strength(river_distance(p, seed, meander), width);
}

/// Distance F2 - F1 to the course of the nearest river, in cells: one search serves several widths, of bed and valley.
/// @param meander Displacement of the course, in cells. @range(0, 2, 0.01, 0.3)
fn river_distance(p: vec3f, seed: u32, meander: f32) -> f32 {
    let nearest = cellular3(warp3(p, seed, 4.0, 2.0, 0.5, 1.0, meander), seed);
    return nearest.y - nearest.x;
}

/// River strength at a distance from river_distance: 1 in the center of the bed, 0 from `width` on.
fn river_strength(course: f32, width: f32) -> f32 {
    return 1.0 - smoothstep(0.0, max(width, 1e-6), course);
}
