//! Turbulence
//! Octave sums of gradient noise: fBm and the turbulence functions based on it, in the plane and in the volume.
//! Octave i samples at lacunarity^i with the seed `seed + i`. With 8 octaves and gain 1/2 the amplitudes add up to S =
//! 1.9921875.
//! The number of octaves is a real number, see octaves.wgsl. With lacunarity 2 all octaves are zero at the integer
//! points: a lacunarity such as 1.92 hides that.
//! Formulas: over octaves n of amplitude a, fBm sums a n, billowed a |n|, ridged a (1 - |n|), Jordan a n^2; each
//! function documents its formula and range.
//! Cost: one perlin per octave, with its gradient if octaves are damped or displaced; eight hashes rather than four in
//! the volume.
//! Pitfalls: |n| has creases, so normals jump there; a sum of few octaves shows the lattice, a sum of too many aliases:
//! see octaves.wgsl.
//! Over any other noise: octave_sum and its steps, at the end of the file.

import super::perlin::{perlin, perlin_deriv, perlin_pseudo_deriv, perlin3, perlin3_deriv};

/// Fractional Brownian motion: the sum of a n, with amplitude a falling by `gain` and frequency rising by `lacunarity`
/// per octave.
/// Range within +-.9912 S; with the defaults mean 0, standard deviation .374. Rolling hills, equally rough everywhere.
/// Benoit Mandelbrot and John van Ness, 1968; as octaves of noise F. Kenton Musgrave in "Texturing and Modeling", 1994.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves; below 1/lacunarity fine octaves are smooth.
/// @range(0, 1, 0.01, 0.5)
fn fbm(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * perlin(p * frequency, seed + u32(i));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Fractional Brownian motion and its exact gradient: (value, d/dx, d/dy), the sum of a f grad n.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
fn fbm_deriv(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> vec3f {
    var sum = vec3f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * vec3f(1.0, frequency, frequency) * perlin_deriv(p * frequency, seed + u32(i));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Billowed turbulence: the sum of a |n|. Round humps separated by creases. Range 0 .. S, mean .526, standard deviation
/// .218.
/// Ken Perlin's turbulence, "An Image Synthesizer", 1985. Not smooth where n = 0.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
fn billowed(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * abs(perlin(p * frequency, seed + u32(i)));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Ridged turbulence: the sum of a (1 - |n|). Sharp crests over round valleys. Range 0 .. S, mean 1.466, standard
/// deviation .218.
/// Billowed turbulence upside down; F. Kenton Musgrave's ridged noise without its feedback. Not smooth along crests.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
fn ridged(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * (1.0 - abs(perlin(p * frequency, seed + u32(i))));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Turbulence that fades on slopes: 0.5 plus the sum of a n / (1 + D.D), D the pseudo-gradients of the octaves so far.
/// Range .5 +- S, mean .5, standard deviation .23. Rough plains and crests between smooth flanks, as if eroded.
/// Inigo Quilez, "Elevated", 2009; in the form of Giliam de Carpentier, "Scape: 2. Procedural basics", 2011.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
fn iq_turbulence(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> f32 {
    var sum = 0.5;
    var slope = vec2f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin_pseudo_deriv(p * frequency, seed + u32(i));
        slope += n.yz;
        sum += fade_in * amplitude * n.x / (1.0 + dot(slope, slope));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Swiss turbulence: ridges whose finer octaves are displaced toward the coarser crests and fade in the valleys, as if
/// eroded by glaciers.
/// Octave: n at (p + warp D) f; sum += a (1 - |n|); D -= a n grad n; the amplitude falls by gain times the sum so far,
/// clamped to 0 .. 1.
/// Range 0 .. S, mean 1.253, standard deviation .367. Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012.
/// A gain near .6 compensates for the clamp; a domain warp of the position adds variety.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves, on the crests. @range(0, 1, 0.01, 0.5)
/// @param warp Displacement of fine octaves toward the crests. @range(0, 1, 0.01, 0.15)
fn swiss_turbulence(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, warp: f32) -> f32 {
    var sum = 0.0;
    var slide = vec2f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin_deriv((p + warp * slide) * frequency, seed + u32(i));
        sum += fade_in * amplitude * (1.0 - abs(n.x));
        slide -= amplitude * n.x * n.yz;
        frequency *= lacunarity;
        amplitude *= gain * saturate(sum);
    }
    return sum;
}

/// Jordan turbulence: squared noise, warped along its own slopes and damped where the slopes cancel: smooth valleys,
/// eroded flanks.
/// Octave: q = (n^2, n grad n) at p f + W; sum += d q; W += warp q'; D += damp q'; d = a (1 - damp_scale / (1 + D.D)).
/// Range from 0 while damp_scale is at most 1, mean .162, standard deviation .143. Octave 1 is never damped.
/// Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012. Continuous slopes.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain1 Amplitude of octave 1 before `gain`; octave 0 has amplitude 1. @range(0, 2, 0.01, 0.8)
/// @param gain Amplitude ratio of the octaves from 2 on. @range(0, 1, 0.01, 0.5)
/// @param warp0 Displacement of the other octaves by octave 0. @range(0, 1, 0.01, 0.4)
/// @param warp Displacement of finer octaves by each octave from 1 on. @range(0, 1, 0.01, 0.35)
/// @param damp0 Weight of the slope of octave 0 in the damping. @range(0, 4, 0.01, 1)
/// @param damp Weight of the slopes of further octaves. @range(0, 4, 0.01, 0.8)
/// @param damp_scale Strength of the damping: 0 none, 1 complete on flats, above 1 flats invert. @range(0, 2, 0.01, 1)
fn jordan_turbulence(
    p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain1: f32, gain: f32,
    warp0: f32, warp: f32, damp0: f32, damp: f32, damp_scale: f32,
) -> f32 {
    let first = perlin_deriv(p, seed);
    let q0 = first * first.x;
    var sum = saturate(octaves) * q0.x;
    var shift = warp0 * q0.yz;
    var slope = damp0 * q0.yz;
    var frequency = lacunarity;
    var amplitude = gain1;
    var damped = gain1 * gain;
    for (var i = 1; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin_deriv(p * frequency + shift, seed + u32(i));
        let q = n * n.x;
        sum += fade_in * damped * q.x;
        shift += warp * q.yz;
        slope += damp * q.yz;
        frequency *= lacunarity;
        amplitude *= gain;
        damped = amplitude * (1.0 - damp_scale / (1.0 + dot(slope, slope)));
    }
    return sum;
}

/// Fractional Brownian motion of a volume: see fbm. Also for planets: p is a point of the unit sphere times a
/// frequency.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
fn fbm3(p: vec3f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * perlin3(p * frequency, seed + u32(i));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Fractional Brownian motion of a volume and its exact gradient: (value, d/dx, d/dy, d/dz).
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
fn fbm3_deriv(p: vec3f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> vec4f {
    var sum = vec4f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * vec4f(1.0, vec3f(frequency)) * perlin3_deriv(p * frequency, seed + u32(i));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Billowed turbulence of a volume: see billowed. Range 0 .. S.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
fn billowed3(p: vec3f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * abs(perlin3(p * frequency, seed + u32(i)));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Ridged turbulence of a volume: see ridged. Range 0 .. S.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
fn ridged3(p: vec3f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * (1.0 - abs(perlin3(p * frequency, seed + u32(i))));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Turbulence of a volume that fades on slopes: see iq_turbulence. The pseudo-gradients of the plane have no
/// counterpart here; the true gradients of perlin3 are used. Range .5 +- S.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
fn iq_turbulence3(p: vec3f, seed: u32, octaves: f32, lacunarity: f32, gain: f32) -> f32 {
    var sum = 0.5;
    var slope = vec3f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin3_deriv(p * frequency, seed + u32(i));
        slope += n.yzw;
        sum += fade_in * amplitude * n.x / (1.0 + dot(slope, slope));
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Swiss turbulence of a volume: see swiss_turbulence. The displacement has three components, so it may leave a sphere;
/// swiss_sphere keeps it in the tangent plane.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves, on the crests. @range(0, 1, 0.01, 0.5)
/// @param warp Displacement of fine octaves toward the crests. @range(0, 1, 0.01, 0.15)
fn swiss_turbulence3(p: vec3f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, warp: f32) -> f32 {
    var sum = 0.0;
    var slide = vec3f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin3_deriv((p + warp * slide) * frequency, seed + u32(i));
        sum += fade_in * amplitude * (1.0 - abs(n.x));
        slide -= amplitude * n.x * n.yzw;
        frequency *= lacunarity;
        amplitude *= gain * saturate(sum);
    }
    return sum;
}

/// Jordan turbulence of a volume: see jordan_turbulence, which has the same parameters.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain1 Amplitude of octave 1 before `gain`; octave 0 has amplitude 1. @range(0, 2, 0.01, 0.8)
/// @param gain Amplitude ratio of the octaves from 2 on. @range(0, 1, 0.01, 0.5)
/// @param warp0 Displacement of the other octaves by octave 0. @range(0, 1, 0.01, 0.4)
/// @param warp Displacement of finer octaves by each octave from 1 on. @range(0, 1, 0.01, 0.35)
/// @param damp0 Weight of the slope of octave 0 in the damping. @range(0, 4, 0.01, 1)
/// @param damp Weight of the slopes of further octaves. @range(0, 4, 0.01, 0.8)
/// @param damp_scale Strength of the damping: 0 none, 1 complete on flats. @range(0, 2, 0.01, 1)
fn jordan_turbulence3(
    p: vec3f, seed: u32, octaves: f32, lacunarity: f32, gain1: f32, gain: f32,
    warp0: f32, warp: f32, damp0: f32, damp: f32, damp_scale: f32,
) -> f32 {
    let first = perlin3_deriv(p, seed);
    let q0 = first * first.x;
    var sum = saturate(octaves) * q0.x;
    var shift = warp0 * q0.yzw;
    var slope = damp0 * q0.yzw;
    var frequency = lacunarity;
    var amplitude = gain1;
    var damped = gain1 * gain;
    for (var i = 1; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin3_deriv(p * frequency + shift, seed + u32(i));
        let q = n * n.x;
        sum += fade_in * damped * q.x;
        shift += warp * q.yzw;
        slope += damp * q.yzw;
        frequency *= lacunarity;
        amplitude *= gain;
        damped = amplitude * (1.0 - damp_scale / (1.0 + dot(slope, slope)));
    }
    return sum;
}

/// An octave sum over any noise, which the caller evaluates: the sum so far, and where the next octave is sampled.
///
///     var s = octave_sum(p, octaves, lacunarity);
///     while s.remaining > 0.0 {
///         swiss_octave(&s, basis_deriv(s.at, seed + s.octave), gain, warp);
///     }
///     return s.sum;
///
/// `basis_deriv` is the value and the gradient of any noise `basis`; where it is not written, the program derives it.
struct OctaveSum {
    /// Sum of the octaves so far: the result.
    sum: f32,
    /// Position at which the noise is evaluated for the next octave.
    at: vec2f,
    /// Index of the next octave.
    octave: u32,
    /// Number of octaves to come; a fraction fades the last one in.
    remaining: f32,
    /// Position of the sample.
    p: vec2f,
    /// Frequency ratio of neighboring octaves.
    lacunarity: f32,
    /// Frequency of the next octave.
    frequency: f32,
    /// Amplitude of the next octave, without damping.
    amplitude: f32,
    /// Displacement by the octaves so far.
    shift: vec2f,
    /// Weighted slopes of the octaves so far, which damp the next ones.
    slope: vec2f,
}

/// An octave sum at a position, before the first octave.
/// @hidden
fn octave_sum(p: vec2f, octaves: f32, lacunarity: f32) -> OctaveSum {
    return OctaveSum(0.0, p, 0u, octaves, p, lacunarity, 1.0, 1.0, vec2f(0.0), vec2f(0.0));
}

/// Adds an octave that fades on slopes: see iq_turbulence, which starts at 0.5 and has a damp of 1.
/// `n` is the value and the gradient of the noise at `at`; `damp` is the weight of the slopes, 0 for plain fBm.
fn damped_octave(s: ptr<function, OctaveSum>, n: vec3f, gain: f32, damp: f32) {
    (*s).slope += damp * n.yz;
    (*s).sum += fade_in(s) * (*s).amplitude * n.x / (1.0 + dot((*s).slope, (*s).slope));
    (*s).amplitude *= gain;
    advance(s);
    (*s).at = (*s).p * (*s).frequency;
}

/// Adds an octave of Swiss turbulence: see swiss_turbulence, which has the same parameters.
/// `n` is the value and the gradient of the noise at `at`, the value about within +-1.
fn swiss_octave(s: ptr<function, OctaveSum>, n: vec3f, gain: f32, warp: f32) {
    (*s).sum += fade_in(s) * (*s).amplitude * (1.0 - abs(n.x));
    (*s).shift -= (*s).amplitude * n.x * n.yz;
    (*s).amplitude *= gain * saturate((*s).sum);
    advance(s);
    (*s).at = ((*s).p + warp * (*s).shift) * (*s).frequency;
}

/// Adds an octave of Jordan turbulence: see jordan_turbulence, which has the same parameters.
/// `n` is the value and the gradient of the noise at `at`.
fn jordan_octave(
    s: ptr<function, OctaveSum>, n: vec3f, gain1: f32, gain: f32,
    warp0: f32, warp: f32, damp0: f32, damp: f32, damp_scale: f32,
) {
    let q = n * n.x;
    if (*s).octave == 0u {
        (*s).sum = fade_in(s) * q.x;
        (*s).shift = warp0 * q.yz;
        (*s).slope = damp0 * q.yz;
        (*s).amplitude = gain1 * gain;
    } else {
        // Octave 1 is not damped, and has the amplitude of octave 2.
        let kept = 1.0 - damp_scale / (1.0 + dot((*s).slope, (*s).slope));
        (*s).sum += fade_in(s) * (*s).amplitude * select(1.0, kept, (*s).octave > 1u) * q.x;
        (*s).shift += warp * q.yz;
        (*s).slope += damp * q.yz;
        (*s).amplitude *= select(1.0, gain, (*s).octave > 1u);
    }
    advance(s);
    (*s).at = (*s).p * (*s).frequency + (*s).shift;
}

/// Weight of the next octave, below 1 for a last, fractional one.
fn fade_in(s: ptr<function, OctaveSum>) -> f32 {
    return min((*s).remaining, 1.0);
}

/// Makes the next octave finer.
fn advance(s: ptr<function, OctaveSum>) {
    (*s).octave += 1u;
    (*s).remaining -= 1.0;
    (*s).frequency *= (*s).lacunarity;
}
