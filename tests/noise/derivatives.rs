//! Tests of the analytic gradients of noises against central differences.

use crate::probe::{DYADIC_FEW, channel, evaluate, mean, report, rms};

const IMPORTS: &str = "
import package::noise::value::{value_deriv, value3_deriv};
import package::noise::perlin::{perlin_deriv, perlin3_deriv};
import package::noise::simplex::{simplex_deriv, simplex3_deriv, psrdnoise, psrdnoise3_deriv};
import package::noise::cellular::{cellular_deriv, cellular3_deriv};
import package::noise::gabor::{gabor_smooth_deriv, gabor3_smooth_deriv};
import package::noise::turbulence::{fbm_deriv, fbm3_deriv};
";

/// A test case: the WGSL of a noise with AT for the position, the maximum RMS error of a derivative, and the maximum
/// fraction of samples with an error above 0.02, which are near creases.
type Case = (&'static str, f64, f64);

const PLANE: [Case; 7] = [
    ("value_deriv(AT, 3u)", 2e-4, 0.0),
    ("perlin_deriv(AT, 3u)", 2e-4, 0.0),
    ("simplex_deriv(AT, 3u)", 6e-4, 0.0),
    ("psrdnoise(AT, vec2f(0.0), 0.3)", 6e-4, 0.0),
    ("fbm_deriv(AT, 3u, 2.5, 2.0, 0.25)", 4e-4, 0.0),
    ("cellular_deriv(AT, 3u, vec2f(-1.0, 1.0))", 0.2, 0.03),
    ("gabor_smooth_deriv(AT, 3u, 0.7, 0.5, 0.3, 0.5, 8)", 3e-3, 4e-3),
];

const VOLUME: [Case; 7] = [
    ("value3_deriv(AT, 3u)", 2e-4, 0.0),
    ("perlin3_deriv(AT, 3u)", 2e-4, 0.0),
    ("simplex3_deriv(AT, 3u)", 6e-4, 0.0),
    ("psrdnoise3_deriv(AT, 3u, vec3f(0.0), 0.3)", 6e-4, 0.0),
    ("fbm3_deriv(AT, 3u, 2.5, 2.0, 0.25)", 4e-4, 0.0),
    ("cellular3_deriv(AT, 3u, vec2f(-1.0, 1.0))", 0.25, 0.05),
    ("gabor3_smooth_deriv(AT, 3u, 0.7, vec3f(1.0, 2.0, -1.0), 0.6, 2)", 6e-3, 0.016),
];

#[test]
fn gradients_equal_central_differences() {
    let mut failures = Vec::new();
    for case in PLANE {
        let error = format!(
            "vec4f({} - vec2f({}, {}), 0.0, 0.0)",
            case.0.replace("AT", "p") + ".yz",
            difference(case.0, "p", "vec2f(h, 0.0)"),
            difference(case.0, "p", "vec2f(0.0, h)")
        );
        check(&mut failures, case, &error);
    }
    for case in VOLUME {
        let error = format!(
            "vec4f({} - vec3f({}, {}, {}), 0.0)",
            case.0.replace("AT", "q") + ".yzw",
            difference(case.0, "q", "vec3f(h, 0.0, 0.0)"),
            difference(case.0, "q", "vec3f(0.0, h, 0.0)"),
            difference(case.0, "q", "vec3f(0.0, 0.0, h)")
        );
        check(&mut failures, case, &error);
    }
    report(&failures);
}

/// Returns the WGSL expression of the central difference of a noise, with the step `h` = 1/256.
fn difference(noise: &str, at: &str, step: &str) -> String {
    let side = |sign: &str| noise.replace("AT", &format!("{at} {sign} {step}"));
    format!("({}.x - {}.x) / (2.0 * h)", side("+"), side("-"))
}

fn check(failures: &mut Vec<String>, (noise, largest, fraction): Case, error: &str) {
    let body = format!("let h = 0.00390625; let q = vec3f(p, 0.5 * p.x - p.y); return {error};");
    let field = evaluate(IMPORTS, &body, DYADIC_FEW);
    for (index, axis) in ["x", "y", "z"].into_iter().enumerate() {
        let rms = rms(channel(&field, index));
        let off = mean(channel(&field, index).map(|error| f64::from(error.abs() > 0.02)));
        if rms > largest || off > fraction {
            failures.push(format!("{noise}, d/d{axis}: rms error {rms:e}, fraction off {off:e}"));
        }
    }
}
