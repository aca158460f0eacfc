// Evaluates a generator: one sample per invocation.

import super::sampling::{grid, world_position};

// The host replaces the format by that of the generator's field.
@group(2) @binding(1) var field: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(8, 8)
fn evaluate(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= grid.size) {
        return;
    }
    let position = vec4f(world_position(id.xy), grid.z, grid.time);
    textureStore(field, grid.texel + id.xy, result(position));
}

/// The host replaces this function by one that calls the generator. @hidden
fn result(position: vec4f) -> vec4f {
    return position;
}
