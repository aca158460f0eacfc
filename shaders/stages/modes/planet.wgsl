// A planet: a sphere that the values of a generator displace, bilinear between samples on the faces of a cube.
//
// The edges of cells are planes through the center, so a ray meets them where linear functions are 0. It descends a
// pyramid of maxima on each face, as on a terrain, moves from cell to cell by their integer positions, and solves each
// cell between the planes of that cell. Heights are computed from the squared distance from the center minus 1: near the
// ground nothing is lost.

import super::super::cube::{
    HALF_PI, direction_at, face_of, from_face, small_angle, sphere_gradient, tangent, to_face,
};
import super::super::scene::{
    GAVE_UP, Ground, Hit, MISS, PAINT_COLORING, SURFACE, WATER, bounds, data, has_data, highest_value, level_start,
    lowest_value, scene,
};
import super::super::samples::is_finite;
import super::super::shading::{albedo, channel_of, lambert};

// Samples of a face beyond its edges, for slopes at the edges.
const MARGIN = 1;
const FAR = 3.4e38;

// A ray near the planet.
struct Ray {
    origin: vec3f,
    direction: vec3f,
    // Squared length of the origin minus 1.
    square: f32,
    // Component of the origin along the direction.
    along: f32,
}

// A face with the components of a ray along its axes: outward, right, up.
struct Face {
    index: u32,
    origin: vec3f,
    direction: vec3f,
    // 1 along the axes in which the ray ascends.
    forward: vec2i,
}

// A cell, the tangents of its lower left corner, and its values: lower left, right, upper left, right.
struct Cell {
    corner: vec2f,
    values: vec4f,
}

/// East, south and up to east, north and up, and back. @hidden
fn flipped(v: vec3f) -> vec3f {
    return vec3f(v.x, -v.y, v.z);
}

/// Squared radius minus 1 at a height above the unit sphere. @hidden
fn square_from_height(height: f32) -> f32 {
    return height * (2.0 + height);
}

fn height_from_square(square: f32) -> f32 {
    return square / (1.0 + sqrt(max(1.0 + square, 0.0)));
}

fn height_at(ray: Ray, t: f32) -> f32 {
    return height_from_square(ray.square + t * (2.0 * ray.along + t));
}

// Height of the ground, or of the water above it, for a value.
fn ground_height(value: f32) -> f32 {
    return max(scene.sign * value * scale(), -1.0);
}

fn scale() -> f32 {
    return scene.exaggeration;
}

fn sea_height() -> f32 {
    return select(-1.0, scene.sea * scale(), scene.has_sea != 0u);
}

fn top_height() -> f32 {
    return max(max(highest_value() * scale(), sea_height()), -1.0);
}

// Differences of values that are rounding.
fn value_rounding() -> f32 {
    return 1e-6 * (highest_value() - lowest_value());
}

fn value_at(face: u32, sample: vec2i) -> f32 {
    return channel_of(textureLoad(data, texel_of(face, sample), 0));
}

fn texel_of(face: u32, sample: vec2i) -> vec2u {
    let side = scene.side + 1u + 2u * u32(MARGIN);
    return side * vec2u(face % scene.columns, face / scene.columns) + vec2u(sample + MARGIN);
}

// Tangents of the lower left corners of a cell.
fn corner_of(cell: vec2i) -> vec2f {
    let cells = i32(scene.side);
    return tangent(vec2f(2 * cell - cells) / f32(cells));
}

fn cell_of(face: u32, cell: vec2i) -> Cell {
    return Cell(
        corner_of(cell),
        vec4f(
            value_at(face, cell), value_at(face, cell + vec2i(1, 0)), value_at(face, cell + vec2i(0, 1)),
            value_at(face, cell + vec2i(1, 1)),
        ),
    );
}

fn interpolated(values: vec4f, uv: vec2f) -> f32 {
    let column = mix(values.xy, values.zw, uv.y);
    return mix(column.x, column.y, uv.x);
}

fn face_with_ray(index: u32, ray: Ray) -> Face {
    let origin = to_face(index, ray.origin);
    let direction = to_face(index, ray.direction);
    // The sign of the change of position/outward along the ray, which is the same everywhere.
    let ascent = direction.yz * origin.x - origin.yz * direction.x;
    return Face(index, origin, direction, vec2i(ascent >= vec2f(0.0)));
}

