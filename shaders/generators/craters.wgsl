//! Cratered ground
//! A moon: bowls with raised rims of many sizes, on a plain or around a planet. Small craters do not deepen the large
//! ones around them.
//! After "GPU Terrain generation, cell noise, rivers, crater",
//! <https://www.gamedev.net/blog/73/entry-1832259-gpu-terrain-generation-cell-noise-rivers-crater/>.
//! @view(0.5, 0.5, 6)
//! @mode(relief)

import playground::surface::Surface;
import package::noise::craters::crater_octaves;
import package::noise::octaves::visible_octaves;
import package::noise::turbulence::fbm3;
import package::noise::warp::warp3;

struct Params {
    /// @group("Ground")
    /// Height of the largest craters, in world units per depth of 1. @range(0, 2, 0.01, 0.8)
    amplitude: f32,
    /// Lattice cells of the largest craters per world unit. @range(0.05, 64) @log @default(0.5)
    frequency: f32,
    /// Height of the ground between craters, in world units. @range(0, 1, 0.001, 0.08)
    roughness: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Craters")
    /// Number of crater sizes; a fraction fades the last one in. @range(1, 8, 0.1, 6)
    octaves: f32,
    /// Ratio of one crater size to the next smaller one. @range(1.2, 4, 0.01, 1.7)
    lacunarity: f32,
    /// Fraction of lattice cells without a crater. @range(0, 1, 0.01, 0.7)
    extinction: f32,
    /// Radius of a crater, in its lattice cells. @range(0.05, 0.9, 0.01, 0.45)
    radius: f32,
    /// Depth of the bowl below its rim. @range(0, 2, 0.01, 0.5)
    depth: f32,
    /// Height of the rim above the plain. @range(0, 1, 0.01, 0.12)
    rim: f32,
    /// Width of the apron, in radii. @range(0.01, 1, 0.01, 0.3)
    rim_width: f32,
    /// Raggedness of the rims, in lattice cells. @range(0, 0.5, 0.005, 0.05)
    raggedness: f32,
    /// World units per sample. Craters too small to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    return ground(p.x, p.y, 0.37);
}

/// Dust color: dark in low and level ground, pale on the rims.
fn surface(s: Surface) -> vec3f {
    let height = s.height / max(params.amplitude, 1e-6);
    let fresh = smoothstep(0.2, 0.7, s.slope);
    return mix(mix(vec3f(0.10, 0.095, 0.09), vec3f(0.30, 0.285, 0.265), smoothstep(-0.3, 0.15, height)), vec3f(0.42),
        0.4 * fresh);
}

/// Height of the same ground around a planet.
fn elevation(p: vec3f) -> f32 {
    return ground(p.x, p.y, p.z);
}

fn ground(x: f32, y: f32, z: f32) -> f32 {
    let p = vec3f(x, y, z) * params.frequency;
    let octaves = visible_octaves(params.octaves, 4.0 * params.frequency, params.lacunarity, params.pixel_size);
    let fine = visible_octaves(8.0, 1.7 * params.frequency, 2.0, params.pixel_size);
    let ragged = warp3(p, params.seed + 202u, min(fine, 6.0), 2.0, 0.5, 3.0, params.raggedness);
    let craters = crater_octaves(
        ragged, params.seed, octaves, params.lacunarity, params.extinction,
        params.radius, params.depth, params.rim, params.rim_width,
    );
    return params.roughness * fbm3(p * 1.7, params.seed + 101u, fine, 2.0, 0.5) + params.amplitude * craters;
}
