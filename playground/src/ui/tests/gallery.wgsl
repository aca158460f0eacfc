//! Every widget
//! One control of each kind.

struct Params {
    /// @group("Vectors")
    /// Start position. @range(-2, 2, 0.1, 0.5)
    offset: vec2f,
    /// Offset. @xy
    place: vec2f,
    /// Plain.
    amount: f32,
    /// @group("Arrays")
    /// Amplitude of each octave. @octaves @range(0, 2) @default(1, 0.5, 0.25, 0.125, 0.1, 0.08, 0.05, 0.02)
    octaves_gain: array<vec4f, 2>,
    /// Remaps heights. @curve
    remap: array<vec4f, 3>,
    /// Colors heights. @gradient @default(0.02, 0.1, 0.3, 0, 0.1, 0.4, 0.1, 0.4, 0.9, 0.9, 0.9, 1)
    ramp: array<vec4f, 3>,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f, octaves: i32) -> vec2f {
    return params.offset * p.x;
}
