//! Densities and surfaces
//! From noise to ground: surfaces, caves, and densities that are solid above a threshold.
//! After blackmagic919, "Base Generation", 2024. Inputs called coarse and fine are noises of 0 .. 1.
//! Formula, range and origin stand with each function; the convention is solid above a threshold, y up.
//! Cost: that of the noises they are fed with; gradient_density takes three of perlin3.
//! Pitfalls: a density is no distance, so a ray must take small steps; above the surface some fall without bound.

import super::perlin::perlin3;
import super::simplex::{simplex, simplex3};

/// Octaves blended rather than added: h becomes mix(h, (n + 1) / 2, a), a = 1, persistence, persistence^2 ... Range 0 .. 1 for any count.
/// After blackmagic919, "Noise Generation", 2024. Simplex noise; the finest octave weighs most where persistence is near 1.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 5)
/// @param lacunarity Frequency ratio of neighbouring octaves. @range(1, 4, 0.01, 2)
/// @param persistence How much of the result an octave takes over from those before it, to the power of its number. @range(0, 1, 0.01, 0.4)
fn blended_octaves(p: vec2f, seed: u32, octaves: f32, lacunarity: f32, persistence: f32) -> f32 {
    var height = 0.5;
    var frequency = 1.0;
    var amount = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let share = min(octaves - f32(i), 1.0);
        height = mix(height, 0.5 + 0.5 * simplex(p * frequency, seed + u32(i)), share * amount);
        frequency *= lacunarity;
        amount *= persistence;
    }
    return height;
}

/// Octaves of a volume blended rather than added: see blended_octaves. Range 0 .. 1.
/// @param octaves Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 5)
/// @param lacunarity Frequency ratio of neighbouring octaves. @range(1, 4, 0.01, 2)
/// @param persistence How much of the result an octave takes over from those before it, to the power of its number. @range(0, 1, 0.01, 0.4)
fn blended_octaves3(p: vec3f, seed: u32, octaves: f32, lacunarity: f32, persistence: f32) -> f32 {
    var height = 0.5;
    var frequency = 1.0;
    var amount = 1.0;
    for (var i = 0; f32(i) < octaves; i++) {
        let share = min(octaves - f32(i), 1.0);
        height = mix(height, 0.5 + 0.5 * simplex3(p * frequency, seed + u32(i)), share * amount);
        frequency *= lacunarity;
        amount *= persistence;
    }
    return height;
}

/// Height over a plane, upside down, plus three octaves of noise: solid above 0, with cliffs and overhangs. y is up.
/// -y + n(1.01 p) + n(1.96 p) / 2 + n(4.03 p) / 4: odd factors keep the lattices apart. Ryan Geiss, GPU Gems 3, chapter 1, 2007.
fn gradient_density(p: vec3f, seed: u32) -> f32 {
    return -p.y + perlin3(1.01 * p, seed) + 0.5 * perlin3(1.96 * p, seed + 1u) + 0.25 * perlin3(4.03 * p, seed + 2u);
}

/// Density that rises with depth, (1 - exp(falloff (height + surface))) (1 - cave_share): 0 at height -surface, toward 1 - cave_share below.
/// After blackmagic919, "Base Generation", 2024. Without bound above the surface.
/// @param falloff How fast, per unit of height. @range(0, 8, 0.01, 1)
fn exponential_density(height: f32, surface: f32, falloff: f32, cave_share: f32) -> f32 {
    return (1.0 - exp(falloff * (height + surface))) * (1.0 - cave_share);
}

/// Density of ground and air, solid above `iso`: base (squash below the surface + what the atmosphere leaves above it).
/// base, 0 .. 1, is a density with caves; air falls off by exp(-height over the surface times atmosphere). After blackmagic919, 2024.
fn ground_density(base: f32, height: f32, surface: f32, squash_height: f32, iso: f32, atmosphere: f32) -> f32 {
    let depth = saturate((surface - height) / max(squash_height, 1e-4));
    return base * (depth * (1.0 - iso) + exp(-max(height - surface, 0.0) * atmosphere) * iso);
}

/// Whether a place holds water: not solid, below the water level, and not in a cave deeper than squash_height.
fn is_water(density: f32, height: f32, surface: f32, squash_height: f32, iso: f32, water_level: f32) -> bool {
    return density < iso && height < water_level && height > surface - squash_height;
}

/// A peak of 1 where value = center, falling on straight lines to 0 at low and at high. Range 0 .. 1; a sharp bend at the peak.
fn centered(value: f32, center: f32, low: f32, high: f32) -> f32 {
    let v = clamp(value, low, high);
    if v > center {
        return 1.0 - (v - center) / (high - center);
    }
    return select(1.0, (v - low) / (center - low), center > low);
}

/// Density with winding caves: low where both noises are near `shape`. Range 0 .. 1, solid ground near 1.
/// @param size Share of the fine noise: 0 wide caverns, 1 narrow tunnels. @range(0, 1, 0.01, 0.5)
/// @param shape Noise value at the heart of the caves. @range(0, 1, 0.01, 0.5)
/// @param frequency Exponent: 0 fills every cave, above 1 they open wide. @range(0, 4, 0.01, 0.5)
fn caves(coarse: f32, fine: f32, size: f32, shape: f32, frequency: f32) -> f32 {
    let c = centered(coarse, shape, 0.0, 1.0);
    let f = centered(fine, shape, 0.0, 1.0);
    let solid = abs(1.0 - mix(c, f, size));
    return select(1.0, pow(max(solid, 1e-20), frequency), frequency > 0.0);
}

/// Factor on a density that closes it toward the surface: 1 at depth >= squash_height, `iso` at the surface and above it.
/// Solid is where density > iso: multiply noise of 0 .. 1 by this, and nothing solid is left at the surface except full noise.
fn squash(height: f32, surface: f32, squash_height: f32, iso: f32) -> f32 {
    return saturate((surface - height) / max(squash_height, 1e-4)) * (1.0 - iso) + iso;
}

/// Height of the ground: detail on top of the coarse shape, coarse + (2 fine - 1) blend. Range -blend .. 1 + blend.
fn surface_height(coarse: f32, fine: f32, blend: f32) -> f32 {
    return coarse + (2.0 * fine - 1.0) * blend;
}
