//! Tests of cellular noise: error rate of the fast search in few cells, distance metrics, gradients.

use crate::probe::{
    DYADIC, Moments, WIDE, channel, check_moments, evaluate, max_abs, report, samples,
};

const IMPORTS: &str = "
import package::noise::cellular::{cellular, cellular_exact, cellular_metric, cellular_deriv};
import package::noise::cellular::{cellular3, cellular3_exact, cellular3_metric, cellular3_deriv};
";

#[test]
fn small_search_is_rarely_wrong_and_never_below_the_exact_one() {
    let difference =
        "vec4f(cellular(p, 0u) - cellular_exact(p, 0u, 1.0), cellular_exact(p, 0u, 0.0))";
    let field = samples(IMPORTS, difference, WIDE);
    let wrong = |index: usize| channel(&field, index).filter(|error| *error > 1e-6).count();
    assert!(
        channel(&field, 0).chain(channel(&field, 1)).all(|error| error >= 0.0),
        "exact distances must not be greater"
    );
    assert!(wrong(0) < 10, "{} of a million F1 wrong", wrong(0));
    assert!((60..240).contains(&wrong(1)), "{} of a million F2 wrong", wrong(1));
    let middle = max_abs(channel(&field, 2));
    assert!(
        middle <= std::f64::consts::FRAC_1_SQRT_2 + 1e-6,
        "without jitter no point is farther than {middle} from a cell center"
    );
}

#[test]
fn distance_metrics_have_known_means_and_bounds() {
    let far = f64::INFINITY;
    let of = |metric: u32| {
        format!(
            "vec4f(cellular_metric(p, 0u, {metric}u, 1.0, 1u), cellular3_metric(vec3f(p, 0.37 * p.x), 0u, {metric}u, 1.0, 0u))"
        )
    };
    let manhattan: &[Moments] = &[
        [0.541, 0.2413, 0.0, 2.0],
        [0.8765, 0.2234, 0.0, 2.0],
        [0.7648, 0.2557, 0.0, 3.0],
        [1.0511, 0.2125, 0.0, far],
    ];
    let chebyshev: &[Moments] = &[
        [0.3819, 0.169, 0.0, 1.0],
        [0.6216, 0.1591, 0.0, 1.5],
        [0.4204, 0.14, 0.0, 1.0],
        [0.5787, 0.1171, 0.0, 1.5],
    ];
    let mut failures = Vec::new();
    check_moments(&mut failures, IMPORTS, &of(1), manhattan);
    check_moments(&mut failures, IMPORTS, &of(2), chebyshev);
    report(&failures);
}

#[test]
fn distance_functions_agree() {
    let zero = [
        "vec4f(cellular_metric(p, 5u, 0u, 1.0, 0u) - cellular(p, 5u), cellular_metric(p, 5u, 0u, 0.7, 1u) - cellular_exact(p, 5u, 0.7))",
        "vec4f(cellular3_metric(q, 5u, 0u, 1.0, 0u) - cellular3(q, 5u), 0.0, 0.0)",
        "vec4f(cellular3_metric(q, 5u, 0u, 0.4, 1u) - cellular3_exact(q, 5u, 0.4), 0.0, 0.0)",
        // With this jitter the small search is exact.
        "vec4f(cellular_metric(p, 5u, 0u, 0.5, 0u) - cellular_metric(p, 5u, 0u, 0.5, 1u), cellular_metric(p, 5u, 2u, 0.5, 0u) - cellular_metric(p, 5u, 2u, 0.5, 1u))",
    ];
    let mut failures = Vec::new();
    for vector in zero {
        let field = evaluate(IMPORTS, &body(vector), DYADIC);
        let error = max_abs((0..4).flat_map(|at| channel(&field, at)));
        if error > 1e-6 {
            failures.push(format!("{vector}: {error:e}"));
        }
    }
    // Chebyshev <= Euclidean <= Manhattan <= sqrt(2) Euclidean.
    let order = "let c = cellular_metric(p, 5u, 2u, 1.0, 1u); let e = cellular_metric(p, 5u, 0u, 1.0, 1u); let m = cellular_metric(p, 5u, 1u, 1.0, 1u);
        return vec4f(min(e - c, m - e), 1.4142136 * e - m);";
    let field = evaluate(IMPORTS, order, DYADIC);
    if (0..4).flat_map(|at| channel(&field, at)).any(|gap| gap < -1e-6) {
        failures.push("distances are out of order".to_owned());
    }
    report(&failures);
}

fn body(vector: &str) -> String {
    format!("let q = vec3f(p, 0.5 * p.x - p.y); return {vector};")
}

#[test]
fn cellular_gradients_have_unit_length() {
    let cases = [
        "vec4f(cellular_deriv(p, 5u, vec2f(1.0, 0.0)).x - cellular(p, 5u).x, cellular_deriv(p, 5u, vec2f(-1.0, 1.0)).x - cellular(p, 5u).y + cellular(p, 5u).x, length(cellular_deriv(p, 5u, vec2f(1.0, 0.0)).yz) - 1.0, length(cellular_deriv(p, 5u, vec2f(0.0, 1.0)).yz) - 1.0)",
        "vec4f(cellular3_deriv(q, 5u, vec2f(1.0, 0.0)).x - cellular3(q, 5u).x, cellular3_deriv(q, 5u, vec2f(-1.0, 1.0)).x - cellular3(q, 5u).y + cellular3(q, 5u).x, length(cellular3_deriv(q, 5u, vec2f(1.0, 0.0)).yzw) - 1.0, length(cellular3_deriv(q, 5u, vec2f(0.0, 1.0)).yzw) - 1.0)",
    ];
    let mut failures = Vec::new();
    for vector in cases {
        let field = evaluate(IMPORTS, &body(vector), DYADIC);
        let error = max_abs((0..4).flat_map(|at| channel(&field, at)));
        if error > 1e-5 {
            failures.push(format!("{vector}: {error:e}"));
        }
    }
    report(&failures);
}
