// Tables of the atmosphere, which `air.wgsl` reads. They depend on the air alone, not on camera, sun or ground.

import super::air::{
    PI, SCATTERING_SIZE, TRANSMITTANCE_SIZE, air, distance_to, distance_to_ground, height_from_square, medium_at,
    square_from_height, sun_through_air, transmittance_point
};

@group(0) @binding(0) var table: texture_storage_2d<rgba32float, write>;

// Steps of the integral of a transmittance.
const TRANSMITTANCE_STEPS = 40u;
// Directions of the integral of scattering, around and from zenith to nadir; steps of each.
const AROUND = 8u;
const DOWNWARD = 8u;
const SCATTERING_STEPS = 20u;

/// One invocation per texel: the part of light that passes from its point to the top of the atmosphere.
@compute @workgroup_size(8, 16)
fn fill_transmittances(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= TRANSMITTANCE_SIZE) {
        return;
    }
    let point = transmittance_point(vec2f(id.xy) / vec2f(TRANSMITTANCE_SIZE - 1u));
    let step = distance_to(point.x, point.y, air.top) / f32(TRANSMITTANCE_STEPS);
    var depth = vec3f(0.0);
    for (var index = 0u; index < TRANSMITTANCE_STEPS; index++) {
        depth += medium_at(height_after(point.x, point.y, (f32(index) + 0.5) * step)).extinction * step;
    }
    textureStore(table, id.xy, vec4f(exp(-depth), 1.0));
}

// Height at a distance from a point.
fn height_after(height: f32, cosine: f32, distance: f32) -> f32 {
    return height_from_square(square_from_height(height) + distance * (2.0 * (1.0 + height) * cosine + distance));
}

/// Light of all directions at a point, for a sun of illuminance 1.
struct Gathered {
    // Mean of light that was scattered once, by air or ground, with equal strength in all directions.
    once: vec3f,
    // Mean of the light that a glow of 1 everywhere would send here by one scattering.
    glow: vec3f,
    // Illuminance of both on level ground.
    once_on_ground: vec3f,
    glow_on_ground: vec3f,
}

/// One invocation per texel: multiple scattering (Hillaire 2020), and light of the whole sky on level ground.
@compute @workgroup_size(8, 16)
fn fill_scatterings(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= SCATTERING_SIZE) {
        return;
    }
    let place = vec2f(id.xy) / vec2f(SCATTERING_SIZE - 1u);
    let cosine = 2.0 * place.x - 1.0;
    let sun = vec3f(sqrt(max(1.0 - cosine * cosine, 0.0)), 0.0, cosine);
    let light = gathered(place.y * air.top, sun);
    // Each further scattering multiplies by the glow: the sum of a geometric series.
    let scattered = light.once / (1.0 - light.glow);
    textureStore(table, id.xy, vec4f(scattered, 1.0));
    let on_ground = light.once_on_ground + scattered * light.glow_on_ground;
    textureStore(table, id.xy + vec2u(0u, SCATTERING_SIZE.y), vec4f(on_ground, 1.0));
}

/// Light of all directions at a height, for a sun in the direction `sun`, whose z is up.
fn gathered(height: f32, sun: vec3f) -> Gathered {
    var sum = Gathered(vec3f(0.0), vec3f(0.0), vec3f(0.0), vec3f(0.0));
    let solid_angle = 4.0 * PI / f32(AROUND * DOWNWARD);
    for (var index = 0u; index < AROUND * DOWNWARD; index++) {
        // Equal areas of the sphere.
        let z = 1.0 - 2.0 * (f32(index / AROUND) + 0.5) / f32(DOWNWARD);
        let angle = 2.0 * PI * (f32(index % AROUND) + 0.5) / f32(AROUND);
        let level = sqrt(1.0 - z * z);
        let seen = light_from(height, vec3f(level * cos(angle), level * sin(angle), z), sun);
        sum.once += seen.once / f32(AROUND * DOWNWARD);
        sum.glow += seen.glow / f32(AROUND * DOWNWARD);
        sum.once_on_ground += seen.once * solid_angle * max(z, 0.0);
        sum.glow_on_ground += seen.glow * solid_angle * max(z, 0.0);
    }
    return sum;
}

/// Light from one direction.
struct Seen {
    once: vec3f,
    glow: vec3f,
}

/// Light that reaches a height from one direction. Both directions are unit vectors, whose z is up.
fn light_from(height: f32, direction: vec3f, sun: vec3f) -> Seen {
    var seen = Seen(vec3f(0.0), vec3f(0.0));
    let to_ground = distance_to_ground(height, direction.z);
    let end = select(distance_to(height, direction.z, air.top), to_ground, to_ground >= 0.0);
    let step = end / f32(SCATTERING_STEPS);
    var passing = vec3f(1.0);
    for (var index = 0u; index < SCATTERING_STEPS; index++) {
        let distance = (f32(index) + 0.5) * step;
        let here = height_after(height, direction.z, distance);
        let medium = medium_at(here);
        let sun_cosine = ((1.0 + height) * sun.z + distance * dot(direction, sun)) / (1.0 + here);
        let dimmed = exp(-medium.extinction * step);
        let amount = (medium.rayleigh + medium.mie) * (1.0 - dimmed) / max(medium.extinction, vec3f(1e-9));
        seen.once += passing * amount * sun_through_air(here, sun_cosine) / (4.0 * PI);
        seen.glow += passing * amount;
        passing *= dimmed;
    }
    if to_ground >= 0.0 {
        let sun_cosine = (1.0 + height) * sun.z + end * dot(direction, sun);
        seen.once += passing * sun_through_air(0.0, sun_cosine) * max(sun_cosine, 0.0) * air.albedo / PI;
    }
    return seen;
}
