// The part of the sky that a sample sees, 0 to 1.

import super::super::shading::sky;

/// Visible part of the sky at the sample `at`; equal in all components.
fn quantity(at: vec2i, height: f32, rise: vec2f) -> vec4f {
    return vec4f(sky(at));
}
