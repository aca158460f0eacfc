// The atmosphere of a planet of radius 1, after Hillaire 2020, "A Scalable and Production Ready Sky and Atmosphere
// Rendering Technique": light of the sun that reaches a point, light that the air scatters toward the camera, and what
// passes through it.
//
// Air consists of molecules (Rayleigh scattering), dust (Mie scattering) and ozone (absorption only). Heights are above
// the ground, in radii of the planet; `cosine` is that of the angle to the zenith.

struct Air {
    // Per radius, at the ground; ozone where it is densest.
    rayleigh: vec3f,
    // Height of the top of the atmosphere.
    top: f32,
    ozone: vec3f,
    // Heights in which the densities fall to 1/e.
    rayleigh_height: f32,
    mie_height: f32,
    mie_scattering: f32,
    mie_absorption: f32,
    // Ozone is densest at this height, and ends at this distance from it.
    ozone_height: f32,
    ozone_width: f32,
    // Part of the light that the ground reflects.
    albedo: f32,
}

@group(3) @binding(0) var<uniform> air: Air;
// Part of the light that passes from a point to the top of the atmosphere, by `transmittance_place`.
@group(3) @binding(1) var transmittances: texture_2d<f32>;
// Light that was scattered more than once; below it, light of the whole sky on level ground. By `scattering_place`.
@group(3) @binding(2) var scatterings: texture_2d<f32>;

const PI = 3.14159265358979;
// Width and height of the tables.
const TRANSMITTANCE_SIZE = vec2u(256, 64);
const SCATTERING_SIZE = vec2u(32, 32);
// Angle from the middle of the sun to its edge, in radians.
const SUN_RADIUS = 0.00465;
// Asymmetry of Mie scattering: most light goes on forward.
const MIE_ASYMMETRY = 0.8;

/// What a part of the air does to light, per radius.
struct Medium {
    rayleigh: vec3f,
    mie: f32,
    // Loss by scattering and absorption.
    extinction: vec3f,
}

/// The air at a height; below the ground, that at the ground.
fn medium_at(height: f32) -> Medium {
    let above = max(height, 0.0);
    let rayleigh = air.rayleigh * exp(-above / air.rayleigh_height);
    let dust = exp(-above / air.mie_height);
    let ozone = air.ozone * max(1.0 - abs(above - air.ozone_height) / air.ozone_width, 0.0);
    let mie = dust * air.mie_scattering;
    return Medium(rayleigh, mie, rayleigh + mie + dust * air.mie_absorption + ozone);
}

/// Squared radius minus 1, which keeps small heights exact. @hidden
fn square_from_height(height: f32) -> f32 {
    return height * (2.0 + height);
}

/// Height above the ground, from the squared radius minus 1: the inverse of `square_from_height`.
fn height_from_square(square: f32) -> f32 {
    return square / (1.0 + sqrt(max(1.0 + square, 0.0)));
}

// Distance from a point to the sphere of the height `to`, which lies above it.
fn distance_to(height: f32, cosine: f32, to: f32) -> f32 {
    let along = (1.0 + height) * cosine;
    let gap = square_from_height(to) - square_from_height(height);
    return max(sqrt(max(along * along + gap, 0.0)) - along, 0.0);
}

// Distance from a point to the ground, or -1 if a ray does not reach it.
fn distance_to_ground(height: f32, cosine: f32) -> f32 {
    let along = (1.0 + height) * cosine;
    let square = along * along - square_from_height(height);
    if square < 0.0 || along > 0.0 {
        return -1.0;
    }
    return max(-along - sqrt(square), 0.0);
}

// Place of a point and direction in the table of transmittances, 0 to 1: distances to the top of the atmosphere,
// relative to the shortest and the longest one, and to the horizon (Bruneton and Neyret 2008).
fn transmittance_place(height: f32, cosine: f32) -> vec2f {
    let longest = sqrt(square_from_height(air.top));
    let to_horizon = sqrt(square_from_height(clamp(height, 0.0, air.top)));
    let low = air.top - height;
    let high = to_horizon + longest;
    return vec2f((distance_to(height, cosine, air.top) - low) / (high - low), to_horizon / longest);
}

/// Height and cosine of a place in the table: the inverse of `transmittance_place`. @hidden
fn transmittance_point(place: vec2f) -> vec2f {
    let longest = sqrt(square_from_height(air.top));
    let to_horizon = place.y * longest;
    let height = height_from_square(to_horizon * to_horizon);
    let low = air.top - height;
    let distance = low + place.x * (to_horizon + longest - low);
    let cosine = (longest * longest - to_horizon * to_horizon
        - distance * distance) / (2.0 * (1.0 + height) * distance);
    return vec2f(height, select(clamp(cosine, -1.0, 1.0), 1.0, distance <= 0.0));
}

// Place of a point and the sun in the table of scattering, 0 to 1.
fn scattering_place(height: f32, sun_cosine: f32) -> vec2f {
    return vec2f(0.5 + 0.5 * sun_cosine, clamp(height / air.top, 0.0, 1.0));
}

