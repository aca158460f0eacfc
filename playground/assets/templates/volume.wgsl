//! TITLE
//! @view(0, 0, 8)

struct Params {
    /// Size of a period. @range(0.5, 8, 0.01, 4)
    period: f32,
    /// Amount that the waves shift each other by. @range(0, 2, 0.01, 0.5)
    warp: f32,
}
@group(0) @binding(0) var<uniform> params: Params;

fn density(p: vec3f) -> f32 {
    let q = 6.2831853 * p / params.period;
    let r = q + params.warp * sin(q.zxy);
    return (sin(r.x) * cos(r.y) + sin(r.y) * cos(r.z) + sin(r.z) * cos(r.x)) / 3.0;
}
