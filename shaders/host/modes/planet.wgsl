// A planet: a sphere that the values of a generator displace, bilinear between samples on the faces of a cube.
//
// A ray meets the edges of cells, planes through the center, where linear functions are 0. It descends a pyramid of
// maxima on each tile, as on a terrain, from there to the tiles within, moves from cell to cell by their integer
// positions, and solves each cell between the planes of that cell. Heights are computed from the squared distance from
// the center minus 1: near the ground nothing is lost.

import super::super::cube::{HALF_PI, direction_at, face_of, from_face, sphere_gradient};
import super::super::planet_cells::{
    Bracket, Cell, FAR, Ray, Tile, bound_of, bracket_in, cell_in, cell_of, cells_of_face, child_at, corner_of,
    crossings, edges_of, face_of_tile, ground_height, interpolated, packed, position_in, rise_in, root_between,
    scale, sea_height, smooth_rise, square_from_height, tangents_at, texel_of, tile_in, tile_with_ray, top_height,
    value_rounding,
};
import super::super::scene::{GAVE_UP, Ground, Hit, MISS, PAINT_COLORING, SURFACE, WATER, has_data, scene};
import super::super::shading::{albedo, difference, lambert};

/// East, south and up to east, north and up, and back. @hidden
fn flipped(v: vec3f) -> vec3f {
    return vec3f(v.x, -v.y, v.z);
}

/// Finds the first hit of a ray from the camera. @hidden
fn trace(origin: vec3f, direction: vec3f) -> Hit {
    let none = Hit(MISS, 0.0, vec2u(0u), vec2f(0.0), 0u);
    let d = flipped(direction);
    if !has_data() {
        return none;
    }
    let range = span_below(camera_ray(flipped(origin), d, 0.0), top_height());
    if range.x >= range.y {
        return none;
    }
    // From afar, the ray starts where it comes near the planet.
    let lead = select(0.0, range.x, range.x > 0.5);
    let ray = camera_ray(flipped(origin), d, lead);
    let sea = distance_to_sea(ray);
    let start = select(range.x, 0.0, lead > 0.0);
    var hit = follow(ray, face_of(ray.origin + d * start), scene.level_count, vec2i(0),
        vec2f(start, min(range.y - lead, sea)), false);
    if hit.kind == MISS && sea < range.y - lead {
        hit = sea_hit(ray, sea, hit.steps);
    }
    hit.t += lead;
    return hit;
}

/// Ray that starts at the distance `lead` from the camera; without it, `square` is exact, from the host.
fn camera_ray(origin: vec3f, direction: vec3f, lead: f32) -> Ray {
    let start = origin + lead * direction;
    let square = select(dot(start, start) - 1.0, scene.square, lead == 0.0);
    return Ray(start, direction, square, dot(start, direction));
}

// Distances between which a ray is below a height; the first is above the second if it never is.
fn span_below(ray: Ray, height: f32) -> vec2f {
    let nearest = ray.origin - ray.along * ray.direction;
    let top = 1.0 + height;
    // Half of the chord, squared; more than exact, so that nothing is left out.
    let half = top * top - dot(nearest, nearest) + 1e-6 * top;
    if half < 0.0 {
        return vec2f(1.0, 0.0);
    }
    let range = vec2f(-ray.along - sqrt(half), -ray.along + sqrt(half));
    return max(range, vec2f(0.0));
}

// Distance at which a ray from above enters a sphere, given its squared radius minus 1; FAR if it does not.
fn distance_to_sphere(ray: Ray, square: f32) -> f32 {
    let gap = ray.square - square;
    let root = ray.along * ray.along - gap;
    if gap < 0.0 || ray.along >= 0.0 || root < 0.0 {
        return FAR;
    }
    return gap / (sqrt(root) - ray.along);
}

/// Distance at which a ray from above enters the sea; FAR if it does not, or there is no sea.
fn distance_to_sea(ray: Ray) -> f32 {
    // No branch, by which Mesa's software driver would compile the shader again for each dispatch.
    return select(FAR, distance_to_sphere(ray, square_from_height(sea_height())), scene.has_sea != 0u);
}

