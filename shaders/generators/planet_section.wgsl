//! Planet, cut open
//! Slices through the ball of planet.wgsl, heights exaggerated: crust, ocean, air. Its controls are those of the map.
//! @view(0, 0, 2.8)
//! @mode(slice)

import package::generators::planet::{elevation, land_and_craters, params};

/// A cut across the axis of the poles; the slice moves along it.
/// @param exaggeration How many times higher than they are mountains stand. @range(1, 10, 0.1, 3)
fn section(p: vec3f, exaggeration: f32) -> vec3f {
    let height = (length(p) - 1.0) / exaggeration;
    let ground = land_and_craters(p);
    if height < ground {
        let crust = mix(vec3f(0.20, 0.28, 0.10), vec3f(0.22, 0.14, 0.09), saturate(20.0 * (ground - height) * exaggeration));
        return mix(vec3f(0.80, 0.26, 0.05), crust, smoothstep(0.2, 0.85, length(p)));
    }
    if height < elevation(p) {
        return vec3f(0.02, 0.10, 0.22);
    }
    return vec3f(0.20, 0.38, 0.65) * exp(-12.0 * max(height - params.ocean_level, 0.0) * exaggeration);
}
