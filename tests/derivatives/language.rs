//! Derivatives of everything in WGSL that carries floats, and their one-sided values at kinks.

use noise_playground::field::Channel;
use noise_playground::generator::control::Values;
use noise_playground::generator::{Derivative, DeriveError, Precision, derive};
use noise_playground::{SampleGrid, evaluate};

use crate::support::{evaluate_points, main_generator};
use crate::{Subject, Tally, limits, positions};

const DECLARATIONS: &str = "
    struct State { position: vec2f, count: i32, weight: f32, turn: mat2x2f, parts: array<f32, 3> }
    struct Pair { x: f32, y: f32 }
    fn change(s: ptr<function, State>, by: f32) { (*s).weight *= (*s).position.x * by; (*s).turn[1].x += by; (*s).count += 1; }
    fn double(x: ptr<function, f32>) -> bool { *x *= 2.0; return *x > 0.0; }
    fn swap(pair: Pair) -> Pair { if pair.x > 0.3 { return Pair(pair.y * pair.y, pair.x); } return Pair(pair.x, pair.y * pair.x); }
    fn twice(x: f32) -> f32 { return 2.0 * x; }
    const scale = 0.7;
    const table = array<f32, 2>(0.1, 0.2);
    override ratio: f32 = 1.3;
    var<private> state: f32 = 0.3;
    var<private> history: array<vec2f, 2>;
    fn global(x: f32) -> f32 { state += x * x; history[1] += vec2f(x, 1.0); return state * history[1].x; }
    fn remember(x: f32) { state = x; }
    fn recalled() -> f32 { return state * state; }
";

