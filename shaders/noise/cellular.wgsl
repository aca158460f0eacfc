//! Cellular noise
//! Distances to random feature points, one in each lattice cell.
//! Steven Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996.
//! Formula: the feature point of a cell is at cell + 1/2 + jitter (u - 1/2), u uniform in [0, 1); F1 and F2 are the two
//! smallest distances over 3x3 or 3x3x3 cells; the exact functions search one more ring of cells.
//! Range: F1 at most sqrt 2 in the plane, sqrt 3 in the volume; useful channels are F1, F2 and F2 - F1, which is 0 on
//! the borders of cells.
//! Cost: 9 hashes in the plane, about 14 of 27 in the volume, where cells that are too far away are not hashed; the
//! exact functions hash up to 16 or 98 more where such a cell may matter.
//! Pitfalls: F1 is sharp at feature points and creased on borders; without the wider search a few samples in a million
//! miss the nearest point.
//! @mode(texture)

import super::hash::{cell2, cell3, unit, wrapped2, wrapped3};

/// Distances to the nearest and second nearest feature point of the plane, (F1, F2), over 3x3 cells with full jitter.
/// F1: 0 .. 1.42, mean .4295; F2 mean .699. F2 - F1 is 0 on cell borders. Steven Worley, 1996. Nine hashes.
/// Nearly exact: F1 is wrong in 1.5, F2 in 120 of a million samples; cellular_exact is always right.
fn cellular(p: vec2f, seed: u32) -> vec2f {
    return nearest_two(p.x, p.y, seed, Search(EUCLIDEAN, 1.0, 1), vec2i(0));
}

/// Cellular noise over 5x5 cells: like cellular, but exact for any jitter. 25 hashes at the few positions whose second
/// nearest point may be in the outer ring, else nine.
/// @param jitter Displacement of feature points from the centers of their cells; 0 gives a square grid.
/// @range(0, 1, 0.01, 1)
fn cellular_exact(p: vec2f, seed: u32, jitter: f32) -> vec2f {
    return nearest_two(p.x, p.y, seed, Search(EUCLIDEAN, jitter, 2), vec2i(0));
}

/// Cellular noise (F1, F2) with a choice of distance metric. Manhattan |x| + |y|: diamonds, F1 up to 2, means .541 and
/// .877.
/// Chebyshev max(|x|, |y|): squares, F1 up to 1, means .382 and .622.
/// @param metric Distance metric. @enum("Euclidean", "Manhattan", "Chebyshev")
/// @param jitter Displacement of feature points from the centers of their cells; 0 gives a square grid.
/// @range(0, 1, 0.01, 1)
/// @param exact Search 5x5 cells, which is always exact, instead of 3x3. @toggle(0)
fn cellular_metric(p: vec2f, seed: u32, metric: u32, jitter: f32, exact: u32) -> vec2f {
    return nearest_two(p.x, p.y, seed, Search(metric, jitter, reach(exact)), vec2i(0));
}

/// Cellular noise that repeats after `period` cells: cells are wrapped before they are hashed, so the repetition is
/// exact.
/// @param period Cells until the pattern repeats, in x and in y; below 1 counts as 1.
fn cellular_tiled(p: vec2f, seed: u32, period: vec2i) -> vec2f {
    return nearest_two(p.x, p.y, seed, Search(EUCLIDEAN, 1.0, 1), max(period, vec2i(1)));
}

/// Weighted sum of F1 and F2 with its exact gradient: (w.F, d/dx, d/dy). The gradient of each distance points away from
/// its feature point.
/// The gradient jumps where the order of the nearest points changes. Weights (-1, 1) give F2 - F1.
/// @param weights Weights of F1 and F2. @default(1, 0)
fn cellular_deriv(p: vec2f, seed: u32, weights: vec2f) -> vec3f {
    let base = floor(p);
    var first = vec2f(1e4);
    var second = vec2f(1e4);
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let cell = vec2i(base) + vec2i(x, y);
            let h = cell2(cell, seed);
            let d = p - base - vec2f(f32(x), f32(y)) - vec2f(unit(h.x), unit(h.y));
            let d2 = dot(d, d);
            if d2 < dot(first, first) {
                second = first;
                first = d;
            } else if d2 < dot(second, second) {
                second = d;
            }
        }
    }
    let distances = max(vec2f(length(first), length(second)), vec2f(1e-12));
    return vec3f(dot(weights, distances), weights.x * first / distances.x + weights.y * second / distances.y);
}

/// Distances to the nearest and second nearest feature point of a volume, (F1, F2), over 3x3x3 cells with full jitter.
/// F1: 0 .. 1.74, mean .5206; F2 mean .717. Up to 27 hashes. F1 is wrong in 2.5, F2 in 38 of a million samples.
fn cellular3(p: vec3f, seed: u32) -> vec2f {
    return nearest_two3(p.x, p.y, p.z, seed, Search(EUCLIDEAN, 1.0, 1), vec3i(0));
}

