// Gray shaded relief, equal to `gdaldem hillshade -compute_edges`.

import super::super::shading::{hillshade, settings};

/// sRGB-encoded gray for the rise from sample to sample, to the east and to the north.
fn color(at: vec2i, height: f32, rise: vec2f) -> vec3f {
    return vec3f(hillshade(rise * settings.steepness));
}