// The cell below the sea at a distance.
fn sea_hit(ray: Ray, t: f32, steps: u32) -> Hit {
    let cells = i32(scene.side);
    var tile = tile_with_ray(face_of(ray.origin + t * ray.direction), ray, 0u);
    let outward = tile.origin.x + t * tile.direction.x;
    let across = tile.origin.yz + t * tile.direction.yz;
    var at = saturate(atan(across / outward) / HALF_PI + 0.5);
    var cell = vec2i(0);
    loop {
        cell = clamp(vec2i(floor(at * f32(cells))), vec2i(0), vec2i(cells - 1));
        let child = child_at(tile, 0u, cell);
        if child == 0u {
            break;
        }
        tile = tile_with_ray(child, ray, 0u);
        at = 2.0 * at - select(vec2f(0.0), vec2f(1.0), 2 * cell >= vec2i(cells));
    }
    let uv = position_in(tile, corner_of(tile.index, cell), t);
    let value = interpolated(cell_of(tile.index, cell).values, uv);
    let kind = select(SURFACE, WATER, value <= scene.sea + value_rounding());
    return Hit(kind, t, packed(tile.index, cell), uv, steps);
}

// Where a ray is among the nodes of the pyramid of a tile.
struct Place {
    // 0 for a cell.
    level: u32,
    node: vec2i,
    // Distance along the ray.
    t: f32,
    // The tile in which the ray goes on; NO_TILE in this one.
    next_tile: u32,
    // The ray has reached the ground or its end.
    is_done: bool,
}

const NO_TILE = 0xffffffffu;

// Follows a ray from a node of a tile, between two distances.
//
// In a group of rays, each loop waits for all: tiles are changed, cells are looked at, and roots are found together.
fn follow(ray: Ray, first_tile: u32, first_level: u32, first_node: vec2i, range: vec2f, is_shadow: bool) -> Hit {
    // A bit for each face that the ray has left.
    var left = 0u;
    var tile = tile_with_ray(first_tile, ray, left);
    var place = Place(first_level, first_node, range.x, NO_TILE, false);
    var found = Bracket(false, vec2f(0.0), vec2f(0.0));
    var steps = 0u;
    while !place.is_done && steps < scene.step_limit {
        while place.next_tile == NO_TILE && !place.is_done && steps < scene.step_limit {
            pass_nodes(ray, tile, range, &place, &steps);
            if place.level == 0u && place.next_tile == NO_TILE && !place.is_done && steps < scene.step_limit {
                steps += 1u;
                found = bracket_in(ray, tile, place.node, range, place.t, is_shadow);
                if found.is_hit {
                    place.is_done = true;
                } else {
                    leave(tile, far_planes(tile, place), range.y, &place);
                }
            }
        }
        if !place.is_done && steps < scene.step_limit {
            left |= select(0u, 1u << tile.face, face_of_tile(place.next_tile) != tile.face);
            tile = tile_with_ray(place.next_tile, ray, left);
            place = Place(scene.level_count, vec2i(0), place.t, NO_TILE, false);
        }
    }
    if !found.is_hit {
        return Hit(select(GAVE_UP, MISS, place.is_done), 0.0, vec2u(0u), vec2f(0.0), steps);
    }
    var hit = Hit(SURFACE, 0.0, vec2u(0u), vec2f(0.0), steps);
    if !is_shadow {
        let cell = cell_of(tile.index, place.node);
        hit = surface_hit(tile, cell, place.node, root_between(ray, tile, cell, found.above, found.below));
        hit.steps = steps;
    }
    return hit;
}

// Moves to the next cell, or to a node at which the ray goes on in another tile or ends.
fn pass_nodes(ray: Ray, tile: Tile, range: vec2f, place: ptr<function, Place>, steps: ptr<function, u32>) {
    while (*place).level > 0u && (*place).next_tile == NO_TILE && !(*place).is_done && *steps < scene.step_limit {
        *steps += 1u;
        let far = far_planes(tile, *place);
        let interval = vec2f((*place).t, min(min(far.x, far.y), range.y));
        let entry = entry_below(ray, tile, (*place).level, (*place).node, interval);
        if entry < FAR {
            enter_child(tile, entry, place);
        } else {
            leave(tile, far, range.y, place);
        }
    }
}

// Distances to the planes through which a ray may leave a node.
fn far_planes(tile: Tile, place: Place) -> vec2f {
    let cell = (place.node + tile.forward) << vec2u(place.level);
    return crossings(tile, edges_of(tile, min(cell, vec2i(i32(scene.side)))));
}

