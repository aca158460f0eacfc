//! Derivatives of `pow` at the base 0.

use noise_playground::field::Channel;
use noise_playground::generator::{Derivative, Precision, derive};

use crate::support::{evaluate_points, main_generator};

const INFINITE: f64 = f64::INFINITY;

/// At x = 0: the exponent, and the first and second derivative by x. A pole may have any sign.
const BY_BASE: [(f64, f64, f64); 8] = [
    (3.0, 0.0, 0.0),
    (2.5, 0.0, 0.0),
    (2.0, 0.0, 2.0),
    (1.5, 0.0, INFINITE),
    (1.0, 1.0, 0.0),
    (0.5, INFINITE, INFINITE),
    (0.0, 0.0, 0.0),
    (-1.0, INFINITE, INFINITE),
];

fn derived(body: &str, derivative: &Derivative, place: [f64; 2]) -> Vec<[f64; 4]> {
    let text = format!("fn f(p: vec2f) -> f32 {{ return {body}; }}");
    let derived = derive(&main_generator(&text), derivative, Channel::X).unwrap().into();
    let place = [[place[0], place[1], 0.0, 0.0]];
    let precisions = [Precision::Single, Precision::Double];
    precisions
        .into_iter()
        .flat_map(|precision| evaluate_points(&derived, precision, &place))
        .collect()
}

fn assert_is(found: f64, expected: f64, name: &str) {
    if expected.is_finite() {
        assert_eq!(found, expected, "{name}");
    } else {
        assert!(!found.is_finite(), "{name}: {found}");
    }
}

#[test]
fn slopes_by_the_base_are_the_limits_at_0() {
    for (exponent, first, second) in BY_BASE {
        for body in [format!("pow(p.x, {exponent:?})"), "pow(p.x, p.y)".to_owned()] {
            let name = format!("{body} at y = {exponent}");
            for gradient in derived(&body, &Derivative::Gradient, [0.0, exponent]) {
                assert_is(gradient[0], first, &name);
            }
            for hessian in derived(&body, &Derivative::Hessian, [0.0, exponent]) {
                assert_is(hessian[0], second, &name);
            }
        }
    }
}

#[test]
fn slopes_by_the_exponent_are_the_limits_at_0() {
    for (exponent, first, mixed, second) in [
        (2.0, 0.0, 0.0, 0.0),
        (0.5, 0.0, INFINITE, 0.0),
        (0.0, INFINITE, INFINITE, INFINITE),
        (-1.0, INFINITE, INFINITE, INFINITE),
    ] {
        let name = format!("y = {exponent}");
        for gradient in derived("pow(p.x, p.y)", &Derivative::Gradient, [0.0, exponent]) {
            assert_is(gradient[1], first, &name);
        }
        for hessian in derived("pow(p.x, p.y)", &Derivative::Hessian, [0.0, exponent]) {
            assert_is(hessian[1], mixed, &name);
            assert_is(hessian[2], second, &name);
        }
    }
}
