// Light of the sun, 1/255 in shadow to 1.

import super::super::shading::{hillshade, settings};

/// Light for the rise from sample to sample, to the east and to the north; equal in all components.
fn quantity(at: vec2i, height: f32, rise: vec2f) -> vec4f {
    return vec4f(hillshade(rise * settings.steepness));
}
