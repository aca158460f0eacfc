// A plane through a volume: the value through the palette.

import super::super::shading::{fraction, palette};

fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    return palette(fraction(height));
}