/// Cellular noise over 5x5x5 cells: like cellular3, but exact for any jitter. Up to 125 hashes, see cellular_exact.
/// @param jitter Displacement of feature points from the centers of their cells; 0 gives a cubic grid.
/// @range(0, 1, 0.01, 1)
fn cellular3_exact(p: vec3f, seed: u32, jitter: f32) -> vec2f {
    return nearest_two3(p.x, p.y, p.z, seed, Search(EUCLIDEAN, jitter, 2), vec3i(0));
}

/// Cellular noise (F1, F2) of a volume with a choice of distance metric: see cellular_metric. Means .765, 1.051
/// (Manhattan), .420, .579 (Chebyshev).
/// @param metric Distance metric. @enum("Euclidean", "Manhattan", "Chebyshev")
/// @param jitter Displacement of feature points from the centers of their cells; 0 gives a cubic grid.
/// @range(0, 1, 0.01, 1)
/// @param exact Search 5x5x5 cells instead of 3x3x3. @toggle(0)
fn cellular3_metric(p: vec3f, seed: u32, metric: u32, jitter: f32, exact: u32) -> vec2f {
    return nearest_two3(p.x, p.y, p.z, seed, Search(metric, jitter, reach(exact)), vec3i(0));
}

/// Cellular noise of a volume that repeats after `period` cells: see cellular_tiled.
/// @param period Cells until the pattern repeats, along each axis; below 1 counts as 1.
fn cellular3_tiled(p: vec3f, seed: u32, period: vec3i) -> vec2f {
    return nearest_two3(p.x, p.y, p.z, seed, Search(EUCLIDEAN, 1.0, 1), max(period, vec3i(1)));
}

/// Weighted sum of F1 and F2 of a volume with its exact gradient: see cellular_deriv.
/// @param weights Weights of F1 and F2. @default(1, 0)
fn cellular3_deriv(p: vec3f, seed: u32, weights: vec2f) -> vec4f {
    let base = floor(p);
    var first = vec3f(1e4);
    var second = vec3f(1e4);
    for (var z = -1; z <= 1; z++) {
        for (var y = -1; y <= 1; y++) {
            for (var x = -1; x <= 1; x++) {
                let h = cell3(vec3i(base) + vec3i(x, y, z), seed);
                let d = p - base - vec3f(f32(x), f32(y), f32(z)) - vec3f(unit(h.x), unit(h.y), unit(h.z));
                let d2 = dot(d, d);
                if d2 < dot(first, first) {
                    second = first;
                    first = d;
                } else if d2 < dot(second, second) {
                    second = d;
                }
            }
        }
    }
    let distances = max(vec2f(length(first), length(second)), vec2f(1e-12));
    return vec4f(dot(weights, distances), weights.x * first / distances.x + weights.y * second / distances.y);
}

const EUCLIDEAN = 0u;
const MANHATTAN = 1u;

/// Parameters of the search for feature points.
struct Search {
    /// 0 is Euclidean, 1 is Manhattan, all others are Chebyshev.
    metric: u32,
    /// Displacement of feature points from the centers of their cells, 0 to 1.
    jitter: f32,
    /// Rings of cells searched around the cell of the position.
    reach: i32,
}

fn reach(exact: u32) -> i32 {
    return select(1, 2, exact != 0u);
}

/// Returns the two smallest distances. A period above 0 wraps the cells.
fn nearest_two(px: f32, py: f32, seed: u32, search: Search, period: vec2i) -> vec2f {
    let p = vec2f(px, py);
    let base = floor(p);
    let f = p - base;
    var nearest = vec2f(1e9);
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            nearest = with_feature(nearest, vec2i(base), vec2i(x, y), f, seed, search, period);
        }
    }
    // Points of a ring are at least ring - 1 + inset away. It is searched only if they can be the second nearest.
    let inset = 0.5 - 0.5 * search.jitter + min(min(f.x, f.y), 1.0 - max(f.x, f.y));
    for (var ring = 2; ring <= search.reach; ring++) {
        if metric_distance(max(f32(ring - 1) + inset, 0.0), 0.0, 0.0, search.metric) >= nearest.y {
            break;
        }
        for (var y = -ring; y <= ring; y++) {
            let stride = select(2 * ring, 1, abs(y) == ring);
            for (var x = -ring; x <= ring; x += stride) {
                nearest = with_feature(nearest, vec2i(base), vec2i(x, y), f, seed, search, period);
            }
        }
    }
    return select(nearest, sqrt(nearest), search.metric == EUCLIDEAN);
}

/// The two smallest distances after the feature point of one more cell.
fn with_feature(
    nearest: vec2f, base: vec2i, offset: vec2i, f: vec2f, seed: u32, search: Search, period: vec2i,
) -> vec2f {
    var cell = base + offset;
    if period.x > 0 {
        cell = wrapped2(cell, period);
    }
    let h = cell2(cell, seed);
    let feature = 0.5 + search.jitter * (vec2f(unit(h.x), unit(h.y)) - 0.5);
    let d = vec2f(offset) + feature - f;
    return two_smallest(nearest.x, nearest.y, metric_distance(d.x, d.y, 0.0, search.metric));
}

