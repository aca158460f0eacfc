// Values of samples.

/// A channel of a sample that has `count` channels: x, y, z, w, y-x, length. @hidden
fn channel_value(texel: vec4f, channel: u32, count: u32) -> f32 {
    switch channel {
        case 1u: { return texel.y; }
        case 2u: { return texel.z; }
        case 3u: { return texel.w; }
        case 4u: { return texel.y - texel.x; }
        case 5u: { return length(select(vec4f(0.0), texel, vec4u(0u, 1u, 2u, 3u) < vec4u(count))); }
        default: { return texel.x; }
    }
}

/// The exact gradient of a sample, which begins at the component 1 or 2 of its texel. @hidden
fn gradient_of(texel: vec4f, first: u32) -> vec2f {
    return select(texel.yz, texel.zw, first == 2u);
}

/// False for NaN and infinities. Tests bits, since WGSL lets drivers assume that neither occurs.
fn is_finite(value: f32) -> bool {
    return (bitcast<u32>(value) & 0x7f800000u) != 0x7f800000u;
}
