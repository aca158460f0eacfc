//! Tests of a generator's twin in double precision: its functions against numpy, and the noise library against the
//! reference.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "twin/field.rs"]
mod field;
#[path = "twin/large.rs"]
mod large;
mod support;

use std::fmt::Write as _;
use std::process::Command;

use noise_playground::generator::{self, Modules, Precision};
use noise_playground::gpu::{BuildError, PointPipeline};

use support::{evaluate_points, gpu, main_generator};

/// WGSL functions of x, each with the equivalent of numpy and the interval from which 1,000 arguments are taken.
const FUNCTIONS: [(&str, &str, f64, f64); 18] = [
    ("radians(x)", "np.radians(x)", -400.0, 400.0),
    ("degrees(x)", "np.degrees(x)", -10.0, 10.0),
    ("sin(x)", "np.sin(x)", -1000.0, 1000.0),
    ("cos(x)", "np.cos(x)", -1000.0, 1000.0),
    ("tan(x)", "np.tan(x)", -10.0, 10.0),
    ("asin(x)", "np.arcsin(x)", -1.0, 1.0),
    ("acos(x)", "np.arccos(x)", -1.0, 1.0),
    ("atan(x)", "np.arctan(x)", -20.0, 20.0),
    ("sinh(x)", "np.sinh(x)", -10.0, 10.0),
    ("cosh(x)", "np.cosh(x)", -10.0, 10.0),
    ("tanh(x)", "np.tanh(x)", -4.0, 4.0),
    ("asinh(x)", "np.arcsinh(x)", -30.0, 30.0),
    ("acosh(x)", "np.arccosh(x)", 1.0, 30.0),
    ("atanh(x)", "np.arctanh(x)", -0.999, 0.999),
    ("exp(x)", "np.exp(x)", -40.0, 40.0),
    ("exp2(x)", "np.exp2(x)", -60.0, 60.0),
    ("log(x)", "np.log(x)", 1e-6, 100.0),
    ("log2(x)", "np.log2(x)", 1e-6, 100.0),
];

/// WGSL functions of x and y, each with the equivalent of numpy and the interval of both arguments.
const BINARY: [(&str, &str, f64, f64); 2] =
    [("atan2(x, y)", "np.arctan2(x, y)", -8.0, 8.0), ("pow(x, y)", "np.power(x, y)", 0.01, 9.0)];

/// Compares each WGSL function in double precision with numpy, at 1,000 points.
#[test]
fn functions_agree_with_numpy() {
    let folder = tempfile::tempdir().unwrap();
    let mut script = "import sys, numpy as np\nfolder, worst = sys.argv[1], 0\n".to_owned();
    for (index, (wgsl, python, low, high)) in FUNCTIONS.into_iter().chain(BINARY).enumerate() {
        let text = vector_text(wgsl);
        let points: Vec<[f64; 4]> = (0..1000)
            .map(|at| {
                let fraction = |step: f64| (f64::from(at) * step + 0.000_321).fract();
                let within = |fraction: f64| low + (high - low) * fraction;
                [within(fraction(0.001)), within(fraction(0.618_033_988)), 0.0, 0.0]
            })
            .collect();
        let found = evaluate_points(&main_generator(&text), Precision::Double, &points);
        let rows = points.iter().zip(&found);
        let bytes: Vec<u8> = rows
            .flat_map(|(point, found)| [point[0], point[1], found[0], found[1]])
            .flat_map(f64::to_le_bytes)
            .collect();
        std::fs::write(folder.path().join(index.to_string()), bytes).unwrap();
        let _ = write!(
            script,
            "x, y, found, vector = np.fromfile(folder + '/{index}').reshape(-1, 4).T\n\
             expected = {python}\n\
             error = np.max(np.abs(found - expected) / np.maximum(np.abs(expected), 1e-3))\n\
             worst = max(worst, error)\n\
             print('{wgsl}', error, np.array_equal(found, vector))\n\
             if not (error < 1e-13 and np.array_equal(found, vector)): sys.exit(1)\n"
        );
    }
    let compared =
        Command::new(support::python()).args(["-c", &script]).arg(folder.path()).output().unwrap();
    let printed = String::from_utf8_lossy(&compared.stdout);
    println!("{printed}");
    assert!(compared.status.success(), "{printed}{}", String::from_utf8_lossy(&compared.stderr));
}

