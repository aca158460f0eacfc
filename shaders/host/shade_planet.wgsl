// Shades the hits of a planet: ground and water in the light of the sun and the sky, seen through the air; the mean of
// the rays of each pixel. The sun lights a white surface that faces it to 1. The host replaces `texture` in the import
// by the name of the coloring.

import super::air::{AirPath, PI, air, air_path, light_of_sky, square_from_height, sun_through_air};
import super::color::{linear, srgb};
import super::modes::planet::{albedo_at, difference_at, ground_at, sun_at};
import super::modes::texture::color;
import super::planet_cells::sea_height;
import super::scene::{
    GAVE_UP, Ground, Hit, MISS, Rays, WATER, decoded, lowest_value, ray_direction, scene,
};
import super::shading::{HAS_ALBEDO, NON_FINITE_COLOR, difference_color, settings};

// Rays of a pixel in width and height.
override RAYS: u32;
override HAS_SHADOWS: bool;
// True for the bare light of the sun, without color, shadow and air.
override IS_BARE: bool;
override HAS_AIR: bool;
// True if ground and water are colored by the difference of two fields, without shadow and air.
override SHOWS_DIFFERENCE: bool;

// Light of the stars, which the night side keeps.
const NIGHT = 0.01;
// Loss of light in water as deep as the lowest ground is below the sea, and the light that deep water sends back.
const WATER_LOSS = vec3f(26.0, 11.0, 7.0);
const DEEP_WATER = vec3f(0.004, 0.022, 0.055);
// Sharpness of the glint of the sun on waves.
const GLINT = 260.0;
// Light that water reflects at a right angle.
const REFLECTANCE = 0.02;
const AIR_STEPS = 24u;

@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;
// Number of the loop that exceeded its budget in the evaluation of the data, or 0: the picture is then unchanged.
@group(0) @binding(6) var<storage, read> runaway: u32;
@group(2) @binding(0) var<uniform> rays: Rays;
@group(2) @binding(1) var hits: texture_2d<u32>;
@group(2) @binding(2) var sunlight: texture_2d<f32>;
// Density of the air, and 1 if slopes hide a part of the sky.
@group(2) @binding(3) var<uniform> light: vec2f;

/// One invocation per pixel.
@compute @workgroup_size(8, 16)
fn shade_planet(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(picture);
    if id.x >= size.x || id.y >= size.y || runaway != 0u {
        return;
    }
    let count = f32(RAYS * RAYS);
    var sum = vec3f(0.0);
    var ground = vec3f(0.0);
    var distance = 0.0;
    var hit_count = 0.0;
    var miss_count = 0.0;
    var toward = vec3f(0.0);
    for (var index = 0u; index < RAYS * RAYS; index++) {
        let texel = RAYS * id.xy + vec2u(index % RAYS, index / RAYS);
        let hit = decoded(textureLoad(hits, texel, 0));
        let direction = ray_direction(rays.first + texel, rays.stride);
        toward += direction;
        if hit.kind == GAVE_UP {
            sum += linear(NON_FINITE_COLOR);
        } else if hit.kind == MISS {
            miss_count += 1.0;
        } else {
            ground += light_from(hit, direction, texel);
            distance += hit.t;
            hit_count += 1.0;
        }
    }
    // The air is the same for all rays of a pixel that end on the ground, and for all others.
    let direction = normalize(toward);
    if hit_count > 0.0 {
        let path = air_before(direction, distance / hit_count);
        sum += ground * path.transmittance + hit_count * PI * path.light;
    }
    if miss_count > 0.0 {
        sum += miss_count * PI * air_before(direction, 1e30).light;
    }
    textureStore(picture, id.xy, vec4f(srgb(sum / count), 1.0));
}

/// East, south, up. @hidden
fn toward_sun() -> vec3f {
    return vec3f(
        settings.altitude.y * settings.azimuth.x, -settings.altitude.y * settings.azimuth.y, settings.altitude.x,
    );
}

// Radius at the bottom of the air: that of the sea, or 1.
fn base_radius() -> f32 {
    return select(1.0, 1.0 + sea_height(), scene.has_sea != 0u);
}

