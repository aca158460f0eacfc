// Angle of the slope in degrees.

import super::super::shading::settings;

/// Slope for the rise from sample to sample, to the east and to the north; equal in all components.
fn quantity(at: vec2i, height: f32, rise: vec2f) -> vec4f {
    return vec4f(slope(rise));
}

/// Degrees, 0 to 90, for the rise from sample to sample, to the east and to the north.
fn slope(rise: vec2f) -> f32 {
    return degrees(atan(length(rise * settings.steepness)));
}
