// Enlarges a coarse picture to full size. A fragment shader: on a software adapter it takes a fraction of the time of a
// compute shader.

struct Enlargement {
    // Width and height in pixels that a coarse texel covers.
    step: f32,
}

@group(0) @binding(0) var<uniform> enlargement: Enlargement;
@group(0) @binding(1) var coarse: texture_2d<f32>;
@group(0) @binding(2) var linear: sampler;
// Number of the loop that exceeded its budget in the coarse evaluation, or 0. After such a loop the picture is
// unchanged.
@group(0) @binding(3) var<storage, read> runaway: u32;

/// Color of a pixel, whose center is `pixel`: interpolated between coarse texels.
@fragment
fn upsample(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    if runaway != 0u {
        discard;
    }
    let at = pixel.xy / (enlargement.step * vec2f(textureDimensions(coarse)));
    return textureSampleLevel(coarse, linear, at, 0.0);
}
