// Encoding of colors.

/// Linear to sRGB-encoded, clamped to 0..1. @hidden
fn srgb(linear: vec3f) -> vec3f {
    let color = saturate(linear);
    return select(1.055 * pow(color, vec3f(1.0 / 2.4)) - 0.055, 12.92 * color, color <= vec3f(0.0031308));
}

/// sRGB-encoded to linear. @hidden
fn linear(encoded: vec3f) -> vec3f {
    return select(pow((encoded + 0.055) / 1.055, vec3f(2.4)), encoded / 12.92, encoded <= vec3f(0.04045));
}
