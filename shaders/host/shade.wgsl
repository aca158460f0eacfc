// Shades a field: samples to colors. The host replaces `texture` in the import by the name of the view mode.

import super::color::srgb;
import super::modes::texture::color;
import super::samples::is_finite;
import super::shading::{
    GRADIENT_AT, NON_FINITE_COLOR, field, height_at, last_sample, rise_between, row, settings, shown_color,
};

// True if samples are linear colors, which the mode shows without a palette.
override SHOWS_COLORS: bool;
// True if the mode needs the slope of the ground.
override NEEDS_SLOPE: bool;

@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;
// Number of the loop that exceeded its budget in the evaluation of the field, or 0. After such a loop the samples
// are not valid, and the picture is unchanged.
@group(0) @binding(6) var<storage, read> runaway: u32;

// Rows of pixels that an invocation shades: it reads the samples between them once, and all before the first is needed.
const ROWS = 8u;

// Pixels that a workgroup shades.
const SHADED = vec2i(32, 64);

// What shading reads of a sample: its color; the heights west of it, at it and east of it; or only its height, in y.
alias Row = vec3f;

// Little work per sample: the start of a workgroup counts, so that they are large.
@compute @workgroup_size(32, 8)
fn shade(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) workgroup: vec3u) {
    let size = textureDimensions(picture);
    let pixel = id.xy * vec2u(1u, ROWS);
    if any(pixel >= size) || runaway != 0u {
        return;
    }
    let first = vec2u(settings.first_x, settings.first_y);
    let corner = vec2i(workgroup.xy) * SHADED + vec2i(first);
    let is_inside = all(corner > vec2i(0)) && all(corner + SHADED <= last_sample());
    let at = vec2i(pixel + first);
    let row0 = row_at(at, -1);
    let row1 = row_at(at, 0);
    let row2 = row_at(at, 1);
    let row3 = row_at(at, 2);
    let row4 = row_at(at, 3);
    let row5 = row_at(at, 4);
    let row6 = row_at(at, 5);
    let row7 = row_at(at, 6);
    let row8 = row_at(at, 7);
    let row9 = row_at(at, 8);
    store(pixel, at, 0u, row0, row1, row2, is_inside);
    store(pixel, at, 1u, row1, row2, row3, is_inside);
    store(pixel, at, 2u, row2, row3, row4, is_inside);
    store(pixel, at, 3u, row3, row4, row5, is_inside);
    store(pixel, at, 4u, row4, row5, row6, is_inside);
    store(pixel, at, 5u, row5, row6, row7, is_inside);
    store(pixel, at, 6u, row6, row7, row8, is_inside);
    store(pixel, at, 7u, row7, row8, row9, is_inside);
}

// The row `y` rows below a texel; beyond the field, its nearest one.
fn row_at(first: vec2i, y: i32) -> Row {
    let last = last_sample();
    let at = clamp(first + vec2i(0, y), vec2i(0), last);
    if SHOWS_COLORS {
        return textureLoad(field, at, 0).rgb;
    }
    if NEEDS_SLOPE && GRADIENT_AT == 0u {
        return row(at.x, at.y, last);
    }
    return vec3f(0.0, height_at(at.x, at.y), 0.0);
}

// Stores the pixel `y` rows below another, which shows the texel `first` of the field.
fn store(pixel: vec2u, first: vec2i, y: u32, above: Row, here: Row, below: Row, is_inside: bool) {
    if pixel.y + y < textureDimensions(picture).y {
        let color = shaded(first + vec2i(0, i32(y)), above, here, below, is_inside);
        textureStore(picture, pixel + vec2u(0u, y), vec4f(color, 1.0));
    }
}

// The sRGB-encoded color of a texel of the field, from its row and those above and below.
fn shaded(at: vec2i, above: Row, here: Row, below: Row, is_inside: bool) -> vec3f {
    if SHOWS_COLORS {
        return select(NON_FINITE_COLOR, srgb(shown_color(here)), is_finite(here.r + here.g + here.b));
    }
    let height = here.y;
    if !is_finite(height) {
        return NON_FINITE_COLOR;
    }
    if !NEEDS_SLOPE {
        return color(at, height, vec2f(0.0));
    }
    let rise = rise_between(above, here, below, at, is_inside);
    // Next to a non-finite sample the slope is undefined.
    if !is_finite(rise.x + rise.y) {
        return NON_FINITE_COLOR;
    }
    return color(at, height, rise);
}
