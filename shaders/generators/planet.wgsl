//! Planet
//! Continents with alpine ranges along their spines, rivers, craters and an ocean, all on the unit sphere: heights are
//! fractions of the radius.
//! `map` shows it as a map: x is longitude and y latitude, in radians, 6.2832 wide and 3.1416 high; beyond a pole it
//! continues down the other side. planet_section.wgsl cuts through the ball.
//! Giliam de Carpentier, "Scape: 3. Procedural extensions", 2012; "GPU Terrain generation, cell noise, rivers, crater",
//! <https://www.gamedev.net/blog/73/entry-1832259-gpu-terrain-generation-cell-noise-rivers-crater/>.
//! @view(0, 0, 3.1416)
//! @mode(planet)
//! @camera(255, 12, fit)
//! @sea(0)

import playground::surface::Surface;
import package::noise::craters::crater_octaves;
import package::noise::ground_color::ground_color;
import package::noise::octaves::visible_octaves;
import package::noise::rivers::rivers;
import package::noise::sphere::swiss_sphere;
import package::noise::turbulence::fbm3;
import package::noise::warp::warp3;

struct Params {
    /// @group("Continents")
    /// Height of the continents above the sea floor, in radii. @range(0, 0.5, 0.001, 0.05)
    continent_height: f32,
    /// Cycles per radius: more cycles give more continents. @range(0.1, 8) @log @default(1.2)
    continent_frequency: f32,
    /// Number of octaves of the coast lines; a fraction fades the last one in. @range(1, 16, 0.1, 9)
    continent_octaves: f32,
    /// Amount of land: value added to the noise of the continents. @range(-1, 1, 0.01, 0)
    land: f32,
    /// Random seed. @seed(1337)
    seed: u32,
    /// @group("Ranges")
    /// Height of the ranges, in radii. @range(0, 0.5, 0.001, 0.06)
    range_height: f32,
    /// Cycles per radius. @range(0.5, 64) @log @default(4)
    range_frequency: f32,
    /// Number of octaves; a fraction fades the last one in. @range(1, 16, 0.1, 8)
    range_octaves: f32,
    /// Amplitude ratio of neighboring octaves, on the crests. @range(0, 1, 0.01, 0.6)
    gain: f32,
    /// Displacement of fine octaves toward the crests. @range(0, 1, 0.01, 0.15)
    warp: f32,
    /// @group("Rivers")
    /// Depth of the rivers below the land, in radii; 0 for none. @range(0, 0.05, 0.0005, 0.012)
    river_depth: f32,
    /// Cells bordered by rivers, per radius. @range(0.5, 32) @log @default(6)
    river_frequency: f32,
    /// Width of a valley, as a difference of distances in cells. @range(0.001, 0.5, 0.001, 0.08)
    river_width: f32,
    /// Displacement of the course, in cells. @range(0, 2, 0.01, 0.4)
    meander: f32,
    /// @group("Craters")
    /// Height of the largest craters, in radii per depth of 1; 0 for none. @range(0, 0.5, 0.001, 0)
    crater_height: f32,
    /// Lattice cells of the largest craters per radius. @range(0.5, 16) @log @default(2)
    crater_frequency: f32,
    /// Number of crater sizes. @range(1, 8, 0.1, 6)
    crater_octaves: f32,
    /// Fraction of lattice cells without a crater. @range(0, 1, 0.01, 0.7)
    extinction: f32,
    /// @group("Ocean")
    /// Height of the ocean, in radii. @range(-0.1, 0.1, 0.001, 0)
    ocean_level: f32,
    /// Show the ocean surface instead of its floor. @toggle(1)
    ocean: u32,
    /// @group("Color")
    /// Height of the tree line at the equator, above which no grass grows, in radii; it sinks toward the poles.
    /// @range(-0.1, 0.2, 0.001, 0.06)
    trees: f32,
    /// Height of the snow line at the equator, in radii; it sinks toward the poles. @range(-0.1, 0.5, 0.001, 0.1)
    snow: f32,
    /// Distance by which both lines sink toward the poles, in radii. @range(0, 0.5, 0.001, 0.13)
    cold: f32,
    /// World units per sample. Octaves too fine to be sampled fade out. @auto
    pixel_size: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Height of a crater's rim above the plain, relative to the crater height.
const CRATER_RIM = 0.12;

/// Height above the unit sphere in the direction of p.
fn elevation(p: vec3f) -> f32 {
    let at = p / max(length(p), 1e-6);
    let land = land(at.x, at.y, at.z);
    // No rim of a crater is higher, so the floor of a deep ocean needs no craters.
    let highest = land + CRATER_RIM * abs(params.crater_height);
    if params.ocean != 0u && highest <= params.ocean_level {
        return params.ocean_level;
    }
    let ground = land + craters(at.x, at.y, at.z);
    return select(ground, max(ground, params.ocean_level), params.ocean != 0u);
}

/// Height of the planet as a map: p is (longitude, latitude) in radians.
fn map(p: vec2f) -> f32 {
    return elevation(on_sphere(p));
}

/// Grass, rock and snow by height and latitude, and the ocean by its depth; the polar sea freezes, first where it is
/// shallow.
fn surface(s: Surface) -> vec3f {
    let at = direction_of(s);
    let ground = land_and_craters(at);
    let sunk = params.cold * at.z * at.z * at.z * at.z;
    let sea = select(-1000.0, params.ocean_level, params.ocean != 0u);
    let bare = ground_color(ground, s.slope, sea, params.trees - sunk, params.snow - sunk, 0.8, 0.008);
    return mix(bare, vec3f(0.85, 0.88, 0.92), smoothstep(0.0, 0.02, params.ocean_level - params.snow + sunk
        + 0.6 * ground));
}

/// @hidden
/// Direction from the center of a point of the map, where z is the height, or of the globe.
fn direction_of(s: Surface) -> vec3f {
    let radius = length(s.position);
    let is_map = s.position.z == s.height && abs(radius - 1.0 - s.height) > 1e-6;
    return select(s.position / max(radius, 1e-6), on_sphere(s.position.xy), is_map);
}

/// @hidden
fn on_sphere(longitude_latitude: vec2f) -> vec3f {
    let p = longitude_latitude;
    return vec3f(cos(p.y) * cos(p.x), cos(p.y) * sin(p.x), sin(p.y));
}

/// @hidden
/// Height of the ground without the ocean.
fn land_and_craters(p: vec3f) -> f32 {
    let at = p / max(length(p), 1e-6);
    return land(at.x, at.y, at.z) + craters(at.x, at.y, at.z);
}

/// Above 0 inside the planet, where it is about the depth below the surface.
fn depth(p: vec3f) -> f32 {
    return 1.0 + elevation(p) - length(p);
}

/// Height of continents with mountain ranges, and with rivers carved into land above the ocean.
fn land(x: f32, y: f32, z: f32) -> f32 {
    let at = vec3f(x, y, z);
    let coast_octaves = visible_octaves(params.continent_octaves, params.continent_frequency, 2.0, params.pixel_size);
    let range_octaves = visible_octaves(params.range_octaves, params.range_frequency, 2.0, params.pixel_size);
    let n = params.land + fbm3(at * params.continent_frequency, params.seed, coast_octaves, 2.0, 0.5);
    var ground = params.continent_height * n;
    let inland = smoothstep(0.0, 0.4, n);
    if inland > 0.0 {
        let ranges = swiss_sphere(
            at, params.seed + 101u, params.range_frequency, range_octaves, 2.0, params.gain, params.warp,
        );
        ground += params.range_height * inland * max(ranges - 0.8, 0.0);
    }
    let narrow = 0.5 * params.river_frequency / max(params.river_width, 1e-6);
    let shown = saturate(visible_octaves(1.0, narrow, 2.0, params.pixel_size));
    let above = ground - params.ocean_level;
    if above <= 0.0 || shown == 0.0 {
        return ground;
    }
    let valley = shown * rivers(at * params.river_frequency, params.seed + 404u, params.river_width, params.meander);
    return ground - min(params.river_depth * valley, above);
}

fn craters(x: f32, y: f32, z: f32) -> f32 {
    if params.crater_height == 0.0 {
        return 0.0;
    }
    let p = vec3f(x, y, z) * params.crater_frequency;
    let octaves = visible_octaves(params.crater_octaves, 4.0 * params.crater_frequency, 1.8, params.pixel_size);
    let ragged = warp3(p, params.seed + 202u, 5.0, 2.0, 0.5, 3.0, 0.04);
    return params.crater_height
        * crater_octaves(ragged, params.seed + 303u, octaves, 1.8, params.extinction, 0.5, 0.5, CRATER_RIM, 0.3);
}
