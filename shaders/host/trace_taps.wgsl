// Records the values inside of a generator for one position, in the order of their computation.

@group(2) @binding(0) var<storage> positions: array<vec4f>;
// The count of values, then for each value its tap, its numbers, and their derivatives by each axis if these are
// recorded. The host adds code to the generator that writes.
@group(2) @binding(1) var<storage, read_write> tap_rows: array<vec4f>;
var<private> tap_count: u32;

/// A single invocation, for the first position.
@compute @workgroup_size(64)
fn evaluate(@builtin(global_invocation_id) id: vec3u) {
    if id.x > 0u {
        return;
    }
    _ = result(positions[0]);
    tap_rows[0] = vec4f(f32(tap_count));
}

/// Derivative of the numbers by an axis, where the host differentiates the function that calls this. @hidden
fn tap_slope_x(numbers: vec4f) -> vec4f {
    return vec4f();
}

/// See tap_slope_x. @hidden
fn tap_slope_y(numbers: vec4f) -> vec4f {
    return vec4f();
}

/// See tap_slope_x. @hidden
fn tap_slope_z(numbers: vec4f) -> vec4f {
    return vec4f();
}

/// The host replaces this function by one that calls the generator. @hidden
fn result(position: vec4f) -> vec4f {
    return position;
}
