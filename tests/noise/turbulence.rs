//! Tests of octave sums such as turbulence: golden values, identities at lattice points, moments, bounds.

use crate::probe::{
    DYADIC, PLANE, S, channel, check_golden, check_moments, max_abs, report, rms, samples,
};

const IMPORTS: &str = "
import package::noise::perlin::{perlin, perlin3};
import package::noise::turbulence::{fbm, fbm_deriv, billowed, ridged, iq_turbulence, swiss_turbulence, jordan_turbulence};
import package::noise::turbulence::{fbm3, billowed3, ridged3, swiss_turbulence3, jordan_turbulence3};
import package::noise::warp::{warp, warped_fbm};
import package::noise::sphere::swiss_sphere;
";

#[test]
fn turbulence_has_golden_values() {
    let expected = [
        ("fbm(AT, OCTAVES)", [-0.219_013, 0.875_875, 0.051_851]),
        ("fbm_deriv(AT, OCTAVES).x", [-0.219_013, 0.875_875, 0.051_851]),
        ("billowed(AT, OCTAVES)", [0.263_962, 1.044_764, 0.583_696]),
        ("ridged(AT, OCTAVES)", [1.728_226, 0.947_424, 1.408_492]),
        ("iq_turbulence(AT, OCTAVES)", [0.387_136, 0.877_464, 0.474_667]),
        ("swiss_turbulence(AT, OCTAVES, 0.15)", [1.699_734, 0.541_147, 1.250_902]),
        ("jordan_turbulence(AT, JORDAN, 1.0)", [0.040_288, 0.437_756, 0.144_455]),
    ];
    let mut failures = Vec::new();
    for (expression, expected) in expected {
        let expected = expected.map(|value| [value]);
        check_golden(&mut failures, IMPORTS, (expression, &expected), &PLANE, [2e-5; 4]);
    }
    report(&failures);
}

#[test]
fn every_octave_is_zero_at_lattice_points() {
    let expected = [
        ("perlin(AT, 0u)", 0.0),
        ("fbm(AT, OCTAVES)", 0.0),
        ("billowed(AT, OCTAVES)", 0.0),
        ("ridged(AT, OCTAVES)", S),
        ("iq_turbulence(AT, OCTAVES)", 0.5),
        ("swiss_turbulence(AT, OCTAVES, 0.15)", S),
        ("jordan_turbulence(AT, JORDAN, 1.0)", 0.0),
        ("perlin3(vec3f(AT, 5.0), 0u)", 0.0),
        ("fbm3(vec3f(AT, 5.0), OCTAVES)", 0.0),
        ("ridged3(vec3f(AT, 5.0), OCTAVES)", S),
        ("swiss_turbulence3(vec3f(AT, 5.0), OCTAVES, 0.15)", S),
        ("jordan_turbulence3(vec3f(AT, 5.0), JORDAN, 1.0)", 0.0),
        ("fbm(p, 7u, 1, 2.0, 0.5) - perlin(p, 7u)", 0.0),
        ("billowed(p, 7u, 1, 2.0, 0.5) - abs(perlin(p, 7u))", 0.0),
        ("ridged(p, 7u, 1, 2.0, 0.5) - (1.0 - abs(perlin(p, 7u)))", 0.0),
        ("warp(p, 7u, 4, 2.0, 0.5, 0.5, 0.0).x - p.x", 0.0),
        ("warped_fbm(p, OCTAVES, 0.0) - fbm(p, OCTAVES)", 0.0),
    ];
    let mut failures = Vec::new();
    for (expression, value) in expected {
        let expression = expression.replace("AT", "floor(p)");
        let field = samples(IMPORTS, &format!("vec4f({expression})"), DYADIC);
        let error = max_abs(channel(&field, 0).map(|found| found - value));
        if error > 1e-6 {
            failures.push(format!("{expression} differs from {value} by {error:e}"));
        }
    }
    report(&failures);
}

#[test]
fn turbulence_has_published_moments_and_bounds() {
    let far = f64::INFINITY;
    let expected = [
        ("fbm(p, OCTAVES)", [0.0, 0.3737, -0.9912 * S, 0.9912 * S]),
        ("billowed(p, OCTAVES)", [0.526, 0.218, 0.0, S]),
        ("ridged(p, OCTAVES)", [1.466, 0.218, 0.0, S]),
        ("iq_turbulence(p, OCTAVES)", [0.5, 0.230, 0.5 - S, 0.5 + S]),
        ("swiss_turbulence(p, OCTAVES, 0.15)", [1.253, 0.367, 0.0, S]),
        ("swiss_turbulence(p, 0u, 8, 2.0, 0.6, 0.15)", [1.497, 0.456, 0.0, 2.458_01]),
        ("jordan_turbulence(p, JORDAN, 1.0)", [0.162, 0.143, 0.0, far]),
        ("jordan_turbulence(p, JORDAN, 0.0)", [0.227, 0.147, 0.0, far]),
    ];
    let mut failures = Vec::new();
    for (expression, moments) in expected {
        check_moments(&mut failures, IMPORTS, &format!("vec4f({expression})"), &[moments]);
    }
    report(&failures);
}

#[test]
fn volume_turbulence_is_within_its_bounds() {
    let expected = [
        ("fbm3(q, OCTAVES)", -S, S),
        ("billowed3(q, OCTAVES)", 0.0, S),
        ("ridged3(q, OCTAVES)", 0.0, S),
        ("swiss_turbulence3(q, OCTAVES, 0.15)", 0.0, S),
        ("jordan_turbulence3(q, JORDAN, 1.0)", 0.0, f64::INFINITY),
        ("swiss_sphere(normalize(q), 0u, 2.0, 8, 2.0, 0.5, 0.15)", 0.0, S),
    ];
    let mut failures = Vec::new();
    for (expression, low, high) in expected {
        let expression = expression.replace("(q", "(vec3f(p, 0.5 * p.x - p.y + 0.3)");
        let field = samples(IMPORTS, &format!("vec4f({expression})"), DYADIC);
        let outside =
            channel(&field, 0).filter(|value| !(low - 1e-5..=high + 1e-5).contains(value)).count();
        let spread = rms(channel(&field, 0));
        if outside > 0 || spread < 0.05 {
            failures.push(format!("{expression}: {outside} outside, rms {spread}"));
        }
    }
    report(&failures);
}
