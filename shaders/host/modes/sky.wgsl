// The part of the sky that a sample sees, 0 to 1 over the palette.

import super::super::shading::{palette, sky};

/// sRGB-encoded color of the sample `at`.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    return palette(sky(at));
}
