// Enlarges a coarse picture to full size.

struct Enlargement {
    // Width and height in pixels that a coarse texel covers.
    step: f32,
}

@group(0) @binding(0) var<uniform> enlargement: Enlargement;
@group(0) @binding(1) var coarse: texture_2d<f32>;
@group(0) @binding(2) var linear: sampler;
@group(0) @binding(3) var picture: texture_storage_2d<rgba8unorm, write>;
// Number of the loop that exceeded its budget in the coarse evaluation, or 0. After such a loop the picture is
// unchanged.
@group(0) @binding(4) var<storage, read> runaway: u32;

@compute @workgroup_size(8, 8)
fn upsample(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= textureDimensions(picture)) || runaway != 0u {
        return;
    }
    let at = (vec2f(id.xy) + 0.5) / (enlargement.step * vec2f(textureDimensions(coarse)));
    textureStore(picture, id.xy, textureSampleLevel(coarse, linear, at, 0.0));
}
