// The samples of a planet, and rays through the cells between them.
//
// Samples are in tiles: the faces of a cube, and near the camera smaller squares of the faces, which a tile around them
// has as its children. All tiles have the same number of cells. The edges of cells are planes through the center.

import super::cube::{HALF_PI, face_of, from_face, small_angle, tangent, to_face};
import super::samples::is_finite;
import super::scene::{bounds, data, highest_value, level_start, lowest_value, scene};
import super::shading::channel_of;

// Samples of a tile beyond its edges, for slopes at the edges.
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

// A tile with the components of a ray along the axes of its face: outward, right, up.
struct Tile {
    index: u32,
    face: u32,
    // Cells along the edge of the face, if all of it were sampled like the tile; and those left of the tile and below.
    cells: i32,
    first: vec2i,
    // The tiles in its quarters: lower left, right, upper left, right; 0 for none.
    children: vec4u,
    has_children: bool,
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

/// Squared radius minus 1 at a height above the unit sphere. @hidden
fn square_from_height(height: f32) -> f32 {
    return height * (2.0 + height);
}

/// Height above the unit sphere: the inverse of `square_from_height`.
fn height_from_square(square: f32) -> f32 {
    return square / (1.0 + sqrt(max(1.0 + square, 0.0)));
}

/// Height of a ray above the unit sphere at the distance `t`, in radii.
fn height_at(ray: Ray, t: f32) -> f32 {
    return height_from_square(ray.square + t * (2.0 * ray.along + t));
}

/// Height of the ground for a value. @hidden
fn ground_height(value: f32) -> f32 {
    return max(scene.sign * value * scale(), -1.0);
}

/// Height of a value of 1. @hidden
fn scale() -> f32 {
    return scene.exaggeration;
}

/// Height of the surface of the sea; that of the center without one. @hidden
fn sea_height() -> f32 {
    return select(-1.0, scene.sea * scale(), scene.has_sea != 0u);
}

/// Height of the highest ground, or of the sea above it. @hidden
fn top_height() -> f32 {
    return max(max(highest_value() * scale(), sea_height()), -1.0);
}

/// Differences of values that are rounding. @hidden
fn value_rounding() -> f32 {
    return 1e-6 * (highest_value() - lowest_value());
}

/// Shown channel of a sample of a tile, counted to the right and up from the lower left corner.
fn value_at(tile: u32, sample: vec2i) -> f32 {
    return channel_of(textureLoad(data, texel_of(tile, sample), 0));
}

/// Texel of a sample of a tile. @hidden
fn texel_of(tile: u32, sample: vec2i) -> vec2u {
    let side = scene.side + 1u + 2u * u32(MARGIN);
    return side * vec2u(tile % scene.columns, tile / scene.columns) + vec2u(sample + MARGIN);
}

/// The face of a tile. @hidden
fn face_of_tile(tile: u32) -> u32 {
    return scene.tiles[tile].place.x;
}

/// Cells along the edge of a face, if all of it were sampled like a tile. @hidden
fn cells_of_face(tile: u32) -> u32 {
    return scene.side << scene.tiles[tile].place.y;
}

/// Cells of the face to the left of a tile, and below it.
fn first_cell(tile: u32) -> vec2i {
    return vec2i(scene.tiles[tile].place.zw * scene.side);
}

/// Tangents of the lower left corner of a cell, on a face with `cells` cells along its edge.
fn tangents_of(cell: vec2i, cells: i32) -> vec2f {
    return tangent(vec2f(2 * cell - cells) / f32(cells));
}

/// Tangents of the lower left corner of a cell. @hidden
fn corner_of(tile: u32, cell: vec2i) -> vec2f {
    return tangents_of(first_cell(tile) + cell, i32(cells_of_face(tile)));
}

/// Tangents of the lower left corner of a cell. @hidden
fn edges_of(tile: Tile, cell: vec2i) -> vec2f {
    return tangents_of(tile.first + cell, tile.cells);
}

/// Tangents of a position in a cell. @hidden
fn tangents_at(tile: u32, cell: vec2i, uv: vec2f) -> vec2f {
    let corner = corner_of(tile, cell);
    let angle = uv * (HALF_PI / f32(cells_of_face(tile)));
    let s = angle * angle;
    let part = angle * (1.0 + s * (1.0 / 3.0 + s * (2.0 / 15.0 + s * 17.0 / 315.0)));
    return (corner + part) / (1.0 - corner * part);
}

/// A cell of a tile. @hidden
fn cell_of(tile: u32, cell: vec2i) -> Cell {
    return Cell(
        corner_of(tile, cell),
        vec4f(
            value_at(tile, cell), value_at(tile, cell + vec2i(1, 0)), value_at(tile, cell + vec2i(0, 1)),
            value_at(tile, cell + vec2i(1, 1)),
        ),
    );
}

/// Bilinear interpolation. @hidden
fn interpolated(values: vec4f, uv: vec2f) -> f32 {
    let column = mix(values.xy, values.zw, uv.y);
    return mix(column.x, column.y, uv.x);
}

/// A tile with a ray. `left` has a bit for each face that the ray has left: it does not come back, even if it seems to
/// by rounding because it lies in the plane of the edge between two faces. @hidden
fn tile_with_ray(index: u32, ray: Ray, left: u32) -> Tile {
    let face = face_of_tile(index);
    let origin = to_face(face, ray.origin);
    let direction = to_face(face, ray.direction);
    // The sign of the change of position/outward along the ray, which is the same everywhere.
    let ascent = direction.yz * origin.x - origin.yz * direction.x;
    // The faces to the right of this one and above; opposite faces differ in the last bit of their numbers.
    let beyond = vec2u(face_of(from_face(face, vec3f(0.0, 1.0, 0.0))), face_of(from_face(face, vec3f(0.0, 0.0, 1.0))));
    let has_left = ((vec2u(left) >> beyond) & vec2u(1u)) != vec2u(0u);
    let has_left_opposite = ((vec2u(left) >> (beyond ^ vec2u(1u))) & vec2u(1u)) != vec2u(0u);
    let ascends = ((ascent >= vec2f(0.0)) & !has_left) | has_left_opposite;
    let children = scene.tiles[index].children;
    return Tile(
        index, face, i32(cells_of_face(index)), first_cell(index), children, any(children != vec4u(0u)), origin,
        direction, vec2i(ascends),
    );
}

/// The child of a tile that contains a node of its pyramid; 0 if there is none. @hidden
fn child_at(tile: Tile, level: u32, node: vec2i) -> u32 {
    let quarter = vec2u(node) >> vec2u(scene.level_count - 1u - level);
    // No index that varies from ray to ray, for which software drivers read memory ray by ray.
    let column = select(tile.children.xz, tile.children.yw, vec2<bool>(quarter.x == 1u));
    return select(0u, select(column.x, column.y, quarter.y == 1u), level < scene.level_count);
}

/// Distances to the planes through the center at these tangents. Those that the ray does not cross on the face are FAR
/// ahead or behind: toward the horizon, the tangents of an outgoing ray approach a limit, and an incoming ray came from
/// it. @hidden
fn crossings(tile: Tile, edges: vec2f) -> vec2f {
    let slope = tile.direction.yz - edges * tile.direction.x;
    let gap = edges * tile.origin.x - tile.origin.yz;
    let way = vec2f(2 * tile.forward - 1);
    let is_behind = vec2<bool>(tile.direction.x < 0.0) | ((gap * way < vec2f(0.0)) & vec2<bool>(tile.direction.x == 0.0));
    return select(select(vec2f(FAR), vec2f(-FAR), is_behind), gap / slope, (slope * way > vec2f(0.0)));
}

/// Position in a cell at a distance along the ray, 0 to 1. @hidden
fn position_in(tile: Tile, corner: vec2f, t: f32) -> vec2f {
    let offset = (tile.origin.yz - corner * tile.origin.x) + t * (tile.direction.yz - corner * tile.direction.x);
    let outward = tile.origin.x + t * tile.direction.x;
    let across = tile.origin.yz + t * tile.direction.yz;
    let angle = small_angle(offset / (outward + corner * across));
    return saturate(angle * (f32(tile.cells) / HALF_PI));
}

/// Height of the ray above the ground of a cell. @hidden
fn clearance(ray: Ray, tile: Tile, cell: Cell, t: f32) -> f32 {
    return height_at(ray, t) - ground_height(interpolated(cell.values, position_in(tile, cell.corner, t)));
}

/// Heights by which a ray may seem below the ground that it starts on: positions are rounded by some 1e-7 radii, which
/// on the slope of a small cell is much of its height. @hidden
fn rounding(tile: Tile, values: vec4f) -> f32 {
    let low = min(min(values.x, values.y), min(values.z, values.w));
    let high = max(max(values.x, values.y), max(values.z, values.w));
    return max(2e-4, 2.5e-7 * f32(tile.cells)) * (high - low) * scale() + 6e-8;
}

// Two distances along a ray, between which it meets the ground of a cell, and the clearance at each.
struct Bracket {
    is_hit: bool,
    // Both are at the entry of a ray that is already below the ground.
    above: vec2f,
    below: vec2f,
}

/// Looks for the ground of a cell, between the planes of the cell. The ray is followed to the distance `reached`: by
/// rounding, the near planes may seem to be beyond it, if the ray lies in the plane of an edge. @hidden
fn bracket_in(ray: Ray, tile: Tile, index: vec2i, range: vec2f, reached: f32, is_shadow: bool) -> Bracket {
    let none = Bracket(false, vec2f(0.0), vec2f(0.0));
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
        return Bracket(lowest < -rounding(tile, cell.values), vec2f(0.0), vec2f(0.0));
    }
    if at_entry <= 0.0 {
        return Bracket(true, vec2f(entry, at_entry), vec2f(entry, at_entry));
    }
    if at_middle <= 0.0 {
        return Bracket(true, vec2f(entry, at_entry), vec2f(middle, at_middle));
    }
    if at_exit <= 0.0 {
        return Bracket(true, vec2f(middle, at_middle), vec2f(exit, at_exit));
    }
    // Above at all three, the ray can only pass through a dome: the lowest point of the parabola through them.
    let bend = at_entry - 2.0 * at_middle + at_exit;
    let lean = at_exit - at_entry;
    let dip = -0.25 * lean / bend;
    if !(bend > 0.0 && abs(dip) < 0.5 && at_middle + 0.5 * lean * dip < 0.1 * bend) {
        return none;
    }
    let lowest = mix(entry, exit, 0.5 + dip);
    let at_lowest = clearance(ray, tile, cell, lowest);
    let above = select(vec2f(entry, at_entry), vec2f(middle, at_middle), dip > 0.0);
    return Bracket(at_lowest <= 0.0, above, vec2f(lowest, at_lowest));
}

