//! Cellular noise
//! Distances to random feature points, one in each lattice cell.
//! Steven Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996.

import super::hash::{cell2, cell3, unit};

/// Distances to the nearest and second nearest feature point of the plane, (F1, F2), over 3x3 cells with full jitter.
/// F1: 0 .. 1.42, mean .4295; F2 mean .699. F2 - F1 is 0 on cell borders. Steven Worley, 1996. Nine hashes.
/// Not quite exact: F1 is wrong in 1.5, F2 in 120 of a million samples; cellular_exact never is.
fn cellular(p: vec2f, seed: u32) -> vec2f {
    let base = floor(p);
    return nearest_two(vec2i(base), p - base, seed, 1.0, 1);
}

/// As cellular, but over 5x5 cells, so that it is exact for any jitter. 25 hashes.
/// @param jitter How far feature points stray from the middle of their cells; 0 gives a square grid. @range(0, 1, 0.01, 1)
fn cellular_exact(p: vec2f, seed: u32, jitter: f32) -> vec2f {
    let base = floor(p);
    return nearest_two(vec2i(base), p - base, seed, jitter, 2);
}

/// Distances to the nearest and second nearest feature point of a volume, (F1, F2), over 3x3x3 cells with full jitter.
/// F1: 0 .. 1.74, mean .5206; F2 mean .717. 27 hashes. F1 is wrong in 2.5, F2 in 38 of a million samples.
fn cellular3(p: vec3f, seed: u32) -> vec2f {
    let base = floor(p);
    return nearest_two3(vec3i(base), p - base, seed, 1.0, 1);
}

/// As cellular3, but over 5x5x5 cells, so that it is exact for any jitter. 125 hashes.
/// @param jitter How far feature points stray from the middle of their cells; 0 gives a cubic grid. @range(0, 1, 0.01, 1)
fn cellular3_exact(p: vec3f, seed: u32, jitter: f32) -> vec2f {
    let base = floor(p);
    return nearest_two3(vec3i(base), p - base, seed, jitter, 2);
}

/// The two nearest distances among the cells within `reach` of a cell; f is the point in that cell.
fn nearest_two(cell: vec2i, f: vec2f, seed: u32, jitter: f32, reach: i32) -> vec2f {
    var nearest = vec2f(1e9);
    for (var y = -reach; y <= reach; y++) {
        for (var x = -reach; x <= reach; x++) {
            let h = cell2(cell + vec2i(x, y), seed);
            let feature = 0.5 + jitter * (vec2f(unit(h.x), unit(h.y)) - 0.5);
            let d = vec2f(f32(x), f32(y)) + feature - f;
            nearest = keep_two(nearest.x, nearest.y, dot(d, d));
        }
    }
    return sqrt(nearest);
}

fn nearest_two3(cell: vec3i, f: vec3f, seed: u32, jitter: f32, reach: i32) -> vec2f {
    var nearest = vec2f(1e9);
    for (var z = -reach; z <= reach; z++) {
        for (var y = -reach; y <= reach; y++) {
            for (var x = -reach; x <= reach; x++) {
                let h = cell3(cell + vec3i(x, y, z), seed);
                let feature = 0.5 + jitter * (vec3f(unit(h.x), unit(h.y), unit(h.z)) - 0.5);
                let d = vec3f(f32(x), f32(y), f32(z)) + feature - f;
                nearest = keep_two(nearest.x, nearest.y, dot(d, d));
            }
        }
    }
    return sqrt(nearest);
}

fn keep_two(first: f32, second: f32, candidate: f32) -> vec2f {
    return vec2f(min(first, candidate), min(second, max(first, candidate)));
}
