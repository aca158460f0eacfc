// Encoding of colors.

/// Linear to sRGB-encoded, clamped to 0..1, within 1e-6. @hidden
fn srgb(linear: vec3f) -> vec3f {
    let color = saturate(linear);
    return select(power_part(color), 12.92 * color, color <= vec3f(0.0031308));
}

/// 1.055 color^(1/2.4) - 0.055 for colors above 0.0031308, as a polynomial of their fourth root: least squares at
/// Chebyshev points. On software adapters `pow` takes several times as long. @hidden
fn power_part(color: vec3f) -> vec3f {
    let root = sqrt(sqrt(color));
    var sum = vec3f(-0.07196584);
    sum = sum * root + 0.37633485;
    sum = sum * root - 0.86538976;
    sum = sum * root + 1.1773362;
    sum = sum * root - 1.138208;
    sum = sum * root + 1.4558688;
    sum = sum * root + 0.124537036;
    return sum * root - 0.058513414;
}

/// sRGB-encoded to linear. @hidden
fn linear(encoded: vec3f) -> vec3f {
    return select(pow((encoded + 0.055) / 1.055, vec3f(2.4)), encoded / 12.92, encoded <= vec3f(0.04045));
}
