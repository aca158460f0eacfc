//! Densities and surfaces
//! From noise to ground: surfaces, caves, and densities that are solid above a threshold.
//! After blackmagic919, "Base Generation", 2024, <https://blackmagic919.github.io/AboutMe/2024/08/01/Base-Generation>.
//! Inputs called coarse and fine are noises of 0 .. 1.
//! Formula, range and origin: at each function; ground is solid above a threshold, and y is up.
//! Cost: that of the input noises; gradient_density evaluates perlin3 three times.
//! Pitfalls: a density is not a distance, so rays must advance in small steps; some densities are unbounded below.

import super::perlin::perlin3;
import super::simplex::{simplex, simplex3};

/// Octaves that are blended instead of added: h becomes mix(h, (n + 1) / 2, a), a = 1, persistence, persistence^2 ...
/// Range 0 .. 1 for any number of octaves.
/// After blackmagic919, "Noise Generation", 2024. Simplex noise; the finest octave has the largest weight if
/// persistence is near 1.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 5)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param persistence Blend weight of octave i is persistence to the power i. @range(0, 1, 0.01, 0.4)
fn blended_octaves(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, persistence: f32) -> f32 {
    var height = 0.5;
    var frequency = 1.0;
    var amount = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        height = mix(height, 0.5 + 0.5 * simplex(p * frequency, seed + u32(i)), fade_in * amount);
        frequency *= lacunarity;
        amount *= persistence;
    }
    return height;
}

/// Octaves of a volume that are blended instead of added: see blended_octaves. Range 0 .. 1.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 5)
/// @param lacunarity Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 2)
/// @param persistence Blend weight of octave i is persistence to the power i. @range(0, 1, 0.01, 0.4)
fn blended_octaves3(p: vec3f, seed: u32, octaves: f32, lacunarity: f32, persistence: f32) -> f32 {
    var height = 0.5;
    var frequency = 1.0;
    var amount = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let fade_in = min(octaves - f32(i), 1.0);
        height = mix(height, 0.5 + 0.5 * simplex3(p * frequency, seed + u32(i)), fade_in * amount);
        frequency *= lacunarity;
        amount *= persistence;
    }
    return height;
}

/// Depth below a plane plus three octaves of noise: solid above 0, with cliffs and overhangs. y is up.
/// -y + n(1.01 p) + n(1.96 p) / 2 + n(4.03 p) / 4: factors that are not powers of 2 keep the lattices from aligning.
/// Ryan Geiss, GPU Gems 3, chapter 1, 2007.
fn gradient_density(p: vec3f, seed: u32) -> f32 {
    return -p.y + perlin3(1.01 * p, seed) + 0.5 * perlin3(1.96 * p, seed + 1u) + 0.25 * perlin3(4.03 * p, seed + 2u);
}

/// Density that rises with depth, (1 - exp(falloff (height + surface))) (1 - cave_share): 0 at height -surface, toward
/// 1 - cave_share below.
/// After blackmagic919, "Base Generation", 2024. Unbounded below, above the surface.
/// @param falloff Rate of change per unit of height. @range(0, 8, 0.01, 1)
fn exponential_density(height: f32, surface: f32, falloff: f32, cave_share: f32) -> f32 {
    return (1.0 - exp(falloff * (height + surface))) * (1.0 - cave_share);
}

/// Density of ground and air, solid above `iso`: base (squash factor below the surface + air factor above it).
/// base, 0 .. 1, is a density with caves; the air factor is exp(-atmosphere times the height above the surface). After
/// blackmagic919, 2024.
fn ground_density(base: f32, height: f32, surface: f32, squash_height: f32, iso: f32, atmosphere: f32) -> f32 {
    let depth = saturate((surface - height) / max(squash_height, 1e-4));
    return base * (depth * (1.0 - iso) + exp(-max(height - surface, 0.0) * atmosphere) * iso);
}

/// Returns true if the point is in water: not solid, below the water level, and not in a cave deeper than
/// squash_height.
fn is_water(density: f32, height: f32, surface: f32, squash_height: f32, iso: f32, water_level: f32) -> bool {
    return density < iso && height < water_level && height > surface - squash_height;
}

/// Triangle function: 1 at value = center, falling linearly to 0 at low and at high. Range 0 .. 1; the peak is sharp.
fn centered(value: f32, center: f32, low: f32, high: f32) -> f32 {
    let v = clamp(value, low, high);
    if v > center {
        return 1.0 - (v - center) / (high - center);
    }
    return select(1.0, (v - low) / (center - low), center > low);
}

/// Density with winding caves: low where both noises are near `shape`. Range 0 .. 1, solid ground near 1.
/// @param size Fraction of the fine noise: 0 wide caverns, 1 narrow tunnels. @range(0, 1, 0.01, 0.5)
/// @param shape Noise value at the centers of the caves. @range(0, 1, 0.01, 0.5)
/// @param frequency Exponent: 0 fills every cave, values above 1 widen them. @range(0, 4, 0.01, 0.5)
fn caves(coarse: f32, fine: f32, size: f32, shape: f32, frequency: f32) -> f32 {
    let c = centered(coarse, shape, 0.0, 1.0);
    let f = centered(fine, shape, 0.0, 1.0);
    let solid = abs(1.0 - mix(c, f, size));
    return select(1.0, pow(max(solid, 1e-20), frequency), frequency > 0.0);
}

/// Factor on a density that closes it toward the surface: 1 at depth >= squash_height, `iso` at the surface and above
/// it.
/// Ground is solid where density > iso: multiply noise of 0 .. 1 by this factor, and only noise of 1 stays solid at the
/// surface.
fn squash(height: f32, surface: f32, squash_height: f32, iso: f32) -> f32 {
    return saturate((surface - height) / max(squash_height, 1e-4)) * (1.0 - iso) + iso;
}

/// Height of the ground: the coarse shape plus detail, coarse + (2 fine - 1) blend. Range -blend .. 1 + blend.
fn surface_height(coarse: f32, fine: f32, blend: f32) -> f32 {
    return coarse + (2.0 * fine - 1.0) * blend;
}
