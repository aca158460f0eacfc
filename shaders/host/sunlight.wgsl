// Casts shadows: 1 where the sun reaches a hit, 0 in shadow. The host replaces `terrain` in the import by the name of
// the view mode.

import super::modes::terrain::is_shadowed;
import super::scene::{GAVE_UP, MISS, Rays, decoded, ray_direction};

@group(0) @binding(0) var<uniform> rays: Rays;
@group(0) @binding(1) var hits: texture_2d<u32>;
@group(0) @binding(2) var sunlight: texture_storage_2d<r32float, write>;
// Unit vector toward the sun: east, south, up.
@group(0) @binding(3) var<uniform> sun: vec3f;

/// One invocation per ray; 1 if it has no hit.
@compute @workgroup_size(8, 16)
fn cast_shadows(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= rays.size) {
        return;
    }
    let texel = rays.texel + id.xy;
    let hit = decoded(textureLoad(hits, texel, 0));
    var light = 1.0;
    if hit.kind != MISS && hit.kind != GAVE_UP {
        let direction = ray_direction(rays.first + id.xy, rays.stride);
        light = select(1.0, 0.0, is_shadowed(hit, direction, sun));
    }
    textureStore(sunlight, texel, vec4f(light));
}
