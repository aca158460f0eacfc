//! Gabor noise
//! A random sum of wavelets of one frequency, so its spectrum is set directly.
//! Ares Lagae, Sylvain Lefebvre, George Drettakis and Philip Dutre, "Procedural Noise using Sparse Gabor Convolution", SIGGRAPH 2009.
//! Formula: the sum over nine cells of `impulses` kernels each, uniform weights of [-1, 1), over three standard deviations.
//! Range: unbounded in theory, .4 % of values beyond +-1; variance the same at every point. Cost: nine times `impulses` kernels of one hash, one exponential, one sine.
//! Pitfalls: cells grow as the bandwidth shrinks, so a low bandwidth is smooth but no dearer; a bandwidth near the frequency loses the stripes.
//! @mode(texture)

import super::hash::{pcg4d, unit, signed_unit};

const TAU = 6.28318531;
// A kernel ends where its Gaussian has fallen to FLOOR, at this many units over the bandwidth: sqrt(-ln .05 / pi).
const CUT = 0.9765097;
const FLOOR = 0.05;

/// Gabor noise of one direction: stripes of a set frequency that break and shift. Standard deviation 1/3; .4 % of values leave +-1.
/// Kernel exp(-pi a^2 r^2) cos(2 pi F (x cos w + y sin w)), a the bandwidth, cut off at .98 / a, as published: steps of about .01
/// run along the cuts, too faint for a texture, but relief shows them; gabor_smooth_deriv has none.
/// Stationary, unlike lattice noise. Lagae et al., 2009. Nine cells of `impulses` kernels: at 8 some thirty times the cost of perlin.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param angle Direction across the stripes, from x toward y. @angle @default(45)
/// @param bandwidth Width of the spectrum; the kernels reach .98 over this, in units. @range(0.05, 4) @log @default(0.5)
/// @param impulses Kernels per cell: few are patchy, many approach a Gaussian process. @range(1, 32, 1, 8)
fn gabor(p: vec2f, seed: u32, frequency: f32, angle: f32, bandwidth: f32, impulses: i32) -> f32 {
    return wavelets(p.x, p.y, seed, Kernels(frequency, angle, 0.0, bandwidth, impulses), 0.0).x
        / (3.0 * deviation(frequency, bandwidth, impulses));
}

/// Gabor noise of all directions at once: every kernel has its own. Ripples of one wavelength. Standard deviation 1/3.
/// Its spectrum is a ring around `frequency`. Lagae et al., 2009. As dear as gabor, and a sine and cosine pair per kernel more.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param bandwidth Width of the ring; the kernels reach .98 over this, in units. @range(0.05, 4) @log @default(0.5)
/// @param impulses Kernels per cell: few are patchy, many approach a Gaussian process. @range(1, 32, 1, 8)
fn gabor_isotropic(p: vec2f, seed: u32, frequency: f32, bandwidth: f32, impulses: i32) -> f32 {
    return wavelets(p.x, p.y, seed, Kernels(frequency, 0.0, 1.0, bandwidth, impulses), 0.0).x
        / (3.0 * deviation(frequency, bandwidth, impulses));
}

/// Gabor noise without steps, and its exact gradient: (n, dn/dx, dn/dy). The bell of each kernel is lowered by .05, so that it
/// ends at 0; the gradient still has small steps there. Standard deviation 1/3. `spread` goes from one direction to all.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param angle Direction across the stripes, from x toward y. @angle @default(45)
/// @param spread How far the directions of kernels stray: 0 not at all, 1 all round. @range(0, 1, 0.01, 0)
/// @param bandwidth Width of the spectrum; the kernels reach .98 over this, in units. @range(0.05, 4) @log @default(0.5)
/// @param impulses Kernels per cell: few are patchy, many approach a Gaussian process. @range(1, 32, 1, 8)
fn gabor_smooth_deriv(
    p: vec2f, seed: u32, frequency: f32, angle: f32, spread: f32, bandwidth: f32, impulses: i32,
) -> vec3f {
    return wavelets(p.x, p.y, seed, Kernels(frequency, angle, spread, bandwidth, impulses), FLOOR)
        / (3.0 * smooth_deviation(frequency, bandwidth, impulses));
}

