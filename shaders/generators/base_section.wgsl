//! Base terrain, cut open
//! The ground of base_terrain.wgsl with its caves. `section` is a vertical cut in color, with water and air, and z
//! moves it north; `plan` is a horizontal cut, and z moves it up. The controls are those of base_terrain.wgsl.
//! After blackmagic919, "Base Generation", 2024, <https://blackmagic919.github.io/AboutMe/2024/08/01/Base-Generation>.
//! @view(0, 0.2, 3)
//! @mode(solid)
//! @camera(330, 24, fit, 34)

import package::generators::base_terrain::{density_at, params, surface_at, surface as ground_color};
import package::noise::density::is_water;
import playground::surface::Surface;

/// Density: solid above 0. x is east, y is north, z is up.
fn density(p: vec3f) -> f32 {
    return density_at(p.x, p.z, p.y) - params.iso;
}

/// The colors of base_terrain.wgsl.
fn surface(s: Surface) -> vec3f {
    return ground_color(s);
}

fn material(x: f32, y: f32, z: f32) -> vec3f {
    let surface = surface_at(x, z);
    let density = density_at(x, y, z);
    if density > params.iso {
        let grass = smoothstep(0.12, 0.0, surface - y) * step(params.water_level, y);
        let strata = 0.5 + 0.5 * sin(30.0 * (surface - y) + 10.0 * density);
        return mix(mix(vec3f(0.10, 0.08, 0.07), vec3f(0.26, 0.20, 0.15), strata), vec3f(0.10, 0.22, 0.06), grass);
    }
    if is_water(density, y, surface, params.squash_height, params.iso, params.water_level) {
        return mix(vec3f(0.06, 0.25, 0.36), vec3f(0.01, 0.06, 0.14), saturate(params.water_level - y));
    }
    let air = mix(vec3f(0.62, 0.76, 0.90), vec3f(0.25, 0.46, 0.78), saturate(0.6 * (y - params.water_level)));
    // Empty space between the surface and the first solid ground is open air, not a cave.
    return select(air, vec3f(0.015, 0.013, 0.012), y < surface - params.squash_height);
}

/// Horizontal cut, viewed from above: x is east, y is north, z is up.
fn plan(p: vec3f) -> vec3f {
    return material(p.x, p.z, p.y);
}

/// Vertical cut: x is east, y is up, z is north.
fn section(p: vec3f) -> vec3f {
    return material(p.x, p.y, p.z);
}
