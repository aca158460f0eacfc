// The inside of a cube, solid where the value is above a threshold: trilinear between samples.
//
// A ray goes from brick to brick (8×8×8 cells) and through the cells of those that the threshold crosses. In a cell,
// the density is looked up at both ends and in the middle, and a change of sign is narrowed by the Illinois method.

import super::super::scene::{
    GAVE_UP, Ground, Hit, MISS, PAINT_CUT, PAINT_PLAIN, SURFACE, WALL_X, WALL_Y, WALL_Z, bounds, data, has_data,
    scene,
    section_normal,
};
import super::super::samples::is_finite;
import super::super::octahedral::{from_octahedral, octahedral};
import super::super::shading::{albedo, channel_of, difference, lambert};

const BRICK = 3u;

struct Path {
    origin: vec3f,
    direction: vec3f,
    inverse: vec3f,
    // 1 along the axes in which the ray ascends.
    forward: vec3i,
    way: vec3i,
}

// Values at the corners of a cell: of the lower and of the upper slice, northwest, northeast, southwest, southeast.
struct Corners {
    lower: vec4f,
    upper: vec4f,
}

/// Constants of a ray. Reciprocals are finite: components of the direction near 0 count as 1e-12.
fn path(origin: vec3f, direction: vec3f) -> Path {
    let safe = select(direction, vec3f(1e-12), abs(direction) < vec3f(1e-12));
    let forward = vec3i(safe > vec3f(0.0));
    return Path(origin, direction, 1.0 / safe, forward, 2 * forward - 1);
}

/// Distances along a ray to the planes x = position.x, y = position.y and z = position.z, in cells.
fn crossings(ray: Path, position: vec3f) -> vec3f {
    return (position - ray.origin) * ray.inverse;
}

/// Texel of a sample; beyond the cube, that of the nearest sample in it.
fn texel_of(sample: vec3i) -> vec2u {
    let inside = vec3u(clamp(sample, vec3i(0), vec3i(i32(scene.side) - 1)));
    let slice = scene.side * vec2u(inside.z % scene.columns, inside.z / scene.columns);
    return slice + inside.xy;
}

/// Shown channel of a sample; beyond the cube, of the nearest sample in it.
fn value_at(sample: vec3i) -> f32 {
    return channel_of(textureLoad(data, texel_of(sample), 0));
}

// Values above the threshold. What is not a number is empty.
fn density(sample: vec3i) -> f32 {
    let value = value_at(sample) - scene.threshold;
    return select(-3.4e38, value, is_finite(value));
}

/// Densities at the corners of a cell, which has the number of its northwest sample in the lower slice.
fn corners_of(cell: vec3i) -> Corners {
    return Corners(
        vec4f(
            density(cell), density(cell + vec3i(1, 0, 0)), density(cell + vec3i(0, 1, 0)),
                density(cell + vec3i(1, 1, 0)),
        ),
        vec4f(
            density(cell + vec3i(0, 0, 1)), density(cell + vec3i(1, 0, 1)), density(cell + vec3i(0, 1, 1)),
            density(cell + vec3i(1, 1, 1)),
        ),
    );
}

/// Trilinear, at a position in the cell: 0 to 1 to the east, to the south and up.
fn interpolated(corners: Corners, at: vec3f) -> f32 {
    let slice = mix(corners.lower, corners.upper, at.z);
    let row = mix(slice.xy, slice.zw, at.y);
    return mix(row.x, row.y, at.x);
}

// Density at a local position.
fn density_at(position: vec3f) -> f32 {
    let cell = clamp(vec3i(floor(position)), vec3i(0), vec3i(i32(scene.side) - 2));
    return interpolated(corners_of(cell), clamp(position - vec3f(cell), vec3f(0.0), vec3f(1.0)));
}

/// A cell as a hit stores it: 9 bits for each coordinate, the lowest 13 of them in the first number.
fn packed(cell: vec3i) -> vec2u {
    let bits = u32(cell.x) | (u32(cell.y) << 9u) | (u32(cell.z) << 18u);
    return vec2u(bits & 0x1fffu, bits >> 13u);
}

/// The cell that a hit stores: the inverse of `packed`.
fn unpacked(cell: vec2u) -> vec3i {
    let bits = cell.x | (cell.y << 13u);
    return vec3i(vec3u(bits, bits >> 9u, bits >> 18u) & vec3u(0x1ffu));
}

