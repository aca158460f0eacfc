//! Simplex, cellular, Gabor and curl noise.

use noise_playground::grid::SampleGrid;

use crate::probe::{
    DYADIC, Moments, PLANE, VOLUME, WIDE, channel, check_golden, check_moments, evaluate, max_abs,
    mean, report, rms, samples,
};

const IMPORTS: &str = "
import package::noise::simplex::{simplex, simplex_deriv, simplex3, simplex3_deriv, psrdnoise};
import package::noise::cellular::{cellular, cellular_exact, cellular3, cellular3_exact};
import package::noise::curl::{curl, curl3};
import package::noise::gabor::{gabor, gabor_isotropic};
";

/// Where sine and cosine enter, devices may differ by 2^-11 in each.
const TRIGONOMETRIC: [f64; 4] = [1e-3, 1e-2, 1e-2, 1e-2];

#[test]
fn golden_values() {
    let simplex = [
        [-0.221_862, -2.721_531, -1.641_147],
        [-0.070_135, -1.182_907, 3.918_599],
        [0.155_503, 1.216_011, 3.527_670],
    ];
    let psrd = [
        [0.372_881, -1.049_865, 2.010_098],
        [0.229_598, -0.786_060, -3.491_675],
    ];
    let simplex3 = [
        [-0.140_917, -1.476_910, -1.306_855, 0.440_982],
        [0.049_478, 0.252_424, -0.377_579, -0.430_644],
    ];
    let cellular = [
        [0.376_818, 0.605_577],
        [0.309_062, 0.587_400],
        [0.667_947, 0.675_627],
    ];
    let cellular3 = [[0.593_082, 0.900_576], [0.248_506, 0.679_979]];
    let mut failures = Vec::new();
    check_golden(
        &mut failures,
        IMPORTS,
        ("simplex_deriv(AT, 0u)", &simplex),
        &PLANE,
        TRIGONOMETRIC,
    );
    check_golden(
        &mut failures,
        IMPORTS,
        ("psrdnoise(AT, vec2f(0.0), 0.0)", &psrd),
        &PLANE,
        TRIGONOMETRIC,
    );
    check_golden(
        &mut failures,
        IMPORTS,
        ("simplex3_deriv(AT, 0u)", &simplex3),
        &VOLUME,
        TRIGONOMETRIC,
    );
    check_golden(
        &mut failures,
        IMPORTS,
        ("cellular(AT, 0u)", &cellular),
        &PLANE,
        [2e-5; 4],
    );
    check_golden(
        &mut failures,
        IMPORTS,
        ("cellular_exact(AT, 0u, 1.0)", &cellular),
        &PLANE,
        [2e-5; 4],
    );
    check_golden(
        &mut failures,
        IMPORTS,
        ("cellular3(AT, 0u)", &cellular3),
        &VOLUME,
        [2e-5; 4],
    );
    report(&failures);
}

#[test]
fn moments_and_bounds() {
    let far = f64::INFINITY;
    let volume = "vec3f(p, 0.37 * p.x)";
    let expected: [(String, &[Moments]); 5] = [
        (
            "vec4f(simplex(p, 0u))".to_owned(),
            &[[0.0, 0.539, -1.0, 1.0]],
        ),
        (
            "vec4f(psrdnoise(p, vec2f(0.0), 0.0), 0.0)".to_owned(),
            &[[0.0, 0.472, -0.9974, 0.9974]],
        ),
        (
            format!("vec4f(simplex3({volume}, 0u))"),
            &[[0.0, 0.379, -0.975, 0.975]],
        ),
        (
            "vec4f(cellular(p, 0u), cellular(p, 0u).yx)".to_owned(),
            &[
                [0.4295, 0.190, 0.0, std::f64::consts::SQRT_2 + 1e-6],
                [0.699, 0.176, 0.0, far],
            ],
        ),
        (
            format!("vec4f(cellular3({volume}, 0u), 0.0, 0.0)"),
            &[[0.5206, 0.172, 0.0, 1.732_051], [0.717, 0.143, 0.0, far]],
        ),
    ];
    let mut failures = Vec::new();
    for (vector, moments) in &expected {
        check_moments(&mut failures, IMPORTS, vector, moments);
    }
    report(&failures);
}

#[test]
fn gabor_noise_has_the_same_variance_at_every_point() {
    let grid = SampleGrid {
        center: [0.2, 0.1],
        span: 512.0 * 2.513,
        size: [512, 512],
    };
    let cases = [
        "gabor(p, 0u, 1.0, 0.7853982, 0.5, 8)",
        "gabor_isotropic(p, 0u, 1.0, 0.5, 8)",
        "gabor(p, 0u, 0.3, 0.5, 1.5, 4)",
    ];
    let mut failures = Vec::new();
    for expression in cases {
        let field = samples(IMPORTS, &format!("vec4f({expression})"), grid);
        let deviation = rms(channel(&field, 0));
        let beyond = mean(channel(&field, 0).map(|value| f64::from(value.abs() > 1.0)));
        if (3.0 * deviation - 1.0).abs() > 0.01 || !(0.002..0.006).contains(&beyond) {
            failures.push(format!(
                "{expression}: deviation {deviation}, share beyond 1 {beyond}"
            ));
        }
    }
    report(&failures);
}

