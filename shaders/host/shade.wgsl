// Shades a field: samples to colors. The host replaces `texture` in the import by the name of the view mode.

import super::color::srgb;
import super::modes::texture::color;
import super::samples::is_finite;
import super::shading::{NON_FINITE_COLOR, channel_of, field, rise_at, settings, shown_color};

// True if samples are linear colors, which the mode shows without a palette.
override SHOWS_COLORS: bool;
// True if the mode needs the slope of the ground.
override NEEDS_SLOPE: bool;

@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;
// Number of the loop that exceeded its budget in the evaluation of the field, or 0. After such a loop the samples
// are not valid, and the picture is unchanged.
@group(0) @binding(6) var<storage, read> runaway: u32;

// Little work per sample: the start of a workgroup counts, so that they are large.
@compute @workgroup_size(16, 16)
fn shade(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(picture);
    if id.x >= size.x || id.y >= size.y || runaway != 0u {
        return;
    }
    let at = vec2i(id.xy + vec2u(settings.first_x, settings.first_y));
    textureStore(picture, id.xy, vec4f(shaded(at), 1.0));
}

// The sRGB-encoded color of a texel of the field.
fn shaded(at: vec2i) -> vec3f {
    let texel = textureLoad(field, at, 0);
    if SHOWS_COLORS {
        return select(NON_FINITE_COLOR, srgb(shown_color(texel.rgb)), is_finite(texel.r + texel.g + texel.b));
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
