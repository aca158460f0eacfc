// Contour lines over the palette, at round heights about a sixteenth of the value range apart. Every fifth is
// heavier.

import super::super::shading::{fraction, palette, value_range};

/// sRGB-encoded color of a height; the rise from sample to sample makes lines equally wide on all slopes.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    let step = round_step((value_range().y - value_range().x) / 16.0);
    let base = palette(fraction(height));
    let per_sample = length(rise) / step;
    let thin = line(height / step, per_sample, 0.8);
    let heavy = line(height / (5.0 * step), per_sample / 5.0, 1.6);
    return base * (1.0 - max(0.55 * thin, 0.85 * heavy));
}

// 1 on the line where `level` is an integer, fading to 0 at `width` samples from it.
fn line(level: f32, per_sample: f32, width: f32) -> f32 {
    let to_line = min(fract(level), 1.0 - fract(level));
    return 1.0 - smoothstep(0.0, max(per_sample * width, 1e-6), to_line);
}

// The smallest of …, 1, 2, 5, 10, 20, … at or above `minimum`.
fn round_step(minimum: f32) -> f32 {
    let power = pow(10.0, floor(log(max(minimum, 1e-30)) / log(10.0)));
    let lead = minimum / power;
    return power * select(select(select(10.0, 5.0, lead <= 5.0), 2.0, lead <= 2.0), 1.0, lead <= 1.0);
}
