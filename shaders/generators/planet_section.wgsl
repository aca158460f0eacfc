//! Planet, cut open
//! Slices through the ball of planet.wgsl, heights exaggerated: crust, ocean, air. The controls are those of
//! planet.wgsl.
//! @view(0, 0, 2.8)
//! @mode(slice)

import package::generators::planet::{elevation, land_and_craters, params};

/// Cut perpendicular to the axis of the poles; z moves it along the axis.
/// @param exaggeration Vertical exaggeration; 1 is true to scale. @range(1, 10, 0.1, 2)
fn section(p: vec3f, exaggeration: f32) -> vec3f {
    let height = (length(p) - 1.0) / exaggeration;
    let ground = land_and_craters(p);
    if height < ground {
        let core = mix(vec3f(1.0, 0.72, 0.28), vec3f(0.85, 0.30, 0.05), smoothstep(0.0, 0.45, length(p)));
        let mantle = mix(core, vec3f(0.22, 0.05, 0.03), smoothstep(0.42, 0.88, length(p)));
        let crust = mix(mantle, vec3f(0.20, 0.15, 0.11), smoothstep(0.86, 0.90, length(p)));
        return mix(vec3f(0.20, 0.30, 0.08), crust, smoothstep(0.01, 0.03, (ground - height) * exaggeration));
    }
    if height < elevation(p) {
        return vec3f(0.02, 0.10, 0.22);
    }
    return vec3f(0.20, 0.38, 0.65) * exp(-12.0 * max(height - params.ocean_level, 0.0) * exaggeration);
}
