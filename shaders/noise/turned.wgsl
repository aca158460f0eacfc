//! Turned octaves
//! Octave sums whose octaves are turned against each other, so that no two share their axes and the lattice does not show.
//! Formula: octave i samples at lacunarity^i R^i p with the seed `seed + i`, R the rotation by `turn`; a turn of 0 gives the sums of turbulence.wgsl.
//! Range, mean and deviation are those of the plain sums. After Inigo Quilez, "Elevated", 2009, whose octaves turn by 36.87 degrees (0.8, 0.6).
//! Cost: sine and cosine once, eight multiplications an octave. Pitfalls: the origin is still a zero of all octaves; the sums do not tile;
//! far out the rotation rounds, by about one unit in the last place of the position an octave.
//! @mode(texture)

import super::perlin::perlin;

/// Fractional Brownian motion of turned octaves: see fbm.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighbouring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighbouring octaves. @range(0, 1, 0.01, 0.5)
/// @param turn Angle between neighbouring octaves. @angle @range(0, 90, 0.5, 37)
fn turned_fbm(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, turn: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    let step = rotation(turn);
    var turned = mat2x2f(1.0, 0.0, 0.0, 1.0);
    for (var i = 0; f32(i) < octaves; i++) {
        let share = min(octaves - f32(i), 1.0);
        sum += share * amplitude * perlin(turned * (p * frequency), seed + u32(i));
        turned = step * turned;
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Billowed turbulence of turned octaves: see billowed.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighbouring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighbouring octaves. @range(0, 1, 0.01, 0.5)
/// @param turn Angle between neighbouring octaves. @angle @range(0, 90, 0.5, 37)
fn turned_billowed(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, turn: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    let step = rotation(turn);
    var turned = mat2x2f(1.0, 0.0, 0.0, 1.0);
    for (var i = 0; f32(i) < octaves; i++) {
        let share = min(octaves - f32(i), 1.0);
        sum += share * amplitude * abs(perlin(turned * (p * frequency), seed + u32(i)));
        turned = step * turned;
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// Ridged turbulence of turned octaves: see ridged.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
/// @param lacunarity Frequency ratio of neighbouring octaves. @range(1, 4, 0.01, 2)
/// @param gain Amplitude ratio of neighbouring octaves. @range(0, 1, 0.01, 0.5)
/// @param turn Angle between neighbouring octaves. @angle @range(0, 90, 0.5, 37)
fn turned_ridged(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, gain: f32, turn: f32) -> f32 {
    var sum = 0.0;
    var frequency = 1.0;
    var amplitude = 1.0;
    let step = rotation(turn);
    var turned = mat2x2f(1.0, 0.0, 0.0, 1.0);
    for (var i = 0; f32(i) < octaves; i++) {
        let share = min(octaves - f32(i), 1.0);
        sum += share * amplitude * (1.0 - abs(perlin(turned * (p * frequency), seed + u32(i))));
        turned = step * turned;
        frequency *= lacunarity;
        amplitude *= gain;
    }
    return sum;
}

/// @hidden
/// The rotation by an angle, from x toward y.
fn rotation(angle: f32) -> mat2x2f {
    let c = cos(angle);
    let s = sin(angle);
    return mat2x2f(c, s, -s, c);
}
