//! Turbulence with slopes
//! Swiss and Jordan turbulence with their exact gradients, which need second derivatives of the noise because slopes
//! displace the octaves.
//! Formula: where octave i samples at q(p), its slope is grad n(q) q', and that of its part n grad n of the
//! displacement is (grad n grad n' + n H) q', H the Hessian.
//! The values are those of turbulence.wgsl; the chain rule is applied along with each sum.
//! Range: that of the values; slopes grow with the number of octaves. Cost: a Hessian per octave, no further hash.
//! Pitfalls: with many octaves Swiss slopes are correct but too fine for any picture: use fewer octaves or differences
//! as wide as a sample.

import super::perlin::perlin_hessian;

/// Swiss turbulence and its exact gradient: (value, d/dx, d/dy), except where an octave is 0 or the sum is exactly 1:
/// there the gradient jumps.
/// Same parameters as swiss_turbulence. Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012, uses differences
/// instead.
/// One evaluation: about half the cost of the four of central differences, and no step to choose.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves, on the crests. @range(0, 1, 0.01, 0.5)
/// @param warp Displacement of fine octaves toward the crests. @range(0, 1, 0.01, 0.15)
fn swiss_turbulence_deriv(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, warp: f32) -> vec3f {
    var sum = 0.0;
    var sum_slope = vec2f(0.0);
    var slide = vec2f(0.0);
    var slide_slope = mat2x2f();
    var frequency = 1.0;
    var amplitude = 1.0;
    var amplitude_slope = vec2f(0.0);
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin_hessian((p + warp * slide) * frequency, seed + u32(i));
        let stretch = frequency * (IDENTITY + warp * slide_slope);
        let slope = n.gradient * stretch;
        sum += fade_in * amplitude * (1.0 - abs(n.value));
        sum_slope += fade_in * (amplitude_slope * (1.0 - abs(n.value)) - amplitude * sign(n.value) * slope);
        slide -= amplitude * n.value * n.gradient;
        slide_slope -= outer(n.gradient, amplitude_slope * n.value + amplitude * slope)
            + amplitude * n.value * n.matrix * stretch;
        slide_slope = mat2x2f(clamp(slide_slope[0], -MAX_SLOPE, MAX_SLOPE),
            clamp(slide_slope[1], -MAX_SLOPE, MAX_SLOPE));
        frequency *= lacunarity;
        amplitude_slope = gain * (amplitude_slope * saturate(sum)
            + select(vec2f(0.0), amplitude * sum_slope, sum < 1.0));
        amplitude *= gain * saturate(sum);
    }
    return vec3f(sum, sum_slope);
}

/// Jordan turbulence and its exact gradient: (value, d/dx, d/dy), continuous. Same parameters as jordan_turbulence.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain1 Amplitude of octave 1 before `gain`; octave 0 has amplitude 1. @range(0, 2, 0.01, 0.8)
/// @param gain Amplitude ratio of the octaves from 2 on. @range(0, 1, 0.01, 0.5)
/// @param warp0 Displacement of the other octaves by octave 0. @range(0, 1, 0.01, 0.4)
/// @param warp Displacement of finer octaves by each octave from 1 on. @range(0, 1, 0.01, 0.35)
/// @param damp0 Weight of the slope of octave 0 in the damping. @range(0, 4, 0.01, 1)
/// @param damp Weight of the slopes of further octaves. @range(0, 4, 0.01, 0.8)
/// @param damp_scale Strength of the damping: 0 none, 1 complete on flats. @range(0, 2, 0.01, 1)
fn jordan_turbulence_deriv(
    p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain1: f32, gain: f32,
    warp0: f32, warp: f32, damp0: f32, damp: f32, damp_scale: f32,
) -> vec3f {
    let first = perlin_hessian(p, seed);
    let first_product = first.gradient * first.value;
    let first_slope = outer(first.gradient, first.gradient) + first.value * first.matrix;
    var sum = saturate(octaves) * (first.value * first.value);
    var sum_slope = saturate(octaves) * 2.0 * first_product;
    var shift = warp0 * first_product;
    var shift_slope = warp0 * first_slope;
    var damping = damp0 * first_product;
    var damping_slope = damp0 * first_slope;
    var frequency = lacunarity;
    var amplitude = gain1;
    var damped = gain1 * gain;
    var damped_slope = vec2f(0.0);
    for (var i = 1; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let n = perlin_hessian(p * frequency + shift, seed + u32(i));
        let stretch = frequency * IDENTITY + shift_slope;
        let slope = n.gradient * stretch;
        let product = n.gradient * n.value;
        let product_slope = outer(n.gradient, slope) + n.value * n.matrix * stretch;
        sum += fade_in * damped * (n.value * n.value);
        sum_slope += fade_in * (damped_slope * n.value * n.value + damped * 2.0 * n.value * slope);
        shift += warp * product;
        shift_slope += warp * product_slope;
        damping += damp * product;
        damping_slope += damp * product_slope;
        frequency *= lacunarity;
        amplitude *= gain;
        let steepness = 1.0 + dot(damping, damping);
        damped = amplitude * (1.0 - damp_scale / steepness);
        damped_slope = amplitude * damp_scale * 2.0 * (damping * damping_slope) / (steepness * steepness);
    }
    return vec3f(sum, sum_slope);
}

// Slopes of the displacement grow with every octave; larger ones are meaningless and could overflow.
const MAX_SLOPE = vec2f(1e9);
const IDENTITY = mat2x2f(1.0, 0.0, 0.0, 1.0);

/// @hidden
/// Outer product: the matrix with the columns g by.x and g by.y.
fn outer(g: vec2f, by: vec2f) -> mat2x2f {
    return mat2x2f(g * by.x, g * by.y);
}