const BODIES: [&str; 40] = [
    "return p.x * p.y - p.x / (3.0 + p.y * p.y);",
    "return length(p) + distance(p, vec2f(1.0, 0.3)) + dot(p, p.yx * p) + normalize(p).x + length(p.x);",
    "return fract(p.x) * p.y + floor(p.y) * p.x + ceil(p.x) + round(p.y) * p.x + trunc(p.x) + (p.x * p.y) % (0.7 + 0.1 * p.y);",
    "return mix(p.x, p.y, 0.3 * p.x) + smoothstep(-3.0 + p.y, 5.0, p.x) + step(0.5, p.y) * p.x + clamp(p.x, 0.1 * p.y, 0.9) + saturate(p.y);",
    "return mix(p, p.yx * p, p.x).y + mix(vec2f(1.0), p, vec2f(0.2, p.x)).x;",
    "return sqrt(abs(p.x)) + inverseSqrt(1.0 + p.y * p.y) + sign(p.x) * p.y + min(p.x, p.y) - max(p.x, 0.25) + fma(p.x, p.y, p.x);",
    "return sin(p.x) * cos(p.y) + tan(0.2 * p.x) + sinh(0.3 * p.x) + cosh(0.2 * p.y) + tanh(p.x * p.y);",
    "return asin(0.2 * p.x) + acos(0.2 * p.y) + atan(p.x * p.y) + atan2(p.y, p.x) + asinh(p.x) + acosh(1.5 + p.x * p.x) + atanh(0.2 * p.y);",
    "return exp(0.3 * p.x) + exp2(p.y) + log(1.0 + p.x * p.x) + log2(2.0 + p.y * p.y) + pow(1.0 + p.x * p.x, 0.3 * p.y) + pow(abs(p.x), 1.7) + pow(p.x * p.x, 2.0);",
    "return radians(p.x * p.y) + degrees(p.x) * 0.01 + ldexp(p.y * p.x, 3);",
    "let m = mat2x2f(p, p.yx + 2.0); return determinant(m) + (transpose(m) * p).x + (m * m)[1].y + (p * m).x + (m * p.x)[0].y + (m + m)[1].x - (m - m)[0].x;",
    "let m = mat3x3f(vec3f(p, 1.0), vec3f(p.yx, 0.3), vec3f(0.2, p)); return determinant(m);",
    "let m = mat4x4f(vec4f(p, 1.0, 0.4), vec4f(p.yx, 0.3, 2.0), vec4f(0.2, p, 1.0), vec4f(1.0, 0.1, p)); return determinant(m);",
    "let m = mat3x2f(p, p * p, p.yx); return (m * vec3f(p, 1.0)).x + (p * m).z;",
    "var a = array<vec3f, 3>(vec3f(p, 0.1), vec3f(p.yx, 0.7), vec3f(0.3)); a[u32(abs(p.x)) % 3u].y += p.x * p.y; return a[i32(abs(p.y)) % 3].y + a[1].z * a[0].x;",
    "return cross(vec3f(p, 0.3), vec3f(0.1, p)).z + reflect(p, normalize(p.yx + 3.0)).y + faceForward(p * p, p.yx, p).x;",
    "let parts = modf(p.x * p.y); return parts.fract * p.x + 2.0 * parts.whole * p.y + modf(vec2f(p.x, 3.3)).fract.x;",
    "return f32(bitcast<u32>(p.x) >> 24u) * p.y + f32(pack4x8unorm(vec4f(0.2)) % 7u) * p.x + unpack2x16unorm(bitcast<u32>(p.x) & 0u).x;",
    "var s = State(p, 1, 0.4, mat2x2f(p, p), array<f32, 3>(p.x, 2.0, 3.0)); change(&s, p.y); s.parts[1] *= p.x; return s.weight + s.turn[1].x * s.turn[0].y + f32(s.count) * p.x + s.parts[1] * s.parts[0];",
    "return table[1] * p.x + scale * global(p.x) + ratio * global(p.y) * p.x;",
    "remember(p.x * p.y); return recalled() * p.x;",
    "return select(p.x * p.x, p.y, p.x > 0.3) + f32(p.x < p.y) * p.x + select(p, p * p, p > vec2f(0.2)).y + f32(i32(p.x * 7.0)) * p.y;",
    "var sum = 0.0; for (var t = 0.0; t < 3.0; t += 0.1) { if sum > 2.0 { break; } if t > p.x + 2.0 { continue; } sum += sin(t * p.x) * cos(p.y); } return sum;",
    "var x = p.x; var y = p.y; for (var i = 0; i < 5; i++) { let z = x * x - y * y + 0.1; y = 2.0 * x * y * 0.1 + p.y; x = 0.1 * z; } return x * y;",
    "var sum = 0.0; for (var i = 0; f32(i) < 3.7 + 0.2 * p.x; i++) { sum += min(3.7 + 0.2 * p.x - f32(i), 1.0) * sin(p.y * f32(i)); } return sum;",
    "var a = 0.0; var b = 0.0; var c = 0.0; for (var i = 0; i < 4; i++) { a += b * 0.5; b += c * 0.7; c += p.x * p.y; } return a;",
    "var x = p.x; loop { x = x * 0.5 + p.y * 0.05; continuing { x *= 0.9; break if abs(x) < 0.5; } } return x;",
    "var x = p.x; while abs(x) > 0.2 { x *= 0.3 + 0.01 * p.y; } return x * p.y;",
    "switch i32(p.x) { case 0: { return p.y * p.x; } case 1, 2: { return p.y * 0.2; } default: { return exp(-abs(p.x)) * tanh(p.y); } }",
    "var x = p.x; switch i32(p.y) { case 1: { x *= p.y; } case 2: { x += p.y * p.y; if x > 1.0 { break; } x = sin(x); } default: { x -= p.y; } } return x;",
    "if p.x < 0.0 { if p.y < 0.0 { return p.x * p.y; } return p.x * p.x; } let q = p * p; return q.x + q.y * p.x;",
    "let pair = swap(Pair(p.x, p.y)); return swap(swap(pair)).x * pair.y;",
    "var x = p.x; let is_upper = double(&x); return select(x, x * p.y, is_upper);",
    "var v = p; let q = &v; (*q).y *= 3.0 * v.x; v.x += (*q).y; var w = array<f32, 2>(); let e = &w[1]; *e = v.x; return w[1] * v.y;",
    "var v = vec3f(1.0, 2.0, 3.0); v[u32(abs(p.x))  % 3u] = p.y; v.z *= p.x; return v.x * v.y * v.z;",
    "return twice(3.0) * p.x + twice(p.y) * twice(p.x);",
    "var x = 1.0; x = twice(x); for (var i = 0; i < 2; i++) { var y: f32; y += p.x; x += y * x; } return x + p.x;",
    "return vec4f(p, p).wzyx.x * vec3f(p.y).z + vec2f(p.x)[1];",
    "return f32(f16_like(p.x)) + any_of(p);",
    "let s = vec2u(vec2i(p)) << vec2u(31u) & vec2u(0x80000000u); let q = bitcast<vec2f>(bitcast<vec2u>(p * p.yx) ^ s); return q.x * p.y + q.y;",
];

