//! Tests of fractional octaves, octaves that fade, and gradients of turbulence.

use noise_playground::field::grid::SampleGrid;

use crate::probe::{DYADIC, channel, check_golden, evaluate, max_abs, mean, report, rms, samples};

const IMPORTS: &str = "
import package::noise::octaves::visible_octaves;
import package::noise::perlin::{perlin_deriv, perlin_hessian};
import package::noise::turbulence::{fbm, fbm_deriv, billowed, ridged, iq_turbulence, swiss_turbulence, jordan_turbulence};
import package::noise::turbulence::{fbm3, fbm3_deriv, billowed3, ridged3, iq_turbulence3, swiss_turbulence3, jordan_turbulence3};
import package::noise::turbulence_deriv::{swiss_turbulence_deriv, jordan_turbulence_deriv};
import package::noise::sphere::{swiss_sphere, jordan_sphere};
import package::noise::musgrave::{multifractal, hetero_terrain, hybrid_multifractal, ridged_multifractal};
import package::noise::density::{blended_octaves, blended_octaves3};
import package::noise::craters::crater_octaves;
import package::noise::erosion::erode;
";

/// Sample grid with few samples, each in a different cell of the finer octaves.
const SMALL: SampleGrid = SampleGrid { center: [0.3, 0.2], span: 96.0 * 0.373, size: [96, 96] };

/// WGSL of octave sums, with COUNT as the number of octaves.
const SUMS: [&str; 24] = [
    "fbm(p, 0u, COUNT, 2.0, 0.6)",
    "fbm_deriv(p, 0u, COUNT, 2.0, 0.6).y",
    "billowed(p, 0u, COUNT, 2.0, 0.6)",
    "ridged(p, 0u, COUNT, 2.0, 0.6)",
    "iq_turbulence(p, 0u, COUNT, 2.0, 0.6)",
    "swiss_turbulence(p, 0u, COUNT, 2.0, 0.6, 0.15)",
    "swiss_turbulence_deriv(p, 0u, COUNT, 2.0, 0.6, 0.15).y",
    "jordan_turbulence(p, 0u, COUNT, 2.0, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0)",
    "jordan_turbulence_deriv(p, 0u, COUNT, 2.0, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0).z",
    "fbm3(q, 0u, COUNT, 2.0, 0.6)",
    "fbm3_deriv(q, 0u, COUNT, 2.0, 0.6).w",
    "billowed3(q, 0u, COUNT, 2.0, 0.6)",
    "ridged3(q, 0u, COUNT, 2.0, 0.6)",
    "iq_turbulence3(q, 0u, COUNT, 2.0, 0.6)",
    "swiss_turbulence3(q, 0u, COUNT, 2.0, 0.6, 0.15)",
    "jordan_turbulence3(q, 0u, COUNT, 2.0, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0)",
    "swiss_sphere(normalize(q), 0u, 2.0, COUNT, 2.0, 0.6, 0.15)",
    "jordan_sphere(normalize(q), 0u, 2.0, COUNT, 2.0, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0)",
    "multifractal(p, 0u, COUNT, 2.0, 1.0, 1.0)",
    "hetero_terrain(p, 0u, COUNT, 2.0, 1.0, 1.0)",
    "hybrid_multifractal(p, 0u, COUNT, 2.0, 0.25, 0.7)",
    "ridged_multifractal(p, 0u, COUNT, 2.0, 1.0, 1.0, 2.0)",
    "blended_octaves(p, 0u, COUNT, 2.0, 0.4)",
    "blended_octaves3(q, 0u, COUNT, 2.0, 0.4)",
];

#[test]
fn fractional_octaves_interpolate_linearly() {
    let mut failures = Vec::new();
    for sum in SUMS {
        let of = |count: &str| sum.replace("COUNT", count);
        for (below, between, above) in [("0.0", "0.25", "1.0"), ("3.0", "3.25", "4.0")] {
            let body = format!(
                "let q = vec3f(p, 0.5 * p.x - p.y + 0.3); let below = {}; let above = {};
                 return vec4f({} - mix(below, above, 0.25), above - below, 0.0, 0.0);",
                of(below),
                of(above),
                of(between)
            );
            let field = evaluate(IMPORTS, &body, SMALL);
            let (error, octave) = (max_abs(channel(&field, 0)), rms(channel(&field, 1)));
            if error > 1e-4 * octave.max(1.0) || octave < 0.002 {
                failures.push(format!(
                    "{sum} with {between} octaves: error {error:e}, octave rms {octave}"
                ));
            }
        }
    }
    report(&failures);
}

