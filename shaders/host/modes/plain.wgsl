// One color, for pictures of the shape alone.

/// sRGB-encoded, the same for all samples.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    return vec3f(0.88, 0.87, 0.85);
}
