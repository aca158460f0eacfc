//! Built-in functions whose last bits WGSL leaves to the driver.

fn trigonometric(p: vec2f) -> vec4f {
    return vec4f(sin(p.x), cos(p.x) + tan(p.y), atan2(p.x, p.y), tanh(p.x) + asin(p.y / 20.0));
}

fn powers(p: vec2f) -> vec4f {
    let a = abs(p) + 1e-3;
    return vec4f(exp(p.x), log(a.x) + log2(a.y), pow(a.x, p.y / 8.0), sqrt(a.x) + inverseSqrt(a.y));
}

/// A product and a sum, which may become one operation, beside those that cannot.
fn contraction(p: vec2f) -> vec4f {
    let product = p.x * p.y;
    return vec4f(product + p.x, fma(p.x, p.y, p.x), p.x / p.y, dot(p, p.yx) + length(p) + fract(product));
}
