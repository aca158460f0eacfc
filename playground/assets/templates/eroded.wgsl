//! TITLE
//! @view(0, 0, 4)
//! @mode(relief)

struct Params {
    /// Cycles per unit. @range(0.1, 8) @log @default(1)
    frequency: f32,
    /// Number of octaves; a fraction fades the last one in. @range(1, 12, 0.1, 7)
    octaves: f32,
    /// Amplitude ratio of neighboring octaves, on the crests. @range(0, 1, 0.01, 0.6)
    gain: f32,
    /// Displacement of fine octaves toward the crests. @range(0, 1, 0.01, 0.15)
    warp: f32,
    /// @seed(1)
    seed: u32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Any smooth noise will do: `basis_deriv` below is its value and its gradient, which the program derives from it.
/// @hidden
fn basis(p: vec2f, seed: u32) -> f32 {
    let cell = vec2i(floor(p));
    let f = fract(p);
    let t = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    let south = mix(random(cell, seed), random(cell + vec2i(1, 0), seed), t.x);
    let north = mix(random(cell + vec2i(0, 1), seed), random(cell + vec2i(1, 1), seed), t.x);
    return mix(south, north, t.y);
}

/// Swiss turbulence of Giliam de Carpentier: ridges whose finer octaves slide toward the coarser crests and fade in the
/// valleys.
fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    var slide = vec2f(0.0);
    var frequency = params.frequency;
    var amplitude = 0.5;
    for (var octave = 0; f32(octave) < params.octaves; octave++) {
        let fade_in = min(params.octaves - f32(octave), 1.0);
        let n = basis_deriv((p + params.warp * slide) * frequency, params.seed + u32(octave));
        sum += fade_in * amplitude * (1.0 - abs(n.x));
        slide -= amplitude * n.x * n.yz;
        frequency *= 2.0;
        amplitude *= params.gain * saturate(sum);
    }
    return sum;
}

/// Returns a number from -1 to 1.
fn random(cell: vec2i, seed: u32) -> f32 {
    var state = bitcast<vec2u>(cell) * vec2u(1597334677u, 3812015801u) + seed * 2654435769u;
    var bits = (state.x ^ state.y) * 1597334677u;
    bits = (bits ^ (bits >> 15u)) * 2246822519u;
    bits ^= bits >> 13u;
    return f32(bits >> 8u) / 8388608.0 - 1.0;
}
