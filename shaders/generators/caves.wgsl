//! Caves under a surface
//! Solid ground where the density is above 0: a surface of hills, caverns and tunnels below it that close toward the top.
//! After blackmagic919, "Base Generation", 2024. The third coordinate is depth in the slice; y is up.
//! @view(0, -1, 8)
//! @mode(slice)

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
    /// Which of the grounds. @seed(1337)
    seed: u32,
    /// @group("Caves")
    /// Cycles of the caverns per world unit. @range(0.05, 16) @log @default(0.6)
    coarse_frequency: f32,
    /// Cycles of the tunnels per world unit. @range(0.05, 16) @log @default(1.4)
    fine_frequency: f32,
    /// Share of the tunnels: 0 wide caverns only, 1 narrow tunnels only. @range(0, 1, 0.01, 0.5)
    size: f32,
    /// Noise value at the heart of the caves. @range(0, 1, 0.01, 0.5)
    shape: f32,
    /// Exponent of the cave density: 0 fills every cave, above 1 they open wide. @range(0, 4, 0.01, 1)
    openness: f32,
    /// Density above which the ground is solid. @range(0, 1, 0.01, 0.25)
    iso: f32,
    /// Depth in world units below which caves are fully open. @range(0, 4, 0.01, 1.5)
    squash_height: f32,
    /// @group("View")
    /// Density beyond which all is shown alike: small draws sharp borders. @range(0.01, 1, 0.01, 0.08)
    softness: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Above 0 is solid, 1 is rock, -1 is air.
fn density(p: vec3f) -> f32 {
    let surface = params.level + params.relief * ground(p.x, p.z);
    let open = (1.0 - cave_density(p.x, p.y, p.z)) * squash(p.y, surface, params.squash_height, 0.0);
    return clamp(min(1.0 - open - params.iso, surface - p.y) / params.softness, -1.0, 1.0);
}

fn ground(x: f32, z: f32) -> f32 {
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