// Interpolates a table of `size` texels, beginning at the row `first`.
fn interpolated(table: texture_2d<f32>, size: vec2u, first: u32, place: vec2f) -> vec3f {
    let at = clamp(place, vec2f(0.0), vec2f(1.0)) * vec2f(size - 1u);
    let corner = min(vec2u(at), size - 2u);
    let part = at - vec2f(corner);
    let texel = vec2u(corner.x, corner.y + first);
    let upper = mix(textureLoad(table, texel, 0), textureLoad(table, texel + vec2u(1u, 0u), 0), part.x);
    let lower = mix(textureLoad(table, texel + vec2u(0u, 1u), 0), textureLoad(table, texel + vec2u(1u, 1u), 0), part.x);
    return mix(upper, lower, part.y).rgb;
}

/// Part of the sun's light that reaches a point; none where the planet hides the sun. @hidden
fn sun_through_air(height: f32, sun_cosine: f32) -> vec3f {
    let sine = 1.0 / (1.0 + max(height, 0.0));
    let horizon = -sqrt(max(1.0 - sine * sine, 0.0));
    let visible = smoothstep(-SUN_RADIUS, SUN_RADIUS, sun_cosine - horizon);
    let place = transmittance_place(clamp(height, 0.0, air.top), max(sun_cosine, horizon));
    return visible * interpolated(transmittances, TRANSMITTANCE_SIZE, 0u, place);
}

/// Light at a point that was scattered more than once, equal in all directions, for a sun of illuminance 1. @hidden
fn scattered_light(height: f32, sun_cosine: f32) -> vec3f {
    return interpolated(scatterings, SCATTERING_SIZE, 0u, scattering_place(height, sun_cosine));
}

/// Illuminance of the whole sky on level ground, for a sun of illuminance 1. @hidden
fn light_of_sky(height: f32, sun_cosine: f32) -> vec3f {
    return interpolated(scatterings, SCATTERING_SIZE, SCATTERING_SIZE.y, scattering_place(height, sun_cosine));
}

/// Light and attenuation along a ray through the air.
struct AirPath {
    // Light that the air scatters into the ray.
    light: vec3f,
    // Part of the light from behind that passes.
    transmittance: vec3f,
}

/// Light of a ray from `origin` in the direction `direction` up to the distance `end` (at its smallest, the exit from
/// the atmosphere), for a sun of illuminance 1 in the direction `sun`. `origin_square` is the squared length of
/// `origin` minus 1. @hidden
fn air_path(origin: vec3f, origin_square: f32, direction: vec3f, end: f32, sun: vec3f, steps: u32) -> AirPath {
    var path = AirPath(vec3f(0.0), vec3f(1.0));
    let along = dot(origin, direction);
    let root = along * along - origin_square + square_from_height(air.top);
    if root <= 0.0 {
        return path;
    }
    let start = max(-along - sqrt(root), 0.0);
    let stop = min(-along + sqrt(root), end);
    if stop <= start {
        return path;
    }
    // Steps are short where the ray is lowest, and so the air is densest.
    let lowest = clamp(-along, start, stop);
    let before = (lowest - start) / (stop - start);
    let cosine = dot(direction, sun);
    let rayleigh_phase = 3.0 / (16.0 * PI) * (1.0 + cosine * cosine);
    let mie_phase = henyey_greenstein(cosine);
    var begin = start;
    for (var index = 0u; index < steps; index++) {
        let step_end = mix(start, stop, eased(f32(index + 1u) / f32(steps), before));
        let step = step_end - begin;
        let t = begin + 0.5 * step;
        begin = step_end;
        let height = height_from_square(origin_square + t * (2.0 * along + t));
        let sun_cosine = (dot(origin, sun) + t * cosine) / (1.0 + height);
        let medium = medium_at(height);
        let direct = (medium.rayleigh * rayleigh_phase + medium.mie * mie_phase) * sun_through_air(height, sun_cosine);
        let indirect = (medium.rayleigh + medium.mie) * scattered_light(height, sun_cosine);
        let passing = exp(-medium.extinction * step);
        // The light of the whole step, dimmed on its way to the near end of it.
        path.light += path.transmittance * (direct + indirect) * (1.0 - passing) / max(medium.extinction, vec3f(1e-9));
        path.transmittance *= passing;
    }
    return path;
}

// A fraction of a way that moves slowly around the fraction `slow`.
fn eased(fraction: f32, slow: f32) -> f32 {
    if fraction < slow {
        let rest = (slow - fraction) / slow;
        return slow * (1.0 - rest * rest);
    }
    let rest = (fraction - slow) / max(1.0 - slow, 1e-6);
    return slow + (1.0 - slow) * rest * rest;
}

/// Part of the light that dust scatters into a direction, per steradian (Henyey and Greenstein 1941). @hidden
fn henyey_greenstein(cosine: f32) -> f32 {
    let g = MIE_ASYMMETRY;
    let base = 1.0 + g * g - 2.0 * g * cosine;
    return (1.0 - g * g) / (4.0 * PI * base * sqrt(base));
}
