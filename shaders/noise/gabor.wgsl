//! Gabor noise
//! A random sum of wavelets of one frequency: its spectrum is set directly.
//! Ares Lagae, Sylvain Lefebvre, George Drettakis and Philip Dutre, "Procedural Noise using Sparse Gabor Convolution",
//! SIGGRAPH 2009.
//! Formula: the sum over nine cells of `impulses` kernels each, with uniform weights in [-1, 1), divided by three
//! standard deviations.
//! Range: unbounded in theory, .4 % of values beyond +-1; the variance is the same at every point. Cost: nine times
//! `impulses` kernels of one hash, one exponential, one sine.
//! Pitfalls: cells grow as the bandwidth shrinks, so a low bandwidth is smooth but not more expensive; a bandwidth near
//! the frequency loses the stripes.
//! @mode(texture)

import super::hash::{pcg4d, unit, signed_unit};

const TAU = 6.28318531;
// Radius of a kernel times the bandwidth, where its Gaussian has fallen to FLOOR: sqrt(-ln .05 / pi).
const CUT = 0.9765097;
const FLOOR = 0.05;

/// Gabor noise of one direction: stripes of a given frequency that break and shift. Standard deviation 1/3; .4 % of
/// values are beyond +-1.
/// Kernel exp(-pi a^2 r^2) cos(2 pi F (x cos w + y sin w)), a the bandwidth, cut off at the radius .98 / a, as
/// published: the cuts leave steps of about .01, too faint for a texture but visible in relief; gabor_smooth_deriv has
/// none.
/// Stationary, unlike lattice noise. Lagae et al., 2009. Nine cells of `impulses` kernels: at 8 about thirty times the
/// cost of perlin.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param angle Direction across the stripes, from x toward y. @angle @default(45)
/// @param bandwidth Width of the spectrum; the kernel radius is .98 / bandwidth, in units. @range(0.05, 4) @log
/// @default(0.5)
/// @param impulses Kernels per cell: few give patches, many approach a Gaussian process. @range(1, 32, 1, 8)
fn gabor(p: vec2f, seed: u32, frequency: f32, angle: f32, bandwidth: f32, impulses: i32) -> f32 {
    return wavelets(p.x, p.y, seed, Kernels(frequency, angle, 0.0, bandwidth, impulses), 0.0).x
        / (3.0 * deviation(frequency, bandwidth, impulses));
}

/// Gabor noise of all directions at once: every kernel has a random one. Ripples of one wavelength. Standard deviation
/// 1/3.
/// Its spectrum is a ring around `frequency`. Lagae et al., 2009. As expensive as gabor, plus a sine and cosine pair
/// per kernel.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param bandwidth Width of the ring; the kernel radius is .98 / bandwidth, in units. @range(0.05, 4) @log
/// @default(0.5)
/// @param impulses Kernels per cell: few give patches, many approach a Gaussian process. @range(1, 32, 1, 8)
fn gabor_isotropic(p: vec2f, seed: u32, frequency: f32, bandwidth: f32, impulses: i32) -> f32 {
    return wavelets(p.x, p.y, seed, Kernels(frequency, 0.0, 1.0, bandwidth, impulses), 0.0).x
        / (3.0 * deviation(frequency, bandwidth, impulses));
}

/// Gabor noise without steps, and its exact gradient: (n, dn/dx, dn/dy). The Gaussian of each kernel is lowered by .05,
/// so that it is 0 at the cut; the gradient still has small steps there. Standard deviation 1/3. `spread` blends from
/// one direction to all.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param angle Direction across the stripes, from x toward y. @angle @default(45)
/// @param spread Spread of the kernels' directions: 0 is one direction, 1 is all of them. @range(0, 1, 0.01, 0)
/// @param bandwidth Width of the spectrum; the kernel radius is .98 / bandwidth, in units. @range(0.05, 4) @log
/// @default(0.5)
/// @param impulses Kernels per cell: few give patches, many approach a Gaussian process. @range(1, 32, 1, 8)
fn gabor_smooth_deriv(
    p: vec2f, seed: u32, frequency: f32, angle: f32, spread: f32, bandwidth: f32, impulses: i32,
) -> vec3f {
    return wavelets(p.x, p.y, seed, Kernels(frequency, angle, spread, bandwidth, impulses), FLOOR)
        / (3.0 * smooth_deviation(frequency, bandwidth, impulses));
}

