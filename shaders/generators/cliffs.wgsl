//! Cliffs and overhangs
//! A density instead of a height: ground below, air above, and three octaves of noise that carve both.
//! `section` shows a vertical cut in color: there y is up, and z moves the cut north.
//! Ryan Geiss, "Generating Complex Procedural Terrains Using the GPU", GPU Gems 3, chapter 1, 2007.
//! @view(0, 0, 8)
//! @mode(solid)
//! @camera(330, 18, fit, 34)

import playground::surface::Surface;
import package::noise::density::{exponential_density, gradient_density};
import package::noise::turbulence::fbm3;

struct Params {
    /// @group("Ground")
    /// Rise of the density with depth: linear, with cliffs; or fast at the surface and flat below.
    /// @enum("Gradient", "Exponential")
    kind: u32,
    /// Cycles of the largest forms per world unit. @range(0.05, 16) @log @default(0.5)
    frequency: f32,
    /// Rate at which an exponential density falls with height, per world unit. @range(0, 8, 0.01, 1)
    falloff: f32,
    /// Displacement of an exponential surface by the noise, in world units. @range(0, 4, 0.01, 1)
    relief: f32,
    /// Depth of the terraces in the ground, relative to their spacing. @range(0, 1, 0.01, 0.3)
    terraces: f32,
    /// Random seed. @seed(7)
    seed: u32,
    /// @group("View")
    /// Density magnitude at which colors saturate: small values draw sharp borders. @range(0.01, 4) @log @default(0.1)
    softness: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Density: solid above 0. z is up.
fn density(p: vec3f) -> f32 {
    return ground(p.xzy);
}

/// Bedded rock, with grass on its ledges.
fn surface(s: Surface) -> vec3f {
    let beds = 0.5 + 0.5 * sin(16.0 * s.height + 1.5 * sin(0.9 * s.position.x + 0.6 * s.position.y));
    let stone = mix(vec3f(0.26, 0.17, 0.10), vec3f(0.50, 0.38, 0.25), beds);
    let grass = mix(vec3f(0.10, 0.18, 0.04), vec3f(0.18, 0.24, 0.07), beds);
    return mix(stone, grass, smoothstep(0.85, 0.45, s.slope));
}

/// @hidden
fn ground(p: vec3f) -> f32 {
    let step_height = 0.25 / params.frequency;
    let stepped = p.y + params.terraces * step_height * sin(6.2831853 * p.y / step_height) / 6.2831853;
    let q = vec3f(p.x, stepped, p.z);
    if params.kind == 0u {
        return gradient_density(q * params.frequency, params.seed);
    }
    let surface = params.relief * fbm3(q * params.frequency, params.seed, 3.0, 2.0, 0.5);
    return exponential_density(stepped, surface, params.falloff, 0.2);
}

/// The cut in color: dark rock, bright sky, and the surface between them.
fn section(p: vec3f) -> vec3f {
    let d = ground(p);
    let rock = mix(vec3f(0.30, 0.22, 0.15), vec3f(0.05, 0.04, 0.05), saturate(0.5 * d));
    let sky = mix(vec3f(0.75, 0.82, 0.88), vec3f(0.25, 0.45, 0.75), saturate(-0.4 * d));
    return mix(sky, rock, smoothstep(-0.01, 0.01, d));
}
