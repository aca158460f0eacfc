// The derivative of the value by a control, through the palette.

import super::super::shading::{fraction, palette};

/// sRGB-encoded color; `height` is the derivative.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    return palette(fraction(height));
}
