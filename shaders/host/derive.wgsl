// Derives numbers from the samples of a field. The host replaces `slope` in the import by the name of the quantity.

import super::placement::{missing, placement};
import super::quantities::slope::quantity;
import super::samples::is_finite;
import super::shading::{channel_of, field, rise_at, settings};

// True if the numbers depend on the neighbors of a sample.
override NEEDS_SLOPE: bool;

// The host replaces the format by that of the numbers.
@group(0) @binding(4) var derived: texture_storage_2d<rgba32float, write>;

/// One invocation per texel of `derived`.
@compute @workgroup_size(8, 16)
fn derive(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy >= textureDimensions(derived)) {
        return;
    }
    let at = vec2i(id.xy + vec2u(settings.first_x, settings.first_y));
    textureStore(derived, id.xy, derived_at(at));
}

/// Numbers of a texel of the field; `missing()` where its value, or a slope that is needed, is not finite.
fn derived_at(at: vec2i) -> vec4f {
    let height = channel_of(textureLoad(field, at, 0));
    if !is_finite(height) {
        return vec4f(missing());
    }
    let value = height + placement.base;
    if !NEEDS_SLOPE {
        return quantity(at, value, vec2f(0.0));
    }
    let rise = rise_at(at);
    if !is_finite(rise.x + rise.y) {
        return vec4f(missing());
    }
    return quantity(at, value, rise);
}