#[test]
fn octaves_with_two_samples_per_cell_are_visible() {
    let expected = [
        // A cell of octave 0 is 16 samples wide: octave 3 is the last with two samples per cell.
        ("visible_octaves(AT, 1.0, 2.0, 0.0625)", [2.0, 3.0, 3.0]),
        ("visible_octaves(AT, 4.0, 2.0, 0.015625)", [2.0, 3.0, 3.0]),
        ("visible_octaves(AT, 1.0, 4.0, 0.0625)", [1.5, 1.5, 1.5]),
        ("visible_octaves(AT, 1.0, 2.0, 0.0)", [2.0, 8.0, 20.0]),
        ("visible_octaves(AT, 1.0, 1.0, 0.25)", [2.0, 8.0, 20.0]),
        ("min(visible_octaves(AT, 1.0, 1.0, 0.75), 0.0) * 0.0", [0.0; 3]),
        ("max(visible_octaves(AT, 1.0, 2.0, 4.0), 0.0)", [0.0; 3]),
    ];
    let mut failures = Vec::new();
    for (expression, expected) in expected {
        check_golden(
            &mut failures,
            IMPORTS,
            (expression, &expected.map(|value| [value])),
            &["2.0", "8.0", "20.0"],
            [1e-5; 4],
        );
    }
    report(&failures);
}

/// Checks that faded octaves do not alias: the value midway between two samples then follows from sixteen samples by
/// interpolation with a windowed sinc.
#[test]
fn faded_octaves_do_not_alias() {
    let mut failures = Vec::new();
    // Products of octaves have slightly finer detail than the octaves.
    for (sum, limit) in [(SUMS[0], 0.1), (SUMS[4], 0.45), (SUMS[7], 0.4)] {
        let error = |count: &str| {
            let at =
                |place: &str| sum.replace("(p,", &format!("({place},")).replace("COUNT", count);
            let body = format!(
                "var guess = 0.0;
                 for (var k = 0; k < 8; k++) {{
                     let d = f32(k) + 0.5;
                     let window = cos(1.5707964 * d / 8.0);
                     let weight = sin(3.14159265 * d) / (3.14159265 * d) * window * window;
                     guess += weight * ({} + {});
                 }}
                 return vec4f(guess - {});",
                at("p + vec2f(d * 0.0625, 0.0)"),
                at("p - vec2f(d * 0.0625, 0.0)"),
                at("p"),
            );
            rms(channel(&evaluate(IMPORTS, &body, SMALL), 0))
        };
        let faded = error("visible_octaves(9.0, 1.0, 2.0, 0.0625)");
        let whole = error("9.0");
        if faded > limit * whole || whole < 0.005 {
            failures.push(format!("{sum}: faded {faded:e}, unfaded {whole:e}"));
        }
    }
    report(&failures);
}

#[test]
fn hessian_equals_differences_of_the_gradient() {
    let body = "let h = 0.00390625; let n = perlin_hessian(p, 3u);
        let x = (perlin_deriv(p + vec2f(h, 0.0), 3u) - perlin_deriv(p - vec2f(h, 0.0), 3u)).yz / (2.0 * h);
        let y = (perlin_deriv(p + vec2f(0.0, h), 3u) - perlin_deriv(p - vec2f(0.0, h), 3u)).yz / (2.0 * h);
        return vec4f(n.matrix[0] - x, n.matrix[1] - y);";
    let field = evaluate(IMPORTS, body, DYADIC);
    let errors = || (0..4).flat_map(|at| channel(&field, at));
    assert!(
        max_abs(errors()) < 3e-2 && rms(errors()) < 2e-3,
        "max {:e}, rms {:e}",
        max_abs(errors()),
        rms(errors())
    );
    let value = "vec4f(vec3f(perlin_hessian(p, 3u).value, perlin_hessian(p, 3u).gradient) - perlin_deriv(p, 3u), 0.0)";
    let field = samples(IMPORTS, value, DYADIC);
    assert_eq!(max_abs((0..3).flat_map(|at| channel(&field, at))), 0.0);
}

/// Checks that gradient noise is twice continuously differentiable: second derivatives change across a cell face no
/// more than inside a cell.
#[test]
fn second_derivatives_are_continuous_across_cell_faces() {
    let body = "let y = p.y; let e = 0.0009765625; let k = floor(p.x);
        let face = perlin_hessian(vec2f(k + e, y), 3u).matrix[0] - perlin_hessian(vec2f(k - e, y), 3u).matrix[0];
        let inside = perlin_hessian(vec2f(k + 0.5 + e, y), 3u).matrix[0] - perlin_hessian(vec2f(k + 0.5 - e, y), 3u).matrix[0];
        return vec4f(face, inside);";
    let field = evaluate(IMPORTS, body, DYADIC);
    let face = rms(channel(&field, 0).chain(channel(&field, 1)));
    let inside = rms(channel(&field, 2).chain(channel(&field, 3)));
    assert!(face < 3.0 * inside && face > 0.01, "across faces {face}, inside {inside}");
}