/// Function of `f64`s, with the WGSL call that computes it.
type Reference = (&'static str, fn(f64, f64) -> f64);

/// WGSL functions of x and y, each with the equivalent of Rust. `pow` of a negative base is NaN in WGSL.
const REFERENCES: [Reference; 25] = [
    ("radians(x)", |x, _| x.to_radians()),
    ("degrees(x)", |x, _| x.to_degrees()),
    ("sin(x)", |x, _| x.sin()),
    ("cos(x)", |x, _| x.cos()),
    ("tan(x)", |x, _| x.tan()),
    ("asin(x)", |x, _| x.asin()),
    ("acos(x)", |x, _| x.acos()),
    ("atan(x)", |x, _| x.atan()),
    ("sinh(x)", |x, _| x.sinh()),
    ("cosh(x)", |x, _| x.cosh()),
    ("tanh(x)", |x, _| x.tanh()),
    ("asinh(x)", |x, _| x.asinh()),
    ("acosh(x)", |x, _| x.acosh()),
    ("atanh(x)", |x, _| x.atanh()),
    ("exp(x)", |x, _| x.exp()),
    ("exp2(x)", |x, _| x.exp2()),
    ("log(x)", |x, _| x.ln()),
    ("log2(x)", |x, _| x.log2()),
    ("sqrt(x)", |x, _| x.sqrt()),
    ("inverseSqrt(x)", |x, _| 1.0 / x.sqrt()),
    ("abs(x)", |x, _| x.abs()),
    ("floor(x)", |x, _| x.floor()),
    ("round(x)", |x, _| x.round_ties_even()),
    ("atan2(x, y)", f64::atan2),
    ("pow(x, y)", |x, y| if x < 0.0 && y != 0.0 { f64::NAN } else { x.powf(y) }),
];

/// Numbers at which functions have limits, or at which their formulas may overflow.
const SPECIAL: [f64; 24] = [
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    1e-308,
    1e-40,
    -1e-40,
    0.5,
    -0.5,
    1.0,
    -1.0,
    2.0,
    -2.0,
    40.0,
    -40.0,
    710.0,
    -740.0,
    1e9,
    1e20,
    1e200,
    -1e300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Compares each WGSL function in double precision with Rust, at all pairs of special numbers.
#[test]
fn functions_have_their_limits_at_special_numbers() {
    let pairs = SPECIAL.iter().flat_map(|x| SPECIAL.map(|y| [*x, y, 0.0, 0.0]));
    let points: Vec<[f64; 4]> = pairs.collect();
    let mut failures = Vec::new();
    for (wgsl, reference) in REFERENCES {
        let generator = main_generator(&vector_text(wgsl));
        let found = evaluate_points(&generator, Precision::Double, &points);
        let tolerance = if wgsl.starts_with("pow") { 1e-12 } else { 1e-13 };
        for ([x, y, ..], [found, ..]) in points.iter().zip(&found) {
            // The sign of 0 has no meaning in WGSL.
            let expected = reference(x + 0.0, y + 0.0);
            let error = (found - expected).abs();
            let is_sine = ["sin(x)", "cos(x)", "tan(x)"].contains(&wgsl);
            let is_right = if is_sine && x.abs() > 1e15 && x.is_finite() {
                // Neighboring numbers are several turns apart.
                wgsl == "tan(x)" || found.abs() <= 1.0
            } else {
                *found == expected
                    || found.is_nan() && expected.is_nan()
                    || error <= tolerance * expected.abs().max(1e-300)
            };
            if !is_right {
                failures.push(format!("{wgsl} at {x:e}, {y:e}: {found:e}, not {expected:e}"));
            }
        }
    }
    failures.truncate(60);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns the WGSL of a generator that calls a function of x and y, with scalar arguments and with vectors that have
/// them in their last component.
fn vector_text(call: &str) -> String {
    let (name, arguments) = call.split_once('(').unwrap();
    let vectors = match arguments {
        "x)" => "vec3f(0.5, 0.25, p.x)",
        _ => "vec3f(0.5, 0.25, p.x), vec3f(0.5, 0.25, p.y)",
    };
    format!(
        "fn f(p: vec2f) -> vec2f {{ let x = p.x; let y = p.y; return vec2f({call}, {name}({vectors}).z); }}"
    )
}

#[test]
fn everything_else_is_computed_in_double_precision() {
    // Each result differs from that of f32 only by the rounding errors of f32.
    let bodies = [
        "return p.x / 3.0;",
        "return length(p) + distance(p, vec2f(1.0)) + dot(p, p) + normalize(p).x;",
        "return fract(p.x) + floor(p.y) + ceil(p.x) + round(p.y) + trunc(p.x) + p.x % 0.7;",
        "return mix(p.x, p.y, 0.3) + smoothstep(-3.0, 5.0, p.x) + step(0.5, p.y) + clamp(p.x, 0.1, 0.9) + saturate(p.y);",
        "return sqrt(abs(p.x)) + inverseSqrt(1.0 + p.y * p.y) + sign(p.x) + min(p.x, p.y) - max(p.x, 0.25) + fma(p.x, p.y, 0.1);",
        "let m = mat2x2f(p, p.yx + 2.0); return determinant(m) + (transpose(m) * p).x + (m * m)[1].y;",
        "var a = array<vec3f, 3>(vec3f(p, 0.1), vec3f(p.yx, 0.7), vec3f(0.3)); a[u32(abs(p.x)) % 3u].y += 0.1; return a[i32(abs(p.y)) % 3].y + a[1].z;",
        "return cross(vec3f(p, 0.3), vec3f(0.1, p)).z + reflect(p, vec2f(0.6, 0.8)).y + faceForward(p, p.yx, p).x;",
        "let parts = modf(p.x); return parts.fract + 2.0 * parts.whole + ldexp(p.y, 3) + exp2(p.x) + pow(abs(p.y), 1.3);",
        "let parts = modf(p.yx / 3.0); return (p % vec2f(0.7, 0.9)).y + 0.5 * (p % 0.3).x + parts.fract.x + 2.0 * parts.whole.y;",
        "return bitcast<f32>(bitcast<u32>(p.x) & 0xfffff000u) + f32(pack4x8unorm(vec4f(p, p))) / 1e9 + unpack2x16unorm(pack2x16unorm(p)).x;",
        "let signs = vec2u(p * 1e9) & vec2u(0x80000000u); let q = bitcast<vec2f>(bitcast<vec2u>(p / 3.0) ^ signs); return q.x + 0.1 * q.y;",
        "return bitcast<f32>(bitcast<u32>(p.x / 3.0) ^ (u32(p.y > 0.0) << 31u & 0x80000000u));",
        "var s = State(p, 0.5, mat2x2f(p, p)); change(&s); return s.weight + s.turn[1].x + table[1] + scale * global(p.x);",
        "return select(p.x, p.y, p.x > 0.3) + f32(p.x < p.y) + f32(any(p > vec2f(0.2))) + f32(i32(p.x * 7.0)) + f32(u32(abs(p.y)));",
        "var sum = 0.0; for (var t = 0.0; t < 3.0; t += 0.1) { if sum > 8.0 { break; } sum += sin(t * p.x) * cos(p.y); } return sum;",
        "switch i32(p.x) { case 0: { return p.y * 0.1; } case 1, 2: { return p.y * 0.2; } default: { return exp(-abs(p.x)) * tanh(p.y); } }",
    ];
    let declarations = "
        struct State { position: vec2f, weight: f32, turn: mat2x2f }
        fn change(s: ptr<function, State>) { (*s).weight *= (*s).position.x; (*s).turn[1].x += 0.1; }
        const scale = 0.7;
        const table = array<f32, 2>(0.1, 0.2);
        var<private> state: f32 = 0.3;
        fn global(x: f32) -> f32 { state += x; return state * 1.1; }";
    let positions: Vec<[f64; 4]> = (0..200)
        .map(|at| {
            let fraction = |step: f64| 8.0 * (f64::from(at) * step + 0.321).fract() - 4.0;
            [fraction(0.617), fraction(0.237), 0.0, 0.0].map(|x| f64::from(x as f32))
        })
        .collect();
    let mut failures = Vec::new();
    for body in bodies {
        let text = format!("{declarations}\nfn f(p: vec2f) -> f32 {{ {body} }}");
        let generator = main_generator(&text);
        let single = evaluate_points(&generator, Precision::Single, &positions);
        let double = evaluate_points(&generator, Precision::Double, &positions);
        let errors = single
            .iter()
            .zip(&double)
            .map(|(single, double)| (single[0] - double[0]).abs() / double[0].abs().max(1.0));
        let worst = errors.fold(
            0.0,
            |worst: f64, error| if error > worst || error.is_nan() { error } else { worst },
        );
        let rounded = double.iter().filter(|double| double[0] == f64::from(double[0] as f32));
        let is_exact = rounded.count() > 100 && !body.contains("pack4x8");
        if worst.is_nan() || worst > 1e-5 || is_exact {
            failures.push(format!("{worst:e} {is_exact}: {body}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn function_without_twin_is_an_error_at_its_location() {
    let text = "fn f(p: vec2f) -> f32 {\n    return frexp(p.x).fract;\n}";
    let error = PointPipeline::new(gpu(), &main_generator(text), Precision::Double).unwrap_err();
    let BuildError::Shader(error) = error else { panic!("{error}") };
    assert_eq!(error.short(), "a.wgsl:2:12: error: `frexp` cannot be computed in double precision");
}

#[test]
fn every_built_in_generator_has_a_twin() {
    let tree = support::shipped();
    let mut count = 0;
    for source in tree.iter() {
        for generator in generator::compile(&tree, source).generators {
            let twin = Modules::at_points(&generator, Precision::Double);
            match &generator.program() {
                Some(_) => assert!(twin.unwrap_err().message.contains("grid program")),
                None => _ = twin.unwrap(),
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

/// Checks that the twin of many constants takes linear time: with quadratic time, the test would take minutes.
#[test]
fn twin_of_many_constants_takes_linear_time() {
    let numbers = "1.0, ".repeat(200_000);
    let text = format!(
        "const NUMBERS = array<f32, 200000>({numbers});\nfn f(p: vec2f) -> f32 {{ return NUMBERS[i32(p.x)]; }}"
    );
    Modules::at_points(&main_generator(&text), Precision::Double).unwrap();
}
