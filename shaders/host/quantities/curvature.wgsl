// Negative sum of the second derivatives along x and y (Zevenbergen and Thorne 1987): above 0 on ridges.

import super::super::shading::{bend_at, settings};

/// Curvature at the sample `at`; equal in all components.
fn quantity(at: vec2i, height: f32, rise: vec2f) -> vec4f {
    return vec4f(curvature(at));
}

/// Curvature of the exaggerated ground, per world unit; across the edge of the field, that of the sample beside it.
fn curvature(at: vec2i) -> f32 {
    return -dot(bend_at(at), settings.steepness / settings.spacing);
}
