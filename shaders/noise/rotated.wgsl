//! Rotated octaves
//! Octave sums whose octaves are rotated relative to each other, so that their lattices do not align and do not show.
//! Formula: octave i samples at lacunarity^i R^i p with the seed `seed + i`, R the rotation by `angle`; an angle of 0
//! gives the sums of turbulence.wgsl.
//! Range, mean and deviation are those of the plain sums. After Inigo Quilez, "Elevated", 2009, whose octaves are
//! rotated by 36.87 degrees (0.8, 0.6).
//! Cost: sine and cosine once, eight multiplications per octave. Pitfalls: all octaves are still zero at the origin;
//! the sums do not tile; each octave's rotation adds a rounding error of about one unit in the last place of the
//! position.
//! @mode(texture)

import super::perlin::perlin;

/// Fractional Brownian motion of rotated octaves: see fbm.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
/// @param angle Angle between neighboring octaves. @angle @range(0, 90, 0.5, 37)
fn rotated_fbm(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, angle: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    let step = rotation(angle);
    var rotated = mat2x2f(1.0, 0.0, 0.0, 1.0);
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * perlin(rotated * (p * frequency), seed + u32(i));
        rotated = step * rotated;
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Billowed turbulence of rotated octaves: see billowed.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
/// @param angle Angle between neighboring octaves. @angle @range(0, 90, 0.5, 37)
fn rotated_billowed(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, angle: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    let step = rotation(angle);
    var rotated = mat2x2f(1.0, 0.0, 0.0, 1.0);
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * abs(perlin(rotated * (p * frequency), seed + u32(i)));
        rotated = step * rotated;
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Ridged turbulence of rotated octaves: see ridged.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighboring octaves. @range(0, 1, 0.01, 0.5)
/// @param angle Angle between neighboring octaves. @angle @range(0, 90, 0.5, 37)
fn rotated_ridged(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, angle: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    let step = rotation(angle);
    var rotated = mat2x2f(1.0, 0.0, 0.0, 1.0);
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        sum += fade_in * amplitude * (1.0 - abs(perlin(rotated * (p * frequency), seed + u32(i))));
        rotated = step * rotated;
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// @hidden
/// Rotation matrix of an angle in radians, from x toward y.
fn rotation(angle: f32) -> mat2x2f {
    let c = cos(angle);
    let s = sin(angle);
    return mat2x2f(c, s, -s, c);
}
