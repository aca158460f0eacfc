// Evaluates the `surface` of a generator's file where rays hit a solid: one color for each ray.

import super::color::srgb;
import super::octahedral::from_octahedral;
import super::scene::{Rays, decoded, ray_direction, scene};
import super::surface::Surface;

// `SURFACE` of `scene.wgsl`, without a type: constants with a type are not merged with an author's text.
const SURFACE_HIT = 1;

@group(2) @binding(0) var<uniform> rays: Rays;
@group(2) @binding(1) var hits: texture_2d<u32>;
// sRGB-encoded.
@group(2) @binding(2) var albedo: texture_storage_2d<rgba8unorm, write>;

/// One invocation per ray; black where it does not hit the surface.
@compute @workgroup_size(8, 16)
fn evaluate_hits(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= rays.size) {
        return;
    }
    let texel = rays.texel + id.xy;
    let hit = decoded(textureLoad(hits, texel, 0));
    var color = vec3f();
    if hit.kind == SURFACE_HIT {
        let local = scene.origin + ray_direction(rays.first + id.xy, rays.stride) * hit.t;
        let position = vec3f(scene.world, scene.bottom) + vec3f(local.x, -local.y, local.z) * scene.spacing;
        let normal = from_octahedral(hit.uv) * vec3f(1.0, -1.0, 1.0);
        color = srgb(surface(Surface(position, normal, position.z, acos(clamp(normal.z, -1.0, 1.0)))));
    }
    textureStore(albedo, texel, vec4f(color, 1.0));
}

// The host replaces this function by that of the author's file.
fn surface(ground: Surface) -> vec3f {
    return vec3f();
}
