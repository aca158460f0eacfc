//! Sampled fields
//! Values between the samples of a texture with `@field`: `at` is its place, a `vec4f` with `@auto(placement NAME)`:
//! west edge, north edge, distances between samples along x and y.
//! Range: that of the samples; of bicubic values, and up to half a sample outside of the outermost ones, a little more.
//! Pitfalls: farther outside there is no slope; samples without data are NaN, and so are positions that are nearest to
//! them, while others are interpolated from the samples that have data; where samples are closer than pixels, fine
//! ground aliases.

/// Bilinear interpolation: exact at the samples, continuous, with creases along the lines between them.
/// Formula: lerp(lerp(a, b, x), lerp(c, d, x), y). Cost: four loads.
fn field_bilinear(field: texture_2d<f32>, at: vec4f, p: vec2f) -> f32 {
    return field_between(field, field_position(p, at));
}

/// Bicubic convolution, exact at the samples, with a continuous gradient; overshoots beside steps by up to 7 %.
/// Formula: the kernel with a = -1/2 (Catmull-Rom). Cost: sixteen loads. Robert Keys, "Cubic convolution interpolation
/// for digital image processing", 1981.
fn field_bicubic(field: texture_2d<f32>, at: vec4f, p: vec2f) -> f32 {
    let s = field_position(p, at);
    let t = fract(s);
    let value = field_convolved(field, vec2i(floor(s)), field_weights(t.x), field_weights(t.y));
    if field_is_missing(value) {
        return field_between(field, s);
    }
    return value;
}

/// Gradient of field_bicubic with respect to the position. Continuous. Cost: as field_bicubic, twice.
fn field_gradient(field: texture_2d<f32>, at: vec4f, p: vec2f) -> vec2f {
    let s = field_position(p, at);
    let t = fract(s);
    let i = vec2i(floor(s));
    // Rows run from north to south.
    return vec2f(
        field_convolved(field, i, field_slopes(t.x), field_weights(t.y)),
        -field_convolved(field, i, field_weights(t.x), field_slopes(t.y)),
    ) / at.zw;
}

/// Height of a ground that fills a square grid of `side` samples, `pixel_size` apart, at one of its samples: the
/// largest square in the middle of the field, enlarged with its heights.
/// A field of the same size and place is taken sample by sample, as it is.
fn field_ground(field: texture_2d<f32>, at: vec4f, sample: vec2i, side: i32, pixel_size: f32) -> f32 {
    return field_ground_of(field, at, sample, vec2f(f32(side)), pixel_size);
}

/// Like field_ground, for a grid of `size` samples: the largest rectangle of its proportions in the middle of the field.
fn field_ground_of(field: texture_2d<f32>, at: vec4f, sample: vec2i, size: vec2f, pixel_size: f32) -> f32 {
    let samples = vec2f(textureDimensions(field));
    let extent = samples * at.zw / size;
    let width = min(extent.x, extent.y);
    let s = 0.5 * samples + (vec2f(sample) + 0.5 - 0.5 * size) * (width / at.zw) - 0.5;
    return field_between(field, s) * (pixel_size / width);
}

/// Position in samples: (0, 0) is the center of the sample in the north-west. @hidden
fn field_position(p: vec2f, at: vec4f) -> vec2f {
    return vec2f(p.x - at.x, at.y - p.y) / at.zw - 0.5;
}

/// Bilinear between four samples; up to half a sample outside of the outermost ones the ground continues with its
/// slope, and farther it is level. @hidden
fn field_between(field: texture_2d<f32>, s: vec2f) -> f32 {
    let size = vec2f(textureDimensions(field));
    let inside = clamp(s, vec2f(-0.5), size - 0.5);
    let first = clamp(floor(inside), vec2f(0.0), max(size - 2.0, vec2f(0.0)));
    let i = vec2i(first);
    var t = inside - first;
    let corners = vec4f(
        field_sample(field, i),
        field_sample(field, i + vec2i(1, 0)),
        field_sample(field, i + vec2i(0, 1)),
        field_sample(field, i + vec2i(1, 1)),
    );
    let value = mix(mix(corners.x, corners.y, t.x), mix(corners.z, corners.w, t.x), t.y);
    if !field_is_missing(value) {
        return value;
    }
    t = saturate(t);
    let weights = vec4f((1.0 - t.x) * (1.0 - t.y), t.x * (1.0 - t.y), (1.0 - t.x) * t.y, t.x * t.y);
    var nearest = 0;
    var sum = vec2f(0.0);
    for (var n = 0; n < 4; n++) {
        if weights[n] > weights[nearest] {
            nearest = n;
        }
        if !field_is_missing(corners[n]) {
            sum += weights[n] * vec2f(corners[n], 1.0);
        }
    }
    if field_is_missing(corners[nearest]) {
        return corners[nearest];
    }
    return sum.x / sum.y;
}

// Bits above those of infinity are NaN; comparisons with NaN may be optimized away.
fn field_is_missing(value: f32) -> bool {
    return (bitcast<u32>(value) & 0x7fffffffu) > 0x7f800000u;
}

fn field_sample(field: texture_2d<f32>, at: vec2i) -> f32 {
    let last = vec2i(textureDimensions(field)) - 1;
    return textureLoad(field, clamp(at, vec2i(0), last), 0).x;
}

/// Sum of 4 x 4 samples with weights; the second sample along each axis is `i`.
fn field_convolved(field: texture_2d<f32>, i: vec2i, across: vec4f, down: vec4f) -> f32 {
    var sum = 0.0;
    for (var row = 0; row < 4; row++) {
        let first = i + vec2i(-1, row - 1);
        let line = vec4f(
            field_sample(field, first),
            field_sample(field, first + vec2i(1, 0)),
            field_sample(field, first + vec2i(2, 0)),
            field_sample(field, first + vec2i(3, 0)),
        );
        sum += down[row] * dot(across, line);
    }
    return sum;
}

/// Weights of four samples for the position `t`, 0 to 1, between the second and the third.
fn field_weights(t: f32) -> vec4f {
    return 0.5 * vec4f(
        ((2.0 - t) * t - 1.0) * t,
        (3.0 * t - 5.0) * t * t + 2.0,
        ((4.0 - 3.0 * t) * t + 1.0) * t,
        (t - 1.0) * t * t,
    );
}

/// Derivatives of field_weights.
fn field_slopes(t: f32) -> vec4f {
    return 0.5 * vec4f(
        (4.0 - 3.0 * t) * t - 1.0,
        (9.0 * t - 10.0) * t,
        (8.0 - 9.0 * t) * t + 1.0,
        (3.0 * t - 2.0) * t,
    );
}
