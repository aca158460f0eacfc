//! Curves through knots
//! Maps from a noise value to a height, drawn in the curve editor.
//! A knot is (x, y, tangent on its left, tangent on its right). After blackmagic919, "Noise Generation", 2024,
//! of the series <https://blackmagic919.github.io/AboutMe/>.
//! Formula: between knots a quadratic Bezier curve with the control values k0.y, the mean of both tangents' end points,
//! k1.y. Range: about that of the knots' y.
//! Cost: a search over eight knots, no hash.
//! Pitfalls: the curve is continuous but may bend at knots; the x of the knots must not decrease.

/// Value of the curve between two knots, k0.x < k1.x: a quadratic that starts at k0.y and ends at k1.y.
/// The tangents (k0.w on the right of k0, k1.z on the left of k1) hold exactly only if both lead to the same middle
/// point; the curve is continuous.
/// Equal tangents k0.w = k1.z give the straight line. Outside the knots the end values apply.
fn bezier(value: f32, k0: vec4f, k1: vec4f) -> f32 {
    let span = k1.x - k0.x;
    if span <= 0.0 {
        return select(k0.y, k1.y, value >= k1.x);
    }
    let t = saturate((value - k0.x) / span);
    let middle = 0.5 * (k0.y + k0.w * span + k1.y - k1.z * span);
    return mix(mix(k0.y, middle, t), mix(middle, k1.y, t), t);
}

/// Value of the curve through the first `count` knots, whose x must not decrease. Outside the knots the end values
/// apply.
/// The curve passes through every knot, so its range is about that of their y.
fn bezier_curve(value: f32, knots: array<vec4f, 8>, count: i32) -> f32 {
    let last = clamp(count, 1, 8) - 1;
    var k0 = knots[0];
    var k1 = knots[0];
    // The first knot beyond the value is the last one selected. An index that depends on the value would need a copy of
    // all knots in each invocation.
    for (var n = 0; n < 7; n++) {
        let at = 7 - n;
        if at == last || (at < last && !(value >= knots[at].x)) {
            k0 = knots[at - 1];
            k1 = knots[at];
        }
    }
    return bezier(value, k0, k1);
}
