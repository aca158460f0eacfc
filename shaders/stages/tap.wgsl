// The value inside of a generator that is evaluated in place of its result. The host adds this file to a stage, and code
// to the generator that sets the variables.

struct Tap {
    // Index of the place, and of the name, whose value is taken. One of them is none.
    place: u32,
    name: u32,
    // Which run in a sample, from 1; 0 for the last.
    run: u32,
    // Bits of a NaN: the value if the place does not run.
    nothing: u32,
}

@group(2) @binding(4) var<uniform> tap: Tap;
var<private> tap_value: vec4f;
var<private> tap_count: u32;
