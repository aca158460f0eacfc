//! Caves under a surface
//! Solid ground where the density is above 0: a surface of hills, caverns and tunnels below it that close toward the
//! top.
//! After blackmagic919, "Base Generation", 2024, <https://blackmagic919.github.io/AboutMe/2024/08/01/Base-Generation>.
//! `section` shows a vertical cut in color: there y is up, and z moves the cut north.
//! @view(0, 0, 8)
//! @mode(solid)
//! @camera(328, 22, fit, 34)

import playground::surface::Surface;
import package::noise::density::{caves, squash, surface_height};
import package::noise::turbulence::{fbm, fbm3};

struct Params {
    /// @group("Surface")
    /// Mean height of the ground. @range(-4, 4, 0.01, 1)
    level: f32,
    /// Height of the hills in world units. @range(0, 4, 0.01, 0.8)
    relief: f32,
    /// Cycles of the hills per world unit. @range(0.01, 8) @log @default(0.25)
    frequency: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Caves")
    /// Cycles of the caverns per world unit. @range(0.05, 16) @log @default(0.6)
    coarse_frequency: f32,
    /// Cycles of the tunnels per world unit. @range(0.05, 16) @log @default(1.4)
    fine_frequency: f32,
    /// Fraction of the tunnels: 0 is wide caverns only, 1 is narrow tunnels only. @range(0, 1, 0.01, 0.5)
    size: f32,
    /// Noise value at the centers of the caves. @range(0, 1, 0.01, 0.5)
    shape: f32,
    /// Exponent of the cave density: 0 fills every cave, values above 1 widen them. @range(0, 4, 0.01, 1)
    openness: f32,
    /// Density above which the ground is solid. @range(0, 1, 0.01, 0.25)
    iso: f32,
    /// Depth in world units at which caves are fully open. @range(0, 4, 0.01, 1.5)
    squash_height: f32,
    /// @group("View")
    /// Density magnitude at which colors saturate: small values draw sharp borders. @range(0.01, 1, 0.01, 0.08)
    softness: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Density: solid above 0. z is up.
fn density(p: vec3f) -> f32 {
    let depth = ground(p.x, p.y) - p.z;
    return min(ground_with_caves(p.x, p.z, p.y, depth), depth);
}

/// Grass where the ground is open to the sky and not steep, bedded rock below.
fn surface(s: Surface) -> vec3f {
    let depth = ground(s.position.x, s.position.y) - s.height;
    let beds = 0.5 + 0.5 * sin(14.0 * depth + 2.0 * sin(1.3 * s.position.x) + 1.5 * sin(1.7 * s.position.y));
    let stone = mix(vec3f(0.21, 0.14, 0.09), vec3f(0.42, 0.31, 0.20), beds);
    let grass = mix(vec3f(0.10, 0.19, 0.04), vec3f(0.20, 0.26, 0.08), beds);
    return mix(stone, grass, smoothstep(0.1, 0.02, depth) * smoothstep(0.95, 0.6, s.slope));
}

/// The cut in color: layered rock below grass, dark caves, and the sky.
fn section(p: vec3f) -> vec3f {
    let depth = ground(p.x, p.z) - p.y;
    let sky = mix(vec3f(0.62, 0.76, 0.90), vec3f(0.25, 0.46, 0.78), saturate(-0.4 * depth));
    let layers = 0.5 + 0.5 * sin(14.0 * depth + 5.0 * cave_density(p.x, p.y, p.z));
    let stone = mix(vec3f(0.20, 0.15, 0.11), vec3f(0.34, 0.26, 0.18), layers);
    let solid = mix(vec3f(0.13, 0.24, 0.06), stone, smoothstep(0.05, 0.15, depth));
    let open = smoothstep(-0.5, 0.5, ground_with_caves(p.x, p.y, p.z, depth) / params.softness);
    return select(sky, mix(vec3f(0.02, 0.017, 0.015), solid, open), depth > 0.0);
}

/// Density of the ground with its caves at this depth: solid above 0.
fn ground_with_caves(x: f32, y: f32, z: f32, depth: f32) -> f32 {
    let open = (1.0 - cave_density(x, y, z)) * squash(-depth, 0.0, params.squash_height, 0.0);
    return 1.0 - open - params.iso;
}

/// Height of the surface.
fn ground(x: f32, z: f32) -> f32 {
    return params.level + params.relief * hills(x, z);
}

fn hills(x: f32, z: f32) -> f32 {
    let coarse = fbm(vec2f(x, z) * params.frequency, params.seed, 3, 2.0, 0.4);
    let fine = fbm(vec2f(x, z) * params.frequency * 4.0, params.seed + 7u, 4, 2.0, 0.5);
    return surface_height(coarse, 0.5 + 0.5 * fine, 0.15);
}

fn cave_density(x: f32, y: f32, z: f32) -> f32 {
    let p = vec3f(x, y, z);
    let coarse = saturate(0.5 + fbm3(p * params.coarse_frequency, params.seed + 101u, 3, 2.0, 0.5));
    let fine = saturate(0.5 + fbm3(p * params.fine_frequency, params.seed + 202u, 3, 2.0, 0.5));
    return caves(coarse, fine, params.size, params.shape, params.openness);
}