// Moves to the child that contains the ray: beyond the planes between the children that it has crossed.
fn enter_child(tile: Tile, entry: f32, place: ptr<function, Place>) {
    let cells = i32(scene.side);
    let level = (*place).level - 1u;
    let t = max((*place).t, entry);
    let middle = min((2 * (*place).node + 1) << vec2u(level), vec2i(cells));
    let crossed = vec2f(t) >= crossings(tile, edges_of(tile, middle));
    let child = 2 * (*place).node + select(1 - tile.forward, tile.forward, crossed);
    // Where the number of cells is no power of two, the last node may have one child alone.
    let node = min(child, vec2i((cells - 1) >> level));
    *place = Place(level, node, t, tile_at(tile, level, node), false);
}

// Moves to the next node, beyond the nearer of the planes that the ray crosses at the distances `far`. One level up
// where the ray leaves the parent.
fn leave(tile: Tile, far: vec2f, end: f32, place: ptr<function, Place>) {
    let level = (*place).level;
    let node = (*place).node;
    let t = max((*place).t, min(far.x, far.y));
    let leaves_x = far.x <= far.y;
    let way = 2 * tile.forward - 1;
    let next = node + select(vec2i(0, way.y), vec2i(way.x, 0), leaves_x);
    let first_cell = next << vec2u(level);
    let climbs = level < scene.level_count && any((next >> vec2u(1u)) != (node >> vec2u(1u)));
    let higher = level + u32(climbs);
    *place = Place(higher, next >> vec2u(u32(climbs)), t, NO_TILE, t >= end);
    if any(next < vec2i(0)) || any(first_cell >= vec2i(i32(scene.side))) {
        (*place).next_tile = face_beyond(tile, first_cell, leaves_x);
    } else {
        (*place).next_tile = tile_at(tile, higher, (*place).node);
    }
}

// The child of a tile that contains a node; NO_TILE if there is none.
fn tile_at(tile: Tile, level: u32, node: vec2i) -> u32 {
    let child = child_at(tile, level, node);
    return select(child, NO_TILE, child == 0u);
}

// The distance at which a ray may come below the ground of a node, within a range; FAR if it stays above. The maxima of
// a tile are those of its own samples: where others are within it, they are looked at.
fn entry_below(ray: Ray, tile: Tile, level: u32, node: vec2i, range: vec2f) -> f32 {
    if tile.has_children && level == scene.level_count {
        return range.x;
    }
    let bound = square_from_height(max(bound_of(tile.index, level, node) * scale(), -1.0));
    let lowest = clamp(-ray.along, range.x, range.y);
    if !(ray.square + lowest * (2.0 * ray.along + lowest) <= bound) {
        return FAR;
    }
    let entry = distance_to_sphere(ray, bound);
    return select(0.0, entry, entry < FAR);
}

// The face on which a ray goes on that leaves a tile toward a cell beside it.
fn face_beyond(tile: Tile, cell: vec2i, leaves_x: bool) -> u32 {
    let at = tile.first + cell;
    if all(at >= vec2i(0)) && all(at < vec2i(tile.cells)) {
        return tile.face;
    }
    let way = 2 * tile.forward - 1;
    return face_of(from_face(tile.face, select(vec3f(0.0, 0.0, f32(way.y)), vec3f(0.0, f32(way.x), 0.0), leaves_x)));
}

/// Hit of the ground of a cell at the distance `t`: SURFACE, or WATER where it is level with the sea.
fn surface_hit(tile: Tile, cell: Cell, index: vec2i, t: f32) -> Hit {
    let uv = position_in(tile, cell.corner, t);
    // Ground at the level of the sea is its surface: of a generator that returns it in place of the floor.
    let depth = scene.sea - interpolated(cell.values, uv);
    // `&&` would be a branch on a uniform alone, for which Mesa's software driver compiles the shader for each
    // dispatch.
    let is_water = (scene.has_sea != 0u) & (abs(depth) <= value_rounding());
    return Hit(select(SURFACE, WATER, is_water), t, packed(tile.index, index), uv, 0u);
}

