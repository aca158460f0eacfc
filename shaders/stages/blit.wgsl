// Copies a picture to the window, one texel per pixel.

struct Target {
    // Top left corner of the picture, in pixels of the window.
    origin: vec2f,
}

@group(0) @binding(0) var<uniform> window: Target;
@group(0) @binding(1) var picture: texture_2d<f32>;

// One triangle that covers the window; the scissor limits it to the rectangle of the picture.
@vertex
fn cover(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u));
    return vec4f(4.0 * corner - 1.0, 0.0, 1.0);
}

@fragment
fn blit(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    return textureLoad(picture, vec2i(pixel.xy - window.origin), 0);
}
