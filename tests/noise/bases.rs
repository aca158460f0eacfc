//! Tests of simplex, cellular, Gabor and curl noise.

use noise_playground::field::grid::SampleGrid;

use crate::probe::{
    DYADIC, Moments, PLANE, VOLUME, channel, check_golden, check_moments, evaluate, max_abs, mean,
    report, rms, samples,
};

const IMPORTS: &str = "
import package::noise::simplex::{simplex, simplex_deriv, simplex3, simplex3_deriv, psrdnoise, psrdnoise3_deriv};
import package::noise::cellular::{cellular, cellular_exact, cellular3};
import package::noise::curl::{curl, curl3};
import package::noise::gabor::{gabor, gabor_isotropic, gabor_smooth_deriv, gabor3_smooth_deriv};
";

/// Tolerances of the value and its derivatives, for noises that use sine and cosine, which may differ by 2^-11 between
/// devices.
const TRIGONOMETRIC: [f64; 4] = [1e-3, 1e-2, 1e-2, 1e-2];

#[test]
fn bases_have_golden_values() {
    let simplex = [
        [-0.221_862, -2.721_531, -1.641_147],
        [-0.070_135, -1.182_907, 3.918_599],
        [0.155_503, 1.216_011, 3.527_670],
    ];
    let psrd = [[0.372_881, -1.049_865, 2.010_098], [0.229_598, -0.786_060, -3.491_675]];
    let simplex3 = [
        [-0.140_917, -1.476_910, -1.306_855, 0.440_982],
        [0.049_478, 0.252_424, -0.377_579, -0.430_644],
    ];
    let cellular = [[0.376_818, 0.605_577], [0.309_062, 0.587_400], [0.667_947, 0.675_627]];
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
    check_golden(&mut failures, IMPORTS, ("cellular(AT, 0u)", &cellular), &PLANE, [2e-5; 4]);
    check_golden(
        &mut failures,
        IMPORTS,
        ("cellular_exact(AT, 0u, 1.0)", &cellular),
        &PLANE,
        [2e-5; 4],
    );
    check_golden(&mut failures, IMPORTS, ("cellular3(AT, 0u)", &cellular3), &VOLUME, [2e-5; 4]);
    report(&failures);
}

#[test]
fn bases_have_published_moments_and_bounds() {
    let far = f64::INFINITY;
    let volume = "vec3f(p, 0.37 * p.x)";
    let expected: [(String, &[Moments]); 6] = [
        ("vec4f(simplex(p, SEED))".to_owned(), &[[0.0, 0.539, -1.0, 1.0]]),
        ("vec4f(psrdnoise(p, vec2f(0.0), 0.0), 0.0)".to_owned(), &[[0.0, 0.472, -0.9974, 0.9974]]),
        (
            format!("vec4f(psrdnoise3_deriv({volume}, SEED, vec3f(0.0), 0.0).x)"),
            &[[0.0, 0.3645, -1.0, 1.0]],
        ),
        (format!("vec4f(simplex3({volume}, SEED))"), &[[0.0, 0.379, -0.975, 0.975]]),
        (
            "vec4f(cellular(p, SEED), cellular(p, SEED).yx)".to_owned(),
            &[[0.4295, 0.190, 0.0, std::f64::consts::SQRT_2 + 1e-6], [0.699, 0.176, 0.0, far]],
        ),
        (
            format!("vec4f(cellular3({volume}, SEED), 0.0, 0.0)"),
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
fn gabor_noise_has_equal_variance_everywhere() {
    let grid = SampleGrid { center: [0.2, 0.1], span: 512.0 * 2.513, size: [512, 512] };
    let cases = [
        "gabor(p, 0u, 1.0, 0.7853982, 0.5, 8)",
        "gabor_isotropic(p, 0u, 1.0, 0.5, 8)",
        "gabor(p, 0u, 0.3, 0.5, 1.5, 4)",
        "gabor_smooth_deriv(p, 0u, 0.6, 0.5, 0.2, 1.2, 8).x",
        "gabor3_smooth_deriv(vec3f(p, 0.37 * p.x), 0u, 1.0, vec3f(1.0, 2.0, 0.5), 0.8, 4).x",
    ];
    let mut failures = Vec::new();
    for expression in cases {
        let field = samples(IMPORTS, &format!("vec4f({expression})"), grid);
        let deviation = rms(channel(&field, 0));
        let beyond = mean(channel(&field, 0).map(|value| f64::from(value.abs() > 1.0)));
        if (3.0 * deviation - 1.0).abs() > 0.01 || !(0.002..0.006).contains(&beyond) {
            failures
                .push(format!("{expression}: deviation {deviation}, fraction beyond 1 {beyond}"));
        }
    }
    report(&failures);
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
