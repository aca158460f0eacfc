// The value inside of a generator that is evaluated in place of its result. The host adds this file to a stage, and
// code to the generator that takes the value. A software driver needs about 20 instructions to read a number of a
// uniform other than the first, so there are few.

struct Tap {
    // A bit for each value in the pipeline, 1 if it is taken.
    places: vec4u,
    // Which run of the value is taken, or which call for a value that each call computes once, from 1; the largest u32
    // for the last. 0xbfffffff to show the number of runs in place of the value.
    remaining: u32,
    // Difference that a call makes to `remaining`; 0 if runs are counted.
    calls: u32,
    // Type of the value's numbers: 0 for f32 and bool, 1 for i32, 2 for u32.
    numbers: u32,
}

@group(2) @binding(4) var<uniform> tap: Tap;
var<private> tap_value: vec4f;
// The value if its numbers are integers, as bits: they are converted once in each sample, not at each run.
var<private> tap_integers: vec4u;
var<private> tap_places: vec4u;
// Runs or calls until the taken one, with it.
var<private> tap_remaining: u32;
var<private> tap_calls: u32;

/// Called before each sample: no value is taken yet.
fn reset_tap() {
    tap_value = vec4f(0.0);
    tap_integers = vec4u(0u);
    tap_places = tap.places;
    tap_remaining = tap.remaining;
    tap_calls = tap.calls;
}

/// The value as floats; NaN if no such run occurred. If runs are counted, x is their number.
fn taken_value() -> vec4f {
    // If the type is the same for all values in the pipeline, the host replaces this by a constant.
    let numbers = tap.numbers;
    let integers = select(vec4f(tap_integers), vec4f(bitcast<vec4i>(tap_integers)), numbers == 1u);
    let value = select(tap_value, integers, numbers != 0u);
    // No run is taken if there are fewer, and for the last if there is none.
    let is_missing = bitcast<i32>(tap_remaining) > 0 || tap_remaining == 0xffffffffu;
    let not_a_number = bitcast<f32>(0x7fc00000u + min(tap_remaining, 0u));
    let shown = select(value, vec4f(not_a_number), is_missing);
    let are_runs = tap_remaining >> 30u == 2u;
    return vec4f(select(shown.x, f32(0xbfffffffu - tap_remaining), are_runs), shown.yzw);
}