/// Finds the first hit of a ray from the camera. @hidden
fn trace(origin: vec3f, direction: vec3f) -> Hit {
    let ray = path(origin, direction);
    let near = crossings(ray, select(scene.high, scene.low, ray.forward == vec3i(1)));
    let far = crossings(ray, select(scene.low, scene.high, ray.forward == vec3i(1)));
    let start = max(max(near.x, max(near.y, near.z)), 0.0);
    let end = min(far.x, min(far.y, far.z));
    if !has_data() || any(scene.low >= scene.high) || start >= end {
        return Hit(MISS, 0.0, vec2u(0u), vec2f(0.0), 0u);
    }
    let entry = origin + direction * start;
    let cell = clamp(vec3i(floor(entry)), vec3i(0), vec3i(i32(scene.side) - 2));
    if density_at(entry) > 0.0 {
        let kind = select(select(WALL_Z, WALL_Y, start == near.y), WALL_X, start == near.x);
        return Hit(kind, start, packed(cell), vec2f(0.0), 1u);
    }
    var hit = follow(ray, cell, start, end, false);
    if hit.kind == SURFACE {
        hit.uv = octahedral(normal_at(origin + direction * hit.t));
    }
    return hit;
}

/// True if the solid hides the sun from a point of its surface. @hidden
fn is_shadowed(hit: Hit, direction: vec3f, sun: vec3f) -> bool {
    // From a face of the cube or a cut, rays toward the sun leave what is visible.
    if hit.kind != SURFACE {
        return false;
    }
    let position = scene.origin + direction * hit.t;
    if dot(from_octahedral(hit.uv), sun) <= 0.0 {
        return true;
    }
    let ray = path(position, sun);
    let far = crossings(ray, select(scene.low, scene.high, ray.forward == vec3i(1)));
    let end = min(far.x, min(far.y, far.z));
    return end > 0.0 && follow(ray, unpacked(hit.cell), 0.0, end, true).kind != MISS;
}

// Where a ray is among bricks and cells.
struct Place {
    // 0 for a cell, BRICK for a brick.
    level: u32,
    node: vec3i,
    // Distance along the ray.
    t: f32,
    // The ray has left the cube, has reached its end, or enters the solid.
    is_done: bool,
}

// Follows a ray from a cell, which it enters at the distance `start`, to `end`. A shadow ray starts on the surface: it
// is above it until a sample is inside.
//
// In a group of rays, each loop waits for all: cells are looked at together, and so are roots found.
fn follow(ray: Path, first: vec3i, start: f32, end: f32, is_shadow: bool) -> Hit {
    let first_level = select(BRICK, 0u, is_shadow);
    var place = Place(first_level, first >> vec3u(first_level), start, false);
    var found = Bracket(false, vec2f(0.0), vec2f(0.0));
    var steps = 0u;
    while !place.is_done && steps < scene.step_limit {
        while place.level != 0u && !place.is_done && steps < scene.step_limit {
            steps += 1u;
            if is_crossed(place.node) {
                place = Place(0u, cell_in_brick(ray, place), place.t, false);
            } else {
                leave(ray, far_planes(ray, place), end, &place);
            }
        }
        if !place.is_done && steps < scene.step_limit {
            steps += 1u;
            let far = far_planes(ray, place);
            let exit = min(far.x, min(far.y, far.z));
            found = bracket_in(ray, place.node, vec2f(max(place.t, start), min(exit, end)), is_shadow);
            if found.is_hit {
                place.is_done = true;
            } else {
                leave(ray, far, end, &place);
            }
        }
    }
    if !found.is_hit {
        return Hit(select(GAVE_UP, MISS, place.is_done), 0.0, vec2u(0u), vec2f(0.0), steps);
    }
    var distance = max(place.t, start);
    if !is_shadow {
        distance += root_between(ray, place.node, distance, found);
    }
    return Hit(SURFACE, distance, packed(place.node), vec2f(0.0), steps);
}

// True if values of a brick are above the threshold.
fn is_crossed(brick: vec3i) -> bool {
    let bricks = (i32(scene.side) - 1 + 7) >> BRICK;
    let index = 2 * ((brick.z * bricks + brick.y) * bricks + brick.x);
    return bounds.maxima[index + 1] > scene.threshold;
}

