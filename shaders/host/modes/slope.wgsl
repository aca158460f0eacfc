// Angle of the slope, 0 to 90 degrees over the palette.

import super::super::shading::{palette, settings};

const HALF_PI = 1.5707963267948966;

/// sRGB-encoded color for the rise from sample to sample, to the east and to the north.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    return palette(atan(length(rise * settings.steepness)) / HALF_PI);
}
