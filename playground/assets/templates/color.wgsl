//! TITLE
//! @view(0, 0, 8)
//! @mode(texture)

struct Params {
    /// Cycles per unit. @range(0.1, 4) @log @default(0.5)
    frequency: f32,
    /// @color(0.9, 0.55, 0.2)
    first: vec3f,
    /// @color(0.05, 0.2, 0.4)
    second: vec3f,
}
@group(0) @binding(0) var<uniform> params: Params;

/// Returns a linear color.
fn color(p: vec2f) -> vec3f {
    let wave = sin(6.2831853 * params.frequency * length(p));
    return mix(params.first, params.second, 0.5 + 0.5 * wave);
}
