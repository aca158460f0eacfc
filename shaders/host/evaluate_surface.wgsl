// Evaluates the `surface` of a generator's file: one color per sample of a field. For a function of a plane, the host
// imports `grounds::plane`.

import super::color::srgb;
import super::grounds::volume::ground_of;
import super::sampling::grid;
import super::surface::Surface;

// sRGB-encoded.
@group(2) @binding(2) var albedo: texture_storage_2d<rgba8unorm, write>;

/// One invocation per sample of the region.
@compute @workgroup_size(8, 16)
fn evaluate_surface(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= grid.size) {
        return;
    }
    let at = vec2i(grid.texel + id.xy);
    textureStore(albedo, at, vec4f(srgb(surface(ground_of(id.xy, at))), 1.0));
}

// The host replaces this function by that of the author's file.
fn surface(ground: Surface) -> vec3f {
    return vec3f();
}
