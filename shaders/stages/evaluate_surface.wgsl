// Evaluates the `surface` of a generator's file: one color per sample of a field.

import super::color::srgb;
import super::cube::gradient_along;
import super::sampling::{grid, planet_position, world_position};
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
    if grid.cells != 0u || grid.projection != 0u {
        textureStore(albedo, at, vec4f(srgb(surface(ground_of_planet(id.xy, at))), 1.0));
        return;
    }
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

// A point of a planet, or of a map of one, without exaggeration: its distance from the center is 1 and the value.
fn ground_of_planet(sample: vec2u, at: vec2i) -> Surface {
    let up = planet_position(sample);
    let value = height(at.x, at.y);
    let last = vec2i(textureDimensions(field)) - 1;
    let high = min(at + 1, last);
    let low = max(at - 1, vec2i(0));
    let rise = vec2f(height(high.x, at.y) - height(low.x, at.y), height(at.x, high.y) - height(at.x, low.y));
    // Samples to the left and right, below and above, as offsets of this one.
    let first = vec2i(sample) + low - at;
    let second = vec2i(sample) + high - at;
    let right = position_at(vec2i(second.x, i32(sample.y))) - position_at(vec2i(first.x, i32(sample.y)));
    let upward = position_at(vec2i(i32(sample.x), second.y)) - position_at(vec2i(i32(sample.x), first.y));
    let slope = gradient_along(up, right, upward, rise) / max(1.0 + value, 1e-6);
    return Surface((1.0 + value) * up, normalize(up - slope), value, atan(length(slope)));
}

// Samples before the first of the chunk have negative offsets, which wrap.
fn position_at(offset: vec2i) -> vec3f {
    return planet_position(vec2u(offset));
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