// The cell of a brick that contains the ray.
fn cell_in_brick(ray: Path, place: Place) -> vec3i {
    let at = vec3i(floor(ray.origin + ray.direction * place.t));
    let first = place.node << vec3u(BRICK);
    return clamp(at, first, min(first + 7, vec3i(i32(scene.side) - 2)));
}

// Distances to the planes through which a ray may leave a node.
fn far_planes(ray: Path, place: Place) -> vec3f {
    return crossings(ray, vec3f((place.node + ray.forward) << vec3u(place.level)));
}

// Moves to the next node, beyond the nearest of the planes that the ray crosses at the distances `far`: to a brick
// where the ray leaves one.
fn leave(ray: Path, far: vec3f, end: f32, place: ptr<function, Place>) {
    let level = (*place).level;
    let node = (*place).node;
    let exit = min(far.x, min(far.y, far.z));
    let t = max((*place).t, exit);
    let along_rest = select(vec3i(0, 0, ray.way.z), vec3i(0, ray.way.y, 0), exit == far.y);
    let next = node + select(along_rest, vec3i(ray.way.x, 0, 0), exit == far.x);
    let is_out = any(next < vec3i(0)) || any((next << vec3u(level)) >= vec3i(i32(scene.side) - 1));
    let leaves_brick = level == 0u && any((next >> vec3u(BRICK)) != (node >> vec3u(BRICK)));
    let higher = select(level, BRICK, leaves_brick);
    *place = Place(higher, next >> vec3u(higher - level), t, t >= end || is_out);
}

// Where a ray enters the solid within a cell: two distances from its entry, and the density at each.
struct Bracket {
    is_hit: bool,
    // Both are at the entry of a ray that is already in the solid.
    outside: vec2f,
    inside: vec2f,
}

// Looks for the solid within a cell, between two distances.
fn bracket_in(ray: Path, cell: vec3i, range: vec2f, is_shadow: bool) -> Bracket {
    let corners = corners_of(cell);
    let length = max(range.y - range.x, 0.0);
    let from_corner = ray.origin + ray.direction * range.x - vec3f(cell);
    let start = density_along(corners, from_corner, ray.direction, 0.0);
    if start >= 0.0 && !is_shadow {
        return Bracket(true, vec2f(0.0), vec2f(0.0));
    }
    let middle = density_along(corners, from_corner, ray.direction, 0.5 * length);
    let end = density_along(corners, from_corner, ray.direction, length);
    let outside = select(vec2f(0.5 * length, middle), vec2f(0.0, start), middle > 0.0);
    let inside = select(vec2f(length, end), vec2f(0.5 * length, middle), middle > 0.0);
    return Bracket(!(middle <= 0.0 && end <= 0.0), outside, inside);
}

// Distance from the entry of a cell, which is at the distance `entry` along the ray, at which the density becomes 0:
// the Illinois method, regula falsi that halves the weight of an end that stays.
fn root_between(ray: Path, cell: vec3i, entry: f32, found: Bracket) -> f32 {
    let corners = corners_of(cell);
    let from_corner = ray.origin + ray.direction * entry - vec3f(cell);
    var low = found.outside;
    var high = found.inside;
    var at = high.x;
    if low.x == high.x {
        return at;
    }
    var last = 0.0;
    for (var turn = 0; turn < 8; turn++) {
        at = high.x - high.y * (high.x - low.x) / (high.y - low.y);
        let value = density_along(corners, from_corner, ray.direction, at);
        if value > 0.0 {
            low.y *= select(1.0, 0.5, last > 0.0);
            high = vec2f(at, value);
        } else {
            high.y *= select(1.0, 0.5, last < 0.0);
            low = vec2f(at, min(value, -1e-30));
        }
        last = select(-1.0, 1.0, value > 0.0);
    }
    return at;
}

/// Density at the distance `s` along a ray from `origin`, which is relative to the corner of the cell.
fn density_along(corners: Corners, origin: vec3f, direction: vec3f, s: f32) -> f32 {
    return interpolated(corners, clamp(origin + direction * s, vec3f(0.0), vec3f(1.0)));
}

