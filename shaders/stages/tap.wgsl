// The value inside of a generator that is evaluated in place of its result. The host adds this file to a stage, and code
// to the generator that takes the value.

struct Tap {
    // A bit for each value in the pipeline, 1 if it is taken.
    places: vec4u,
    // Which call of the function is shown, from 1, for values that each call computes once; the largest u32 for the last.
    calls: u32,
    // Which run of the places is shown, from 1, for all other values; the largest u32 for the last.
    runs: u32,
    // Bits of a NaN: the value if there is no such run.
    nothing: u32,
    // Count of numbers of the value; 0 if the number of runs is shown in its place.
    channels: u32,
    // Number of runs in each call, for values that each call computes once.
    runs_per_call: u32,
}

@group(2) @binding(4) var<uniform> tap: Tap;
var<private> tap_value: vec4f;
var<private> tap_places: vec4u;
// Calls and runs until the shown one, with it.
var<private> tap_calls: u32;
var<private> tap_runs: u32;

fn reset_tap() {
    tap_value = vec4f(bitcast<f32>(tap.nothing));
    tap_places = tap.places;
    tap_calls = tap.calls;
    tap_runs = tap.runs;
}

fn taken_value() -> vec4f {
    if tap.channels == 0u {
        return vec4f(f32(tap.runs - tap_runs + tap.runs_per_call * (tap.calls - tap_calls)), 0.0, 0.0, 1.0);
    }
    let is_missing = (tap_calls > 0u && tap.calls != 0xffffffffu) || (tap_runs > 0u && tap.runs != 0xffffffffu);
    let value = select(tap_value, vec4f(bitcast<f32>(tap.nothing)), is_missing);
    return select(vec4f(0.0, 0.0, 0.0, 1.0), value, vec4u(0u, 1u, 2u, 3u) < vec4u(tap.channels));
}
