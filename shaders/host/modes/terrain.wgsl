// A block of ground: bilinear between samples, with vertical walls at its outline and around holes.
//
// A ray descends a pyramid of maxima (Tevs, Ihrke, Seidel 2008: Maximum mipmaps): a node whose maximum is below the ray
// is skipped. It moves from cell to cell by their integer positions, and solves each cell between the planes of that
// cell: the hit does not depend on the path to it.

import super::super::scene::{
    GAVE_UP, Ground, Hit, MISS, PAINT_COLORING, PAINT_SECTION, SURFACE, WALL_X, WALL_Y, base_value, bounds, data,
    has_data,
    highest_value, level_start, lowest_value, scene, section_normal,
};
import super::super::samples::{gradient_of, is_finite};
import super::super::shading::{
    GRADIENT_AT, albedo, channel_of, difference, hillshade, lambert, settings, sky,
};
import super::super::slopes::rise;

// The ray is below the block, whose underside is open.
const BELOW = 6u;
// The cell is next to a sample that is not finite.
const HOLE = 8u;

// Constants of a ray: direction, reciprocals, and the steps from cell to cell.
struct Path {
    origin: vec3f,
    direction: vec3f,
    inverse: vec2f,
    // 1 along the axes in which the ray ascends.
    forward: vec2i,
    way: vec2i,
    // Value at the local height 0.
    base: f32,
}

// The heights of a cell: at its northwest corner, and the coefficients of u, v and uv.
struct Patch {
    corner: f32,
    east: f32,
    south: f32,
    twist: f32,
}

/// Constants of a ray. Reciprocals are finite: horizontal components near 0 count as 1e-12.
fn path(origin: vec3f, direction: vec3f) -> Path {
    let horizontal = select(direction.xy, vec2f(1e-12), abs(direction.xy) < vec2f(1e-12));
    let forward = vec2i(horizontal > vec2f(0.0));
    return Path(origin, direction, 1.0 / horizontal, forward, 2 * forward - 1, base_value());
}

// Distances along a ray to the planes x = position.x and y = position.y, counted in samples.
fn crossings(ray: Path, position: vec2i) -> vec2f {
    return (vec2f(position - scene.anchor) - ray.origin.xy) * ray.inverse;
}

/// Local height of a sample, in cells.
fn height_at(sample: vec2i, base: f32) -> f32 {
    return (scene.sign * channel_of(textureLoad(data, sample, 0)) - base) * scene.scale;
}

/// Local heights of a cell, which has the number of its northwest sample.
fn patch_of(cell: vec2i, base: f32) -> Patch {
    let northwest = height_at(cell, base);
    let northeast = height_at(cell + vec2i(1, 0), base);
    let southwest = height_at(cell + vec2i(0, 1), base);
    let southeast = height_at(cell + vec2i(1, 1), base);
    let twist = (southeast - southwest) - (northeast - northwest);
    return Patch(northwest, northeast - northwest, southwest - northwest, twist);
}

// True next to a sample that is not finite: the cell is a hole.
fn is_hole(ground: Patch) -> bool {
    return !is_finite(ground.corner + ground.twist);
}

/// Local height at a position in the cell: 0 to 1 to the east and to the south.
fn height_in(ground: Patch, uv: vec2f) -> f32 {
    return ground.corner + ground.east * uv.x + ground.south * uv.y + ground.twist * uv.x * uv.y;
}

/// Local height of the underside of the block.
fn floor_height() -> f32 {
    return (lowest_value() - base_value()) * scene.scale - scene.depth;
}

/// Finds the first hit of a ray from the camera. @hidden
fn trace(origin: vec3f, direction: vec3f) -> Hit {
    let ray = path(origin, direction);
    let cells = i32(scene.side) - 1;
    let near = crossings(ray, (1 - ray.forward) * cells);
    let far = crossings(ray, ray.forward * cells);
    let entry = max(max(near.x, near.y), 0.0);
    if !has_data() || entry > min(far.x, far.y) || origin.z + direction.z * entry < floor_height() {
        return Hit(MISS, 0.0, vec2u(0u), vec2f(0.0), 0u);
    }
    return descend(ray, scene.level_count, vec2i(0), entry, entry, 3.4e38);
}

