// A coarse picture → one of full size.

struct Magnification {
    // Texels of the picture for each of the coarse one, across and down.
    step: f32,
}

@group(0) @binding(0) var<uniform> magnification: Magnification;
@group(0) @binding(1) var coarse: texture_2d<f32>;
@group(0) @binding(2) var between: sampler;
@group(0) @binding(3) var picture: texture_storage_2d<rgba8unorm, write>;
// What the coarse evaluation says of a loop that ran away; 0 for none. Else the picture before stays.
@group(0) @binding(4) var<storage, read> runaway: u32;

@compute @workgroup_size(8, 8)
fn upsample(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= textureDimensions(picture)) || runaway != 0u {
        return;
    }
    let at = (vec2f(id.xy) + 0.5) / (magnification.step * vec2f(textureDimensions(coarse)));
    textureStore(picture, id.xy, textureSampleLevel(coarse, between, at, 0.0));
}
