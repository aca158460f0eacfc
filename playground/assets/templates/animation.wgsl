//! TITLE
//! @view(0, 0, 8)
//! @mode(texture)

struct Params {
    /// Cycles per unit. @range(0.1, 4) @log @default(0.5)
    frequency: f32,
    /// Cycles per second. @range(0, 4, 0.01, 0.5)
    speed: f32,
    /// @auto(time)
    time: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn height(p: vec2f) -> f32 {
    let phase = params.frequency * length(p) - params.speed * params.time;
    return sin(6.2831853 * phase) * exp(-0.2 * length(p));
}
