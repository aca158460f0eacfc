// Evaluates a generator: one sample per invocation.

import super::sampling::{grid, is_beyond_volume, planet_position, volume_position, world_position};

// The host replaces the format by that of the generator's field.
@group(2) @binding(1) var field: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(8, 8)
fn evaluate(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= grid.size) {
        return;
    }
    var position = vec4f(world_position(id.xy), grid.z, grid.time);
    if grid.cells != 0u || grid.projection != 0u {
        position = vec4f(planet_position(id.xy), grid.time);
    } else if grid.columns != 0u {
        position = vec4f(volume_position(id.xy), grid.time);
    }
    var sample = result(position);
    if grid.columns != 0u && is_beyond_volume(id.xy) {
        sample = vec4f(bitcast<f32>(0x7fc00000u + min(id.x, 0u)));
    }
    textureStore(field, grid.texel + id.xy, sample);
}

/// The host replaces this function by one that calls the generator. @hidden
fn result(position: vec4f) -> vec4f {
    return position;
}
