// Declarations that all view modes share: the field, the palette, slopes and light.

import super::samples::{channel_value, gradient_of, is_finite};
import super::slopes::{rise, rise_inside};

// Index of the channel: x, y, z, w, y-x, length.
override CHANNEL: u32;
// Number of channels of a sample, 1 to 4.
override CHANNELS: u32;
// Component of the texels where their exact gradient begins; 0 for slopes of neighboring samples.
override GRADIENT_AT: u32 = 0u;
// True if `albedo` holds the color of the ground.
override HAS_ALBEDO: bool;
// True if the ground casts shadows: `horizons` holds the visible part of the sun.
override HAS_SHADOW: bool;

struct Settings {
    // Row of the palette in `palettes`.
    palette: u32,
    // 1 if the value range is `range`, 0 if it is `measured`.
    is_fixed: u32,
    // Values at the ends of the palette, if `is_fixed` is 1.
    range: vec2f,
    // Sine and cosine of the altitude of the sun.
    altitude: vec2f,
    // Sine and cosine of the azimuth of the sun, clockwise from north.
    azimuth: vec2f,
    // Vertical scale divided by the distance between samples, along x and y.
    steepness: vec2f,
    // World units between samples, along x and y.
    spacing: vec2f,
    // Texel of the field at the upper left of the picture: a tile of a larger picture has neighbors around it.
    first_x: u32,
    first_y: u32,
    // Standard deviation of the values, for a field of errors.
    deviation: f32,
    padding: u32,
}

// The first members of `Range` of value_range.wgsl.
struct Measured {
    // Values at the ends of the palette.
    ends: vec2f,
    keys: vec2u,
    ranks: vec2u,
    // Number of finite values, and of samples with a negative number.
    finite: u32,
    negative: u32,
}

const NON_FINITE_COLOR = vec3f(1.0, 0.0, 1.0);

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var field: texture_2d<f32>;
// One row of 256 sRGB-encoded colors for each palette.
@group(0) @binding(2) var palettes: texture_2d<f32>;
@group(0) @binding(3) var<storage, read> measured: Measured;
// sRGB-encoded colors of the ground, from the `surface` function of the generator's file.
@group(0) @binding(5) var albedo: texture_2d<f32>;
// Parts of the sky and of the sun that a sample sees: a texel for each sample, for several in coarse horizons, or one for
// all if they are not measured.
@group(0) @binding(7) var horizons: texture_2d<f32>;
// Differences of two fields, where a three-dimensional view shows them; they are placed like the samples of the field.
@group(0) @binding(8) var difference: texture_2d<f32>;

/// The channel of a sample that is shown. @hidden
fn channel_of(texel: vec4f) -> f32 {
    return channel_value(texel, CHANNEL, CHANNELS);
}

// Values at the ends of the palette in place of the others, if the second is above the first.
var<private> own_range: vec2f;

// The values at the ends of the palette.
fn value_range() -> vec2f {
    if own_range.x < own_range.y {
        return own_range;
    }
    return select(measured.ends, settings.range, settings.is_fixed != 0u);
}

/// A linear color as it is shown: if most colors have a negative part, scaled from -1..1 to 0..1. @hidden
fn shown_color(color: vec3f) -> vec3f {
    return select(color, 0.5 + 0.5 * color, measured.negative > measured.finite / 2u);
}

// Position of a height in the value range, 0 to 1.
fn fraction(height: f32) -> f32 {
    let low = value_range().x;
    let high = value_range().y;
    return saturate((height - low) / max(high - low, 1e-30));
}

// The palette's color at a fraction, sRGB-encoded.
fn palette(at: f32) -> vec3f {
    return textureLoad(palettes, vec2i(i32(round(saturate(at) * 255.0)), i32(settings.palette)), 0).rgb;
}

// The color of a difference, sRGB-encoded. Light, 0 to 1, changes it little, so that it can be compared with the scale.
fn difference_color(value: f32, light: f32) -> vec3f {
    if !is_finite(value) {
        return NON_FINITE_COLOR;
    }
    return palette(fraction(value)) * (0.7 + 0.3 * light);
}