// Distances to the planes through the center at these tangents. Those that the ray does not cross on the face are FAR
// ahead or behind: toward the horizon, the tangents of an outgoing ray approach a limit, and an incoming ray came from it.
fn crossings(face: Face, edges: vec2f) -> vec2f {
    let slope = face.direction.yz - edges * face.direction.x;
    let gap = edges * face.origin.x - face.origin.yz;
    let way = vec2f(2 * face.forward - 1);
    let is_behind = vec2<bool>(face.direction.x < 0.0) | ((gap * way < vec2f(0.0)) & vec2<bool>(face.direction.x == 0.0));
    return select(select(vec2f(FAR), vec2f(-FAR), is_behind), gap / slope, (slope * way > vec2f(0.0)));
}

// Position in a cell at a distance along the ray, 0 to 1.
fn position_in(face: Face, corner: vec2f, t: f32) -> vec2f {
    let offset = (face.origin.yz - corner * face.origin.x) + t * (face.direction.yz - corner * face.direction.x);
    let outward = face.origin.x + t * face.direction.x;
    let across = face.origin.yz + t * face.direction.yz;
    let angle = small_angle(offset / (outward + corner * across));
    return saturate(angle * (f32(scene.side) / HALF_PI));
}

// Height of the ray above the ground of a cell.
fn clearance(ray: Ray, face: Face, cell: Cell, t: f32) -> f32 {
    return height_at(ray, t) - ground_height(interpolated(cell.values, position_in(face, cell.corner, t)));
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
    var hit = follow(ray, face_of(ray.origin + d * start), scene.level_count, vec2i(0), vec2f(start, min(range.y - lead, sea)), false);
    if hit.kind == MISS && sea < range.y - lead {
        hit = sea_hit(ray, sea, hit.steps);
    }
    hit.t += lead;
    return hit;
}

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

fn distance_to_sea(ray: Ray) -> f32 {
    if scene.has_sea == 0u {
        return FAR;
    }
    return distance_to_sphere(ray, square_from_height(sea_height()));
}

// The cell below the sea at a distance.
fn sea_hit(ray: Ray, t: f32, steps: u32) -> Hit {
    let face = face_with_ray(face_of(ray.origin + t * ray.direction), ray);
    let outward = face.origin.x + t * face.direction.x;
    let across = face.origin.yz + t * face.direction.yz;
    let cells = i32(scene.side);
    let at = (atan(across / outward) / HALF_PI + 0.5) * f32(cells);
    let cell = clamp(vec2i(floor(at)), vec2i(0), vec2i(cells - 1));
    let uv = position_in(face, corner_of(cell), t);
    let value = interpolated(cell_of(face.index, cell).values, uv);
    let kind = select(SURFACE, WATER, value <= scene.sea + value_rounding());
    return Hit(kind, t, packed(face.index, cell), uv, steps);
}

fn packed(face: u32, cell: vec2i) -> vec2u {
    let bits = u32(cell.x) | (u32(cell.y) << 11u) | (face << 22u);
    return vec2u(bits & 0x1fffu, bits >> 13u);
}

fn face_in(cell: vec2u) -> u32 {
    return (cell.x | (cell.y << 13u)) >> 22u;
}

fn cell_in(cell: vec2u) -> vec2i {
    let bits = cell.x | (cell.y << 13u);
    return vec2i(vec2u(bits, bits >> 11u) & vec2u(0x7ffu));
}

