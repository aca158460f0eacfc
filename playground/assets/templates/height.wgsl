//! TITLE
//! @view(0, 0, 8)
//! @mode(relief)

struct Params {
    /// Cycles per unit. @range(0.1, 8) @log @default(0.5)
    frequency: f32,
    /// Number of octaves. @range(1, 12, 1, 6)
    octaves: u32,
    /// Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
    gain: f32,
    /// @seed(1)
    seed: u32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    var amplitude = 0.5;
    var frequency = params.frequency;
    for (var octave = 0u; octave < params.octaves; octave++) {
        sum += amplitude * value_noise(frequency * p, params.seed + octave);
        amplitude *= params.gain;
        frequency *= 2.0;
    }
    return sum;
}

/// Interpolates random values at whole positions. @hidden
fn value_noise(p: vec2f, seed: u32) -> f32 {
    let cell = vec2i(floor(p));
    let t = smoothstep(vec2f(0.0), vec2f(1.0), fract(p));
    let south = mix(random(cell, seed), random(cell + vec2i(1, 0), seed), t.x);
    let north = mix(random(cell + vec2i(0, 1), seed), random(cell + vec2i(1, 1), seed), t.x);
    return mix(south, north, t.y);
}

/// Returns a number from -1 to 1.
fn random(cell: vec2i, seed: u32) -> f32 {
    let state = bitcast<vec2u>(cell) * vec2u(1597334677u, 3812015801u);
    var bits = ((state.x ^ state.y) + (seed + 1u) * 2654435769u) * 1597334677u;
    bits = (bits ^ (bits >> 15u)) * 2246822519u;
    bits ^= bits >> 13u;
    return f32(bits >> 8u) / 8388608.0 - 1.0;
}