// The color of the ground without light, sRGB-encoded.
fn ground_color(at: vec2i, height: f32) -> vec3f {
    if HAS_ALBEDO {
        return textureLoad(albedo, at, 0).rgb;
    }
    return palette(fraction(height));
}

/// Shown channel of a texel of the field.
fn height_at(x: i32, y: i32) -> f32 {
    return channel_of(textureLoad(field, vec2i(x, y), 0));
}

// Heights in a row west of a sample, at it and east of it, repeated beyond the ends of the field.
fn row(x: i32, y: i32, last: vec2i) -> vec3f {
    let inside_y = clamp(y, 0, last.y);
    return vec3f(height_at(max(x - 1, 0), inside_y), height_at(x, inside_y), height_at(min(x + 1, last.x), inside_y));
}

// Rise from sample to sample, to the east and to the north.
fn rise_at(at: vec2i) -> vec2f {
    let last = last_sample();
    return rise_between(row(at.x, at.y - 1, last), row(at.x, at.y, last), row(at.x, at.y + 1, last), at, false);
}

// Rise from sample to sample at the sample `at`: by its exact gradient if the field has one, else from the heights of its
// row and of those above and below. `is_inside` may be true only for a sample at no edge: its slope needs no extrapolation.
fn rise_between(above: vec3f, here: vec3f, below: vec3f, at: vec2i, is_inside: bool) -> vec2f {
    if GRADIENT_AT != 0u {
        return gradient_of(textureLoad(field, at, 0), GRADIENT_AT) * settings.spacing;
    }
    if is_inside {
        return rise_inside(above, here, below);
    }
    return rise(above, here, below, at, last_sample());
}

/// @hidden
fn last_sample() -> vec2i {
    return vec2i(textureDimensions(field)) - 1;
}

/// Light reflected by a slope, 1/255 in shadow to 1. @hidden
fn hillshade(slope: vec2f) -> f32 {
    let toward_sun = slope.x * settings.azimuth.x + slope.y * settings.azimuth.y;
    let lambert = (settings.altitude.x - settings.altitude.y * toward_sun) / sqrt(1.0 + dot(slope, slope));
    return (1.0 + 254.0 * max(lambert, 0.0)) / 255.0;
}

// The part of the sky that a sample sees, 0 to 1.
fn sky(at: vec2i) -> f32 {
    return horizons_at(at).x;
}

// The part of the sun that a sample sees, 0 to 1.
fn sun(at: vec2i) -> f32 {
    if HAS_SHADOW {
        return horizons_at(at).y;
    }
    return 1.0;
}

/// The parts of the sky and of the sun that a sample sees, 0 to 1.
fn horizons_at(at: vec2i) -> vec2f {
    return textureLoad(horizons, min(at, vec2i(textureDimensions(horizons)) - 1), 0).xy;
}

// Light of the sun on a surface with this unit normal: east, south, up.
fn lambert(normal: vec3f) -> f32 {
    let toward_sun = vec3f(
        settings.altitude.y * settings.azimuth.x, -settings.altitude.y * settings.azimuth.y, settings.altitude.x,
    );
    return max(dot(normal, toward_sun), 0.0);
}

// Second differences along x and y. At the edge of the field, those of the samples beside it; 0 along fewer than three
// samples.
fn bend_at(at: vec2i) -> vec2f {
    let last = vec2i(textureDimensions(field)) - 1;
    let center = clamp(at, vec2i(1), max(last - 1, vec2i(1)));
    let x = min(center.x + vec3i(-1, 0, 1), vec3i(last.x));
    let y = min(center.y + vec3i(-1, 0, 1), vec3i(last.y));
    let across = height_at(x.x, at.y) - 2.0 * height_at(x.y, at.y) + height_at(x.z, at.y);
    let along = height_at(at.x, y.x) - 2.0 * height_at(at.x, y.y) + height_at(at.x, y.z);
    return select(vec2f(0.0), vec2f(across, along), last > vec2i(1));
}
