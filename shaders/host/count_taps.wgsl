// Counts how often each value inside of a generator is computed in a sample, and keeps the largest count of all
// samples.

@group(2) @binding(0) var<storage> positions: array<vec4f>;
// The host adds code to the generator that counts.
@group(2) @binding(1) var<storage, read_write> tap_maxima: array<atomic<u32>, 1024>;
var<private> tap_counts: array<u32, 1024>;

/// One invocation per position: calls the generator, in which the added code counts.
@compute @workgroup_size(64)
fn evaluate(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= arrayLength(&positions) {
        return;
    }
    // Keeps the variables, which only added code reads.
    tap_counts[0] = 0u;
    if id.x == 0u {
        atomicMax(&tap_maxima[0], 0u);
    }
    _ = result(positions[id.x]);
}

/// The host replaces this function by one that calls the generator. @hidden
fn result(position: vec4f) -> vec4f {
    return position;
}