/// Distance at which the clearance becomes 0, between one where it is positive and one where it is not: four steps of
/// the Illinois method, regula falsi that halves the weight of an end that stays. @hidden
fn root_between(ray: Ray, tile: Tile, cell: Cell, above: vec2f, below: vec2f) -> f32 {
    var low = above;
    var high = below;
    var at = high.x;
    if above.x == below.x {
        return at;
    }
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

/// Largest value of the cells of a node. @hidden
fn bound_of(tile: u32, level: u32, node: vec2i) -> f32 {
    let size = (scene.side + (1u << level) - 1u) >> level;
    return bounds.maxima[tile * scene.face_bounds + level_start(level) + u32(node.y) * size + u32(node.x)];
}

/// A cell of a tile as a hit stores it. @hidden
fn packed(tile: u32, cell: vec2i) -> vec2u {
    let bits = u32(cell.x) | (u32(cell.y) << 11u) | (tile << 22u);
    return vec2u(bits & 0x1fffu, bits >> 13u);
}

/// The tile of a cell that a hit stores. @hidden
fn tile_in(cell: vec2u) -> u32 {
    return (cell.x | (cell.y << 13u)) >> 22u;
}

/// Column and row, in its tile, of a cell that a hit stores. @hidden
fn cell_in(cell: vec2u) -> vec2i {
    let bits = cell.x | (cell.y << 13u);
    return vec2i(vec2u(bits, bits >> 11u) & vec2u(0x7ffu));
}

/// Rise of the values from sample to sample, to the right and up, of a bilinear cell. @hidden
fn rise_in(values: vec4f, uv: vec2f) -> vec2f {
    return vec2f(mix(values.y - values.x, values.w - values.z, uv.y),
        mix(values.z - values.x, values.w - values.y, uv.x));
}

/// Rise of the values from sample to sample: central differences at the samples, interpolated. Next to samples that are
/// not finite, that of the cell. @hidden
fn smooth_rise(tile: u32, cell: vec2i, values: vec4f, uv: vec2f) -> vec2f {
    let below = vec2f(value_at(tile, cell + vec2i(0, -1)), value_at(tile, cell + vec2i(1, -1)));
    let above = vec2f(value_at(tile, cell + vec2i(0, 2)), value_at(tile, cell + vec2i(1, 2)));
    let left = vec2f(value_at(tile, cell + vec2i(-1, 0)), value_at(tile, cell + vec2i(-1, 1)));
    let right = vec2f(value_at(tile, cell + vec2i(2, 0)), value_at(tile, cell + vec2i(2, 1)));
    let eastward = 0.5 * vec4f(values.y - left.x, right.x - values.x, values.w - left.y, right.y - values.z);
    let upward = 0.5 * vec4f(values.zw - below, above - values.xy);
    let rise = vec2f(interpolated(eastward, uv), interpolated(upward, uv));
    return select(rise_in(values, uv), rise, is_finite(rise.x + rise.y));
}
