// Evaluates the `surface` of a generator's file: one color per sample of a field.

import super::color::srgb;
import super::sampling::{grid, world_position};
import super::slopes::rise;
import super::surface::Surface;

@group(2) @binding(1) var field: texture_2d<f32>;
// sRGB-encoded.
@group(2) @binding(2) var albedo: texture_storage_2d<rgba8unorm, write>;

@compute @workgroup_size(8, 8)
fn evaluate_surface(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= grid.size) {
        return;
    }
    let at = vec2i(grid.texel + id.xy);
    let last = vec2i(textureDimensions(field)) - 1;
    let here = row(at.x, at.y, last);
    let slope = rise(row(at.x, at.y - 1, last), here, row(at.x, at.y + 1, last), at, last) / grid.spacing;
    let ground = Surface(
        vec3f(world_position(id.xy), here.y),
        normalize(vec3f(-slope, 1.0)),
        here.y,
        atan(length(slope)),
    );
    textureStore(albedo, at, vec4f(srgb(surface(ground)), 1.0));
}

// Heights west of a sample, at it and east of it, repeated beyond the ends of the field.
fn row(x: i32, y: i32, last: vec2i) -> vec3f {
    let inside_y = clamp(y, 0, last.y);
    return vec3f(height(max(x - 1, 0), inside_y), height(x, inside_y), height(min(x + 1, last.x), inside_y));
}

fn height(x: i32, y: i32) -> f32 {
    return textureLoad(field, vec2i(x, y), 0).x;
}

// The host replaces this function by that of the author's file.
fn surface(ground: Surface) -> vec3f {
    return vec3f();
}