// Follows a ray from a node of a face, between two distances.
fn follow(ray: Ray, first_face: u32, first_level: u32, first_node: vec2i, range: vec2f, is_shadow: bool) -> Hit {
    let cells = i32(scene.side);
    var face = face_with_ray(first_face, ray);
    var level = first_level;
    var node = first_node;
    var t = range.x;
    for (var steps = 1u; steps <= scene.step_limit; steps++) {
        let far = crossings(face, corner_of(min((node + face.forward) << vec2u(level), vec2i(cells))));
        let exit = min(far.x, far.y);
        if level == 0u {
            let hit = hit_cell(ray, face, node, range, is_shadow);
            if hit.kind != MISS {
                return Hit(hit.kind, hit.t, hit.cell, hit.uv, steps);
            }
        } else {
            let bound = square_from_height(max(bound_of(face.index, level, node) * scale(), -1.0));
            let lowest = clamp(-ray.along, t, min(exit, range.y));
            if ray.square + lowest * (2.0 * ray.along + lowest) <= bound {
                let entry = distance_to_sphere(ray, bound);
                t = max(t, select(0.0, entry, entry < FAR));
                level -= 1u;
                // The child that contains the ray: beyond the planes between the children that it has crossed.
                let middle = min((2 * node + 1) << vec2u(level), vec2i(cells));
                let crossed = vec2f(t) >= crossings(face, corner_of(middle));
                node = 2 * node + select(1 - face.forward, face.forward, crossed);
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
        let way = 2 * face.forward - 1;
        let next = node + select(vec2i(0, way.y), vec2i(way.x, 0), leaves_x);
        if any(next < vec2i(0)) || any((next << vec2u(level)) >= vec2i(cells)) {
            let axis = select(vec3f(0.0, 0.0, f32(way.y)), vec3f(0.0, f32(way.x), 0.0), leaves_x);
            face = face_with_ray(face_of(from_face(face.index, axis)), ray);
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

fn bound_of(face: u32, level: u32, node: vec2i) -> f32 {
    let size = (scene.side + (1u << level) - 1u) >> level;
    return bounds.maxima[face * scene.face_bounds + level_start(level) + u32(node.y) * size + u32(node.x)];
}

// The hit within one cell, between the planes of the cell.
fn hit_cell(ray: Ray, face: Face, index: vec2i, range: vec2f, is_shadow: bool) -> Hit {
    let none = Hit(MISS, 0.0, vec2u(0u), vec2f(0.0), 0u);
    let cell = cell_of(face.index, index);
    if !is_finite(cell.values.x + cell.values.y + cell.values.z + cell.values.w) {
        return none;
    }
    let near = crossings(face, corner_of(index + 1 - face.forward));
    let far = crossings(face, corner_of(index + face.forward));
    let entry = max(max(near.x, near.y), range.x);
    let exit = max(min(min(far.x, far.y), range.y), entry);
    let middle = 0.5 * (entry + exit);
    let at_entry = clearance(ray, face, cell, entry);
    let at_middle = clearance(ray, face, cell, middle);
    let at_exit = clearance(ray, face, cell, exit);
    if is_shadow {
        let lowest = min(min(at_entry, at_middle), at_exit);
        return Hit(select(MISS, SURFACE, lowest < -rounding(cell.values)), entry, vec2u(0u), vec2f(0.0), 0u);
    }
    if at_entry <= 0.0 {
        return surface_hit(face, cell, index, entry);
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
        let at_lowest = clearance(ray, face, cell, lowest);
        if at_lowest > 0.0 {
            return none;
        }
        if dip > 0.0 {
            low = vec2f(middle, at_middle);
        }
        high = vec2f(lowest, at_lowest);
    }
    return surface_hit(face, cell, index, root_between(ray, face, cell, low, high));
}

// Heights by which a ray may seem below the ground that it starts on.
fn rounding(values: vec4f) -> f32 {
    let low = min(min(values.x, values.y), min(values.z, values.w));
    let high = max(max(values.x, values.y), max(values.z, values.w));
    return 2e-4 * (high - low) * scale() + 6e-8;
}

// Distance at which the clearance becomes 0, between one where it is positive and one where it is not: four steps of the
// Illinois method, regula falsi that halves the weight of an end that stays.
fn root_between(ray: Ray, face: Face, cell: Cell, above: vec2f, below: vec2f) -> f32 {
    var low = above;
    var high = below;
    var at = high.x;
    var last = 0.0;
    for (var turn = 0; turn < 4; turn++) {
        at = high.x - high.y * (high.x - low.x) / (high.y - low.y);
        let value = clearance(ray, face, cell, at);
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

fn surface_hit(face: Face, cell: Cell, index: vec2i, t: f32) -> Hit {
    let uv = position_in(face, cell.corner, t);
    // Ground at the level of the sea is its surface: of a generator that returns it in place of the floor.
    let depth = scene.sea - interpolated(cell.values, uv);
    let is_water = scene.has_sea != 0u && abs(depth) <= value_rounding();
    return Hit(select(SURFACE, WATER, is_water), t, packed(face.index, index), uv, 0u);
}

/// True if the ground hides the sun from a hit. @hidden
fn is_shadowed(hit: Hit, direction: vec3f, sun: vec3f) -> bool {
    let toward_sun = flipped(sun);
    let face = face_in(hit.cell);
    let node = cell_in(hit.cell);
    let values = cell_of(face, node).values;
    let k = tangents_at(node, hit.uv);
    let up = direction_at(face, k);
    var height = sea_height();
    var normal = up;
    if hit.kind == SURFACE {
        height = ground_height(interpolated(values, hit.uv));
        normal = up - steepness(height) * sphere_gradient(face, k, scene.side, rise_in(values, hit.uv));
    }
    if dot(normal, toward_sun) <= 0.0 {
        return true;
    }
    let ray = Ray(up * (1.0 + height), toward_sun, square_from_height(height), dot(up, toward_sun) * (1.0 + height));
    let range = span_below(ray, top_height());
    return follow(ray, face, 0u, node, vec2f(0.0, range.y), true).kind != MISS;
}

// Tangents of a position in a cell.
fn tangents_at(cell: vec2i, uv: vec2f) -> vec2f {
    let corner = corner_of(cell);
    let angle = uv * (HALF_PI / f32(scene.side));
    let s = angle * angle;
    let part = angle * (1.0 + s * (1.0 / 3.0 + s * (2.0 / 15.0 + s * 17.0 / 315.0)));
    return (corner + part) / (1.0 - corner * part);
}

// Rise of the ground per rise of the value over an angle, at a height.
fn steepness(height: f32) -> f32 {
    return scene.sign * scale() / max(1.0 + height, 1e-6);
}

// Rise of the values from sample to sample, to the right and up, of a bilinear cell.
fn rise_in(values: vec4f, uv: vec2f) -> vec2f {
    return vec2f(mix(values.y - values.x, values.w - values.z, uv.y), mix(values.z - values.x, values.w - values.y, uv.x));
}

/// Value and slope of the ground at a hit. @hidden
fn ground_at(hit: Hit, direction: vec3f) -> Ground {
    let face = face_in(hit.cell);
    let cell = cell_in(hit.cell);
    let values = cell_of(face, cell).values;
    let value = interpolated(values, hit.uv);
    let sample = vec2i(texel_of(face, cell + vec2i(round(hit.uv))));
    let k = tangents_at(cell, hit.uv);
    let up = direction_at(face, k);
    if hit.kind == WATER {
        return Ground(sample, value, vec2f(0.0), flipped(up), 0.0, PAINT_COLORING);
    }
    let height = ground_height(value);
    let gradient = sphere_gradient(face, k, scene.side, smooth_rise(face, cell, values, hit.uv));
    let normal = normalize(up - steepness(height) * gradient);
    // At a pole every direction is south or north.
    let level = length(up.xy);
    let east = select(vec3f(1.0, 0.0, 0.0), vec3f(-up.y, up.x, 0.0) / max(level, 1e-12), level > 1e-6);
    let per_sample = HALF_PI / f32(scene.side) / max(1.0 + height, 1e-6);
    let rise = per_sample * vec2f(dot(gradient, east), dot(gradient, cross(up, east)));
    return Ground(sample, value, rise, flipped(normal), 0.0, PAINT_COLORING);
}

// Rise of the values from sample to sample: central differences at the samples, interpolated. Next to samples that are
// not finite, that of the cell.
fn smooth_rise(face: u32, cell: vec2i, values: vec4f, uv: vec2f) -> vec2f {
    let below = vec2f(value_at(face, cell + vec2i(0, -1)), value_at(face, cell + vec2i(1, -1)));
    let above = vec2f(value_at(face, cell + vec2i(0, 2)), value_at(face, cell + vec2i(1, 2)));
    let left = vec2f(value_at(face, cell + vec2i(-1, 0)), value_at(face, cell + vec2i(-1, 1)));
    let right = vec2f(value_at(face, cell + vec2i(2, 0)), value_at(face, cell + vec2i(2, 1)));
    let eastward = 0.5 * vec4f(values.y - left.x, right.x - values.x, values.w - left.y, right.y - values.z);
    let upward = 0.5 * vec4f(values.zw - below, above - values.xy);
    let rise = vec2f(interpolated(eastward, uv), interpolated(upward, uv));
    return select(rise_in(values, uv), rise, is_finite(rise.x + rise.y));
}

/// The albedo at a hit, sRGB-encoded. @hidden
fn albedo_at(hit: Hit) -> vec3f {
    let face = face_in(hit.cell);
    let cell = cell_in(hit.cell);
    let lower = mix(albedo_of(face, cell), albedo_of(face, cell + vec2i(1, 0)), hit.uv.x);
    let upper = mix(albedo_of(face, cell + vec2i(0, 1)), albedo_of(face, cell + vec2i(1, 1)), hit.uv.x);
    return mix(lower, upper, hit.uv.y);
}

fn albedo_of(face: u32, sample: vec2i) -> vec3f {
    return textureLoad(albedo, texel_of(face, sample), 0).rgb;
}

/// Light of the sun at a hit without shadows, 0 to 1. @hidden
fn sun_at(hit: Hit, ground: Ground) -> f32 {
    return (1.0 + 254.0 * lambert(ground.normal)) / 255.0;
}

/// World z of a local height. @hidden
fn world_height(local_height: f32) -> f32 {
    return local_height;
}
