//! Where a function is level, all of its derivatives are 0, and where its slope is infinite none is a number.

use noise_playground::field::Channel;
use noise_playground::generator::{Derivative, Precision, derive};
use noise_playground::{SampleGrid, Subject, evaluate};

use crate::support::{evaluate_points, main_generator};

/// Functions of `p`, `k` and `x = max(p.x, 0)`, which are level where p.x < 0 and k changes nothing.
const LEVEL: &[&str] = &[
    "sqrt(x)",
    "sqrt(k * x)",
    "inverseSqrt(x + 0.0) * 0.0 + saturate(inverseSqrt(x))",
    "pow(x, 0.5)",
    "pow(x, 0.3 + x)",
    "pow(k * x, 1.5)",
    "pow(vec2f(x), vec2f(0.5, 0.7)).y",
    "exp(-1.0 / x)",
    "max(log(x), -3.0)",
    "max(log2(x), -3.0)",
    "exp(log(x) * 0.7)",
    "length(vec2f(x, 0.0))",
    "length(x)",
    "distance(vec2f(x, 2.0), vec2f(0.0, 2.0))",
    "distance(p + x, p)",
    "select(normalize(vec2f(x, x)).x, 0.5, x == 0.0)",
    "asin(1.0 - x)",
    "acos(1.0 - x)",
    "acosh(1.0 + x)",
    "tanh(atanh(1.0 - min(x, 1.0)))",
    "atan2(x, x * 2.0)",
    "atan2(k * x, -x)",
    "saturate(1.0 / x)",
    "1.0 / (1.0 + 1.0 / x)",
    "1.0 / (1.0 + exp(1e3 / (x + 1.0)))",
    "1.0 / cosh(1e3 - min(x, 1.0))",
    "1.0 / (2.0 + sinh(1e3 - min(x, 1.0)))",
    "1.0 / (1.0 + exp2(2e3 - min(x, 1.0)))",
    "max(sqrt(x - 1.0), 0.5)",
    "clamp(log(x - 1.0), 0.5, 0.7)",
    "smoothstep(0.0, x, -1.0 - x)",
    "smoothstep(k, k, x - 3.0)",
    "(1.0 % (x + 1e-30)) * 0.0",
    "sqrt(step(0.0, p.x) * (p.x + p.y))",
    "sqrt(vec2f(x, 4.0)).x",
    "reflect(vec2f(1.0, x), vec2f(0.0, 1.0)).y + sqrt(x)",
    "root(x)",
    "root(root(x) * k)",
    "swept(x)",
];

const DECLARATIONS: &str = "
fn root(x: f32) -> f32 { return sqrt(x); }
fn swept(x: f32) -> f32 { var sum = 0.0; for (var i = 0; i < 3; i++) { sum += sqrt(x * f32(i)); } return sqrt(sum); }
";

fn text(body: &str) -> String {
    format!(
        "fn f(p: vec2f, k: f32) -> f32 {{ let x = max(p.x, 0.0); return {body}; }}\n{DECLARATIONS}"
    )
}

fn quantities() -> Vec<Derivative> {
    vec![
        Derivative::Gradient,
        Derivative::Laplacian,
        Derivative::Hessian,
        Derivative::Slope { exaggeration: 1.0 },
        Derivative::Sensitivity { control: "k".to_owned(), component: 0 },
    ]
}

