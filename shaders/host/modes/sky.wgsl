// The part of the sky that a sample sees, 0 to 1 over the palette.

import super::super::shading::{field, horizons, palette, sky};

/// sRGB-encoded color of the sample `at`. Coarse horizons are interpolated.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    let size = vec2i(textureDimensions(horizons));
    let stride = (vec2i(textureDimensions(field)) + size - 1) / size;
    let low = at / stride;
    let high = min(low + 1, size - 1);
    let part = vec2f(at - low * stride) / vec2f(stride);
    let north = mix(sky(low), sky(vec2i(high.x, low.y)), part.x);
    let south = mix(sky(vec2i(low.x, high.y)), sky(high), part.x);
    return palette(mix(north, south, part.y));
}
