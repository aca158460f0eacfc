//! Base terrain in layers
//! Three maps shape the ground: coarse says where land is, fine adds peaks and valleys, erosion flattens them; a curve drawn by hand remaps each.
//! Below lie caves that close toward the surface; above, air that thins out, and water where the ground is low.
//! `height` is the map, `density` the ground as a volume, x east, y up, z north; base_section.wgsl paints cuts through it.
//! After blackmagic919, "Base Generation" and "Noise Generation", 2024.
//! @view(0.5, 0.5, 8)
//! @mode(relief)

import package::noise::curve::bezier_curve;
import playground::surface::Surface;
import package::noise::density::{blended_octaves, blended_octaves3, caves, ground_density, surface_height};
import package::noise::ground_color::ground_color;
import package::noise::octaves::visible_octaves;

struct Params {
    /// @group("Maps")
    /// Cycles of the coarse map per world unit. @range(0.01, 8) @log @default(0.22)
    coarse_frequency: f32,
    /// Cycles of the fine map per world unit. @range(0.05, 64) @log @default(0.7)
    fine_frequency: f32,
    /// Cycles of the erosion map per world unit. @range(0.01, 8) @log @default(0.3)
    erosion_frequency: f32,
    /// Number of octaves of every map; a fraction fades the last one in. @range(1, 16, 0.1, 9)
    octaves: f32,
    /// Frequency ratio of neighbouring octaves. @range(1, 4, 0.01, 1.92)
    lacunarity: f32,
    /// How much each octave takes over from those before it. @range(0, 1, 0.01, 0.42)
    persistence: f32,
    /// Which of the landscapes. @seed(99)
    seed: u32,
    /// @group("Surface")
    /// Height in world units where the remapped coarse map is at 1. @range(0, 4, 0.01, 1.6)
    amplitude: f32,
    /// Sea floor, shelf, plain, range: what height the coarse map becomes.
    /// @curve @default(0, 0, 0.3, 0.3, 0.32, 0.14, 0.5, 0.5, 0.42, 0.3, 1.6, 0.5, 0.58, 0.36, 0.3, 0.5, 0.72, 0.62, 2, 1.4, 1, 0.85, 0.6, 0.6, 1, 0.85, 0, 0, 1, 0.85, 0, 0)
    coarse_curve: array<vec4f, 8>,
    /// What the fine map becomes: 0 deepens valleys, 1 raises peaks.
    /// @curve @default(0, 0, 0.4, 0.4, 0.4, 0.25, 0.8, 0.8, 0.5, 0.4, 2, 2, 0.6, 0.7, 1.5, 1.5, 1, 1, 0.5, 0.5, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0)
    fine_curve: array<vec4f, 8>,
    /// How much of peaks and valleys is left where the erosion map has this value.
    /// @curve @default(0, 1, 0, 0, 0.4, 1, 0, 0, 0.55, 0.45, -3, -3, 0.7, 0.1, -0.5, -0.5, 1, 0.05, 0, 0, 1, 0.05, 0, 0, 1, 0.05, 0, 0, 1, 0.05, 0, 0)
    erosion_curve: array<vec4f, 8>,
    /// Height of peaks over valleys, relative to the coarse shape. @range(0, 1, 0.01, 0.22)
    blend: f32,
    /// @group("Water")
    /// Height of the water, in world units. @range(-1, 4, 0.01, 0.36)
    water_level: f32,
    /// Whether the map shows the water, or the ground below it. @toggle(1)
    water: u32,
    /// @group("Underground")
    /// Cycles of the wide caverns per world unit. @range(0.05, 16) @log @default(0.8)
    cavern_frequency: f32,
    /// Cycles of the tunnels per world unit. @range(0.05, 16) @log @default(2)
    tunnel_frequency: f32,
    /// 0 wide caverns only, 1 narrow tunnels only. @range(0, 1, 0.01, 0.45)
    cave_size: f32,
    /// Noise value at the heart of the caves. @range(0, 1, 0.01, 0.45)
    cave_shape: f32,
    /// Exponent of the cave density: 0 fills every cave, above 1 they open wide. @range(0, 4, 0.01, 0.5)
    cave_frequency: f32,
    /// Density above which the ground is solid. @range(0.01, 0.99, 0.01, 0.3)
    iso: f32,
    /// Depth in world units below which caves are fully open. @range(0, 4, 0.01, 0.3)
    squash_height: f32,
    /// How fast the air thins out above the ground, per world unit. @range(0, 16, 0.1, 4)
    atmosphere: f32,
    /// @group("Colour")
    /// Height above which no grass grows, in world units. @range(-1, 4, 0.01, 0.75)
    trees: f32,
    /// Height above which snow lies, in world units. @range(-1, 4, 0.01, 1.1)
    snow: f32,
    /// Slope that holds neither grass nor snow. @angle @range(0, 90, 1, 40)
    steep: f32,
    /// World units per sample: octaves too fine for that fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// The map: p is east and north.
fn height(p: vec2f) -> f32 {
    let ground = surface_at(p.x, p.y);
    return select(ground, max(ground, params.water_level), params.water != 0u);
}

/// Grass, rock and snow by height and slope, and water by its depth.
fn surface(s: Surface) -> vec3f {
    let sea = select(-1000.0, params.water_level, params.water != 0u);
    return ground_color(
        surface_at(s.position.x, s.position.y), s.slope, sea, params.trees, params.snow, params.steep, 0.08,
    );
}

/// Above 0 is solid. y is up, z is north.
fn density(p: vec3f) -> f32 {
    return density_at(p.x, p.y, p.z) - params.iso;
}

fn surface_at(x: f32, z: f32) -> f32 {
    let coarse = bezier_curve(map(x, z, params.coarse_frequency, 0u), params.coarse_curve, 8);
    let fine = bezier_curve(map(x, z, params.fine_frequency, 101u), params.fine_curve, 8);
    let left = bezier_curve(map(x, z, params.erosion_frequency, 202u), params.erosion_curve, 8);
    return params.amplitude * surface_height(coarse, fine, params.blend * left);
}

fn map(x: f32, z: f32, frequency: f32, layer: u32) -> f32 {
    let octaves = visible_octaves(params.octaves, 2.0 * frequency, params.lacunarity, params.pixel_size);
    return blended_octaves(vec2f(x, z) * frequency, params.seed + layer, octaves, params.lacunarity, params.persistence);
}

fn density_at(x: f32, y: f32, z: f32) -> f32 {
    let p = vec3f(x, y, z);
    let coarse = blended_octaves3(p * params.cavern_frequency, params.seed + 303u, 3.0, 2.0, 0.3);
    let fine = blended_octaves3(p * params.tunnel_frequency, params.seed + 404u, 3.0, 2.0, 0.3);
    let base = caves(coarse, fine, params.cave_size, params.cave_shape, params.cave_frequency);
    return ground_density(base, y, surface_at(x, z), params.squash_height, params.iso, params.atmosphere);
}
