// Azimuth of the steepest descent, once around the palette; flat ground is black.

import super::super::shading::{palette, settings};

const HALF_PI = 1.5707963267948966;
const TAU = 6.283185307179586;

/// sRGB-encoded color for the rise from sample to sample, to the east and to the north.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    let slope = rise * settings.steepness;
    if all(slope == vec2f(0.0)) {
        return vec3f(0.0);
    }
    return palette(fract((HALF_PI - atan2(-slope.y, -slope.x)) / TAU + 1.0));
}
