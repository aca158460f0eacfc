// The value inside of a generator that is evaluated in place of its result. The host adds this file to a stage, and code
// to the generator that sets the variables.

struct Tap {
    // A bit for each place in the function, 1 if its value is taken.
    places: array<vec4u, 4>,
    // Which run of these places in a sample is shown, from 1; the largest u32 for the last.
    run: u32,
    // Bits of a NaN: the value if there is no such run.
    nothing: u32,
}

@group(2) @binding(4) var<uniform> tap: Tap;
var<private> tap_value: vec4f;
// Runs until that one, with it.
var<private> tap_remaining: u32;

fn reset_tap() {
    tap_value = vec4f(bitcast<f32>(tap.nothing));
    tap_remaining = tap.run;
}

fn taken_value() -> vec4f {
    let is_missing = tap_remaining > 0u && tap.run != 0xffffffffu;
    return select(tap_value, vec4f(bitcast<f32>(tap.nothing)), is_missing);
}
