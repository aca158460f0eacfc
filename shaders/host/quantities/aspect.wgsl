// Azimuth of the steepest descent in degrees; missing where the ground is flat.

import super::super::placement::missing;
import super::super::shading::settings;

const HALF_PI = 1.5707963267948966;
const TAU = 6.283185307179586;

/// Azimuth for the rise from sample to sample, to the east and to the north; equal in all components.
fn quantity(at: vec2i, height: f32, rise: vec2f) -> vec4f {
    return vec4f(aspect(rise, missing()));
}

/// Degrees clockwise from north; `flat_ground` where there is no slope. @hidden
fn aspect(rise: vec2f, flat_ground: f32) -> f32 {
    let slope = rise * settings.steepness;
    if all(slope == vec2f(0.0)) {
        return flat_ground;
    }
    return 360.0 * fract((HALF_PI - atan2(-slope.y, -slope.x)) / TAU + 1.0);
}
