// The value inside of a pass of a grid program that is shown in place of the result. The host adds this file and
// `tap.wgsl` to the passes, and code that tells which sample an invocation writes.

// Values by samples. All bits of a value are inverted in which those of a NaN are 1, so that 0 stands for a sample that
// no pass has computed.
@group(2) @binding(5) var<storage, read_write> tap_grid: array<vec4u>;
// 1 + the index of the sample that the invocation wrote last; 0 before.
var<private> tap_sample: u32;

/// Called before an invocation of a pass: no value is taken, and no sample written.
fn start_tap() {
    reset_tap();
    tap_sample = 0u;
}

/// Called after an invocation: stores the value that it has taken, if any, for the sample that it wrote last.
fn store_tap() {
    if tap_remaining != tap.remaining && tap_sample > 0u && tap_sample <= arrayLength(&tap_grid) {
        tap_grid[tap_sample - 1u] = bitcast<vec4u>(taken_value()) ^ vec4u(0x7fc00000u);
    }
}