/// Gabor noise of a volume without steps, sheets across one direction, and its exact gradient: (n, dn/dx, dn/dy,
/// dn/dz).
/// Standard deviation 1/3. 27 cells of `impulses` kernels; 2 per cell are as dense as 4 in the plane.
/// @param frequency Cycles per unit. @range(0.1, 16) @log @default(1)
/// @param direction Direction across the sheets; its length does not matter. @range(-1, 1, 0.01, 1)
/// @param bandwidth Width of the spectrum; the kernel radius is .98 / bandwidth, in units. @range(0.05, 4) @log
/// @default(0.5)
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
                    let position = vec3f(near) + vec3f(unit(h.x), unit(h.y), unit(h.z));
                    sum += signed_unit(h.w) * wavelet3(radius * (f - position), wave, bandwidth);
                }
            }
        }
    }
    let g = phase_correction(frequency, bandwidth);
    return sum / (3.0 * sqrt(f32(max(impulses, 1)) / 20.55 * (1.0 + g * (1.27 - 0.27 * g))));
}

/// Parameters shared by all kernels of the plane.
struct Kernels {
    frequency: f32,
    angle: f32,
    /// Spread of directions: 1 is 180 degrees to either side.
    spread: f32,
    bandwidth: f32,
    /// Number of kernels per cell.
    impulses: i32,
}

/// Sum of all kernels that reach a point, and its gradient; their Gaussians are lowered by `floor_height`.
fn wavelets(px: f32, py: f32, seed: u32, kernels: Kernels, floor_height: f32) -> vec3f {
    let radius = CUT / kernels.bandwidth;
    let impulses = kernels.impulses;
    let at = vec2f(px, py) / radius;
    let base = floor(at);
    let turns = kernels.angle / TAU;
    var wave = kernels.frequency * turned(turns);
    var sum = vec3f(0.0);
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let near = vec2i(x, y);
            let cell = bitcast<vec2u>(vec2i(base) + near);
            // Distances are in cells, whose side is the radius; they have a margin for rounding.
            let from_cell = at - base - vec2f(near);
            let gap = max(max(-from_cell, from_cell - 1.0), vec2f(0.0));
            if dot(gap, gap) > 1.0001 {
                continue;
            }
            for (var k = 0; k < impulses; k++) {
                let h = pcg4d(vec4u(cell, seed, u32(k)));
                let offset = from_cell - vec2f(unit(h.x), unit(h.y));
                if dot(offset, offset) > 1.0001 {
                    continue;
                }
                if kernels.spread > 0.0 {
                    wave = kernels.frequency * turned(turns + 0.5 * kernels.spread * signed_unit(h.w));
                }
                sum += signed_unit(h.z) * wavelet(radius * offset, wave, kernels.bandwidth, floor_height);
            }
        }
    }
    return sum;
}

/// Unit vector of an angle in turns. It is reduced to -1/2 .. 1/2 first, where sines are precise enough.
fn turned(turns: f32) -> vec2f {
    let angle = TAU * (turns - round(turns));
    return vec2f(cos(angle), sin(angle));
}

/// One kernel and its gradient at the offset d from its center.
/// @hidden
fn wavelet(d: vec2f, wave: vec2f, bandwidth: f32, floor_height: f32) -> vec3f {
    let bell = exp(-0.5 * TAU * bandwidth * bandwidth * dot(d, d));
    let ripple = turned(dot(wave, d));
    let slope = -TAU * (bandwidth * bandwidth * bell * ripple.x * d + (bell - floor_height) * ripple.y * wave);
    return select(vec3f(0.0), vec3f((bell - floor_height) * ripple.x, slope), bell > FLOOR);
}

/// @hidden
fn wavelet3(d: vec3f, wave: vec3f, bandwidth: f32) -> vec4f {
    let bell = exp(-0.5 * TAU * bandwidth * bandwidth * dot(d, d));
    let ripple = turned(dot(wave, d));
    let slope = -TAU * (bandwidth * bandwidth * bell * ripple.x * d + (bell - FLOOR) * ripple.y * wave);
    return select(vec4f(0.0), vec4f((bell - FLOOR) * ripple.x, slope), bell > FLOOR);
}

/// Standard deviation of the sum, the same at every point: variance impulses / 11.443 (1 + g).
fn deviation(frequency: f32, bandwidth: f32, impulses: i32) -> f32 {
    return sqrt(f32(max(impulses, 1)) / 11.443 * (1.0 + phase_correction(frequency, bandwidth)));
}

/// Standard deviation of the sum of lowered kernels: variance impulses / 13.91 (1 + g (1.22 - .22 g)), within .5 %.
fn smooth_deviation(frequency: f32, bandwidth: f32, impulses: i32) -> f32 {
    let g = phase_correction(frequency, bandwidth);
    return sqrt(f32(max(impulses, 1)) / 13.91 * (1.0 + g * (1.22 - 0.22 * g)));
}

/// Correction g of the power of kernels that are shorter than a wave, where the phase matters: g = exp(-2 pi F^2 /
/// a^2).
fn phase_correction(frequency: f32, bandwidth: f32) -> f32 {
    let waves = frequency / bandwidth;
    return exp(-TAU * waves * waves);
}