/// A point in a volume and the cells around its own: along each axis one is at `side`, `near` away from the point, one
/// opposite, `far` away.
struct Around3 {
    base: vec3i,
    /// Position in the cell.
    f: vec3f,
    side: vec3i,
    near: vec3f,
    far: vec3f,
}

/// @hidden
/// `inset` is the distance of features from the borders of their cells. Distances have a margin for rounding.
fn around3(px: f32, py: f32, pz: f32, inset: f32) -> Around3 {
    let p = vec3f(px, py, pz);
    let base = floor(p);
    let f = p - base;
    let near = max(0.9999 * (min(f, 1.0 - f) + inset), vec3f(0.0));
    let far = max(0.9999 * (max(f, 1.0 - f) + inset), vec3f(0.0));
    return Around3(vec3i(base), f, select(vec3i(-1), vec3i(1), f >= vec3f(0.5)), near, far);
}

fn nearest_two3(px: f32, py: f32, pz: f32, seed: u32, search: Search, period: vec3i) -> vec2f {
    let around = around3(px, py, pz, 0.5 - 0.5 * search.jitter);
    var nearest = vec2f(1e9);
    for (var layer = 0; layer < 3; layer++) {
        let gap = select(select(around.far.x, around.near.x, layer == 1), 0.0, layer == 0);
        let x = select(select(-around.side.x, around.side.x, layer == 1), 0, layer == 0);
        nearest = with_layer3(nearest, around, x, gap, seed, search, period);
    }
    // Points of a ring are at least ring - 1 + inset away.
    let inset = min(around.near.x, min(around.near.y, around.near.z));
    for (var ring = 2; ring <= search.reach; ring++) {
        if metric_distance(max(f32(ring - 1) + inset, 0.0), 0.0, 0.0, search.metric) >= nearest.y {
            break;
        }
        for (var z = -ring; z <= ring; z++) {
            for (var y = -ring; y <= ring; y++) {
                let stride = select(2 * ring, 1, max(abs(y), abs(z)) == ring);
                for (var x = -ring; x <= ring; x += stride) {
                    nearest = with_feature3(nearest, around.base, vec3i(x, y, z), around.f, seed, search, period);
                }
            }
        }
    }
    return select(nearest, sqrt(nearest), search.metric == EUCLIDEAN);
}

/// The two smallest distances after a layer of 3x3 cells, rows in the order of their distances.
fn with_layer3(
    before: vec2f, around: Around3, x: i32, gap: f32, seed: u32, search: Search, period: vec3i,
) -> vec2f {
    var nearest = before;
    if metric_distance(gap, 0.0, 0.0, search.metric) < nearest.y {
        nearest = with_row3(nearest, around, vec2i(x, 0), vec2f(gap, 0.0), seed, search, period);
        nearest = with_row3(nearest, around, vec2i(x, around.side.y), vec2f(gap, around.near.y), seed, search, period);
        nearest = with_row3(nearest, around, vec2i(x, -around.side.y), vec2f(gap, around.far.y), seed, search, period);
    }
    return nearest;
}

/// The two smallest distances after a row of three cells, in the order of their distances; cells that are too far away
/// are not hashed. Rows lie along z: their cells share the first step of the hash, of x, y and the seed.
fn with_row3(
    before: vec2f, around: Around3, row: vec2i, gap: vec2f, seed: u32, search: Search, period: vec3i,
) -> vec2f {
    let side = around.side.z;
    var nearest = before;
    if metric_distance(gap.x, gap.y, 0.0, search.metric) < nearest.y {
        nearest = with_feature3(nearest, around.base, vec3i(row, 0), around.f, seed, search, period);
        if metric_distance(gap.x, gap.y, around.near.z, search.metric) < nearest.y {
            nearest = with_feature3(nearest, around.base, vec3i(row, side), around.f, seed, search, period);
            if metric_distance(gap.x, gap.y, around.far.z, search.metric) < nearest.y {
                nearest = with_feature3(nearest, around.base, vec3i(row, -side), around.f, seed, search, period);
            }
        }
    }
    return nearest;
}

fn with_feature3(
    nearest: vec2f, base: vec3i, offset: vec3i, f: vec3f, seed: u32, search: Search, period: vec3i,
) -> vec2f {
    var cell = base + offset;
    if period.x > 0 {
        cell = wrapped3(cell, period);
    }
    let h = cell3(cell, seed);
    let feature = 0.5 + search.jitter * (vec3f(unit(h.x), unit(h.y), unit(h.z)) - 0.5);
    let d = vec3f(offset) + feature - f;
    return two_smallest(nearest.x, nearest.y, metric_distance(d.x, d.y, d.z, search.metric));
}

/// Returns the distance of the offset (x, y, z); for Euclidean its square.
fn metric_distance(x: f32, y: f32, z: f32, metric: u32) -> f32 {
    let d = abs(vec3f(x, y, z));
    switch metric {
        case EUCLIDEAN: { return dot(d, d); }
        case MANHATTAN: { return d.x + d.y + d.z; }
        default: { return max(d.x, max(d.y, d.z)); }
    }
}

fn two_smallest(first: f32, second: f32, candidate: f32) -> vec2f {
    return vec2f(min(first, candidate), min(second, max(first, candidate)));
}
