// Finds the hits of rays. The host replaces `terrain` in the import by the name of the view mode.

import super::modes::terrain::trace;
import super::scene::{GAVE_UP, Rays, encoded, ray_direction, scene};

// True if the number of steps is stored in place of the position in the cell.
override STORES_STEPS: bool;

@group(0) @binding(0) var<uniform> rays: Rays;
@group(0) @binding(1) var hits: texture_storage_2d<rgba32uint, write>;
// Number of rays that reached the step limit.
@group(0) @binding(2) var<storage, read_write> gave_up: atomic<u32>;

/// One invocation per ray.
@compute @workgroup_size(8, 16)
fn trace_rays(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= rays.size) {
        return;
    }
    var hit = trace(scene.origin, ray_direction(rays.first + id.xy, rays.stride));
    if hit.kind == GAVE_UP {
        atomicAdd(&gave_up, 1u);
    }
    if STORES_STEPS {
        hit.uv.x = f32(hit.steps);
    }
    textureStore(hits, rays.texel + id.xy, encoded(hit));
}
