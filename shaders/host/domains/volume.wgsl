// Positions of samples for functions of a volume: on a slice of it, in all of it, or on a planet.

import super::super::sampling::{exact_z, grid, is_beyond_volume, planet_position, volume_position, world_position};

/// World position and time of a sample. @hidden
fn position_of(sample: vec2u) -> vec4f {
    if grid.cells != 0u || grid.projection != 0u {
        return vec4f(planet_position(sample), grid.time);
    }
    if grid.columns != 0u {
        return vec4f(volume_position(sample), grid.time);
    }
    return vec4f(world_position(sample), exact_z(), grid.time);
}

/// True for texels that hold no sample. @hidden
fn is_unused(sample: vec2u) -> bool {
    return grid.columns != 0u && is_beyond_volume(sample);
}
