// The ground of a plane or of a slice of a volume, as `surface` receives it, with exact slopes.

import super::super::heights::{field, height};
import super::super::samples::gradient_of;
import super::super::sampling::{grid, world_position};
import super::super::surface::Surface;

// Without a type, see `evaluate_hits.wgsl`. The host replaces the number by that of the texels' component where the gradient begins.
const GRADIENT_AT = 1;

/// The point of a sample whose height and gradient are in the texel `at`. @hidden
fn ground_of(sample: vec2u, at: vec2i) -> Surface {
    let slope = gradient_of(textureLoad(field, at, 0), GRADIENT_AT) * grid.z_factor;
    let position = vec3f(world_position(sample), height(at.x, at.y));
    return Surface(position, normalize(vec3f(-slope, 1.0)), position.z, atan(length(slope)));
}
