// Samples → colours. Slopes are Horn's; hillshade equals `gdaldem hillshade -compute_edges`.

struct View {
    // Index of the mode: texture, relief, hillshade, slope, aspect, contour, slice.
    mode: u32,
    // Index of the channel: x, y, z, w, y-x, length.
    channel: u32,
    // Row of the palette table.
    palette: u32,
    // Whether the result is a linear colour.
    is_color: u32,
    // Values at the palette's ends, where `is_fixed`.
    range: vec2f,
    // Whether `range` holds, rather than the percentiles.
    is_fixed: u32,
    // Vertical exaggeration / sample spacing.
    steepness: f32,
    // Sine and cosine of the sun's altitude.
    altitude: vec2f,
    // Sine and cosine of the sun's azimuth, clockwise from north.
    azimuth: vec2f,
}

const TEXTURE = 0u;
const RELIEF = 1u;
const HILLSHADE = 2u;
const SLOPE = 3u;
const ASPECT = 4u;
const CONTOUR = 5u;
const SLICE = 6u;

const HALF_PI = 1.5707963267948966;
const TAU = 6.283185307179586;

// What is no number stands out from every palette.
const STRANGE = vec3f(1.0, 0.0, 1.0);

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var field: texture_2d<f32>;
@group(0) @binding(2) var palettes: texture_2d<f32>;
@group(0) @binding(3) var<storage, read> percentiles: vec2f;
@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;

@compute @workgroup_size(8, 8)
fn shade(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(picture);
    if id.x >= size.x || id.y >= size.y {
        return;
    }
    textureStore(picture, id.xy, vec4f(color_at(vec2i(id.xy)), 1.0));
}

fn color_at(at: vec2i) -> vec3f {
    let texel = textureLoad(field, at, 0);
    let flat_mode = view.mode == TEXTURE || view.mode == SLICE;
    if view.is_color != 0u && flat_mode {
        return select(STRANGE, srgb(texel.rgb), is_finite(texel.r + texel.g + texel.b));
    }
    let height = channel_of(texel);
    if !is_finite(height) {
        return STRANGE;
    }
    switch view.mode {
        case RELIEF: { return palette(fraction(height)) * hillshade(slope_at(at)); }
        case HILLSHADE: { return vec3f(hillshade(slope_at(at))); }
        case SLOPE: { return palette(atan(length(slope_at(at))) / HALF_PI); }
        case ASPECT: { return aspect(slope_at(at)); }
        case CONTOUR: { return contour(height, slope_at(at)); }
        default: { return palette(fraction(height)); }
    }
}

/// The number of a result that is looked at. @hidden
fn channel_of(texel: vec4f) -> f32 {
    switch view.channel {
        case 1u: { return texel.y; }
        case 2u: { return texel.z; }
        case 3u: { return texel.w; }
        case 4u: { return texel.y - texel.x; }
        case 5u: { return length(texel); }
        default: { return texel.x; }
    }
}

fn is_finite(value: f32) -> bool {
    return (bitcast<u32>(value) & 0x7f800000u) != 0x7f800000u;
}

fn ends() -> vec2f {
    return select(percentiles, view.range, view.is_fixed != 0u);
}

// Where a height lies between the palette's ends, 0 to 1.
fn fraction(height: f32) -> f32 {
    let low = ends().x;
    let high = ends().y;
    return saturate((height - low) / max(high - low, 1e-30));
}

// The palette's colour, sRGB-encoded, between its 256 entries.
fn palette(place: f32) -> vec3f {
    let at = saturate(place) * 255.0;
    let first = i32(at);
    let row = i32(view.palette);
    let a = textureLoad(palettes, vec2i(first, row), 0).rgb;
    let b = textureLoad(palettes, vec2i(min(first + 1, 255), row), 0).rgb;
    return mix(a, b, at - f32(first));
}

/// Linear to sRGB-encoded. @hidden
fn srgb(linear: vec3f) -> vec3f {
    let color = saturate(linear);
    return select(1.055 * pow(color, vec3f(1.0 / 2.4)) - 0.055, 12.92 * color, color <= vec3f(0.0031308));
}

// A height of the field; beyond an edge it goes on as straight as it came.
fn height_at(at: vec2i) -> f32 {
    let last = vec2i(textureDimensions(field)) - 1;
    let inside = clamp(at, vec2i(0), last);
    let height = channel_of(textureLoad(field, inside, 0));
    if all(at == inside) {
        return height;
    }
    // In a corner the row goes on, and the column repeats.
    let inward = select(vec2i(0, inside.y - at.y), vec2i(inside.x - at.x, 0), at.y == inside.y);
    let before = channel_of(textureLoad(field, clamp(inside + inward, vec2i(0), last), 0));
    return 2.0 * height - before;
}

// Rise to the east and to the north, exaggerated: Horn's weights over 3×3 samples (Horn 1981).
fn slope_at(at: vec2i) -> vec2f {
    let nw = height_at(at + vec2i(-1, -1));
    let n = height_at(at + vec2i(0, -1));
    let ne = height_at(at + vec2i(1, -1));
    let w = height_at(at + vec2i(-1, 0));
    let e = height_at(at + vec2i(1, 0));
    let sw = height_at(at + vec2i(-1, 1));
    let s = height_at(at + vec2i(0, 1));
    let se = height_at(at + vec2i(1, 1));
    let east = (ne + 2.0 * e + se) - (nw + 2.0 * w + sw);
    let north = (nw + 2.0 * n + ne) - (sw + 2.0 * s + se);
    return vec2f(east, north) * (view.steepness / 8.0);
}

/// Light that a slope throws back, 1/255 in full shade to 1. @hidden
fn hillshade(slope: vec2f) -> f32 {
    let toward_sun = slope.x * view.azimuth.x + slope.y * view.azimuth.y;
    let lambert = (view.altitude.x - view.altitude.y * toward_sun) / sqrt(1.0 + dot(slope, slope));
    return (1.0 + 254.0 * max(lambert, 0.0)) / 255.0;
}

/// Azimuth of downslope, once round the palette. @hidden
fn aspect(slope: vec2f) -> vec3f {
    if all(slope == vec2f(0.0)) {
        return vec3f(0.0);
    }
    return palette(fract((HALF_PI - atan2(-slope.y, -slope.x)) / TAU + 1.0));
}

// Lines about every sixteenth of the range, at round heights; every fifth is heavier.
fn contour(height: f32, slope: vec2f) -> vec3f {
    let step = round_step((ends().y - ends().x) / 16.0);
    let color = palette(fraction(height));
    let per_sample = length(slope) / step;
    let thin = line(height / step, per_sample, 0.8);
    let heavy = line(height / (5.0 * step), per_sample / 5.0, 1.6);
    return color * (1.0 - max(0.55 * thin, 0.85 * heavy));
}

// 1 on the line where `level` is whole, fading to 0 at `width` samples from it.
fn line(level: f32, per_sample: f32, width: f32) -> f32 {
    let to_line = min(fract(level), 1.0 - fract(level));
    return 1.0 - smoothstep(0.0, max(per_sample * width, 1e-6), to_line);
}

// The next of 1, 2, 5, 10, 20 … at or above.
fn round_step(wanted: f32) -> f32 {
    let power = pow(10.0, floor(log(max(wanted, 1e-30)) / log(10.0)));
    let lead = wanted / power;
    return power * select(select(select(10.0, 5.0, lead <= 5.0), 2.0, lead <= 2.0), 1.0, lead <= 1.0);
}
