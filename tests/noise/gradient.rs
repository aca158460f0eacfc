//! Tests of value and gradient noise: golden values, moments, gradients, precision.

use noise_playground::field::grid::SampleGrid;

use crate::probe::{
    DYADIC, PLANE, VOLUME, WIDE, channel, check_golden, check_moments, evaluate, max_abs, mean,
    report, rms, samples,
};

const IMPORTS: &str = "
import package::noise::value::{value, value_deriv, value3};
import package::noise::perlin::{perlin, perlin_cheap, perlin_deriv, perlin_pseudo_deriv, perlin_split, perlin3, perlin3_deriv};
";

#[test]
fn gradient_noise_has_golden_values() {
    let perlin = [
        [-0.045_786, 0.077_609, -0.676_454],
        [0.599_502, -0.238_709, 0.980_754],
        [-0.245_126, 0.337_062, -1.198_011],
    ];
    let value = [
        [0.052_116, 0.229_516, 0.429_099],
        [-0.116_779, 0.625_834, 2.553_587],
        [0.180_720, -0.976_947, -2.358_812],
    ];
    let perlin3 = [
        [-0.492_414, 0.866_737, -0.581_722, 0.145_923],
        [0.047_290, -0.458_300, 0.060_953, 0.471_772],
    ];
    let mut failures = Vec::new();
    for expression in ["perlin_deriv(AT, 0u)", "perlin_split(vec2i(floor(AT)), AT - floor(AT), 0u)"]
    {
        check_golden(&mut failures, IMPORTS, (expression, &perlin), &PLANE, [2e-5; 4]);
    }
    check_golden(&mut failures, IMPORTS, ("value_deriv(AT, 0u)", &value), &PLANE, [2e-5; 4]);
    check_golden(&mut failures, IMPORTS, ("perlin3_deriv(AT, 0u)", &perlin3), &VOLUME, [2e-5; 4]);
    report(&failures);
}

#[test]
fn gradient_noise_has_published_moments_and_bounds() {
    let expected = [
        ("perlin(p, SEED)", [0.0, 0.3235, -0.9912, 0.9912]),
        ("perlin_cheap(p, SEED)", [0.0, 0.3235, -0.9912, 0.9912]),
        ("value(p, SEED)", [0.0, 0.4525, -1.0, 1.0]),
        ("perlin3(vec3f(p, 0.37 * p.x), SEED)", [0.0, 0.2606, -1.0, 1.0]),
        ("value3(vec3f(p, 0.37 * p.x), SEED)", [0.0, 0.4005, -1.0, 1.0]),
    ];
    let mut failures = Vec::new();
    for (expression, moments) in expected {
        check_moments(&mut failures, IMPORTS, &format!("vec4f({expression})"), &[moments]);
    }
    report(&failures);
}

#[test]
fn pseudo_derivative_differs_from_the_derivative() {
    let difference = "vec4f(perlin_pseudo_deriv(p, 0u) - perlin_deriv(p, 0u), 0.0)";
    let field = samples(IMPORTS, difference, DYADIC);
    assert_eq!(max_abs(channel(&field, 0)), 0.0, "values must be equal");
    let error = rms(channel(&field, 1));
    assert!((error / 0.83 - 1.0).abs() < 0.02, "rms error {error}, not .83");
}

#[test]
fn split_coordinates_are_precise_far_from_the_origin() {
    let difference =
        "vec4f(perlin_split(vec2i(floor(p)), p - floor(p), 3u) - perlin_deriv(p, 3u), 0.0)";
    let near = samples(IMPORTS, difference, DYADIC);
    assert_eq!(
        max_abs(near.samples.iter().map(|value| f64::from(*value))),
        0.0,
        "both must be equal near the origin"
    );
    let grid = SampleGrid { center: [0.0, 0.0], span: 512.0 * 0.073_713, size: [512, 512] };
    let mut failures = Vec::new();
    for (exponent, expected) in
        [(10, 4.7e-5), (14, 7.5e-4), (16, 3.0e-3), (18, 1.2e-2), (20, 4.8e-2)]
    {
        let offset = 1 << exponent;
        let body = format!(
            "let q = abs(p); let exact = perlin_split(vec2i(floor(q)) + vec2i({offset}), q - floor(q), 3u).x;
             return vec4f(perlin(q + vec2f({offset}.0), 3u) - exact);"
        );
        let error = rms(channel(&evaluate(IMPORTS, &body, grid), 0));
        if (error / expected - 1.0).abs() > 0.2 {
            failures.push(format!("2^{exponent}: rms error {error:e}, not {expected:e}"));
        }
    }
    report(&failures);
}

#[test]
fn only_the_seed_changes_the_field() {
    let field = |seed: u32| {
        samples(IMPORTS, &format!("vec4f(perlin3_deriv(vec3f(p, 0.3), {seed}u))"), WIDE)
    };
    let (first, other) = (field(7), field(1_000_007));
    assert!(first == field(7), "equal inputs must give equal bits");
    let product = mean(channel(&first, 0).zip(channel(&other, 0)).map(|(a, b)| a * b));
    let correlation = product / (rms(channel(&first, 0)) * rms(channel(&other, 0)));
    assert!(correlation.abs() < 0.01, "two seeds correlate by {correlation}");
}