/// True if the ground hides the sun from a point of its surface. @hidden
fn is_shadowed(hit: Hit, direction: vec3f, sun: vec3f) -> bool {
    if hit.kind != SURFACE {
        return false;
    }
    let cell = vec2i(hit.cell);
    let ground = patch_of(cell, base_value());
    let local = vec3f(vec2f(cell - scene.anchor) + hit.uv, height_in(ground, hit.uv));
    // The own cell: the height above the ground is -(a s + b) s at a distance s. It must not return to 0.
    let b = gradient_along(ground, hit.uv, sun) - sun.z;
    let a = ground.twist * sun.x * sun.y;
    if b >= 0.0 {
        return true;
    }
    let ray = path(local, sun);
    let far = crossings(ray, cell + ray.forward);
    let exit = min(far.x, far.y);
    if a * exit + b >= 0.0 {
        return true;
    }
    let top = (highest_value() - base_value()) * scene.scale;
    let end = select(3.4e38, (top - local.z) / sun.z, sun.z > 0.0);
    let next = cell + select(vec2i(0, ray.way.y), vec2i(ray.way.x, 0), far.x <= far.y);
    if any(next < vec2i(0)) || any(next > vec2i(i32(scene.side) - 2)) {
        return false;
    }
    return descend(ray, 0u, next, exit, -1.0, end).kind != MISS;
}

// Rise of the ground along a direction, per distance.
fn gradient_along(ground: Patch, uv: vec2f, direction: vec3f) -> f32 {
    let east = ground.east + ground.twist * uv.y;
    let south = ground.south + ground.twist * uv.x;
    return east * direction.x + south * direction.y;
}

// Where a ray is among the nodes of the pyramid.
struct Place {
    // 0 for a cell.
    level: u32,
    node: vec2i,
    // Distance along the ray.
    t: f32,
    // The ray has left the data, or has reached its end.
    is_out: bool,
}

// Follows a ray from a node of a level, which it enters at the distance `start`, to `end`. `block_entry` is the
// distance at which it enters the block; -1 for a ray from the ground toward the sun.
//
// The inner loop passes only nodes: in a group of rays, cells are solved when all rays have reached one.
fn descend(ray: Path, first_level: u32, first_node: vec2i, start: f32, block_entry: f32, end: f32) -> Hit {
    var place = Place(first_level, first_node, start, false);
    // The cell that the ray comes from is a hole. Above a larger node, the ray is also above the edge to the next cell.
    var is_from_hole = false;
    var hit = Hit(MISS, 0.0, vec2u(0u), vec2f(0.0), 0u);
    var steps = 0u;
    var is_done = false;
    while !is_done {
        while place.level > 0u && !place.is_out && steps < scene.step_limit {
            steps += 1u;
            let far = crossings(ray, (place.node + ray.forward) << vec2u(place.level));
            let exit = min(far.x, far.y);
            let bound = (bound_at(place) - ray.base) * scene.scale;
            let lowest = ray.origin.z + min(ray.direction.z * place.t, ray.direction.z * exit);
            if lowest <= bound {
                let reached = (bound - ray.origin.z) / ray.direction.z;
                is_from_hole = is_from_hole && (ray.direction.z >= 0.0 || reached <= place.t);
                place.t = select(place.t, max(place.t, reached), ray.direction.z < 0.0);
                enter_child(ray, &place);
            } else {
                is_from_hole = false;
                leave(ray, far, end, &place);
            }
        }
        if place.is_out {
            is_done = true;
        } else if steps == scene.step_limit {
            hit.kind = GAVE_UP;
            is_done = true;
        } else {
            steps += 1u;
            let found = hit_cell(ray, place.node, block_entry, is_from_hole);
            is_from_hole = found.kind == HOLE;
            if found.kind == MISS || is_from_hole {
                leave(ray, crossings(ray, place.node + ray.forward), end, &place);
            } else {
                is_done = true;
                if found.kind != BELOW {
                    hit = found;
                }
            }
        }
    }
    hit.steps = steps;
    return hit;
}

// Moves to the child that contains the ray: beyond the planes between the children that it has crossed.
fn enter_child(ray: Path, place: ptr<function, Place>) {
    let level = (*place).level - 1u;
    let node = 2 * (*place).node;
    let crossed = vec2f((*place).t) >= crossings(ray, (node + 1) << vec2u(level));
    let child = node + select(1 - ray.forward, ray.forward, crossed);
    (*place).level = level;
    (*place).node = child;
    (*place).is_out = any((child << vec2u(level)) >= vec2i(i32(scene.side) - 1));
}

// Moves to the next node, beyond the nearer of the planes that the ray crosses at the distances `far`. One level up
// where the ray leaves the parent.
fn leave(ray: Path, far: vec2f, end: f32, place: ptr<function, Place>) {
    let level = (*place).level;
    let node = (*place).node;
    let t = max((*place).t, min(far.x, far.y));
    let next = node + select(vec2i(0, ray.way.y), vec2i(ray.way.x, 0), far.x <= far.y);
    let climbs = level < scene.level_count && any((next >> vec2u(1u)) != (node >> vec2u(1u)));
    (*place).t = t;
    (*place).is_out = t >= end || any(next < vec2i(0)) || any((next << vec2u(level)) >= vec2i(i32(scene.side) - 1));
    (*place).level = level + u32(climbs);
    (*place).node = next >> vec2u(u32(climbs));
}

