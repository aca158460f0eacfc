// Error of single precision, as a fraction of the standard deviation of the values: 1e-8 to 1 over the palette, by its
// logarithm.

import super::super::shading::{palette, settings};

const DECADES = 8.0;
const LOG2_OF_10 = 3.3219280948873623;

/// sRGB-encoded color; `height` is the error.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    // The smallest number keeps the logarithm of no error finite.
    let fraction = max(abs(height), 1e-30) / max(settings.deviation, 1e-30);
    return palette(1.0 + log2(fraction) / (LOG2_OF_10 * DECADES));
}