const FURTHER: &str = "
    fn f16_like(x: f32) -> f32 { return -x * x; }
    fn any_of(p: vec2f) -> f32 { if any(p > vec2f(1.0)) && all(p < vec2f(3.0)) { return p.x * p.y; } return p.y; }
";

#[test]
fn everything_that_carries_floats_is_differentiated() {
    let mut failures = Vec::new();
    for body in BODIES {
        let text = format!("{DECLARATIONS}{FURTHER}\nfn f(p: vec2f) -> f32 {{ {body} }}");
        let subject = Subject::new(main_generator(&text));
        let mut positions = positions(&subject.generator);
        let (values, mut own) = (Values::default(), Tally::default());
        positions.truncate(48);
        let exact = subject.derived(&Derivative::Gradient, Channel::X);
        let exact = exact.evaluate(&values, &positions);
        for axis in 0..2 {
            let exact: Vec<f64> = exact.iter().map(|exact| exact[axis]).collect();
            let limits = limits(&[1e-2, 1e-4], |offset| {
                let mut moved = positions.clone();
                moved.iter_mut().for_each(|position| position[axis] += offset);
                let results = subject.evaluate(&values, &moved);
                results.iter().map(|result| result[0]).collect()
            });
            own.add(&exact, &limits, body);
        }
        // Outside of the domain of `asin` and others, the value itself is not a number.
        if own.worst > 1e-8 || own.compared < 70 {
            failures.push(format!("{:?} {body}", own));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Functions without a version in double precision.
#[test]
fn exponents_and_half_precision_carry_tangents() {
    let text = "fn f(p: vec2f) -> f32 { let parts = frexp(p.x * p.y); return parts.fract * ldexp(1.0, parts.exp) + quantizeToF16(p.x); }";
    let gradient = derive(&main_generator(text), &Derivative::Gradient, Channel::X).unwrap();
    let found = evaluate_points(&gradient.into(), Precision::Single, &[[3.0, 5.0, 0.0, 0.0]]);
    assert_eq!(found[0][..2], [6.0, 3.0]);
}

#[test]
fn refraction_has_the_derivative_of_its_formula() {
    let arguments =
        "let i = normalize(p); let n = normalize(p.yx + vec2f(7.0, 1.0)); let r = 0.3 + 0.1 * p.x;";
    let formula = "let c = dot(n, i); let k = 1.0 - r * r * (1.0 - c * c); var v = vec2f(0.0); if k >= 0.0 { v = r * i - (r * c + sqrt(k)) * n; }";
    let points: Vec<[f64; 4]> =
        (0..64).map(|at| [0.3 * f64::from(at) - 9.0, 1.7, 0.0, 0.0]).collect();
    let [found, expected] =
        [("", "refract(i, n, r)"), (formula, "v")].map(|(statements, result)| {
            let text =
                format!("fn f(p: vec2f) -> f32 {{ {arguments} {statements} return {result}.y; }}");
            let gradient =
                derive(&main_generator(&text), &Derivative::Gradient, Channel::X).unwrap();
            evaluate_points(&gradient.into(), Precision::Single, &points)
        });
    for ((found, expected), point) in found.iter().zip(&expected).zip(&points) {
        for axis in 0..2 {
            let error = (found[axis] - expected[axis]).abs() / expected[axis].abs().max(0.1);
            assert!(error < 2e-5, "{point:?}: {found:?}, not {expected:?}");
        }
    }
}

#[test]
fn kinks_have_the_slope_of_the_branch_that_the_value_takes_and_poles_none() {
    let slope = |body: &str, x: f64| {
        let text = format!("fn f(p: vec2f) -> f32 {{ let x = p.x; {body} }}");
        let gradient = derive(&main_generator(&text), &Derivative::Gradient, Channel::X).unwrap();
        evaluate_points(&gradient.into(), Precision::Single, &[[x, 0.0, 0.0, 0.0]])[0][0]
    };
    for (body, expected) in [
        ("return abs(x);", 1.0),
        ("return min(x, 2.0 * x);", 1.0),
        ("return max(x, 2.0 * x);", 1.0),
        ("return max(0.0, x);", 0.0),
        ("return bitcast<f32>(bitcast<u32>(x + 1.0));", 0.0),
        ("return clamp(x, 0.0, 1.0);", 1.0),
        ("return saturate(x);", 1.0),
        ("return step(0.0, x) * 3.0 + floor(x) + sign(x) + round(x);", 0.0),
        ("return fract(x);", 1.0),
        ("return select(x, 3.0 * x, x >= 0.0);", 3.0),
        ("return pow(x, 2.0);", 0.0),
        ("return pow(x, 1.0);", 1.0),
        ("return pow(x, x + 3.0);", 0.0),
        ("return pow(x, x + 1.0);", 1.0),
        ("return pow(x, 3.0);", 0.0),
        ("var y = x; if x > 0.0 { y = 2.0 * x; } return y;", 1.0),
        ("let parts = modf(x + 2.0); return parts.fract + 7.0 * parts.whole;", 1.0),
    ] {
        assert_eq!(slope(body, 0.0), expected, "{body}");
    }
    for body in [
        "return sqrt(x);",
        "return length(vec2f(x, 0.0));",
        "return normalize(vec2f(x, 0.0)).x;",
        "return pow(x, 0.5);",
        "return log(x);",
    ] {
        assert!(!slope(body, 0.0).is_finite(), "{body}: {}", slope(body, 0.0));
    }
}

/// Also where a driver makes a number of a NaN, as some do in `atan`.
#[test]
fn no_derivative_of_a_pole_is_a_number() {
    let at_zero = |text: &str, derivative: &Derivative| {
        let derived = derive(&main_generator(text), derivative, Channel::X).unwrap();
        evaluate_points(&derived.into(), Precision::Single, &[[0.0; 4]])[0][0]
    };
    let quantities = [
        Derivative::Gradient,
        Derivative::Hessian,
        Derivative::Laplacian,
        Derivative::Slope { exaggeration: 1.0 },
        Derivative::Sensitivity { control: "k".to_owned(), component: 0 },
    ];
    for body in [
        "sqrt(q.x * q.x)",
        "length(q)",
        "distance(q, vec2f(0.0))",
        "normalize(q).x",
        "dot(reflect(vec2f(q.x, 1.0), normalize(q)), vec2f(1.0))",
        "atan2(q.x, q.y)",
    ] {
        let text = format!(
            "fn f(p: vec2f, k: f32) -> f32 {{ let q = p * (1.0 + k) + k - 0.5; return {body}; }}"
        );
        for quantity in &quantities {
            let number = at_zero(&text, quantity);
            assert!(!number.is_finite(), "{body} {quantity:?}: {number}");
        }
    }
}

#[test]
fn what_has_no_derivative_is_an_error_at_its_place() {
    let error = |text: &str, derivative: Derivative, channel| {
        derive(&main_generator(text), &derivative, channel).unwrap_err()
    };
    let plain = "fn f(p: vec2f, gain: f32, seed: u32, shift: vec2f) -> f32 { return p.x; }";
    let by = |control: &str, component| Derivative::Sensitivity {
        control: control.to_owned(),
        component,
    };
    let message = |derivative| error(plain, derivative, Channel::X).to_string();
    assert_eq!(message(by("gian", 0)), "a.wgsl::f has no control gian; did you mean `gain`?");
    assert_eq!(message(by("seed", 0)), "no derivative by seed: it is an integer");
    assert_eq!(message(by("shift", 2)), "shift has 2 numbers, counted from 0");
    let color = "/// @returns(color)\nfn f(p: vec2f) -> vec3f { return p.xxy; }";
    assert!(matches!(error(color, Derivative::Gradient, Channel::X), DeriveError::Color(_)));
    assert!(matches!(error(plain, Derivative::Gradient, Channel::Y), DeriveError::Channel(..)));
}

/// Positions next to the center of a pixel are moved to the center, which is no step.
#[test]
fn fragment_entry_points_have_derivatives_by_the_position_in_the_world() {
    let text = "//! @view(0, 0, 4)\n@fragment fn shade(@builtin(position) p: vec4f) -> @location(0) f32 { return 3.0 * p.x - p.y; }";
    let gradient = derive(&main_generator(text), &Derivative::Gradient, Channel::X).unwrap();
    let grid = SampleGrid { center: [0.0, 0.0], span: 4.0, size: [8, 8] };
    let field = evaluate(&noise_playground::Subject::new(&gradient.into(), grid)).unwrap();
    assert_eq!(field.samples[..4], [6.0, 2.0, 6.0, 2.0]);
}

#[test]
fn functions_that_call_each_other_too_deeply_are_an_error() {
    let derived = |count: usize| {
        let call = |index: usize| {
            format!("fn part{index}(p: vec2f) -> f32 {{ return 0.9 * part{}(p); }}\n", index + 1)
        };
        let calls: String = (0..count).map(call).collect();
        let text = format!("{calls}fn part{count}(p: vec2f) -> f32 {{ return p.x; }}");
        let generators = noise_playground::compile([("a.wgsl", text.as_str())]).unwrap();
        let first = generators.iter().find(|found| found.address().function == "part0").unwrap();
        derive(first, &Derivative::Gradient, Channel::X)
    };
    assert!(derived(150).is_ok());
    let error = derived(400).unwrap_err().to_string();
    assert!(error.contains("a function below 200 others cannot be differentiated"), "{error}");
}

#[test]
fn channels_of_vectors_and_structs_are_differentiated() {
    let points = [[0.7, 0.4, 0.0, 0.0]];
    let gradient = |text: &str, channel| {
        let gradient = derive(&main_generator(text), &Derivative::Gradient, channel).unwrap();
        evaluate_points(&gradient.into(), Precision::Single, &points)[0]
    };
    let vector = "fn f(p: vec2f) -> vec2f { return vec2f(p.x, 3.0 * p.y); }";
    assert_eq!(gradient(vector, Channel::Y)[..2], [0.0, 3.0]);
    assert_eq!(gradient(vector, Channel::YMinusX)[..2], [-1.0, 3.0]);
    let structure = "struct Cell { id: u32, height: f32, distance: f32 } fn f(p: vec2f) -> Cell { return Cell(u32(p.x), p.y, p.x * 2.0); }";
    assert_eq!(gradient(structure, Channel::Y)[..2], [2.0, 0.0]);
    let length = gradient("fn f(p: vec2f) -> vec2f { return p * 5.0; }", Channel::Length);
    assert!((length[0] - 5.0 * 0.7 / 0.65_f64.sqrt()).abs() < 1e-6, "{length:?}");
}
