//! Multifractals
//! Octave sums whose roughness depends on the height reached so far.
//! F. Kenton Musgrave in Ebert et al., "Texturing and Modeling: A Procedural Approach", chapters 14 to 16, third
//! edition, 2003.
//! The amplitude of octave i is lacunarity^(-h i), so h = 1 with lacunarity 2 halves it. Range: unbounded; check the
//! extremes.
//! Formulas: with o the offset and a the amplitude, product of (a n + o); v += v a (n + o); weight w = min(w, 1) a (n +
//! o); weight w = saturate(s gain).
//! Cost: about one perlin per octave. Pitfalls: a product of many octaves grows without bound if the offset is above 1
//! and vanishes if it is below; the hybrid clamps the weight to at most 1, which some libraries omit.
//! @mode(texture)

import super::perlin::perlin;

/// Multiplicative multifractal: the product of a n + offset over the octaves. Smooth plains where the product is near
/// 0, very rough heights.
/// Mean 1, standard deviation .38 with the defaults; no bound. F. Kenton Musgrave, 1994.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param h Fractal increment: 0 is as rough as white noise, 1 halves the amplitude per doubling. @range(0, 2, 0.01, 1)
/// @param offset Added to each octave: 0 gives patches, large values even them out. @range(0, 2, 0.01, 1)
fn multifractal(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, h: f32, offset: f32) -> f32 {
    let falloff = pow(lacunarity, -h);
    var product = 1.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        product *= mix(1.0, amplitude * perlin(p * frequency, seed + u32(i)) + offset, fade_in);
        frequency *= lacunarity;
        amplitude *= falloff;
    }
    return product;
}

/// Heterogeneous terrain: each octave is scaled by the height so far, so that plains are smooth and peaks are rough.
/// Mean 2.37, standard deviation .84 with the defaults; no bound. F. Kenton Musgrave, 1994.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param h Fractal increment: 1 halves the amplitude per doubling. @range(0, 2, 0.01, 1)
/// @param offset Added to each octave: height above the sea floor at which the ground becomes rough.
/// @range(0, 2, 0.01, 1)
fn hetero_terrain(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, h: f32, offset: f32) -> f32 {
    var height = offset + saturate(octaves) * perlin(p, seed);
    var frequency = lacunarity;
    let falloff = pow(lacunarity, -h);
    var amplitude = falloff;
    for (var i = 1; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        height += fade_in * (perlin(p * frequency, seed + u32(i)) + offset) * amplitude * height;
        frequency *= lacunarity;
        amplitude *= falloff;
    }
    return height;
}

/// Hybrid multifractal: octaves weighted by those before them, at most 1: smooth valleys at every height.
/// Mean 1.41, standard deviation .73 with the defaults; no bound. F. Kenton Musgrave, 1994.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param h Fractal increment: 1 halves the amplitude per doubling. @range(0, 2, 0.01, 0.25)
/// @param offset Added to each octave. @range(0, 2, 0.01, 0.7)
fn hybrid_multifractal(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, h: f32, offset: f32) -> f32 {
    var height = saturate(octaves) * perlin(p, seed) + offset;
    var weight = height;
    var frequency = lacunarity;
    let falloff = pow(lacunarity, -h);
    var amplitude = falloff;
    for (var i = 1; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        weight = min(weight, 1.0);
        let signal = (perlin(p * frequency, seed + u32(i)) + offset) * amplitude;
        height += fade_in * weight * signal;
        weight *= signal;
        frequency *= lacunarity;
        amplitude *= falloff;
    }
    return height;
}

/// Ridged multifractal: squared ridges, each octave fed by the one before it, so that detail gathers on the crests.
/// Range 0 .. S, mean 1.02, standard deviation .40 with the defaults. F. Kenton Musgrave, 1994.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param h Fractal increment: 1 halves the amplitude per doubling. @range(0, 2, 0.01, 1)
/// @param offset Height of the crests before squaring. @range(0, 2, 0.01, 1)
/// @param gain Gain of the feedback from one octave to the next. @range(0, 4, 0.01, 2)
fn ridged_multifractal(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, h: f32, offset: f32, gain: f32) -> f32 {
    var signal = crest(perlin(p, seed), offset);
    var height = saturate(octaves) * signal;
    var frequency = lacunarity;
    let falloff = pow(lacunarity, -h);
    var amplitude = falloff;
    for (var i = 1; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        let weight = saturate(signal * gain);
        signal = crest(perlin(p * frequency, seed + u32(i)), offset) * weight;
        height += fade_in * signal * amplitude;
        frequency *= lacunarity;
        amplitude *= falloff;
    }
    return height;
}

fn crest(n: f32, offset: f32) -> f32 {
    let ridge = offset - abs(n);
    return ridge * ridge;
}
