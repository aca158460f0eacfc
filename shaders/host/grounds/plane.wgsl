// The ground of a plane, as `surface` receives it.

import super::super::heights::{last_texel, row};
import super::super::sampling::{grid, world_position};
import super::super::slopes::rise;
import super::super::surface::Surface;

/// The point of a sample whose height is in the texel `at`. @hidden
fn ground_of(sample: vec2u, at: vec2i) -> Surface {
    let here = row(at.x, at.y);
    let steps = rise(row(at.x, at.y - 1), here, row(at.x, at.y + 1), at, last_texel());
    let slope = steps * grid.z_factor / grid.spacing;
    let position = vec3f(world_position(sample), here.y);
    return Surface(position, normalize(vec3f(-slope, 1.0)), here.y, atan(length(slope)));
}
