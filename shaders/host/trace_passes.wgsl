// Records the values inside of one invocation of a pass of a grid program, in the order of their computation. The host
// adds this file to the passes, and code that tells which sample an invocation writes; and, to record, code that writes
// the rows.

struct Traced {
    // 1 + the index of a sample.
    sample: u32,
    // The invocation whose values are recorded, by its number from 1; 0 for none.
    invocation: u32,
    // Count of invocations in a row of the pass.
    width: u32,
    // The last invocation that wrote the sample, by its number; 0 if none did.
    writer: atomic<u32>,
}

@group(2) @binding(4) var<storage, read_write> tap_traced: Traced;
// The count of values, then for each value its tap and its numbers.
@group(2) @binding(5) var<storage, read_write> tap_rows: array<vec4f>;
var<private> tap_count: u32;
// 1 + the index of the sample that is looked for, once the invocation has written it; 0 before.
var<private> tap_sample: u32;
var<private> tap_invocation: u32;

/// Called before an invocation, with its global id.
fn start_tap(id: vec3u) {
    tap_invocation = id.y * tap_traced.width + id.x + 1u;
    tap_sample = 0u;
    // Nothing is recorded beyond the largest number of rows.
    tap_count = select(0x10000u, 0u, tap_invocation == tap_traced.invocation);
}

/// Called after an invocation: notes that it wrote the sample, and how many values it recorded.
fn store_tap() {
    if tap_sample == tap_traced.sample {
        atomicMax(&tap_traced.writer, tap_invocation);
    }
    if tap_invocation == tap_traced.invocation {
        tap_rows[0] = vec4f(f32(tap_count));
    }
}
