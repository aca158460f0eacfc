// Samples → colours. Slopes are Horn's; hillshade equals `gdaldem hillshade -compute_edges`.

import super::color::srgb;
import super::slopes::rise;

// What a pipeline is built for, so that it holds nothing else: a software adapter runs every branch.
// Index of the mode: texture, relief, hillshade, slope, aspect, contour, slice.
override MODE: u32;
// Index of the channel: x, y, z, w, y-x, length.
override CHANNEL: u32;
// How many numbers a result has.
override CHANNELS: u32;
// Whether the result is a linear colour.
override IS_COLOR: u32;

// Whether relief has colours of its own.
override IS_PAINTED: u32;

struct View {
    // Row of the palette table.
    palette: u32,
    // Whether `range` holds, rather than the percentiles.
    is_fixed: u32,
    // Values at the palette's ends, where `is_fixed`.
    range: vec2f,
    // Sine and cosine of the sun's altitude.
    altitude: vec2f,
    // Sine and cosine of the sun's azimuth, clockwise from north.
    azimuth: vec2f,
    // Vertical exaggeration / sample spacing.
    steepness: f32,
    // The field's texel that the picture begins at: a piece of a larger picture has neighbours round it.
    first_x: u32,
    first_y: u32,
}

const TEXTURE = 0u;
const RELIEF = 1u;
const HILLSHADE = 2u;
const SLOPE = 3u;
const ASPECT = 4u;
const SLICE = 6u;

const HALF_PI = 1.5707963267948966;
const TAU = 6.283185307179586;

// What is no number stands out from every palette.
const STRANGE = vec3f(1.0, 0.0, 1.0);

// Light of the sky, which falls where the sun does not.
const SKY = 0.25;

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var field: texture_2d<f32>;
// 256 sRGB-encoded colours a row, a row each palette.
@group(0) @binding(2) var palettes: texture_2d<f32>;
@group(0) @binding(3) var<storage, read> percentiles: vec2f;
@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;

// Colours that a generator's own file gives its relief, sRGB-encoded, for every texel of the field.
@group(0) @binding(5) var tints: texture_2d<f32>;
// What the field's evaluation says of a loop that ran away; 0 for none. Else the samples mean nothing, and the
// colours of the picture before stay.
@group(0) @binding(6) var<storage, read> runaway: u32;

@compute @workgroup_size(8, 8)
fn shade(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(picture);
    if id.x >= size.x || id.y >= size.y || runaway != 0u {
        return;
    }
    textureStore(picture, id.xy, vec4f(color_at(vec2i(id.xy + vec2u(view.first_x, view.first_y))), 1.0));
}

fn color_at(at: vec2i) -> vec3f {
    let texel = textureLoad(field, at, 0);
    let flat_mode = MODE == TEXTURE || MODE == SLICE;
    if IS_COLOR != 0u && flat_mode {
        return select(STRANGE, srgb(texel.rgb), is_finite(texel.r + texel.g + texel.b));
    }
    let height = channel_of(texel);
    if !is_finite(height) {
        return STRANGE;
    }
    if flat_mode {
        return palette(fraction(height));
    }
    let rise = rise_at(at);
    // Beside what is no number there is no slope.
    if !is_finite(rise.x + rise.y) {
        return STRANGE;
    }
    // Rise to the east and to the north, exaggerated.
    let slope = rise * view.steepness;
    switch MODE {
        case RELIEF: { return tint(at, height) * mix(SKY, 1.0, hillshade(slope)); }
        case HILLSHADE: { return vec3f(hillshade(slope)); }
        case SLOPE: { return palette(atan(length(slope)) / HALF_PI); }
        case ASPECT: { return aspect(slope); }
        default: { return contour(height, rise); }
    }
}

// The ground's own colour.
fn tint(at: vec2i, height: f32) -> vec3f {
    if IS_PAINTED != 0u {
        return textureLoad(tints, at, 0).rgb;
    }
    return palette(fraction(height));
}

/// The number of a result that is looked at. @hidden
fn channel_of(texel: vec4f) -> f32 {
    switch CHANNEL {
        case 1u: { return texel.y; }
        case 2u: { return texel.z; }
        case 3u: { return texel.w; }
        case 4u: { return texel.y - texel.x; }
        case 5u: { return length(select(vec4f(0.0), texel, vec4u(0u, 1u, 2u, 3u) < vec4u(CHANNELS))); }
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

// The palette's nearest colour, sRGB-encoded.
fn palette(place: f32) -> vec3f {
    return textureLoad(palettes, vec2i(i32(round(saturate(place) * 255.0)), i32(view.palette)), 0).rgb;
}

fn height_at(x: i32, y: i32) -> f32 {
    return channel_of(textureLoad(field, vec2i(x, y), 0));
}

// Heights of a row west of a sample, at it and east of it, repeated beyond the field's ends.
fn row(x: i32, y: i32, last: vec2i) -> vec3f {
    let inside_y = clamp(y, 0, last.y);
    return vec3f(height_at(max(x - 1, 0), inside_y), height_at(x, inside_y), height_at(min(x + 1, last.x), inside_y));
}

// Rise from sample to sample, to the east and to the north.
fn rise_at(at: vec2i) -> vec2f {
    let last = vec2i(textureDimensions(field)) - 1;
    return rise(row(at.x, at.y - 1, last), row(at.x, at.y, last), row(at.x, at.y + 1, last), at, last);
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
fn contour(height: f32, rise: vec2f) -> vec3f {
    let step = round_step((ends().y - ends().x) / 16.0);
    let color = palette(fraction(height));
    let per_sample = length(rise) / step;
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
