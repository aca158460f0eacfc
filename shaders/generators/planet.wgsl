//! Planet
//! Continents, alpine ranges along their spines, and a gentle sea floor, all on the unit sphere: heights are fractions of the radius.
//! Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012, on continents of fractional Brownian motion.
//! Seen as an equirectangular map: x is longitude and y latitude, in radians.
//! @view(0, 0, 6.2832)
//! @mode(relief)

import package::noise::sphere::swiss_sphere;
import package::noise::turbulence::fbm3;

struct Params {
    /// @group("Continents")
    /// Height of the continents above the sea floor, in radii. @range(0, 0.5, 0.001, 0.05)
    continent_height: f32,
    /// Cycles per radius: how many continents there are. @range(0.1, 8) @log @default(1.2)
    continent_frequency: f32,
    /// Number of octaves of the coast lines. @range(1, 16, 1, 8)
    continent_octaves: i32,
    /// Share of land: the sea level in terms of the noise. @range(-1, 1, 0.01, 0)
    land: f32,
    /// Which of the planets. @seed(1337)
    seed: u32,
    /// @group("Ranges")
    /// Height of the ranges, in radii. @range(0, 0.5, 0.001, 0.06)
    range_height: f32,
    /// Cycles per radius. @range(0.5, 64) @log @default(4)
    range_frequency: f32,
    /// Number of octaves. @range(1, 16, 1, 8)
    range_octaves: i32,
    /// Amplitude ratio of neighbouring octaves, on the crests. @range(0, 1, 0.01, 0.6)
    gain: f32,
    /// How far fine octaves slide toward the crests. @range(0, 1, 0.01, 0.15)
    warp: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Height above the sea level at a point of the unit sphere; points off the sphere take that of the point below them.
fn elevation(p: vec3f) -> f32 {
    let at = p / max(length(p), 1e-6);
    let n = fbm3(at * params.continent_frequency, params.seed, params.continent_octaves, 2.0, 0.5) + params.land;
    let ranges = swiss_sphere(
        at, params.seed + 101u, params.range_frequency, params.range_octaves, 2.0, params.gain, params.warp,
    );
    let inland = smoothstep(0.0, 0.4, n);
    return params.continent_height * n + params.range_height * inland * max(ranges - 0.8, 0.0);
}

/// The planet as a map: p is longitude and latitude in radians. Beyond a pole the map goes on as the pole.
fn height(p: vec2f) -> f32 {
    let latitude = clamp(p.y, -1.5707964, 1.5707964);
    return elevation(vec3f(cos(latitude) * cos(p.x), cos(latitude) * sin(p.x), sin(latitude)));
}
