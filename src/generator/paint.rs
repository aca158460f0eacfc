//! A file's `surface` and an entry point around it that paints a field of heights.

use super::wrap::{GRID_STRUCT, around};
use super::{Generator, HOST_GROUP};
use crate::diagnostic::Diagnostic;
use crate::link::Linked;

/// The entry point around `surface`.
pub(crate) const PAINT_ENTRY_POINT: &str = "playground_paint";

/// The function that paints.
pub(super) const SURFACE: &str = "surface";

/// What the host tells it of a place.
pub(super) const STRUCT: &str = "Surface";

/// Wraps a file's `surface` as a compute shader that reads heights and writes sRGB-encoded colours.
///
/// # Errors
/// The call does not fit the function, or it reads what the host does not fill.
pub(super) fn wrap_surface(
    linked: &Linked,
    generator: &Generator,
) -> Result<naga::Module, Box<Diagnostic>> {
    let surface = linked.host_name(STRUCT).unwrap_or_default();
    let wrapper = format!(
        "{GRID_STRUCT}
@group({HOST_GROUP}) @binding(0) var<uniform> playground_grid: playground_Grid;
@group({HOST_GROUP}) @binding(1) var playground_field: texture_2d<f32>;
@group({HOST_GROUP}) @binding(2) var playground_tints: texture_storage_2d<rgba8unorm, write>;

// Beyond the field's ends the ground goes on as straight as it came.
fn playground_height(x: i32, y: i32) -> f32 {{
    let last = vec2i(textureDimensions(playground_field)) - 1;
    let at = clamp(vec2i(x, y), vec2i(0), last);
    let height = textureLoad(playground_field, at, 0).x;
    let opposite = clamp(2 * at - vec2i(x, y), vec2i(0), last);
    return select(2.0 * height - textureLoad(playground_field, opposite, 0).x, height, all(at == vec2i(x, y)));
}}

@compute @workgroup_size(8, 8)
fn {PAINT_ENTRY_POINT}(@builtin(global_invocation_id) playground_id: vec3u) {{
    if any(playground_id.xy >= playground_grid.size) {{
        return;
    }}
    let playground_at = vec2i(playground_grid.texel + playground_id.xy);
    let playground_from_middle = vec2f(playground_grid.first + playground_id.xy) + 0.5 - playground_grid.middle;
    let playground_point = playground_grid.center + vec2f(1.0, -1.0) * playground_from_middle * playground_grid.spacing;
    // Horn's slopes, as shading has them.
    var playground_west = 0.0;
    var playground_east = 0.0;
    var playground_north = 0.0;
    var playground_south = 0.0;
    for (var playground_step = -1; playground_step <= 1; playground_step++) {{
        let playground_weight = f32(2 - abs(playground_step));
        playground_west += playground_weight * playground_height(playground_at.x - 1, playground_at.y + playground_step);
        playground_east += playground_weight * playground_height(playground_at.x + 1, playground_at.y + playground_step);
        playground_north += playground_weight * playground_height(playground_at.x + playground_step, playground_at.y - 1);
        playground_south += playground_weight * playground_height(playground_at.x + playground_step, playground_at.y + 1);
    }}
    let playground_rise = vec2f(playground_east - playground_west, playground_north - playground_south)
        / (8.0 * playground_grid.spacing);
    let playground_up = playground_height(playground_at.x, playground_at.y);
    let playground_color = saturate({SURFACE}({surface}(
        vec3f(playground_point, playground_up),
        normalize(vec3f(-playground_rise, 1.0)),
        playground_up,
        atan(length(playground_rise)),
    )));
    let playground_encoded = select(
        1.055 * pow(playground_color, vec3f(1.0 / 2.4)) - 0.055,
        12.92 * playground_color,
        playground_color <= vec3f(0.0031308),
    );
    textureStore(playground_tints, playground_at, vec4f(playground_encoded, 1.0));
}}
"
    );
    around(linked, generator, &wrapper, SURFACE, PAINT_ENTRY_POINT)
}
