// A bare kernel that follows rays over a height field with a pyramid of maxima: what `shaders/host/modes/terrain.wgsl`
// does, without holes, walls, and exact edges between cells.

import package::noise::turbulence::fbm;

struct Settings {
    // In cells, relative to the northwest sample.
    origin: vec3f,
    // Heights are world units times this.
    scale: f32,
    right: vec3f,
    // Distance between neighboring rays at a distance of 1 in front of the camera.
    ray_spacing: f32,
    up: vec3f,
    // Samples along each side of the field, a power of two.
    side: i32,
    forward: vec3f,
    // Rays along each side of the picture.
    rays: i32,
    // Level of the pyramid that is being built.
    level: i32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> heights: array<f32>;
@group(0) @binding(2) var<storage, read_write> pyramid: array<f32>;
@group(0) @binding(3) var<storage, read_write> depths: array<f32>;

// The ground that both ways trace.
fn height(p: vec2f) -> f32 {
    return 0.6 * fbm(p, 7u, 8.0, 2.0, 0.5);
}

@compute @workgroup_size(8, 16)
fn fill(@builtin(global_invocation_id) id: vec3u) {
    let at = (vec2f(id.xy) + 0.5 - 0.5 * f32(settings.side)) / settings.scale;
    heights[i32(id.y) * settings.side + i32(id.x)] = height(vec2f(at.x, -at.y)) * settings.scale;
}

fn level_start(level: i32) -> i32 {
    let size = settings.side >> u32(level - 1);
    return (settings.side * settings.side - size * size) / 3;
}

@compute @workgroup_size(8, 16)
fn finest(@builtin(global_invocation_id) id: vec3u) {
    let size = settings.side >> 1u;
    if any(vec2i(id.xy) >= vec2i(size)) {
        return;
    }
    var maximum = -1e30;
    for (var index = 0; index < 9; index++) {
        let sample = min(2 * vec2i(id.xy) + vec2i(index % 3, index / 3), vec2i(settings.side - 1));
        maximum = max(maximum, heights[sample.y * settings.side + sample.x]);
    }
    pyramid[i32(id.y) * size + i32(id.x)] = maximum;
}

@compute @workgroup_size(8, 16)
fn coarser(@builtin(global_invocation_id) id: vec3u) {
    let size = settings.side >> u32(settings.level);
    if any(vec2i(id.xy) >= vec2i(size)) {
        return;
    }
    let first = level_start(settings.level - 1) + 4 * i32(id.y) * size + 2 * i32(id.x);
    let second = first + 2 * size;
    pyramid[level_start(settings.level) + i32(id.y) * size + i32(id.x)] =
        max(max(pyramid[first], pyramid[first + 1]), max(pyramid[second], pyramid[second + 1]));
}

// Distance to the ground of a cell from its entry, between the distances `start` and `exit`; -1 if it is not hit.
fn cell_hit(origin: vec3f, direction: vec3f, cell: vec2i, start: f32, exit: f32) -> f32 {
    let at = cell.y * settings.side + cell.x;
    let corner = heights[at];
    let east = heights[at + 1] - corner;
    let south = heights[at + settings.side] - corner;
    let twist = heights[at + settings.side + 1] - corner - east - south;
    let entry = origin + direction * start;
    let uv = entry.xy - vec2f(cell);
    let a = twist * direction.x * direction.y;
    let b = east * direction.x + south * direction.y + twist * (uv.x * direction.y + uv.y * direction.x) - direction.z;
    let c = corner + east * uv.x + south * uv.y + twist * uv.x * uv.y - entry.z;
    if c >= 0.0 {
        return start;
    }
    let discriminant = b * b - 4.0 * a * c;
    if discriminant < 0.0 {
        return -1.0;
    }
    let w = -0.5 * (b + select(-1.0, 1.0, b >= 0.0) * sqrt(discriminant));
    let roots = vec2f(w / a, c / w);
    let is_inside = (roots >= vec2f(0.0)) & (roots <= vec2f(exit - start));
    let nearest = select(vec2f(1e30), roots, is_inside);
    let root = min(nearest.x, nearest.y);
    return select(-1.0, start + root, root < 1e29);
}

fn march(origin: vec3f, direction: vec3f, start: f32, end: f32) -> f32 {
    let top = i32(firstLeadingBit(u32(settings.side)));
    let inverse = 1.0 / direction.xy;
    let forward = vec2i(direction.xy > vec2f(0.0));
    var t = start;
    var level = top - 1;
    for (var steps = 0; steps < 3000; steps++) {
        if t >= end {
            break;
        }
        let here = origin + direction * t;
        let size = settings.side >> u32(level);
        let cell = clamp(vec2i(here.xy) >> vec2u(u32(level)), vec2i(0), vec2i(size - 1));
        let edge = vec2f((cell + forward) << vec2u(u32(level)));
        let crossing = (edge - origin.xy) * inverse;
        let exit = min(min(crossing.x, crossing.y), end);
        if level == 0 {
            if all(cell < vec2i(settings.side - 1)) {
                let hit = cell_hit(origin, direction, cell, t, exit);
                if hit >= 0.0 {
                    return hit;
                }
            }
            t = max(exit, t) + 1e-3;
            level = 1;
        } else {
            let bound = pyramid[level_start(level) + cell.y * size + cell.x];
            if min(here.z, origin.z + direction.z * exit) > bound {
                t = max(exit, t) + 1e-3;
                level = min(level + 1, top - 1);
            } else {
                if direction.z < 0.0 {
                    t = max(t, min((bound - origin.z) / direction.z, exit));
                }
                level -= 1;
            }
        }
    }
    return -1.0;
}

@compute @workgroup_size(8, 16)
fn trace(@builtin(global_invocation_id) id: vec3u) {
    if any(vec2i(id.xy) >= vec2i(settings.rays)) {
        return;
    }
    let offset = (vec2f(id.xy) + 0.5 - 0.5 * f32(settings.rays)) * settings.ray_spacing;
    let direction = normalize(settings.forward + offset.x * settings.right - offset.y * settings.up);
    let origin = settings.origin;
    let first = -origin.xy / direction.xy;
    let last = (vec2f(f32(settings.side) - 1.001) - origin.xy) / direction.xy;
    let near = min(first, last);
    let far = max(first, last);
    let top = pyramid[level_start(i32(firstLeadingBit(u32(settings.side))))];
    var start = max(max(near.x, near.y), 0.0);
    if direction.z < 0.0 {
        start = max(start, (top - origin.z) / direction.z);
    }
    let end = min(far.x, far.y);
    var depth = -1.0;
    if start < end {
        depth = march(origin, direction, start + 1e-3, end);
    }
    depths[i32(id.y) * settings.rays + i32(id.x)] = depth;
}
