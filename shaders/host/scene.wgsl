// What the stages of a three-dimensional view share: camera, data, rays and hits.
//
// Positions are local: east, south and up in cells (distances between neighboring samples), relative to the sample
// `scene.anchor` and the value `base_value()`. The host computes the camera relative to its target in double precision,
// so that all numbers near the target are small.

struct Scene {
    // Position of the camera.
    origin: vec3f,
    // Distance between neighboring rays at a distance of 1 in front of the camera.
    ray_spacing: f32,
    // Unit vectors to the right and the top of the picture, and toward the target.
    right: vec3f,
    // Local height of a value of 1.
    scale: f32,
    up: vec3f,
    // Value at the local height 0, if `has_base` is 1; otherwise the mean of the lowest and the highest value.
    base: f32,
    forward: vec3f,
    has_base: u32,
    // Point of the picture at which the camera looks, in rays from the upper left corner.
    middle: vec2f,
    // Column and row of the sample at the local x = y = 0.
    anchor: vec2i,
    // World x and y of that sample, and distance between samples in world units.
    world: vec2f,
    spacing: f32,
    // World height of a value of 1.
    exaggeration: f32,
    // Samples in width and height of the data.
    side: u32,
    // 1, or -1 if the exaggeration is negative: values are multiplied by it.
    sign: f32,
    // Distances in the unit of the view are distances in cells times this.
    unit: f32,
    // Depth of the block below its lowest sample, in cells.
    depth: f32,
    // Most steps of a ray.
    step_limit: u32,
    // Bits of a NaN.
    nan: u32,
    // Number of levels of bounds.
    level_count: u32,
    // Slices of a volume in a row of the data.
    columns: u32,
    // Index of the first bound of each level, from level 1.
    levels: array<vec4u, 4>,
    // The rest is of solids: the visible part of the cube in cells, the value at the surface.
    low: vec3f,
    threshold: f32,
    high: vec3f,
    // World z of the lowest slice.
    bottom: f32,
    // The rest is of planets, whose positions are relative to the center, in radii; `side` is the number of cells along
    // the edge of a tile, `columns` that of the tiles in a row of the data. Squared distance of the camera minus 1.
    square: f32,
    // Value at the surface of the sea, if `has_sea` is 1.
    sea: f32,
    has_sea: u32,
    // Number of the bounds of a face, or of another tile.
    face_bounds: u32,
    // The faces and the smaller squares with samples of their own.
    tiles: array<PlanetTile, 96>,
}

// A square of a face of a planet.
struct PlanetTile {
    // The face, the halvings of its edge, and the squares of this size to the left and below.
    place: vec4u,
    // The tiles in its quarters: lower left, right, upper left, right; 0 for none.
    children: vec4u,
}

// Rays of one dispatch.
struct Rays {
    // First ray, counted from the upper left of the whole picture.
    first: vec2u,
    // Width and height in rays.
    size: vec2u,
    // Texel of the first ray.
    texel: vec2u,
    // Rays of the whole picture per ray of this dispatch, in width and height.
    stride: f32,
}

// The bounds of the data, as `bounds.wgsl` writes them.
struct Bounds {
    // Keys of the highest value, and of the lowest one with all bits inverted; 0 without any finite value.
    highest: u32,
    lowest: u32,
    maxima: array<f32>,
}

// Where a ray ends. `t` is the distance from the camera.
struct Hit {
    kind: u32,
    t: f32,
    // For solids, the third coordinate is in the upper bits of the second; for planets, the tile.
    cell: vec2u,
    // Position in the cell; for solids, the normal as `octahedral` encodes it.
    uv: vec2f,
    steps: u32,
}

const MISS = 0u;
const SURFACE = 1u;
// Vertical sections: facing east or west, facing north or south.
const WALL_X = 2u;
const WALL_Y = 3u;
const WALL_Z = 4u;
// The surface of the sea of a planet.
const WATER = 5u;
// The step limit was reached.
const GAVE_UP = 7u;

@group(1) @binding(0) var<uniform> scene: Scene;
@group(1) @binding(1) var data: texture_2d<f32>;
@group(1) @binding(2) var<storage, read> bounds: Bounds;

/// A hit as a texel, without its steps.
fn encoded(hit: Hit) -> vec4u {
    let cell = hit.cell.x | (hit.cell.y << 13u) | (hit.kind << 29u);
    return vec4u(bitcast<u32>(hit.t), cell, bitcast<vec2u>(hit.uv));
}

/// The hit that a texel encodes; its steps are 0.
fn decoded(texel: vec4u) -> Hit {
    let cell = vec2u(texel.y, texel.y >> 13u) & vec2u(0x1fffu, 0xffffu);
    return Hit(texel.y >> 29u, bitcast<f32>(texel.x), cell, bitcast<vec2f>(texel.zw), 0u);
}

// Unit direction of a ray of the picture.
fn ray_direction(ray: vec2u, stride: f32) -> vec3f {
    let offset = ((vec2f(ray) + 0.5) * stride - scene.middle) * scene.ray_spacing;
    return normalize(scene.forward + offset.x * scene.right - offset.y * scene.up);
}

// Keys are ordered like the finite numbers that they stand for.
fn from_key(key: u32) -> f32 {
    return bitcast<f32>(select(~key, key ^ 0x80000000u, (key & 0x80000000u) != 0u));
}

/// False if no value is finite.
fn has_data() -> bool {
    return bounds.highest != 0u;
}

/// Highest finite value, times `scene.sign`.
fn highest_value() -> f32 {
    return from_key(bounds.highest);
}

/// Lowest finite value, times `scene.sign`.
fn lowest_value() -> f32 {
    return from_key(~bounds.lowest);
}

// Value at the local height 0.
fn base_value() -> f32 {
    return select(0.5 * lowest_value() + 0.5 * highest_value(), scene.base, scene.has_base != 0u);
}

// Index of the first bound of a level, from level 1.
fn level_start(level: u32) -> u32 {
    return scene.levels[level >> 2u][level & 3u];
}

// Unit vector toward the camera along one axis: the normal of a section, which faces it.
fn section_normal(kind: u32, direction: vec3f) -> vec3f {
    let axis = vec3f(vec3u(WALL_X, WALL_Y, WALL_Z) == vec3u(kind));
    return -sign(direction) * axis;
}

// The ground or the section at a hit.
struct Ground {
    // Nearest sample, for the colorings of views from above.
    sample: vec2i,
    // Interpolated value, as the generator returns it.
    value: f32,
    // Rise from sample to sample, to the east and to the north, of the value; for solids, of the height, and on a cut
    // of the value from pixel to pixel.
    rise: vec2f,
    // Unit normal: east, south, up.
    normal: vec3f,
    // Light of a lamp at the camera, 0 to 1.
    lamp: f32,
    // How the color is found: by the coloring, plain, or that of a section or cut.
    paint: u32,
}

const PAINT_COLORING = 0u;
const PAINT_PLAIN = 1u;
const PAINT_SECTION = 2u;
const PAINT_CUT = 3u;
