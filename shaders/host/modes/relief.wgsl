// The color of the ground under sun and sky.

import super::super::shading::{ground_color, hillshade, settings, sun};

// Light of the sky, which the sun adds to.
const SKY = 0.25;

/// sRGB-encoded color of the sample `at`; `rise` is from sample to sample, to the east and to the north.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    return ground_color(at, height) * mix(SKY, 1.0, sun(at) * hillshade(rise * settings.steepness));
}
