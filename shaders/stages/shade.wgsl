// Shades a field: samples to colors. The host replaces `texture` in the import by the name of the view mode.

import super::color::srgb;
import super::modes::texture::color;
import super::samples::is_finite;
import super::shading::{NON_FINITE_COLOR, channel_of, field, rise_at, settings};

// True if samples are linear colors, which the mode shows as they are.
override SHOWS_COLORS: bool;
// True if the mode needs the slope of the ground.
override NEEDS_SLOPE: bool;

// Number of the loop that exceeded its budget in the evaluation of the field, or 0. After such a loop the samples
// are not valid, and the picture is unchanged.
@group(0) @binding(5) var<storage, read> runaway: u32;

@fragment
fn shade(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    if runaway != 0u {
        discard;
    }
    let at = vec2u(pixel.xy) + vec2u(settings.first_x, settings.first_y);
    return vec4f(shaded(vec2i(at)), 1.0);
}

// The sRGB-encoded color of a texel of the field.
fn shaded(at: vec2i) -> vec3f {
    let texel = textureLoad(field, at, 0);
    if SHOWS_COLORS {
        return select(NON_FINITE_COLOR, srgb(texel.rgb), is_finite(texel.r + texel.g + texel.b));
    }
    let height = channel_of(texel);
    if !is_finite(height) {
        return NON_FINITE_COLOR;
    }
    if !NEEDS_SLOPE {
        return color(at, height, vec2f(0.0));
    }
    let rise = rise_at(at);
    // Next to a non-finite sample the slope is undefined.
    if !is_finite(rise.x + rise.y) {
        return NON_FINITE_COLOR;
    }
    return color(at, height, rise);
}