/// Gabor noise of a volume without steps, sheets across one direction, and its exact gradient: (n, dn/dx, dn/dy, dn/dz).
/// Standard deviation 1/3. 27 cells of `impulses` kernels; 2 in a cell are as dense as 4 in the plane.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param direction Direction across the sheets; its length does not matter. @range(-1, 1, 0.01, 1)
/// @param bandwidth Width of the spectrum; the kernels reach .98 over this, in units. @range(0.05, 4) @log @default(0.5)
/// @param impulses Kernels per cell. @range(1, 32, 1, 4)
fn gabor3_smooth_deriv(
    p: vec3f, seed: u32, frequency: f32, direction: vec3f, bandwidth: f32, impulses: i32,
) -> vec4f {
    let radius = CUT / bandwidth;
    let base = floor(p / radius);
    let f = p / radius - base;
    let wave = frequency * direction / max(length(direction), 1e-6);
    var sum = vec4f(0.0);
    for (var z = -1; z <= 1; z++) {
        for (var y = -1; y <= 1; y++) {
            for (var x = -1; x <= 1; x++) {
                let near = vec3i(x, y, z);
                let cell = bitcast<vec3u>(vec3i(base) + near);
                for (var k = 0; k < impulses; k++) {
                    let h = pcg4d(vec4u(cell, seed + 0x9e3779b9u * u32(k)));
                    let place = vec3f(near) + vec3f(unit(h.x), unit(h.y), unit(h.z));
                    sum += signed_unit(h.w) * wavelet3(radius * (f - place), wave, bandwidth);
                }
            }
        }
    }
    let g = phase_share(frequency, bandwidth);
    return sum / (3.0 * sqrt(f32(max(impulses, 1)) / 20.55 * (1.0 + g * (1.27 - 0.27 * g))));
}

/// What all kernels of the plane have in common.
struct Kernels {
    frequency: f32,
    angle: f32,
    /// How far directions stray: 1 is half a turn either way.
    spread: f32,
    bandwidth: f32,
    /// How many a cell holds.
    impulses: i32,
}

/// Sum of all kernels that reach a point, and its gradient; their bells are lowered by `floor_height`.
fn wavelets(px: f32, py: f32, seed: u32, kernels: Kernels, floor_height: f32) -> vec3f {
    let radius = CUT / kernels.bandwidth;
    let at = vec2f(px, py) / radius;
    let base = floor(at);
    var wave = kernels.frequency * heading(kernels.angle);
    var sum = vec3f(0.0);
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let near = vec2i(x, y);
            let cell = bitcast<vec2u>(vec2i(base) + near);
            for (var k = 0; k < kernels.impulses; k++) {
                let h = pcg4d(vec4u(cell, seed, u32(k)));
                let place = vec2f(near) + vec2f(unit(h.x), unit(h.y));
                if kernels.spread > 0.0 {
                    wave = kernels.frequency * heading(kernels.angle + 0.5 * TAU * kernels.spread * signed_unit(h.w));
                }
                sum += signed_unit(h.z) * wavelet(radius * (at - base - place), wave, kernels.bandwidth, floor_height);
            }
        }
    }
    return sum;
}

/// Unit vector of an angle, which is reduced to half a turn either way, where sines are exact enough.
fn heading(angle: f32) -> vec2f {
    let turns = angle / TAU;
    let reduced = TAU * (turns - round(turns));
    return vec2f(cos(reduced), sin(reduced));
}

/// One kernel and its gradient at the offset d from its middle.
/// @hidden
fn wavelet(d: vec2f, wave: vec2f, bandwidth: f32, floor_height: f32) -> vec3f {
    let bell = exp(-0.5 * TAU * bandwidth * bandwidth * dot(d, d));
    let ripple = heading(TAU * dot(wave, d));
    let slope = -TAU * (bandwidth * bandwidth * bell * ripple.x * d + (bell - floor_height) * ripple.y * wave);
    return select(vec3f(0.0), vec3f((bell - floor_height) * ripple.x, slope), bell > FLOOR);
}

/// @hidden
fn wavelet3(d: vec3f, wave: vec3f, bandwidth: f32) -> vec4f {
    let bell = exp(-0.5 * TAU * bandwidth * bandwidth * dot(d, d));
    let ripple = heading(TAU * dot(wave, d));
    let slope = -TAU * (bandwidth * bandwidth * bell * ripple.x * d + (bell - FLOOR) * ripple.y * wave);
    return select(vec4f(0.0), vec4f((bell - FLOOR) * ripple.x, slope), bell > FLOOR);
}

/// Standard deviation of the sum, the same at every point: variance impulses / 11.443 (1 + g).
fn deviation(frequency: f32, bandwidth: f32, impulses: i32) -> f32 {
    return sqrt(f32(max(impulses, 1)) / 11.443 * (1.0 + phase_share(frequency, bandwidth)));
}

/// The same of lowered kernels: variance impulses / 13.91 (1 + g (1.22 - .22 g)), within .5 %.
fn smooth_deviation(frequency: f32, bandwidth: f32, impulses: i32) -> f32 {
    let g = phase_share(frequency, bandwidth);
    return sqrt(f32(max(impulses, 1)) / 13.91 * (1.0 + g * (1.22 - 0.22 * g)));
}

/// What the phase of a kernel leaves of its power where it holds less than a wave: g = exp(-2 pi F^2 / a^2).
fn phase_share(frequency: f32, bandwidth: f32) -> f32 {
    let waves = frequency / bandwidth;
    return exp(-TAU * waves * waves);
}
