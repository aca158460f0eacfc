// One triangle that covers the target; the scissor limits it to a rectangle.

/// Corner of the triangle in clip space: (-1, -1), (3, -1), (-1, 3) for the indices 0, 1, 2.
@vertex
fn cover(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u));
    return vec4f(4.0 * corner - 1.0, 0.0, 1.0);
}
