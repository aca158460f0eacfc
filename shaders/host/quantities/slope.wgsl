// Angle of the slope in degrees.

import super::super::shading::settings;

fn quantity(at: vec2i, height: f32, rise: vec2f) -> vec4f {
    return vec4f(slope(rise));
}

fn slope(rise: vec2f) -> f32 {
    return degrees(atan(length(rise * settings.steepness)));
}
