// A planet: a sphere that the values of a generator displace, bilinear between samples on the faces of a cube.
//
// A ray meets the edges of cells, planes through the center, where linear functions are 0. It descends a pyramid of
// maxima on each tile, as on a terrain, from there to the tiles within, moves from cell to cell by their integer
// positions, and solves each cell between the planes of that cell. Heights are computed from the squared distance from
// the center minus 1: near the ground nothing is lost.

import super::super::cube::{HALF_PI, direction_at, face_of, from_face, sphere_gradient};
import super::super::planet_cells::{
    Cell, FAR, Ray, Tile, bound_of, cell_in, cell_of, cells_of_face, child_at, clearance, corner_of, crossings,
    edges_of,
    face_of_tile, ground_height, interpolated, packed, position_in, rise_in, rounding, scale, sea_height, smooth_rise,
    square_from_height, tangents_at, texel_of, tile_in, tile_with_ray, top_height, value_rounding,
};
import super::super::scene::{GAVE_UP, Ground, Hit, MISS, PAINT_COLORING, SURFACE, WATER, has_data, scene};
import super::super::samples::is_finite;
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

// Follows a ray from a node of a tile, between two distances.
fn follow(ray: Ray, first_tile: u32, first_level: u32, first_node: vec2i, range: vec2f, is_shadow: bool) -> Hit {
    let cells = i32(scene.side);
    // A bit for each face that the ray has left.
    var left = 0u;
    var tile = tile_with_ray(first_tile, ray, left);
    var level = first_level;
    var node = first_node;
    var t = range.x;
    for (var steps = 1u; steps <= scene.step_limit; steps++) {
        let child = child_at(tile, level, node);
        if child != 0u {
            tile = tile_with_ray(child, ray, left);
            level = scene.level_count;
            node = vec2i(0);
        }
        let far = crossings(tile, edges_of(tile, min((node + tile.forward) << vec2u(level), vec2i(cells))));
        let exit = min(far.x, far.y);
        if level == 0u {
            let hit = hit_cell(ray, tile, node, range, t, is_shadow);
            if hit.kind != MISS {
                return Hit(hit.kind, hit.t, hit.cell, hit.uv, steps);
            }
        } else {
            let entry = entry_below(ray, tile, level, node, vec2f(t, min(exit, range.y)));
            if entry < FAR {
                t = max(t, entry);
                level -= 1u;
                // The child that contains the ray: beyond the planes between the children that it has crossed.
                let middle = min((2 * node + 1) << vec2u(level), vec2i(cells));
                let crossed = vec2f(t) >= crossings(tile, edges_of(tile, middle));
                node = 2 * node + select(1 - tile.forward, tile.forward, crossed);
                // Where the number of cells is no power of two, the last node may have one child alone.
                node = min(node, vec2i((cells - 1) >> level));
                continue;
            }
        }
        t = max(t, exit);
        if t >= range.y {
            return Hit(MISS, 0.0, vec2u(0u), vec2f(0.0), steps);
        }
        let leaves_x = far.x <= far.y;
        let way = 2 * tile.forward - 1;
        let next = node + select(vec2i(0, way.y), vec2i(way.x, 0), leaves_x);
        if any(next < vec2i(0)) || any((next << vec2u(level)) >= vec2i(cells)) {
            let face = face_beyond(tile, next << vec2u(level), leaves_x);
            left |= select(1u << tile.face, 0u, face == tile.face);
            tile = tile_with_ray(face, ray, left);
            level = scene.level_count;
            node = vec2i(0);
            continue;
        }
        // One level up where the ray leaves the parent.
        let climbs = level < scene.level_count && any((next >> vec2u(1u)) != (node >> vec2u(1u)));
        level += u32(climbs);
        node = next >> vec2u(u32(climbs));
    }
    return Hit(GAVE_UP, 0.0, vec2u(0u), vec2f(0.0), scene.step_limit);
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

// The hit within one cell, between the planes of the cell. The ray is followed to the distance `reached`: by rounding,
// the near planes may seem to be beyond it, if the ray lies in the plane of an edge.
fn hit_cell(ray: Ray, tile: Tile, index: vec2i, range: vec2f, reached: f32, is_shadow: bool) -> Hit {
    let none = Hit(MISS, 0.0, vec2u(0u), vec2f(0.0), 0u);
    let cell = cell_of(tile.index, index);
    if !is_finite(cell.values.x + cell.values.y + cell.values.z + cell.values.w) {
        return none;
    }
    let near = crossings(tile, edges_of(tile, index + 1 - tile.forward));
    let far = crossings(tile, edges_of(tile, index + tile.forward));
    let entry = max(min(max(near.x, near.y), reached), range.x);
    let exit = max(min(min(far.x, far.y), range.y), entry);
    let middle = 0.5 * (entry + exit);
    let at_entry = clearance(ray, tile, cell, entry);
    let at_middle = clearance(ray, tile, cell, middle);
    let at_exit = clearance(ray, tile, cell, exit);
    if is_shadow {
        let lowest = min(min(at_entry, at_middle), at_exit);
        return Hit(select(MISS, SURFACE, lowest < -rounding(tile, cell.values)), entry, vec2u(0u), vec2f(0.0), 0u);
    }
    if at_entry <= 0.0 {
        return surface_hit(tile, cell, index, entry);
    }
    var low = vec2f(entry, at_entry);
    var high = vec2f(exit, at_exit);
    if at_middle <= 0.0 {
        high = vec2f(middle, at_middle);
    } else if at_exit <= 0.0 {
        low = vec2f(middle, at_middle);
    } else {
        // Above at all three, the ray can only pass through a dome: the lowest point of the parabola through them.
        let bend = at_entry - 2.0 * at_middle + at_exit;
        let lean = at_exit - at_entry;
        let dip = -0.25 * lean / bend;
        if !(bend > 0.0 && abs(dip) < 0.5 && at_middle + 0.5 * lean * dip < 0.1 * bend) {
            return none;
        }
        let lowest = mix(entry, exit, 0.5 + dip);
        let at_lowest = clearance(ray, tile, cell, lowest);
        if at_lowest > 0.0 {
            return none;
        }
        if dip > 0.0 {
            low = vec2f(middle, at_middle);
        }
        high = vec2f(lowest, at_lowest);
    }
    return surface_hit(tile, cell, index, root_between(ray, tile, cell, low, high));
}

// Distance at which the clearance becomes 0, between one where it is positive and one where it is not: four steps of
// the Illinois method, regula falsi that halves the weight of an end that stays.
fn root_between(ray: Ray, tile: Tile, cell: Cell, above: vec2f, below: vec2f) -> f32 {
    var low = above;
    var high = below;
    var at = high.x;
    var last = 0.0;
    for (var turn = 0; turn < 4; turn++) {
        at = high.x - high.y * (high.x - low.x) / (high.y - low.y);
        let value = clearance(ray, tile, cell, at);
        if value <= 0.0 {
            low.y *= select(1.0, 0.5, last < 0.0);
            high = vec2f(at, value);
        } else {
            high.y *= select(1.0, 0.5, last > 0.0);
            low = vec2f(at, value);
        }
        last = select(1.0, -1.0, value <= 0.0);
    }
    return at;
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
