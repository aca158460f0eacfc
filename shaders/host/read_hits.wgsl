// Writes a property of hits as numbers. The host replaces `terrain` in the import by the name of the view mode.

import super::modes::terrain::{ground_at, world_height};
import super::scene::{GAVE_UP, Hit, MISS, Rays, decoded, ray_direction, scene};

// Property: depth, position, normal, value, steps.
override PROPERTY: u32;

@group(0) @binding(0) var<uniform> rays: Rays;
@group(0) @binding(1) var hits: texture_2d<u32>;
// The host replaces the format by that of the property.
@group(0) @binding(2) var output: texture_storage_2d<rgba32float, write>;

/// One invocation per ray.
@compute @workgroup_size(8, 16)
fn read_hits(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= rays.size) {
        return;
    }
    let hit = decoded(textureLoad(hits, id.xy, 0));
    textureStore(output, id.xy, vec4f(property(hit, id.xy), 0.0));
}

/// Single numbers are in all components, vectors are east, north and up. NaN without a hit, but a depth of -1.
fn property(hit: Hit, texel: vec2u) -> vec3f {
    let missing = vec3f(bitcast<f32>(scene.nan));
    if PROPERTY == 4u {
        return vec3f(hit.uv.x);
    }
    if hit.kind == GAVE_UP {
        return missing;
    }
    if PROPERTY == 0u {
        return vec3f(select(hit.t * scene.unit, -1.0, hit.kind == MISS));
    }
    if hit.kind == MISS {
        return missing;
    }
    let direction = ray_direction(rays.first + texel, rays.stride);
    if PROPERTY == 1u {
        let local = scene.origin + direction * hit.t;
        let east_south = scene.world + vec2f(local.x, -local.y) * scene.spacing;
        return vec3f(east_south, world_height(local.z));
    }
    let ground = ground_at(hit, direction);
    if PROPERTY == 3u {
        return vec3f(ground.value);
    }
    return ground.normal * vec3f(1.0, -1.0, 1.0);
}
