// Encoding of colors.

/// Linear to sRGB-encoded, clamped to 0..1. @hidden
fn srgb(linear: vec3f) -> vec3f {
    let color = saturate(linear);
    return select(1.055 * pow(color, vec3f(1.0 / 2.4)) - 0.055, 12.92 * color, color <= vec3f(0.0031308));
}
