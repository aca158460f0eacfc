// Positions of samples for functions of a plane.

import super::super::sampling::{exact_z, grid, world_position};

/// World position and time of a sample. @hidden
fn position_of(sample: vec2u) -> vec4f {
    return vec4f(world_position(sample), exact_z(), grid.time);
}

/// True for texels that hold no sample. @hidden
fn is_unused(sample: vec2u) -> bool {
    return false;
}
