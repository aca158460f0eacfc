// Evaluates the errors of single precision of a generator, one sample per invocation: its result minus that of its twin
// in double precision, which also computes the position.

import super::sampling::{exact_z, grid, world_position};

// The host replaces the format by that of the generator's field.
@group(2) @binding(1) var field: texture_storage_2d<rgba32float, write>;

/// One invocation per sample of the region.
@compute @workgroup_size(8, 16)
fn evaluate(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= grid.size) {
        return;
    }
    let single = result(position_of(id.xy));
    textureStore(field, grid.texel + id.xy, error_of(id.xy, single));
}

/// World x, y and z of a sample, and the time in seconds.
fn position_of(sample: vec2u) -> vec4f {
    return vec4f(world_position(sample), exact_z(), grid.time);
}

// The error of a result. The host calls the twin of this function instead.
fn error_of(sample: vec2u, single: vec4f) -> vec4f {
    return single - result(position_of(sample));
}

/// The host replaces this function by one that calls the generator. @hidden
fn result(position: vec4f) -> vec4f {
    return position;
}
