//! Base terrain in layers
//! Three maps shape the ground: coarse places the land, fine adds peaks and valleys, erosion flattens them; each is
//! remapped by an editable curve.
//! Below the surface are caves that close toward it; above it are air that thins out, and water where the ground is
//! low.
//! `height` is the map, `density` the ground as a solid; base_section.wgsl cuts it open.
//! After blackmagic919, "Base Generation", 2024, <https://blackmagic919.github.io/AboutMe/2024/08/01/Base-Generation>,
//! and "Noise Generation" of the same series.
//! @view(0.5, 0.5, 8)
//! @mode(solid)
//! @camera(330, 26, fit, 34)

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
    /// Frequency ratio of neighboring octaves. @range(1, 4, 0.01, 1.92)
    lacunarity: f32,
    /// Blend weight of octave i is persistence to the power i. @range(0, 1, 0.01, 0.42)
    persistence: f32,
    /// Random seed. @seed(99)
    seed: u32,
    /// @group("Surface")
    /// Height in world units where the remapped coarse map is 1. @range(0, 4, 0.01, 1.6)
    amplitude: f32,
    /// Height as a function of the coarse map: sea floor, shelf, plain, mountains.
    /// @curve
    /// @default(0, 0, 0.3, 0.3, 0.32, 0.14, 0.5, 0.5, 0.42, 0.3, 1.6, 0.5, 0.58, 0.36, 0.3, 0.5, 0.72, 0.62, 2, 1.4, 1, 0.85, 0.6, 0.6, 1, 0.85, 0, 0, 1, 0.85, 0, 0)
    coarse_curve: array<vec4f, 8>,
    /// Relief as a function of the fine map: 0 deepens valleys, 1 raises peaks.
    /// @curve
    /// @default(0, 0, 0.4, 0.4, 0.4, 0.25, 0.8, 0.8, 0.5, 0.4, 2, 2, 0.6, 0.7, 1.5, 1.5, 1, 1, 0.5, 0.5, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0)
    fine_curve: array<vec4f, 8>,
    /// Fraction of peaks and valleys that remains, as a function of the erosion map.
    /// @curve
    /// @default(0, 1, 0, 0, 0.4, 1, 0, 0, 0.55, 0.45, -3, -3, 0.7, 0.1, -0.5, -0.5, 1, 0.05, 0, 0, 1, 0.05, 0, 0, 1, 0.05, 0, 0, 1, 0.05, 0, 0)
    erosion_curve: array<vec4f, 8>,
    /// Height of peaks over valleys, relative to the coarse shape. @range(0, 1, 0.01, 0.22)
    blend: f32,
    /// @group("Water")
    /// Height of the water, in world units. @range(-1, 4, 0.01, 0.36)
    water_level: f32,
    /// Show the water surface instead of the ground below it. @toggle(1)
    water: u32,
    /// @group("Underground")
    /// Cycles of the wide caverns per world unit. @range(0.05, 16) @log @default(0.8)
    cavern_frequency: f32,
    /// Cycles of the tunnels per world unit. @range(0.05, 16) @log @default(2)
    tunnel_frequency: f32,
    /// 0 is wide caverns only, 1 is narrow tunnels only. @range(0, 1, 0.01, 0.45)
    cave_size: f32,
    /// Noise value at the centers of the caves. @range(0, 1, 0.01, 0.45)
    cave_shape: f32,
    /// Exponent of the cave density: 0 fills every cave, values above 1 widen them. @range(0, 4, 0.01, 0.5)
    cave_frequency: f32,
    /// Density above which the ground is solid. @range(0.01, 0.99, 0.01, 0.3)
    iso: f32,
    /// Depth in world units at which caves are fully open. @range(0, 4, 0.01, 0.3)
    squash_height: f32,
    /// Rate at which the air thins out above the ground, per world unit. @range(0, 16, 0.1, 4)
    atmosphere: f32,
    /// @group("Color")
    /// Height above which no grass grows, in world units. @range(-1, 4, 0.01, 0.75)
    trees: f32,
    /// Height of the snow line, in world units. @range(-1, 4, 0.01, 1.1)
    snow: f32,
    /// Slope above which neither grass nor snow holds. @angle @range(0, 90, 1, 40)
    steep: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Height of the map: p is (east, north).
fn height(p: vec2f) -> f32 {
    let ground = surface_at(p.x, p.y);
    return select(ground, max(ground, params.water_level), params.water != 0u);
}

/// Grass, rock and snow by height and slope, and water by its depth; bedded rock in caves.
fn surface(s: Surface) -> vec3f {
    let sea = select(-1000.0, params.water_level, params.water != 0u);
    let ground = surface_at(s.position.x, s.position.y);
    let open = ground_color(ground, s.slope, sea, params.trees, params.snow, params.steep, 0.08);
    let beds = 0.5 + 0.5 * sin(30.0 * (ground - s.height));
    let rock = mix(vec3f(0.16, 0.12, 0.09), vec3f(0.33, 0.25, 0.18), beds);
    return mix(open, rock, smoothstep(0.08, 0.22, ground - s.height));
}

/// Density: solid above 0. x is east, y is north, z is up.
fn density(p: vec3f) -> f32 {
    return density_at(p.x, p.z, p.y) - params.iso;
}

fn surface_at(x: f32, z: f32) -> f32 {
    let coarse = bezier_curve(map(x, z, params.coarse_frequency, 0u), params.coarse_curve, 8);
    let fine = bezier_curve(map(x, z, params.fine_frequency, 101u), params.fine_curve, 8);
    let left = bezier_curve(map(x, z, params.erosion_frequency, 202u), params.erosion_curve, 8);
    return params.amplitude * surface_height(coarse, fine, params.blend * left);
}

fn map(x: f32, z: f32, frequency: f32, layer: u32) -> f32 {
    let octaves = visible_octaves(params.octaves, 2.0 * frequency, params.lacunarity, params.pixel_size);
    return blended_octaves(vec2f(x, z) * frequency, params.seed + layer, octaves, params.lacunarity,
        params.persistence);
}

fn density_at(x: f32, y: f32, z: f32) -> f32 {
    let p = vec3f(x, y, z);
    let coarse = blended_octaves3(p * params.cavern_frequency, params.seed + 303u, 3.0, 2.0, 0.3);
    let fine = blended_octaves3(p * params.tunnel_frequency, params.seed + 404u, 3.0, 2.0, 0.3);
    let base = caves(coarse, fine, params.cave_size, params.cave_shape, params.cave_frequency);
    return ground_density(base, y, surface_at(x, z), params.squash_height, params.iso, params.atmosphere);
}
