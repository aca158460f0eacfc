// Upward unit normal: east, north, up.

import super::super::shading::settings;

/// Normal for the rise from sample to sample, to the east and to the north; the last component is 0.
fn quantity(at: vec2i, height: f32, rise: vec2f) -> vec4f {
    return vec4f(normalize(vec3f(-rise * settings.steepness, 1.0)), 0.0);
}
