// Evaluates a generator: one sample per invocation. For a function of a plane, the host imports `domains::plane`:
// software adapters execute the branches for volumes and planets for each sample, whether they are taken or not.

import super::domains::volume::{is_unused, position_of};
import super::sampling::grid;

// The host replaces the format by that of the generator's field.
@group(2) @binding(1) var field: texture_storage_2d<rgba32float, write>;

/// One invocation per sample of the region; texels that hold no sample become NaN.
@compute @workgroup_size(8, 16)
fn evaluate(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= grid.size) {
        return;
    }
    var sample = sampled(id.xy);
    if is_unused(id.xy) {
        sample = vec4f(bitcast<f32>(0x7fc00000u + min(id.x, 0u)));
    }
    textureStore(field, grid.texel + id.xy, sample);
}

// The result at a sample. In double precision, the host calls the twin of this function instead.
fn sampled(sample: vec2u) -> vec4f {
    return result(position_of(sample));
}

/// The host replaces this function by one that calls the generator. @hidden
fn result(position: vec4f) -> vec4f {
    return position;
}
