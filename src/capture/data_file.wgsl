//! TITLE
//! @view(VIEW)
//! @mode(relief)UNIT

import playground::noise::field::field_bilinear;

struct Params {
    /// @auto(placement samples)
    samples_at: vec4f,
}
@group(0) @binding(0) var<uniform> params: Params;

/// The data file. There is nothing outside of it. @label("file") @field(SOURCE)
@group(0) @binding(1) var samples: texture_2d<f32>;

fn height(p: vec2f) -> f32 {
    let size = vec2f(textureDimensions(samples)) * params.samples_at.zw;
    let from_corner = vec2f(p.x - params.samples_at.x, params.samples_at.y - p.y);
    if any(from_corner < vec2f(0.0)) || any(from_corner > size) {
        return not_a_number();
    }
    return field_bilinear(samples, params.samples_at, p);
}

fn not_a_number() -> f32 {
    var bits = 0x7fc00000u;
    return bitcast<f32>(bits);
}