// Nodes along each side of a level.
fn level_size(level: u32) -> u32 {
    return (scene.side - 1u + (1u << level) - 1u) >> level;
}

// Largest value, times `scene.sign`, of a node: 2^level × 2^level cells.
fn bound_at(place: Place) -> f32 {
    return bounds.maxima[level_start(place.level) + u32(place.node.y) * level_size(place.level) + u32(place.node.x)];
}

// The hit within one cell, between the planes of the cell.
fn hit_cell(ray: Path, cell: vec2i, block_entry: f32, is_from_hole: bool) -> Hit {
    let ground = patch_of(cell, ray.base);
    if is_hole(ground) {
        return Hit(HOLE, 0.0, vec2u(cell), vec2f(0.0), 0u);
    }
    let near = crossings(ray, cell + 1 - ray.forward);
    let far = crossings(ray, cell + ray.forward);
    // Through an edge, a ray enters by the side that is part of the outline.
    let is_first_x = cell.x == (1 - ray.forward.x) * (i32(scene.side) - 2);
    let is_from_x = near.x > near.y || (near.x == near.y && is_first_x);
    let entry = max(max(near.x, near.y), select(-3.4e38, 0.0, block_entry >= 0.0));
    let length = max(min(far.x, far.y) - entry, 0.0);
    // On the plane of entry, one coordinate is exact.
    let corner = vec2f(1 - ray.forward);
    let passed = ray.origin.xy + ray.direction.xy * entry - vec2f(cell - scene.anchor);
    let uv = saturate(select(passed, corner, vec2f(entry) == near));
    let d = ray.direction;
    let z = ray.origin.z + d.z * entry;
    // Height of the ground above the ray at a distance s from the entry: (a s + b) s + c.
    let a = ground.twist * d.x * d.y;
    let b = gradient_along(ground, uv, d) - d.z;
    var c = height_in(ground, uv) - z;
    if c >= 0.0 {
        let is_outline = entry == block_entry;
        if is_outline || is_from_hole {
            let wall = select(WALL_Y, WALL_X, is_from_x);
            return Hit(select(BELOW, wall, z >= floor_height()), entry, vec2u(cell), uv, 0u);
        }
        // Continuous ground: the ray is on it, up to rounding.
        if block_entry >= 0.0 {
            return Hit(SURFACE, entry, vec2u(cell), uv, 0u);
        }
        c = 0.0;
    }
    let s = first_root(a, b, c, length);
    if s < 0.0 {
        return Hit(MISS, 0.0, vec2u(cell), vec2f(0.0), 0u);
    }
    return Hit(SURFACE, entry + s, vec2u(cell), saturate(uv + d.xy * s), 0u);
}

// Smallest s from 0 to `end` at which (a s + b) s + c reaches 0 from below; -1 if there is none. c is at most 0.
fn first_root(a: f32, b: f32, c: f32, end: f32) -> f32 {
    let is_below_at_end = (a * end + b) * end + c > 0.0;
    let discriminant = b * b - 4.0 * a * c;
    // Above at both ends, the ray can only pass through a dome.
    let is_dome = a < 0.0 && b > 0.0 && b < -2.0 * a * end && discriminant >= 0.0;
    if !is_below_at_end && !is_dome {
        return -1.0;
    }
    let w = -0.5 * (b + select(-1.0, 1.0, b >= 0.0) * sqrt(max(discriminant, 0.0)));
    let root = select(w / a, c / w, b >= 0.0);
    return select(end, clamp(root, 0.0, end), is_finite(root));
}

