// Bounds of a height field: its lowest and highest value, and a pyramid of maxima, of each face of a planet.
//
// Cells are between samples. An entry of level k bounds 2^k × 2^k cells. Non-finite samples are left out.

import super::samples::is_finite;
import super::shading::channel_of;

struct Level {
    // Entries in width and height of this level, and of the finer one it is computed from; samples for level 1.
    size: u32,
    finer_size: u32,
    // Index of the first entry of each.
    start: u32,
    finer_start: u32,
    // Values are multiplied by this.
    sign: f32,
    // Slices of a volume, or faces of a planet, in a row of the data.
    columns: u32,
    // Of a planet: samples of a face, samples beyond each of its edges, and bounds of a face. 0 for a plane.
    face_side: u32,
    margin: u32,
    face_bounds: u32,
    // Faces of a planet, and tiles of its ground near the camera; 0 for a plane.
    tile_count: u32,
}

struct Bounds {
    highest: atomic<u32>,
    lowest: atomic<u32>,
    maxima: array<f32>,
}

const LOWEST = -3.4e38;
const THREADS = 256u;
const FACES = 6u;

@group(0) @binding(0) var<uniform> level: Level;
@group(0) @binding(1) var data: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> bounds: Bounds;

var<workgroup> highest: atomic<u32>;
var<workgroup> lowest: atomic<u32>;

/// Shown channel of a texel, times `level.sign`.
fn value_at(texel: vec2u) -> f32 {
    return level.sign * channel_of(textureLoad(data, texel, 0));
}

// Numbers have the order of their keys, and all keys are above 0.
fn key(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    return bits ^ select(0x80000000u, 0xffffffffu, (bits & 0x80000000u) != 0u);
}

// Number of the tile of a texel, from 1; 0 for data that are no planet.
fn tile_at(texel: vec2u) -> u32 {
    if level.face_side == 0u {
        return 0u;
    }
    let tile = texel / level.face_side;
    return tile.y * level.columns + tile.x + 1u;
}

/// Keys of the highest and the lowest finite value. Workgroup n reads row n, and every `groups.x`-th row after it.
@compute @workgroup_size(256)
fn extremes(
    @builtin(global_invocation_id) id: vec3u,
    @builtin(local_invocation_index) local: u32,
    @builtin(num_workgroups) groups: vec3u,
) {
    var high = 0u;
    var low = 0u;
    let size = textureDimensions(data);
    for (var row = id.x / THREADS; row < size.y; row += groups.x) {
        for (var column = local; column < size.x; column += THREADS) {
            let value = value_at(vec2u(column, row));
            let tile = tile_at(vec2u(column, row));
            if is_finite(value) && tile <= level.tile_count {
                high = max(high, key(value));
                // The lowest value is that of the faces: colors do not change when the camera comes near.
                low = max(low, select(0u, ~key(value), tile <= FACES));
            }
        }
    }
    atomicMax(&highest, high);
    atomicMax(&lowest, low);
    workgroupBarrier();
    if local == 0u {
        atomicMax(&bounds.highest, atomicLoad(&highest));
        atomicMax(&bounds.lowest, atomicLoad(&lowest));
    }
}

// Level 1: 2×2 cells have 3×3 samples.
@compute @workgroup_size(8, 16)
fn finest(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= vec2u(level.size)) {
        return;
    }
    var maximum = LOWEST;
    let corner = level.face_side * vec2u(id.z % level.columns, id.z / level.columns) + level.margin;
    for (var index = 0u; index < 9u; index++) {
        let sample = min(2u * id.xy + vec2u(index % 3u, index / 3u), vec2u(level.finer_size - 1u));
        let value = value_at(corner + sample);
        if is_finite(value) {
            maximum = max(maximum, value);
        }
    }
    bounds.maxima[id.z * level.face_bounds + level.start + id.y * level.size + id.x] = maximum;
}

/// Level 2 and above: an entry is the maximum of up to four entries of the finer level.
@compute @workgroup_size(8, 16)
fn coarser(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= vec2u(level.size)) {
        return;
    }
    let first = 2u * id.xy;
    let last = min(first + 1u, vec2u(level.finer_size - 1u));
    let north = max(finer(id.z, first), finer(id.z, vec2u(last.x, first.y)));
    let south = max(finer(id.z, vec2u(first.x, last.y)), finer(id.z, last));
    bounds.maxima[id.z * level.face_bounds + level.start + id.y * level.size + id.x] = max(north, south);
}

/// Maximum of an entry of the finer level. `face` is the tile of a planet, 0 for other data.
fn finer(face: u32, entry: vec2u) -> f32 {
    return bounds.maxima[face * level.face_bounds + level.finer_start + entry.y * level.finer_size + entry.x];
}

// Lowest and highest value of a brick: 8×8×8 cells of a volume, which have 9×9×9 samples. Bricks of one entry each, x
// first, then y, then z.
@compute @workgroup_size(64)
fn bricks(@builtin(global_invocation_id) id: vec3u) {
    let count = level.size;
    if id.x >= count * count * count {
        return;
    }
    let first = 8u * vec3u(id.x % count, id.x / count % count, id.x / (count * count));
    let last = min(first + 8u, vec3u(level.finer_size - 1u));
    var low = -LOWEST;
    var high = LOWEST;
    for (var z = first.z; z <= last.z; z++) {
        let corner = level.finer_size * vec2u(z % level.columns, z / level.columns);
        for (var y = first.y; y <= last.y; y++) {
            for (var x = first.x; x <= last.x; x++) {
                let value = value_at(corner + vec2u(x, y));
                if is_finite(value) {
                    low = min(low, value);
                    high = max(high, value);
                }
            }
        }
    }
    bounds.maxima[2u * id.x] = low;
    bounds.maxima[2u * id.x + 1u] = high;
}