#[test]
fn simplex_gradients_are_those_of_central_differences() {
    let mut failures = Vec::new();
    let plane = ["simplex_deriv(AT, 3u)", "psrdnoise(AT, vec2f(0.0), 0.3)"];
    for noise in plane {
        let at = |point: &str| noise.replace("AT", point);
        let slope = |step: &str| {
            format!(
                "({}.x - {}.x) / (2.0 * h)",
                at(&format!("p + {step}")),
                at(&format!("p - {step}"))
            )
        };
        let body = format!(
            "let h = 0.00390625; return vec4f({}.yz - vec2f({}, {}), 0.0, 0.0);",
            at("p"),
            slope("vec2f(h, 0.0)"),
            slope("vec2f(0.0, h)")
        );
        let field = evaluate(IMPORTS, &body, DYADIC);
        let errors = || channel(&field, 0).chain(channel(&field, 1));
        if max_abs(errors()) > 8e-3 || rms(errors()) > 6e-4 {
            failures.push(format!(
                "{noise}: max {:e}, rms {:e}",
                max_abs(errors()),
                rms(errors())
            ));
        }
    }
    report(&failures);
}

#[test]
fn psrdnoise_repeats_exactly() {
    let mut failures = Vec::new();
    for (x, y) in [(1, 2), (5, 4), (3, 6), (7, 8)] {
        let noise = |at: &str| format!("psrdnoise({at}, vec2f({x}.0, {y}.0), 0.3)");
        let (east, north) = (
            noise(&format!("p + vec2f({x}.0, 0.0)")),
            noise(&format!("p + vec2f(0.0, {y}.0)")),
        );
        let body = format!(
            "let n = {}; return vec4f(abs(n - {east}) + abs(n - {north}), n.x);",
            noise("p")
        );
        let field = evaluate(IMPORTS, &body, DYADIC);
        let error = max_abs((0..3).flat_map(|at| channel(&field, at)));
        if error != 0.0 || rms(channel(&field, 3)) < 0.1 {
            failures.push(format!(
                "period ({x}, {y}): {error:e} off, rms {}",
                rms(channel(&field, 3))
            ));
        }
    }
    report(&failures);
}

#[test]
fn cellular_noise_is_seldom_wrong_and_the_exact_one_is_never_greater() {
    let difference =
        "vec4f(cellular(p, 0u) - cellular_exact(p, 0u, 1.0), cellular_exact(p, 0u, 0.0))";
    let field = samples(IMPORTS, difference, WIDE);
    let wrong = |index: usize| channel(&field, index).filter(|error| *error > 1e-6).count();
    assert!(
        channel(&field, 0)
            .chain(channel(&field, 1))
            .all(|error| error >= 0.0),
        "the exact distances are the smaller ones"
    );
    assert!(wrong(0) < 10, "{} of a million F1 wrong", wrong(0));
    assert!(
        (60..240).contains(&wrong(1)),
        "{} of a million F2 wrong",
        wrong(1)
    );
    let middle = max_abs(channel(&field, 2));
    assert!(
        middle <= std::f64::consts::FRAC_1_SQRT_2 + 1e-6,
        "without jitter no point is farther than {middle} from a cell's middle"
    );
}

#[test]
fn curl_noise_has_no_divergence() {
    let plane = "let h = 0.0078125; let x = vec2f(h, 0.0); let y = vec2f(0.0, h);
        let dx = (curl(p + x, 0u).x - curl(p - x, 0u).x) / (2.0 * h);
        let dy = (curl(p + y, 0u).y - curl(p - y, 0u).y) / (2.0 * h);
        return vec4f(dx + dy, dx, curl(p, 0u));";
    let field = evaluate(IMPORTS, plane, DYADIC);
    let divergence = rms(channel(&field, 0));
    let speed = rms(channel(&field, 2)).hypot(rms(channel(&field, 3)));
    assert!(
        divergence < 1e-3 && max_abs(channel(&field, 0)) < 8e-3,
        "rms divergence {divergence:e}"
    );
    assert!(
        (rms(channel(&field, 1)) / 2.24 - 1.0).abs() < 0.05,
        "terms {}",
        rms(channel(&field, 1))
    );
    assert!((speed / 1.325 - 1.0).abs() < 0.02, "rms speed {speed}");
    let volume = "let h = 0.0078125; let q = vec3f(p, 0.5 * p.x - p.y);
        let x = vec3f(h, 0.0, 0.0); let y = vec3f(0.0, h, 0.0); let z = vec3f(0.0, 0.0, h);
        let dx = (curl3(q + x, 0u).x - curl3(q - x, 0u).x) / (2.0 * h);
        let dy = (curl3(q + y, 0u).y - curl3(q - y, 0u).y) / (2.0 * h);
        let dz = (curl3(q + z, 0u).z - curl3(q - z, 0u).z) / (2.0 * h);
        return vec4f(dx + dy + dz, dx, dy, dz);";
    let field = evaluate(IMPORTS, volume, DYADIC);
    assert!(
        rms(channel(&field, 0)) < 2e-3 * rms(channel(&field, 1)),
        "rms divergence {:e}",
        rms(channel(&field, 0))
    );
}
