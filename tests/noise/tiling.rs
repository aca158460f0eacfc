//! Tests of tiled noises, which must repeat exactly.

use crate::probe::{DYADIC_FEW, channel, max_abs, report, rms, samples};

const IMPORTS: &str = "
import package::noise::value::{value, value_tiled, value_tiled_deriv, value3_deriv, value3_tiled_deriv};
import package::noise::perlin::{perlin, perlin_tiled, perlin_tiled_deriv, perlin3_deriv, perlin3_tiled_deriv};
import package::noise::cellular::{cellular, cellular_tiled, cellular3, cellular3_tiled};
import package::noise::simplex::{psrdnoise, psrdnoise3_deriv};
";

/// WGSL of tiled noises in the plane, with AT for the position and PX, PY for the period.
const PLANE: [&str; 6] = [
    "vec4f(value_tiled(AT, 3u, vec2i(PX, PY)))",
    "vec4f(value_tiled_deriv(AT, 3u, vec2i(PX, PY)), 0.0)",
    "vec4f(perlin_tiled(AT, 3u, vec2i(PX, PY)))",
    "vec4f(perlin_tiled_deriv(AT, 3u, vec2i(PX, PY)), 0.0)",
    "vec4f(cellular_tiled(AT, 3u, vec2i(PX, PY)), 0.0, 0.0)",
    "vec4f(psrdnoise(AT, vec2f(PX, 2 * PY), 0.3), 0.0)",
];

/// WGSL of tiled noises in the volume, with AT for the position and the period PX, PY, 3.
const VOLUME: [&str; 4] = [
    "value3_tiled_deriv(AT, 3u, vec3i(PX, PY, 3))",
    "perlin3_tiled_deriv(AT, 3u, vec3i(PX, PY, 3))",
    "vec4f(cellular3_tiled(AT, 3u, vec3i(PX, PY, 3)), 0.0, 0.0)",
    "psrdnoise3_deriv(AT, 3u, vec3f(PX, PY, 3.0), 0.3)",
];

#[test]
fn tiled_noise_repeats_exactly() {
    let mut failures = Vec::new();
    for (x, y) in [(2, 3), (289, 1)] {
        for noise in PLANE {
            let north = if noise.contains("psrd") { 2 * y } else { y };
            let step = format!("vec2f({x}.0, -{north}.0)");
            check(&mut failures, &periodic(noise, x, y), "p", &step);
        }
        for noise in VOLUME {
            let step = format!("vec3f(-{x}.0, {y}.0, 3.0)");
            check(&mut failures, &periodic(noise, x, y), "vec3f(p, 0.5 * p.x - p.y)", &step);
        }
    }
    report(&failures);
}

fn periodic(noise: &str, x: i32, y: i32) -> String {
    noise.replace("PX", &x.to_string()).replace("PY", &y.to_string())
}

/// Checks that a tiled noise repeats after `step`. Evaluates each position by a separate shader, because rounding may
/// differ within one shader.
fn check(failures: &mut Vec<String>, noise: &str, position: &str, step: &str) {
    let here = samples(IMPORTS, &noise.replace("AT", position), DYADIC_FEW);
    let there =
        samples(IMPORTS, &noise.replace("AT", &format!("({position} + {step})")), DYADIC_FEW);
    let spread = rms(channel(&here, 0));
    if here.samples != there.samples || spread < 0.1 {
        failures.push(format!("{noise}, {step}: not repeated, or flat: rms {spread}"));
    }
}

#[test]
fn tiled_noise_equals_plain_noise_within_the_period() {
    let pairs = [
        ("value_tiled(abs(p), 3u, vec2i(64))", "value(abs(p), 3u)"),
        ("perlin_tiled(abs(p), 3u, vec2i(64))", "perlin(abs(p), 3u)"),
        ("cellular_tiled(abs(p) + 1.0, 3u, vec2i(64)).y", "cellular(abs(p) + 1.0, 3u).y"),
        (
            "length(value3_tiled_deriv(vec3f(abs(p), 0.5), 3u, vec3i(64)))",
            "length(value3_deriv(vec3f(abs(p), 0.5), 3u))",
        ),
        (
            "length(perlin3_tiled_deriv(vec3f(abs(p), 0.5), 3u, vec3i(64)))",
            "length(perlin3_deriv(vec3f(abs(p), 0.5), 3u))",
        ),
        (
            "cellular3_tiled(vec3f(abs(p) + 1.0, 1.5), 3u, vec3i(64)).y",
            "cellular3(vec3f(abs(p) + 1.0, 1.5), 3u).y",
        ),
        // The hash of psrdnoise repeats after 289 cells.
        ("psrdnoise(p, vec2f(289.0, 578.0), 0.0).x", "psrdnoise(p, vec2f(0.0), 0.0).x"),
    ];
    let mut failures = Vec::new();
    for (tiled, plain) in pairs {
        let field = samples(IMPORTS, &format!("vec4f({tiled} - {plain})"), DYADIC_FEW);
        let error = max_abs(channel(&field, 0));
        if error != 0.0 {
            failures.push(format!("{tiled} differs from {plain} by {error:e}"));
        }
    }
    report(&failures);
}

#[test]
fn gradients_rotated_by_180_degrees_negate_the_noise() {
    let half = "3.14159265";
    let rotated = [
        format!(
            "vec4f(psrdnoise(p, vec2f(0.0), 0.4) + psrdnoise(p, vec2f(0.0), 0.4 + {half}), 0.0)"
        ),
        format!(
            "psrdnoise3_deriv(vec3f(p, 0.3), 1u, vec3f(0.0), 0.4) + psrdnoise3_deriv(vec3f(p, 0.3), 1u, vec3f(0.0), 0.4 + {half})"
        ),
    ];
    for sum in rotated {
        let field = samples(IMPORTS, &sum, DYADIC_FEW);
        let error = max_abs((0..4).flat_map(|at| channel(&field, at)));
        assert!(error < 1e-2, "{sum}: {error:e}");
    }
}