// Light that a hit sends to the camera: linear.
fn light_from(hit: Hit, direction: vec3f, texel: vec2u) -> vec3f {
    let ground = ground_at(hit, direction);
    if SHOWS_DIFFERENCE {
        return linear(difference_color(difference_at(hit, direction), sun_at(hit, ground)));
    }
    if IS_BARE {
        return linear(vec3f(sun_at(hit, ground)));
    }
    let sun = toward_sun();
    let position = scene.origin + direction * hit.t;
    let radius = length(position);
    let up = position / radius;
    let sun_cosine = dot(up, sun);
    var shown = 1.0;
    if HAS_SHADOWS {
        shown = textureLoad(sunlight, texel, 0).x;
    }
    var direct = vec3f(shown);
    var sky = vec3f(0.0);
    if HAS_AIR {
        let height = max(radius / base_radius() - 1.0, 0.0);
        direct *= sun_through_air(height, sun_cosine);
        // Relief is exaggerated more than the air: mountains would stand in the dark of space.
        sky = light_of_sky(0.3 * height, sun_cosine);
    }
    let seen_sky = mix(1.0, 0.5 + 0.5 * dot(ground.normal, up), light.y);
    let around = NIGHT + sky * seen_sky;
    var base = color(ground.sample, ground.value, ground.rise);
    if HAS_ALBEDO {
        base = albedo_at(hit);
    }
    base = linear(base);
    if hit.kind == WATER {
        return water_light(base, ground, direction, sun, Incoming(direct, sky), around);
    }
    return base * (direct * max(dot(ground.normal, sun), 0.0) + around);
}

struct Incoming {
    direct: vec3f,
    sky: vec3f,
}

// Light that water sends to the camera: from the ground below it, from its depth, and reflected.
fn water_light(floor: vec3f, ground: Ground, direction: vec3f, sun: vec3f, incoming: Incoming, around: vec3f) -> vec3f {
    let deepest = max(scene.sea - lowest_value(), 1e-30);
    let depth = clamp((scene.sea - ground.value) / deepest, 0.0, 1.0);
    let passing = exp(-WATER_LOSS * depth);
    let body = floor * passing + DEEP_WATER * (1.0 - passing);
    let facing = max(dot(ground.normal, -direction), 0.02);
    let lit = incoming.direct * max(dot(ground.normal, sun), 0.0);
    let mirror = reflectance(facing);
    let halfway = normalize(sun - direction);
    let slopes = (GLINT + 2.0) / (2.0 * PI) * pow(max(dot(halfway, ground.normal), 0.0), GLINT);
    let bright = reflectance(dot(halfway, -direction));
    // Rays that stand for many pixels would enlarge it to blocks.
    let is_coarse = rays.stride > 1.0;
    let glint = select(lit * PI * bright * slopes / (4.0 * max(facing, 0.1)), vec3f(0.0), is_coarse);
    // At a low angle waves mirror less than a flat surface.
    return body * (1.0 - mirror) * (lit + around) + 0.5 * mirror * incoming.sky + min(glint, vec3f(4.0));
}

// Light that water reflects (Schlick 1994), by the cosine of the angle to its normal, which rounding may bring above 1.
fn reflectance(cosine: f32) -> f32 {
    return REFLECTANCE + (1.0 - REFLECTANCE) * pow(1.0 - saturate(cosine), 5.0);
}

// The air between the camera and a point at a distance, or behind the planet's edge.
fn air_before(direction: vec3f, t: f32) -> AirPath {
    if IS_BARE || !HAS_AIR {
        return AirPath(vec3f(0.0), vec3f(1.0));
    }
    let base = base_radius();
    var origin = scene.origin / base;
    var square = (scene.square - square_from_height(base - 1.0)) / (base * base);
    var end = t / base;
    // From outside, the path begins where the air does: relative to the point nearest to the center, nothing is lost.
    // Mesa's software driver compiles a shader again for each dispatch if a branch depends on uniforms alone.
    let is_outside = square > square_from_height(air.top);
    let along = dot(origin, direction);
    let nearest = origin - along * direction;
    let half = 1.0 + square_from_height(air.top) - dot(nearest, nearest);
    if is_outside && (half <= 0.0 || along > 0.0) {
        return AirPath(vec3f(0.0), vec3f(1.0));
    }
    let entry = sqrt(max(half, 0.0));
    origin = select(origin, nearest - entry * direction, is_outside);
    square = select(square, square_from_height(air.top), is_outside);
    end += select(0.0, along + entry, is_outside);
    return air_path(origin, square, direction, end, toward_sun(), AIR_STEPS);
}
