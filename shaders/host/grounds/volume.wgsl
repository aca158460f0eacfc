// The ground of a slice of a volume or of a planet, as `surface` receives it.

import super::super::cube::gradient_along;
import super::super::heights::{height, last_texel};
import super::super::sampling::{grid, planet_position};
import super::super::surface::Surface;
import super::plane;

/// The point of a sample whose height is in the texel `at`. @hidden
fn ground_of(sample: vec2u, at: vec2i) -> Surface {
    if grid.cells != 0u || grid.projection != 0u {
        return ground_of_planet(sample, at);
    }
    return plane::ground_of(sample, at);
}

// A point of a planet, or of a map of one, without exaggeration: its distance from the center is 1 and the value.
fn ground_of_planet(sample: vec2u, at: vec2i) -> Surface {
    let up = planet_position(sample);
    let value = height(at.x, at.y);
    let high = min(at + 1, last_texel());
    let low = max(at - 1, vec2i(0));
    let rise = vec2f(height(high.x, at.y) - height(low.x, at.y), height(at.x, high.y) - height(at.x, low.y));
    // Samples to the left and right, below and above, as offsets of this one.
    let first = vec2i(sample) + low - at;
    let second = vec2i(sample) + high - at;
    let right = position_at(vec2i(second.x, i32(sample.y))) - position_at(vec2i(first.x, i32(sample.y)));
    let upward = position_at(vec2i(i32(sample.x), second.y)) - position_at(vec2i(i32(sample.x), first.y));
    let slope = gradient_along(up, right, upward, rise) / max(1.0 + value, 1e-6);
    return Surface((1.0 + value) * up, normalize(up - slope), value, atan(length(slope)));
}

// Samples before the first of the chunk have negative offsets, which wrap.
fn position_at(offset: vec2i) -> vec3f {
    return planet_position(vec2u(offset));
}
