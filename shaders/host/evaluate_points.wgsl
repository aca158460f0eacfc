// Evaluates a generator at given positions: one per invocation.

// The third coordinate is that of a slice, the fourth the time in seconds.
@group(2) @binding(0) var<storage> positions: array<vec4f>;
@group(2) @binding(1) var<storage, read_write> results: array<vec4f>;

/// One invocation per position.
@compute @workgroup_size(64)
fn evaluate(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= arrayLength(&positions) {
        return;
    }
    results[id.x] = result(positions[id.x]);
}

/// The host replaces this function by one that calls the generator. @hidden
fn result(position: vec4f) -> vec4f {
    return position;
}