/// Value and slope of the ground at a hit: at a sample, those of the views from above. @hidden
fn ground_at(hit: Hit, direction: vec3f) -> Ground {
    let last = vec2i(i32(scene.side) - 1);
    let cell = vec2i(hit.cell);
    let u = hit.uv.x;
    let v = hit.uv.y;
    if GRADIENT_AT != 0u {
        return exact_ground_at(hit, direction);
    }
    let rows = array(
        row(cell, -1, last), row(cell, 0, last), row(cell, 1, last), row(cell, 2, last),
    );
    let east = cell + vec2i(1, 0);
    let south = cell + vec2i(0, 1);
    let north_rise = mix(
        rise(rows[0].xyz, rows[1].xyz, rows[2].xyz, cell, last),
        rise(rows[0].yzw, rows[1].yzw, rows[2].yzw, east, last), u,
    );
    let south_rise = mix(
        rise(rows[1].xyz, rows[2].xyz, rows[3].xyz, south, last),
        rise(rows[1].yzw, rows[2].yzw, rows[3].yzw, cell + vec2i(1, 1), last), u,
    );
    var slope = mix(north_rise, south_rise, v);
    let north = mix(rows[1].y, rows[1].z, u);
    let south_value = mix(rows[2].y, rows[2].z, u);
    // Next to a hole, the slope of the cell itself.
    if !is_finite(slope.x + slope.y) {
        let eastward = mix(rows[1].z - rows[1].y, rows[2].z - rows[2].y, v);
        slope = vec2f(eastward, north - south_value);
    }
    return ground(hit, direction, mix(north, south_value, v), slope);
}

// The ground at a hit, whose slope is interpolated between the exact gradients of the samples.
fn exact_ground_at(hit: Hit, direction: vec3f) -> Ground {
    let texel = interpolated(data, hit);
    let value = interpolated_value(hit);
    return ground(hit, direction, value, gradient_of(texel, GRADIENT_AT) * scene.spacing);
}

fn interpolated_value(hit: Hit) -> f32 {
    let cell = vec2i(hit.cell);
    let north = mix(value_at(cell), value_at(cell + vec2i(1, 0)), hit.uv.x);
    let south = mix(value_at(cell + vec2i(0, 1)), value_at(cell + vec2i(1, 1)), hit.uv.x);
    return mix(north, south, hit.uv.y);
}

fn ground(hit: Hit, direction: vec3f, value: f32, slope: vec2f) -> Ground {
    let sample = vec2i(hit.cell) + vec2i(round(hit.uv));
    if hit.kind == SURFACE {
        let steep = slope * scene.sign * scene.scale;
        return Ground(sample, value, slope, normalize(vec3f(-steep.x, steep.y, 1.0)), 0.0, PAINT_COLORING);
    }
    return Ground(sample, value, slope, section_normal(hit.kind, direction), 0.0, PAINT_SECTION);
}

// Values of a row of samples around a cell, repeated beyond the ends of the field.
fn row(cell: vec2i, offset: i32, last: vec2i) -> vec4f {
    let y = clamp(cell.y + offset, 0, last.y);
    return vec4f(
        value_at(vec2i(max(cell.x - 1, 0), y)), value_at(vec2i(cell.x, y)),
        value_at(vec2i(cell.x + 1, y)), value_at(vec2i(min(cell.x + 2, last.x), y)),
    );
}

/// Shown channel of a sample, as the generator returns it.
fn value_at(sample: vec2i) -> f32 {
    return channel_of(textureLoad(data, sample, 0));
}

/// The albedo at a hit, sRGB-encoded. @hidden
fn albedo_at(hit: Hit, ray: vec2u) -> vec3f {
    return interpolated(albedo, hit).rgb;
}

/// The difference of two fields at the x and y of a hit. @hidden
fn difference_at(hit: Hit, direction: vec3f) -> f32 {
    return interpolated(difference, hit).x;
}

// The texels of the four samples around a hit, interpolated bilinearly.
fn interpolated(texels: texture_2d<f32>, hit: Hit) -> vec4f {
    let cell = vec2i(hit.cell);
    let north = mix(textureLoad(texels, cell, 0), textureLoad(texels, cell + vec2i(1, 0), 0), hit.uv.x);
    let south = mix(textureLoad(texels, cell + vec2i(0, 1), 0), textureLoad(texels, cell + vec2i(1, 1), 0), hit.uv.x);
    return mix(north, south, hit.uv.y);
}

/// Light of the sun at a hit without shadows, 0 to 1. @hidden
fn sun_at(hit: Hit, ground: Ground) -> f32 {
    if hit.kind == SURFACE {
        return hillshade(ground.rise * settings.steepness);
    }
    return lambert(ground.normal);
}

/// The part of the sky that the ground sees at a hit, 0 to 1. @hidden
fn sky_at(hit: Hit, ground: Ground) -> f32 {
    if hit.kind != SURFACE {
        return 1.0;
    }
    let cell = vec2i(hit.cell);
    let north = mix(sky(cell), sky(cell + vec2i(1, 0)), hit.uv.x);
    let south = mix(sky(cell + vec2i(0, 1)), sky(cell + vec2i(1, 1)), hit.uv.x);
    return mix(north, south, hit.uv.y);
}

/// World z of a local height. @hidden
fn world_height(local_height: f32) -> f32 {
    return local_height * scene.spacing + base_value() * scene.exaggeration;
}
