// Copies a picture to the window, one texel per pixel.

struct Target {
    // Top left corner of the picture, in pixels of the window.
    origin: vec2f,
}

@group(0) @binding(0) var<uniform> window: Target;
@group(0) @binding(1) var picture: texture_2d<f32>;

/// Color of a pixel of the window; `pixel` is its center.
@fragment
fn blit(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    return textureLoad(picture, vec2i(pixel.xy - window.origin), 0);
}