#[test]
fn every_derivative_of_a_level_region_is_0() {
    let places = [[-0.7, 0.4, 0.0, 0.0], [-1.5, -2.5, 0.0, 0.0]];
    let mut failures = Vec::new();
    for body in LEVEL {
        for quantity in quantities() {
            let derived = derive(&main_generator(&text(body)), &quantity, Channel::X).unwrap();
            let channels = derived.channels() as usize;
            for found in evaluate_points(&derived.into(), Precision::Single, &places) {
                let is_level = found[..channels].iter().all(|number| number.abs() < 1e-18);
                if !is_level {
                    failures.push(format!("{body} {quantity:?}: {found:?}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn level_regions_are_level_in_double_precision_and_by_name() {
    for body in LEVEL {
        let named = format!(
            "fn slope(p: vec2f) -> vec3f {{ return g_deriv(p); }}\n/// @hidden\nfn g(p: vec2f) -> f32 {{ return f(p, 0.5); }}\n{}",
            text(body).replace("fn f(", "/// @hidden\nfn f(")
        );
        for precision in [Precision::Single, Precision::Double] {
            let generator = main_generator(&named);
            let found = evaluate_points(&generator, precision, &[[-0.7, 0.4, 0.0, 0.0]])[0];
            assert!(found[1] == 0.0 && found[2] == 0.0, "{body} {precision:?}: {found:?}");
        }
    }
}

/// Functions that are level at the origin, but not flat, and their second derivatives by x twice.
const CURVED: &[(&str, f64)] = &[
    ("exp(-dot(p, p))", -2.0),
    ("exp2(cos(p.x))", -1.386_294_361),
    ("1.0 / (1.0 + dot(p, p))", -2.0),
    ("cos(p.x) / cos(p.y)", -1.0),
    ("sqrt(1.0 + dot(p, p))", 1.0),
    ("inverseSqrt(1.0 + dot(p, p))", -1.0),
    ("log(cos(p.x))", -1.0),
    ("log2(2.0 * cos(p.x))", -std::f64::consts::LOG2_E),
    ("pow(cos(p.x), 3.0)", -3.0),
    ("pow(cos(p.x), 2.0)", -2.0),
    ("pow(2.0, cos(p.x))", -1.386_294_361),
    ("cosh(p.x) * cosh(p.x * p.x)", 1.0),
    ("sinh(cos(p.x))", -1.543_080_635),
    ("asin(0.5 * cos(p.x))", -0.577_350_269),
    ("acos(0.5 * cos(p.x))", 0.577_350_269),
    ("acosh(2.0 * cosh(p.x))", 1.154_700_538),
    ("atanh(0.5 * cos(p.x))", -0.666_666_667),
    ("tan(cos(p.x))", -3.425_518_821),
    ("tanh(cos(p.x))", -0.419_974_342),
    ("atan(cos(p.x))", -0.5),
    ("atan2(cos(p.x), 1.0)", -0.5),
    ("length(vec2f(cos(p.x), 0.0))", -1.0),
    ("distance(vec2f(cos(p.x), 0.0), vec2f())", -1.0),
    ("normalize(vec2f(cos(p.x), 1.0)).x", -0.353_553_391),
    ("refract(vec2f(0.0, cos(p.x)), vec2f(0.0, 1.0), 0.5).y", 0.25),
    ("smoothstep(0.0, 2.0, cos(p.x))", -0.75),
];

#[test]
fn second_derivatives_count_where_the_first_are_0() {
    let mut failures = Vec::new();
    for (body, expected) in CURVED {
        let text = format!("fn f(p: vec2f) -> f32 {{ return {body}; }}");
        let hessian = derive(&main_generator(&text), &Derivative::Hessian, Channel::X).unwrap();
        let hessian = hessian.into();
        for precision in [Precision::Single, Precision::Double] {
            // There is no `refract` in double precision.
            if precision == Precision::Double && body.contains("refract") {
                continue;
            }
            let found = evaluate_points(&hessian, precision, &[[0.0; 4]])[0][0];
            if found.is_nan() || (found - expected).abs() > 1e-5 {
                failures.push(format!("{body} {precision:?}: {found}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Functions whose values are next to a limit at p.x = 9, while a number that they use overflows in single precision, or
/// its slope does.
const FADED: &[&str] = &[
    "1.0 / (1.0 + exp(100.0 * p.x))",
    "1.0 / (1.0 + exp(9.8 * p.x))",
    "1.0 / exp2(14.2 * p.x)",
    "p.y / (p.x / floor(p.x - 9.0))",
    "exp(-exp(100.0 * p.x))",
    "exp2(-exp(100.0 * p.x))",
    "tanh(exp(100.0 * p.x))",
    "atan(exp(100.0 * p.x))",
    "atan2(p.y, exp(100.0 * p.x))",
    "atan2(exp(100.0 * p.x), p.y)",
    "inverseSqrt(exp(100.0 * p.x))",
    "pow(exp(100.0 * p.x), -1.0)",
    "pow(0.5, exp(100.0 * p.x))",
    "smoothstep(0.0, 1.0, exp(100.0 * p.x))",
    "smoothstep(-1.0, exp(100.0 * p.x), 0.0)",
    "saturate(exp(100.0 * p.x))",
    "min(exp(100.0 * p.x), 1.0)",
    "1.0 % (exp(100.0 * p.x) + 2.0)",
];

#[test]
fn what_overflows_is_level_where_only_its_limit_counts() {
    let mut failures = Vec::new();
    for body in FADED {
        let text = format!("fn f(p: vec2f) -> f32 {{ return {body}; }}");
        for quantity in [Derivative::Gradient, Derivative::Hessian] {
            let derived = derive(&main_generator(&text), &quantity, Channel::X).unwrap();
            let channels = derived.channels() as usize;
            let place = [9.0, 0.5, 0.0, 0.0];
            let found = evaluate_points(&derived.into(), Precision::Single, &[place])[0];
            if !found[..channels].iter().all(|number| number.abs() < 1e-30) {
                failures.push(format!("{body} {quantity:?}: {found:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The first slope, in each precision.
fn slopes(body: &str, place: [f64; 2]) -> [[f64; 4]; 2] {
    let text = format!("fn f(p: vec2f) -> f32 {{ return {body}; }}");
    let gradient = derive(&main_generator(&text), &Derivative::Gradient, Channel::X).unwrap();
    let (gradient, place) = (gradient.into(), [place[0], place[1], 0.0, 0.0]);
    [Precision::Single, Precision::Double]
        .map(|precision| evaluate_points(&gradient, precision, &[place])[0])
}

#[test]
fn slopes_are_infinite_where_a_level_region_ends_in_a_pole() {
    for (body, place) in [
        ("sqrt(max(1.0 - dot(p, p), 0.0))", [1.0, 0.0]),
        ("sqrt(p.x)", [0.0, 2.0]),
        ("pow(p.x, 0.5)", [0.0, 2.0]),
        ("pow(p.x, 0.25 * p.y)", [0.0, 2.0]),
        ("pow(p.x * p.x, 0.25)", [0.0, 2.0]),
        ("sqrt(sqrt(p.x * p.x))", [0.0, 2.0]),
        ("asin(p.x)", [1.0, 2.0]),
        ("acos(p.x)", [-1.0, 2.0]),
        ("acosh(p.x)", [1.0, 2.0]),
        ("length(p)", [0.0, 0.0]),
        ("sqrt(p.x * p.x + p.y * p.y)", [0.0, 0.0]),
        ("sqrt(dot(p, p))", [0.0, 0.0]),
        ("length(max(abs(p) - vec2f(1.0), vec2f(0.0)))", [1.0, 1.0]),
        ("atan2(p.y, p.x)", [0.0, 0.0]),
    ] {
        for slope in slopes(body, place) {
            assert!(!slope[0].is_finite(), "{body}: {slope:?}");
        }
    }
    for slope in slopes("pow(p.x, 0.5)", [0.0, 2.0]) {
        assert_eq!(slope[..2], [f64::INFINITY, 0.0]);
    }
}

/// A dome on a plain, and the distance to a square, which is 0 inside of it: level for radii above, or below, 1.
const SHAPES: [(&str, bool); 2] = [
    ("sqrt(max(1.0 - dot(p, p), 0.0))", true),
    ("length(max(abs(p) - vec2f(1.0), vec2f(0.0)))", false),
];

/// No sample lies on the rim.
const SIDE: u32 = 65;

#[test]
fn pictures_of_level_ground_have_no_holes() {
    let coordinate = |index: usize| (index as f64 + 0.5) * 4.0 / f64::from(SIDE) - 2.0;
    for (body, is_level_outside) in SHAPES {
        let generator = main_generator(&format!("fn f(p: vec2f) -> f32 {{ return {body}; }}"));
        let normals = generator.with_exact_normals(Channel::X).unwrap();
        let gradient = derive(&generator, &Derivative::Gradient, Channel::X).unwrap();
        let hessian = derive(&generator, &Derivative::Hessian, Channel::X).unwrap();
        let grid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [SIDE; 2] };
        for generator in [gradient, hessian, normals] {
            let field = evaluate(&Subject::new(&generator.into(), grid)).unwrap();
            assert!(field.samples.iter().all(|number| number.is_finite()), "{body}");
            for (at, sample) in field.samples.chunks(field.channels as usize).enumerate() {
                let [x, y] = [at % SIDE as usize, at / SIDE as usize].map(coordinate);
                let is_level =
                    if is_level_outside { x.hypot(y) > 1.0 } else { x.abs().max(y.abs()) < 1.0 };
                assert!(!is_level || sample.iter().all(|number| *number == 0.0), "{body}");
            }
        }
    }
}

#[test]
fn slopes_of_logarithms_of_large_numbers_are_those_of_their_exponents() {
    for body in ["acosh(exp(60.0 * p.x))", "asinh(exp(60.0 * p.x))", "-asinh(-exp(60.0 * p.x))"] {
        let [single, double] = slopes(body, [1.0, 0.0]).map(|slopes| slopes[0]);
        assert!((single - 60.0).abs() < 1e-3, "{body}: {single}");
        assert!((double - 60.0).abs() < 1e-9, "{body}: {double}");
    }
    for body in ["acosh(exp(400.0 * p.x))", "asinh(exp(400.0 * p.x))"] {
        let [_, double] = slopes(body, [1.0, 0.0]).map(|slopes| slopes[0]);
        assert!((double - 400.0).abs() < 1e-9, "{body}: {double}");
    }
    let [_, double] = slopes("asinh(p.x) + acosh(2.0 + p.x)", [0.5, 0.0]).map(|slopes| slopes[0]);
    let expected = 1.25_f64.sqrt().recip() + 5.25_f64.sqrt().recip();
    assert!((double - expected).abs() < 1e-14, "{double} {expected}");
}
