// Heights of a field, whose ground `surface` colors.

import super::samples::channel_value;
import super::sampling::grid;

@group(2) @binding(1) var field: texture_2d<f32>;

/// The last texel of the field. @hidden
fn last_texel() -> vec2i {
    return vec2i(textureDimensions(field)) - 1;
}

/// The height of a texel. @hidden
fn height(x: i32, y: i32) -> f32 {
    return channel_value(textureLoad(field, vec2i(x, y), 0), grid.channel, grid.channels);
}

/// Heights west of a texel, at it and east of it, repeated beyond the ends of the field. @hidden
fn row(x: i32, y: i32) -> vec3f {
    let last = last_texel();
    let inside_y = clamp(y, 0, last.y);
    return vec3f(height(max(x - 1, 0), inside_y), height(x, inside_y), height(min(x + 1, last.x), inside_y));
}
