// Hand-written compute and fragment shaders that evaluate Swiss turbulence, without the library's wrapper and guard.

import package::noise::turbulence::swiss_turbulence;

struct Parameters {
    octaves: f32,
    lacunarity: f32,
    gain: f32,
    warp: f32,
    corner: vec2f,
    spacing: f32,
    seed: u32,
}
@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var field: texture_storage_2d<r32float, write>;

fn swiss_at(x: f32, y: f32) -> f32 {
    let p = parameters.corner + vec2f(x, y) * parameters.spacing;
    return swiss_turbulence(p, parameters.seed, parameters.octaves, parameters.lacunarity, parameters.gain, parameters.warp);
}

@compute @workgroup_size(8, 16)
fn bare(@builtin(global_invocation_id) id: vec3u) {
    textureStore(field, id.xy, vec4f(swiss_at(f32(id.x), f32(id.y)), 0.0, 0.0, 0.0));
}

@vertex
fn cover(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) f32 {
    return swiss_at(position.x, position.y);
}