/// Compares gradients with central differences. Swiss turbulence has creases, where differences are wrong; Jordan
/// turbulence has none.
#[test]
fn swiss_and_jordan_gradients_equal_central_differences() {
    let cases = [
        (
            "swiss_turbulence_deriv(AT, 3u, 3.0, 1.92, 0.6, 0.15)",
            "swiss_turbulence(AT, 3u, 3.0, 1.92, 0.6, 0.15)",
            0.06,
        ),
        (
            "jordan_turbulence_deriv(AT, 3u, 3.0, 1.92, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0)",
            "jordan_turbulence(AT, 3u, 3.0, 1.92, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0)",
            0.005,
        ),
        (
            "jordan_turbulence_deriv(AT, 3u, 3.0, 1.92, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 0.0)",
            "jordan_turbulence(AT, 3u, 3.0, 1.92, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 0.0)",
            0.005,
        ),
    ];
    let mut failures = Vec::new();
    for (analytic, value, share) in cases {
        let at = |text: &str, place: &str| text.replace("AT", place);
        let body = format!(
            "let h = 0.001953125; let n = {};
             let x = ({} - {}) / (2.0 * h); let y = ({} - {}) / (2.0 * h);
             return vec4f(n.x - {}, distance(n.yz, vec2f(x, y)), length(n.yz), 0.0);",
            at(analytic, "p"),
            at(value, "p + vec2f(h, 0.0)"),
            at(value, "p - vec2f(h, 0.0)"),
            at(value, "p + vec2f(0.0, h)"),
            at(value, "p - vec2f(0.0, h)"),
            at(value, "p"),
        );
        let field = evaluate(IMPORTS, &body, DYADIC);
        let off = mean(channel(&field, 1).map(|error| f64::from(error > 0.05)));
        let (values, slope) = (max_abs(channel(&field, 0)), rms(channel(&field, 2)));
        if values > 2e-5 || off > share || slope < 0.5 {
            failures.push(format!(
                "{analytic}: value error {values:e}, {:.2} % of slopes off by .05, rms slope {slope}",
                100.0 * off
            ));
        }
    }
    report(&failures);
}

/// Checks that sphere and volume functions are equal without warp, which displaces sample points.
#[test]
fn sphere_turbulence_without_warp_equals_volume_turbulence() {
    let cases = [
        (
            "swiss_sphere(q, 0u, 3.0, 6.0, 2.0, 0.6, 0.0)",
            "swiss_turbulence3(3.0 * q, 0u, 6.0, 2.0, 0.6, 0.0)",
        ),
        (
            "jordan_sphere(q, 0u, 3.0, 6.0, 2.0, 0.8, 0.5, 0.0, 0.0, 1.0, 0.8, 1.0)",
            "jordan_turbulence3(3.0 * q, 0u, 6.0, 2.0, 0.8, 0.5, 0.0, 0.0, 1.0, 0.8, 1.0)",
        ),
    ];
    let mut failures = Vec::new();
    for (sphere, volume) in cases {
        let body = format!(
            "let q = normalize(vec3f(p, 0.5 * p.x - p.y + 0.3)); return vec4f({sphere} - {volume}, {sphere}, 0.0, 0.0);"
        );
        let field = evaluate(IMPORTS, &body, SMALL);
        if max_abs(channel(&field, 0)) > 1e-3 || rms(channel(&field, 1)) < 0.1 {
            failures.push(format!("{sphere}: {:e} off", max_abs(channel(&field, 0))));
        }
    }
    report(&failures);
}

/// Octave sums over any noise, over Perlin noise are those of the library.
#[test]
fn steps_over_perlin_noise_are_the_turbulence_of_the_library() {
    const STEPS: &str = "
import package::noise::perlin::{perlin_deriv, perlin_pseudo_deriv};
import package::noise::turbulence::{OctaveSum, octave_sum, damped_octave, swiss_octave, jordan_octave};
import package::noise::turbulence::{iq_turbulence, swiss_turbulence, jordan_turbulence, fbm};
";
    for (step, expected) in [
        (
            "damped_octave(&s, perlin_pseudo_deriv(s.at, 7u + s.octave), 0.6, 1.0)",
            "iq_turbulence(p, 7u, COUNT, 1.92, 0.6) - 0.5",
        ),
        (
            "damped_octave(&s, perlin_deriv(s.at, 7u + s.octave), 0.6, 0.0)",
            "fbm(p, 7u, COUNT, 1.92, 0.6)",
        ),
        (
            "swiss_octave(&s, perlin_deriv(s.at, 7u + s.octave), 0.6, 0.15)",
            "swiss_turbulence(p, 7u, COUNT, 1.92, 0.6, 0.15)",
        ),
        (
            "jordan_octave(&s, perlin_deriv(s.at, 7u + s.octave), 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0)",
            "jordan_turbulence(p, 7u, COUNT, 1.92, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0)",
        ),
    ] {
        for count in ["0.4", "5.0", "7.3"] {
            let body = format!(
                "var s = octave_sum(p, {count}, 1.92); while s.remaining > 0.0 {{ {step}; }}
                 let expected = {}; return vec4f(s.sum - expected, expected, 0.0, 0.0);",
                expected.replace("COUNT", count)
            );
            let field = evaluate(STEPS, &body, SMALL);
            let (error, size) = (max_abs(channel(&field, 0)), rms(channel(&field, 1)));
            assert!(error < 1e-4 * size && size > 0.02, "{count}: {step}: {error:e} of {size}");
        }
    }
}