// Outward unit normal: central differences of the samples, interpolated.
fn normal_at(position: vec3f) -> vec3f {
    let east = density_at(position + vec3f(1.0, 0.0, 0.0)) - density_at(position - vec3f(1.0, 0.0, 0.0));
    let south = density_at(position + vec3f(0.0, 1.0, 0.0)) - density_at(position - vec3f(0.0, 1.0, 0.0));
    let up = density_at(position + vec3f(0.0, 0.0, 1.0)) - density_at(position - vec3f(0.0, 0.0, 1.0));
    let gradient = vec3f(east, south, up);
    let size = max(abs(east), max(abs(south), abs(up)));
    return select(vec3f(0.0, 0.0, 1.0), -normalize(gradient / max(size, 1e-30)), size > 0.0 && is_finite(size));
}

// Largest change of the value from sample to sample on a cut.
fn cut_slope(position: vec3f, normal: vec3f) -> f32 {
    let gradient = vec3f(
        density_at(position + vec3f(0.5, 0.0, 0.0)) - density_at(position - vec3f(0.5, 0.0, 0.0)),
        density_at(position + vec3f(0.0, 0.5, 0.0)) - density_at(position - vec3f(0.0, 0.5, 0.0)),
        density_at(position + vec3f(0.0, 0.0, 0.5)) - density_at(position - vec3f(0.0, 0.0, 0.5)),
    );
    return length(gradient * (1.0 - abs(normal)));
}

/// The surface or the cut at a hit. @hidden
fn ground_at(hit: Hit, direction: vec3f) -> Ground {
    let position = scene.origin + direction * hit.t;
    let is_inside = all(scene.origin > scene.low) && all(scene.origin < scene.high);
    let value = density_at(position) + scene.threshold;
    let sample = vec2i(round(position.xy));
    if hit.kind != SURFACE {
        let normal = section_normal(hit.kind, direction);
        let pixel = hit.t * scene.ray_spacing / max(abs(dot(normal, direction)), 0.1);
        return Ground(sample, value, vec2f(pixel * cut_slope(position, normal), 0.0), normal, 0.0, PAINT_CUT);
    }
    let normal = from_octahedral(hit.uv);
    let lamp = select(0.0, 0.8 * max(-dot(normal, direction), 0.0), is_inside);
    // The rise of the surface; upright where it hangs over.
    let rise = vec2f(-normal.x, normal.y) / max(normal.z, 1e-3) * scene.spacing;
    return Ground(sample, value, rise, normal, lamp, PAINT_PLAIN);
}

/// The difference of two fields at a hit. @hidden
fn difference_at(hit: Hit, direction: vec3f) -> f32 {
    let position = scene.origin + direction * hit.t;
    let cell = clamp(vec3i(floor(position)), vec3i(0), vec3i(i32(scene.side) - 2));
    let at = clamp(position - vec3f(cell), vec3f(0.0), vec3f(1.0));
    let corners = Corners(differences_of(cell), differences_of(cell + vec3i(0, 0, 1)));
    return interpolated(corners, at);
}

// Differences at the corners of a cell in one slice: northwest, northeast, southwest, southeast.
fn differences_of(cell: vec3i) -> vec4f {
    return vec4f(
        difference_of(cell), difference_of(cell + vec3i(1, 0, 0)), difference_of(cell + vec3i(0, 1, 0)),
        difference_of(cell + vec3i(1, 1, 0)),
    );
}

/// The difference of two fields at a sample; beyond the cube, at the nearest sample in it.
fn difference_of(sample: vec3i) -> f32 {
    return textureLoad(difference, texel_of(sample), 0).x;
}

/// Light of the sun at a hit without shadows, 0 to 1. @hidden
fn sun_at(hit: Hit, ground: Ground) -> f32 {
    return lambert(ground.normal);
}

/// The part of the sky that a hit sees, 0 to 1. @hidden
fn sky_at(hit: Hit, ground: Ground) -> f32 {
    return 0.7 + 0.3 * ground.normal.z;
}

/// The albedo at the hit of a ray, sRGB-encoded. @hidden
fn albedo_at(hit: Hit, ray: vec2u) -> vec3f {
    return textureLoad(albedo, ray, 0).rgb;
}

/// World z of a local height. @hidden
fn world_height(local_height: f32) -> f32 {
    return scene.bottom + local_height * scene.spacing;
}
