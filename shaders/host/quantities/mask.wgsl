// 1 where the condition is true, 0 where it is false. The host writes the condition.

import super::super::condition::condition;
import super::super::placement::position_of;
import super::aspect::aspect;
import super::curvature::curvature;
import super::slope::slope;

// Aspect of flat ground.
const FLAT = -1.0;

/// Mask at the sample `at`, whose rise is to the next one to the east and to the north; equal in all components.
fn quantity(at: vec2i, height: f32, rise: vec2f) -> vec4f {
    let position = position_of(at);
    let is_true = condition(height, slope(rise), aspect(rise, FLAT), curvature(at), position.x, position.y);
    return vec4f(select(0.0, 1.0, is_true));
}
