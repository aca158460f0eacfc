//! Gabor noise
//! A random sum of wavelets of one frequency, so its spectrum is set directly.
//! Ares Lagae, Sylvain Lefebvre, George Drettakis and Philip Dutre, "Procedural Noise using Sparse Gabor Convolution", SIGGRAPH 2009.

import super::hash::{pcg4d, unit, signed_unit};

const TAU = 6.28318531;
// A kernel is cut where its envelope falls to .05, at this many units over the bandwidth: sqrt(-ln .05 / pi).
const CUT = 0.9765;

/// Gabor noise of one direction: stripes of a set frequency that break and shift. Standard deviation 1/3; .4 % of values leave +-1.
/// Kernel exp(-pi a^2 r^2) cos(2 pi F (x cos w + y sin w)), a the bandwidth. Stationary, unlike lattice noise. Lagae et al., 2009.
/// Nine cells of `impulses` kernels each: at 8 impulses 72 kernels, some thirty times the cost of perlin.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param angle Direction across the stripes, from x toward y. @angle @default(45)
/// @param bandwidth Width of the spectrum; the kernels reach .98 over this, in units. @range(0.05, 4) @log @default(0.5)
/// @param impulses Kernels per cell: few are patchy, many approach a Gaussian process. @range(1, 32, 1, 8)
fn gabor(p: vec2f, seed: u32, frequency: f32, angle: f32, bandwidth: f32, impulses: i32) -> f32 {
    let radius = CUT / bandwidth;
    let at = p / radius;
    let base = floor(at);
    let wave = frequency * vec2f(cos(angle), sin(angle));
    var sum = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let cell = bitcast<vec2u>(vec2i(base) + vec2i(x, y));
            let corner = base + vec2f(f32(x), f32(y)) - at;
            for (var k = 0; k < impulses; k++) {
                let h = pcg4d(vec4u(cell, seed, u32(k)));
                let d = -radius * (corner + vec2f(unit(h.x), unit(h.y)));
                sum += signed_unit(h.z) * wavelet(d.x, d.y, wave, bandwidth, radius);
            }
        }
    }
    return sum / (3.0 * deviation(frequency, bandwidth, impulses));
}

/// Gabor noise of all directions at once: every kernel has its own. Ripples of one wavelength. Standard deviation 1/3.
/// Its spectrum is a ring around `frequency`. Lagae et al., 2009. As dear as gabor, and a sine and cosine pair per kernel more.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param bandwidth Width of the ring; the kernels reach .98 over this, in units. @range(0.05, 4) @log @default(0.5)
/// @param impulses Kernels per cell: few are patchy, many approach a Gaussian process. @range(1, 32, 1, 8)
fn gabor_isotropic(p: vec2f, seed: u32, frequency: f32, bandwidth: f32, impulses: i32) -> f32 {
    let radius = CUT / bandwidth;
    let at = p / radius;
    let base = floor(at);
    var sum = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let cell = bitcast<vec2u>(vec2i(base) + vec2i(x, y));
            let corner = base + vec2f(f32(x), f32(y)) - at;
            for (var k = 0; k < impulses; k++) {
                let h = pcg4d(vec4u(cell, seed, u32(k)));
                let d = -radius * (corner + vec2f(unit(h.x), unit(h.y)));
                let turn = 0.5 * TAU * signed_unit(h.w);
                let wave = frequency * vec2f(cos(turn), sin(turn));
                sum += signed_unit(h.z) * wavelet(d.x, d.y, wave, bandwidth, radius);
            }
        }
    }
    return sum / (3.0 * deviation(frequency, bandwidth, impulses));
}

/// One kernel at the offset (x, y) from its middle; the phase is reduced to half a turn either way, where cosines are exact enough.
fn wavelet(x: f32, y: f32, wave: vec2f, bandwidth: f32, radius: f32) -> f32 {
    let r2 = x * x + y * y;
    let turns = dot(wave, vec2f(x, y));
    let value = exp(-0.5 * TAU * bandwidth * bandwidth * r2) * cos(TAU * (turns - round(turns)));
    return select(0.0, value, r2 < radius * radius);
}

/// Standard deviation of the sum, the same at every point: variance impulses / 11.443 (1 + exp(-2 pi F^2 / a^2)).
fn deviation(frequency: f32, bandwidth: f32, impulses: i32) -> f32 {
    let ratio = frequency / bandwidth;
    return sqrt(f32(max(impulses, 1)) / 11.443 * (1.0 + exp(-TAU * ratio * ratio)));
}
