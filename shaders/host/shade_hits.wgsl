// Shades the hits of a three-dimensional view: ground color, sun, shadow and haze, the mean of the rays of each pixel.
// The host replaces `terrain` in the import by the name of the view mode, and `texture` by that of the coloring.

import super::modes::terrain::{albedo_at, difference_at, ground_at, sky_at, sun_at};
import super::modes::texture::color;
import super::samples::is_finite;
import super::scene::{
    GAVE_UP, Ground, Hit, MISS, PAINT_COLORING, PAINT_CUT, PAINT_SECTION, Rays, SURFACE, decoded, ray_direction, scene,
};
import super::shading::{HAS_ALBEDO, NON_FINITE_COLOR, difference_color, own_range, value_range};

// Rays of a pixel in width and height.
override RAYS: u32;
override HAS_SHADOWS: bool;
// True for the light of the view from above alone, without color, shadow and haze.
override IS_BARE: bool;
// True if the ground is colored by the difference of two fields, without shadow and haze.
override SHOWS_DIFFERENCE: bool;
// Color of the surface of a solid: plain (0), by its height (1), by its slope (2).
override SOLID_COLOR: u32;
// True if the values color the cut of a solid.
override COLORS_CUT: bool;

// Light of the sky, which the sun adds to.
const SKY = 0.25;
// The same for sections, whose sides are told apart by little light.
const SECTION_SKY = 0.7;
// Colors, sRGB-encoded: of vertical sections, of the sky at the horizon and in the zenith.
const SECTION = vec3f(0.42, 0.39, 0.36);
const PLAIN = vec3f(0.88, 0.84, 0.78);
// Cuts of solids, and the part of it that lines of equal values add.
const ROCK = vec3f(0.34, 0.30, 0.27);
const ROCK_LINE = 0.3;
// Lines between the ends of the value range.
const ROCK_LINES = 12.0;
const HORIZON = vec3f(0.80, 0.85, 0.90);
const ZENITH = vec3f(0.38, 0.53, 0.72);
// Height in which the density of the air falls to 1/e, in units of the view.
const AIR_HEIGHT = 0.25;

@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;
// Number of the loop that exceeded its budget in the evaluation of the data, or 0: the picture is then unchanged.
@group(0) @binding(6) var<storage, read> runaway: u32;
@group(2) @binding(0) var<uniform> rays: Rays;
@group(2) @binding(1) var hits: texture_2d<u32>;
@group(2) @binding(2) var sunlight: texture_2d<f32>;
@group(2) @binding(3) var<uniform> haze: f32;

/// One invocation per pixel.
@compute @workgroup_size(8, 16)
fn shade_hits(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(picture);
    if id.x >= size.x || id.y >= size.y || runaway != 0u {
        return;
    }
    // The mean of squares is close to that of light: encoded colors are about its square root.
    var sum = vec3f(0.0);
    for (var index = 0u; index < RAYS * RAYS; index++) {
        let ray = shaded(RAYS * id.xy + vec2u(index % RAYS, index / RAYS));
        sum += ray * ray;
    }
    textureStore(picture, id.xy, vec4f(sqrt(sum / f32(RAYS * RAYS)), 1.0));
}

// The sRGB-encoded color of a ray.
fn shaded(texel: vec2u) -> vec3f {
    let hit = decoded(textureLoad(hits, texel, 0));
    if hit.kind == GAVE_UP {
        return NON_FINITE_COLOR;
    }
    let direction = ray_direction(rays.first + texel, rays.stride);
    if hit.kind == MISS {
        return background(direction);
    }
    let ground = ground_at(hit, direction);
    if !is_finite(ground.rise.x + ground.rise.y) {
        return NON_FINITE_COLOR;
    }
    if SHOWS_DIFFERENCE && ground.paint != PAINT_SECTION {
        return difference_color(difference_at(hit, direction), max(sun_at(hit, ground), ground.lamp));
    }
    if IS_BARE {
        return vec3f(sun_at(hit, ground));
    }
    let ambient = select(SECTION_SKY, SKY, hit.kind == SURFACE);
    let base = base_color(hit, ground, texel, direction);
    var sun = sun_at(hit, ground);
    if HAS_SHADOWS {
        sun *= textureLoad(sunlight, texel, 0).x;
    }
    let light = max(sun, ground.lamp);
    return hazy(base * (ambient * sky_at(hit, ground) + (1.0 - ambient) * light), hit.t, direction);
}

// The color of the ground, of a section or of a cut, without light.
fn base_color(hit: Hit, ground: Ground, texel: vec2u, direction: vec3f) -> vec3f {
    if ground.paint == PAINT_SECTION {
        return SECTION;
    }
    if HAS_ALBEDO && hit.kind == SURFACE {
        return albedo_at(hit, texel);
    }
    if ground.paint == PAINT_CUT {
        if COLORS_CUT {
            return color(ground.sample, ground.value, vec2f(0.0));
        }
        return rock(ground.value, ground.rise.x);
    }
    if ground.paint == PAINT_COLORING {
        return color(ground.sample, ground.value, ground.rise);
    }
    if SOLID_COLOR == 0u {
        return PLAIN;
    }
    // The value of the surface is the threshold everywhere: its height in the cube takes the place of the value.
    let range = vec2f(0.0, f32(scene.side) - 1.0) * scene.spacing + scene.bottom;
    own_range = range;
    let height = scene.bottom + (scene.origin.z + direction.z * hit.t) * scene.spacing;
    // Lines of equal height are as wide on steep ground as on flat ground.
    let rise = ground.rise * select(max(ground.normal.z, 1e-3), 1.0, SOLID_COLOR == 2u);
    return color(ground.sample, height, rise);
}

// Dark rock with faint lines of equal values, a pixel wide; `per_pixel` is the change of the value. Lines closer than a
// few pixels fade.
fn rock(value: f32, per_pixel: f32) -> vec3f {
    let step = max((value_range().y - value_range().x) / ROCK_LINES, 1e-30);
    let level = value / step;
    let pixels = max(per_pixel / step, 1e-6);
    let to_line = min(fract(level), 1.0 - fract(level)) / pixels;
    let line = (1.0 - smoothstep(0.4, 1.2, to_line)) * smoothstep(2.0, 6.0, 1.0 / pixels);
    return ROCK * (1.0 + ROCK_LINE * line);
}

/// Color of the sky in the direction of a ray, sRGB-encoded; black for bare light.
fn background(direction: vec3f) -> vec3f {
    if IS_BARE {
        return vec3f(0.0);
    }
    return mix(HORIZON, ZENITH, smoothstep(-0.1, 0.6, direction.z));
}

// A color seen through the air between the camera and a hit.
fn hazy(color: vec3f, t: f32, direction: vec3f) -> vec3f {
    let distance = t * scene.unit;
    // Integral of the density, which falls exponentially with height, from the hit to the camera.
    let fall = -direction.z * distance / AIR_HEIGHT;
    let mean = select((1.0 - exp(-abs(fall))) / max(abs(fall), 1e-6), 1.0 - 0.5 * abs(fall), abs(fall) < 1e-3);
    let density = mean * exp(-max(-fall, 0.0));
    return mix(HORIZON, color, exp(-haze * distance * density * vec3f(0.7, 0.85, 1.0)));
}
