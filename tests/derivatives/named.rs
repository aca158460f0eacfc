//! `NAME_deriv` that no author has written.

use noise_playground::compile;
use noise_playground::generator::Precision;
use noise_playground::source::SourceTree;

use crate::support::{evaluate_points, main_generator};

const BILLOW: &str = "
fn billow(p: vec2f, sharpness: f32) -> f32 { return abs(p.x * p.y) * sharpness; }
fn bowl(p: vec3f) -> f32 { return p.x * p.x + 2.0 * p.y * p.y * p.z; }
fn written(p: vec2f) -> f32 { return p.x; }
fn written_deriv(p: vec2f) -> vec3f { return vec3f(7.0); }
";

fn found(text: &str) -> [f64; 4] {
    let tree = SourceTree::from_iter([("a.wgsl", text), ("mine.wgsl", BILLOW)]);
    let generators = compile(tree).unwrap();
    let main = generators.iter().find(|found| found.address().file.as_str() == "a.wgsl").unwrap();
    evaluate_points(main, Precision::Single, &[[2.0, -3.0, 0.0, 0.0]])[0]
}

#[test]
fn derivatives_of_functions_are_derived_unless_they_are_written() {
    let own = "fn bump(p: vec2f) -> f32 { return p.x * p.x * p.y; }\nfn f(p: vec2f) -> vec3f { return bump_deriv(p); }";
    assert_eq!(found(own)[..3], [-12.0, -12.0, 4.0]);
    let imported = "import package::mine::billow_deriv;\nfn f(p: vec2f) -> vec3f { return billow_deriv(p, 0.5); }";
    assert_eq!(found(imported)[..3], [3.0, 1.5, -1.0]);
    let volume = "import package::mine::bowl_deriv as slope;\nfn f(p: vec2f) -> vec4f { return slope(vec3f(p, 0.5)); }";
    assert_eq!(found(volume), [13.0, 4.0, -6.0, 18.0]);
    let written = "import package::mine::written_deriv;\nfn f(p: vec2f) -> vec3f { return written_deriv(p); }";
    assert_eq!(found(written)[..3], [7.0; 3]);
}

#[test]
fn derivatives_of_functions_that_use_derivatives_are_of_second_order() {
    let text = "import package::mine::{bowl, bowl_deriv};
fn damped(p: vec2f) -> f32 { let b = bowl_deriv(vec3f(p, 0.5)); return b.x / (1.0 + dot(b.yz, b.yz)); }
fn f(p: vec2f) -> vec3f { return damped_deriv(p); }";
    let found = found(text);
    let damped = |x: f64, y: f64| (x * x + y * y) / (1.0 + 4.0 * (x * x + y * y));
    let slope = |x: f64, y: f64| 2.0 * x / (1.0 + 4.0 * (x * x + y * y)).powi(2) * y.signum().abs();
    for (found, expected) in
        found.into_iter().zip([damped(2.0, -3.0), slope(2.0, -3.0), slope(-3.0, 2.0)])
    {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
}

#[test]
fn faults_in_derivatives_are_errors_at_the_function() {
    let error = |text: &str| compile([("a.wgsl", text)]).unwrap_err().to_string();
    let circle =
        "fn g(p: vec2f) -> f32 { return g_deriv(p).y; }\nfn f(p: vec2f) -> f32 { return g(p); }";
    assert!(
        error(circle).contains("a.wgsl:1:1: error: `g` calls its own derivative"),
        "{}",
        error(circle)
    );
    let unknown =
        "fn g(p: vec2f) -> vec2f { return p; }\nfn f(p: vec2f) -> f32 { return g_deriv(p).y; }";
    assert!(error(unknown).contains("g_deriv"), "{}", error(unknown));
}

#[test]
fn a_generator_of_a_derived_derivative_returns_a_gradient() {
    let text = "fn bump(p: vec2f) -> f32 { return p.x; }\n/// @returns(gradient)\nfn f(p: vec2f) -> vec3f { return bump_deriv(p); }";
    assert_eq!(main_generator(text).returns().name(), "gradient");
}
