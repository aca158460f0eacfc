// Shades a field: samples to colors. The host replaces `texture` in the import by the name of the view mode.

import super::color::srgb;
import super::modes::texture::color;
import super::samples::is_finite;
import super::shading::{
    GRADIENT_AT, NON_FINITE_COLOR, channel_of, field, last_sample, rise_between, row, settings,
};

// True if samples are linear colors, which the mode shows as they are.
override SHOWS_COLORS: bool;
// True if the mode needs the slope of the ground.
override NEEDS_SLOPE: bool;

@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;
// Number of the loop that exceeded its budget in the evaluation of the field, or 0. After such a loop the samples
// are not valid, and the picture is unchanged.
@group(0) @binding(6) var<storage, read> runaway: u32;

// Rows of pixels that an invocation shades: it reads the samples between them once.
const ROWS = 4u;

// Little work per sample: the start of a workgroup counts, so that they are large.
@compute @workgroup_size(32, 8)
fn shade(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(picture);
    let first = ROWS * id.y;
    if id.x >= size.x || first >= size.y || runaway != 0u {
        return;
    }
    let origin = vec2i(id.xy * vec2u(1u, ROWS) + vec2u(settings.first_x, settings.first_y));
    var above = neighbors(origin - vec2i(0, 1));
    var here = neighbors(origin);
    for (var y = 0u; y < min(ROWS, size.y - first); y += 1u) {
        let at = origin + vec2i(0, i32(y));
        let below = neighbors(at + vec2i(0, 1));
        textureStore(picture, vec2u(id.x, first + y), vec4f(shaded(at, above, here, below), 1.0));
        above = here;
        here = below;
    }
}

// Heights west of a sample, at it and east of it, if slopes are computed from them.
fn neighbors(at: vec2i) -> vec3f {
    if NEEDS_SLOPE && GRADIENT_AT == 0u {
        return row(at.x, at.y, last_sample());
    }
    return vec3f();
}

// The sRGB-encoded color of a texel of the field, whose neighbors are in these rows.
fn shaded(at: vec2i, above: vec3f, here: vec3f, below: vec3f) -> vec3f {
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
    let rise = rise_between(above, here, below, at);
    // Next to a non-finite sample the slope is undefined.
    if !is_finite(rise.x + rise.y) {
        return NON_FINITE_COLOR;
    }
    return color(at, height, rise);
}