/// True if the ground hides the sun from a hit. @hidden
fn is_shadowed(hit: Hit, direction: vec3f, sun: vec3f) -> bool {
    let toward_sun = flipped(sun);
    let tile = tile_in(hit.cell);
    let face = face_of_tile(tile);
    let node = cell_in(hit.cell);
    let values = cell_of(tile, node).values;
    let k = tangents_at(tile, node, hit.uv);
    let up = direction_at(face, k);
    var height = sea_height();
    var normal = up;
    if hit.kind == SURFACE {
        height = ground_height(interpolated(values, hit.uv));
        normal = up - steepness(height) * sphere_gradient(face, k, cells_of_face(tile), rise_in(values, hit.uv));
    }
    if dot(normal, toward_sun) <= 0.0 {
        return true;
    }
    let ray = Ray(up * (1.0 + height), toward_sun, square_from_height(height), dot(up, toward_sun) * (1.0 + height));
    let range = span_below(ray, top_height());
    return follow(ray, tile, 0u, node, vec2f(0.0, range.y), true).kind != MISS;
}

// Rise of the ground per rise of the value over an angle, at a height.
fn steepness(height: f32) -> f32 {
    return scene.sign * scale() / max(1.0 + height, 1e-6);
}

/// Value and slope of the ground at a hit. @hidden
fn ground_at(hit: Hit, direction: vec3f) -> Ground {
    let tile = tile_in(hit.cell);
    let face = face_of_tile(tile);
    let cell = cell_in(hit.cell);
    let values = cell_of(tile, cell).values;
    let value = interpolated(values, hit.uv);
    let sample = vec2i(texel_of(tile, cell + vec2i(round(hit.uv))));
    let k = tangents_at(tile, cell, hit.uv);
    let up = direction_at(face, k);
    if hit.kind == WATER {
        return Ground(sample, value, vec2f(0.0), flipped(up), 0.0, PAINT_COLORING);
    }
    let height = ground_height(value);
    let gradient = sphere_gradient(face, k, cells_of_face(tile), smooth_rise(tile, cell, values, hit.uv));
    let normal = normalize(up - steepness(height) * gradient);
    // At a pole every direction is south or north.
    let level = length(up.xy);
    let east = select(vec3f(1.0, 0.0, 0.0), vec3f(-up.y, up.x, 0.0) / max(level, 1e-12), level > 1e-6);
    // Of the samples of the faces, which the coloring knows.
    let per_sample = HALF_PI / f32(scene.side) / max(1.0 + height, 1e-6);
    let rise = per_sample * vec2f(dot(gradient, east), dot(gradient, cross(up, east)));
    return Ground(sample, value, rise, flipped(normal), 0.0, PAINT_COLORING);
}

/// The albedo at a hit, sRGB-encoded. @hidden
fn albedo_at(hit: Hit) -> vec3f {
    let tile = tile_in(hit.cell);
    let cell = cell_in(hit.cell);
    let lower = mix(albedo_of(tile, cell), albedo_of(tile, cell + vec2i(1, 0)), hit.uv.x);
    let upper = mix(albedo_of(tile, cell + vec2i(0, 1)), albedo_of(tile, cell + vec2i(1, 1)), hit.uv.x);
    return mix(lower, upper, hit.uv.y);
}

/// The albedo at a sample of a tile, sRGB-encoded.
fn albedo_of(tile: u32, sample: vec2i) -> vec3f {
    return textureLoad(albedo, texel_of(tile, sample), 0).rgb;
}

/// The difference of two fields in the direction of a hit from the center. @hidden
fn difference_at(hit: Hit, direction: vec3f) -> f32 {
    let tile = tile_in(hit.cell);
    let cell = cell_in(hit.cell);
    let corners = vec4f(
        difference_of(tile, cell), difference_of(tile, cell + vec2i(1, 0)), difference_of(tile, cell + vec2i(0, 1)),
        difference_of(tile, cell + vec2i(1, 1)),
    );
    return interpolated(corners, hit.uv);
}

/// The difference of two fields at a sample of a tile.
fn difference_of(tile: u32, sample: vec2i) -> f32 {
    return textureLoad(difference, texel_of(tile, sample), 0).x;
}

/// Light of the sun at a hit without shadows, 0 to 1. @hidden
fn sun_at(hit: Hit, ground: Ground) -> f32 {
    return (1.0 + 254.0 * lambert(ground.normal)) / 255.0;
}

/// World z of a local height. @hidden
fn world_height(local_height: f32) -> f32 {
    return local_height;
}
