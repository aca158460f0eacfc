//! Cratered ground
//! A moon: bowls with raised rims of many sizes, on a plain or round a planet.
//! After "GPU Terrain generation, cell noise, rivers, crater", gamedev.net journal.
//! @view(0.5, 0.5, 6)
//! @mode(relief)

import package::noise::craters::craters;
import package::noise::turbulence::fbm3;

struct Params {
    /// @group("Ground")
    /// Height of the craters of scale 0, in world units per depth of 1. @range(0, 2, 0.01, 0.8)
    amplitude: f32,
    /// Lattice cells of scale 0 per world unit. @range(0.05, 64) @log @default(0.5)
    frequency: f32,
    /// Height of the ground between craters, in world units. @range(0, 1, 0.001, 0.08)
    roughness: f32,
    /// Which of the moons. @seed(1337)
    seed: u32,
    /// @group("Craters")
    /// Sizes of craters. @range(1, 8, 1, 5)
    scales: i32,
    /// How much smaller and shallower craters of the next size are. @range(1.2, 4, 0.01, 1.9)
    lacunarity: f32,
    /// Share of lattice cells without a crater. @range(0, 1, 0.01, 0.7)
    extinction: f32,
    /// Radius of a crater, in its lattice cells. @range(0.05, 0.9, 0.01, 0.45)
    radius: f32,
    /// Depth of the bowl below its rim. @range(0, 2, 0.01, 0.5)
    depth: f32,
    /// Height of the rim above the plain. @range(0, 1, 0.01, 0.12)
    rim: f32,
    /// Width of the apron, in radii. @range(0.01, 1, 0.01, 0.3)
    rim_width: f32,
    /// How ragged the rims are, in lattice cells. @range(0, 0.5, 0.005, 0.06)
    raggedness: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    return ground(p.x, p.y, 0.37);
}

/// The same ground round a planet.
fn elevation(p: vec3f) -> f32 {
    return ground(p.x, p.y, p.z);
}

fn ground(x: f32, y: f32, z: f32) -> f32 {
    let p = vec3f(x, y, z) * params.frequency;
    var sum = params.roughness * fbm3(p * 1.7, params.seed + 101u, 7, 2.0, 0.5);
    var frequency = 1.0;
    for (var i = 0; i < params.scales; i++) {
        let q = p * frequency;
        let seed = params.seed + u32(i);
        let ragged = params.raggedness * vec3f(
            fbm3(q * 3.0, seed + 202u, 3, 2.0, 0.5),
            fbm3(q * 3.0, seed + 303u, 3, 2.0, 0.5),
            0.0,
        );
        let crater = craters(
            q + ragged, seed, params.extinction, params.radius, params.depth, params.rim, params.rim_width,
        );
        sum += params.amplitude / frequency * crater;
        frequency *= params.lacunarity;
    }
    return sum;
}
