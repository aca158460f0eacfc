//! Simplex, cellular, Gabor and curl noise, multifractals, erosion, craters, curves, densities.

use noise_playground::grid::SampleGrid;

use crate::probe::{
    DYADIC, Moments, S, WIDE, channel, check_golden, check_moments, evaluate, max_abs, mean,
    report, rms, samples,
};

const IMPORTS: &str = "
import package::noise::simplex::{simplex, simplex_deriv, simplex3, simplex3_deriv, psrdnoise};
import package::noise::cellular::{cellular, cellular_exact, cellular3, cellular3_exact};
import package::noise::musgrave::{multifractal, hetero_terrain, hybrid_multifractal, ridged_multifractal};
import package::noise::curl::{curl, curl3};
import package::noise::gabor::{gabor, gabor_isotropic};
import package::noise::erosion::{gullies, erode};
import package::noise::craters::craters;
import package::noise::rivers::rivers;
import package::noise::curve::{bezier, bezier_curve};
import package::noise::density::{centered, caves, squash, surface_height};
import package::noise::turbulence::{fbm, fbm_deriv};
";

const PLANE: [&str; 3] = [
    "vec2f(1.3, 2.7)",
    "vec2f(10.25, -3.6)",
    "vec2f(-7.77, 0.41)",
];
const VOLUME: [&str; 2] = ["vec3f(1.3, 2.7, -0.45)", "vec3f(10.25, -3.6, 5.8)"];

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
    let musgrave = [
        (
            "multifractal(AT, 0u, 8, 2.0, 1.0, 1.0)",
            [0.794_014, 2.017_258, 0.994_595],
        ),
        (
            "hetero_terrain(AT, 0u, 8, 2.0, 1.0, 1.0)",
            [1.976_913, 4.437_501, 2.187_433],
        ),
        (
            "hybrid_multifractal(AT, 0u, 8, 2.0, 0.25, 0.7)",
            [1.059_576, 2.981_722, 1.405_373],
        ),
        (
            "ridged_multifractal(AT, 0u, 8, 2.0, 1.0, 1.0, 2.0)",
            [1.506_716, 0.207_638, 0.927_897],
        ),
    ];
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
    for (expression, expected) in musgrave {
        check_golden(
            &mut failures,
            IMPORTS,
            (expression, &expected.map(|value| [value])),
            &PLANE,
            [2e-5; 4],
        );
    }
    report(&failures);
}

#[test]
fn multifractals_have_known_values_at_lattice_points() {
    let lattice = ["vec2f(3.0, -5.0)", "vec2f(0.0, 0.0)", "vec2f(-40.0, 17.0)"];
    let expected = [
        ("multifractal(AT, 0u, 8, 2.0, 1.0, 1.0)", 1.0),
        ("hetero_terrain(AT, 0u, 8, 2.0, 1.0, 1.0)", 2.365_700_81),
        (
            "hybrid_multifractal(AT, 0u, 8, 2.0, 0.25, 0.7)",
            1.441_946_09,
        ),
        ("ridged_multifractal(AT, 0u, 8, 2.0, 1.0, 1.0, 2.0)", S),
    ];
    let mut failures = Vec::new();
    for (expression, value) in expected {
        check_golden(
            &mut failures,
            IMPORTS,
            (expression, &[[value]; 3]),
            &lattice,
            [1e-5; 4],
        );
    }
    report(&failures);
}

#[test]
fn moments_and_bounds() {
    let far = f64::INFINITY;
    let volume = "vec3f(p, 0.37 * p.x)";
    // The expression's components, one by one: (component, mean, deviation, low, high).
    let expected: [(String, &[(usize, f64, f64, f64, f64)]); 8] = [
        ("vec4f(simplex(p, 0u))".to_owned(), &[(0, 0.0, 0.539, -1.0, 1.0)]),
        ("vec4f(psrdnoise(p, vec2f(0.0), 0.0), 0.0)".to_owned(), &[(0, 0.0, 0.472, -0.9974, 0.9974)]),
        (format!("vec4f(simplex3({volume}, 0u))"), &[(0, 0.0, 0.379, -0.975, 0.975)]),
        (
            "vec4f(cellular(p, 0u), cellular(p, 0u).yx)".to_owned(),
            &[(0, 0.4295, 0.190, 0.0, 1.414_214), (1, 0.699, 0.176, 0.0, far)],
        ),
        (
            format!("vec4f(cellular3({volume}, 0u), 0.0, 0.0)"),
            &[(0, 0.5206, 0.172, 0.0, 1.732_051), (1, 0.717, 0.143, 0.0, far)],
        ),
        (
            "vec4f(multifractal(p, 0u, 8, 2.0, 1.0, 1.0), ridged_multifractal(p, 0u, 8, 2.0, 1.0, 1.0, 2.0),
                   hetero_terrain(p, 0u, 8, 2.0, 1.0, 1.0), hybrid_multifractal(p, 0u, 8, 2.0, 0.25, 0.7))"
                .to_owned(),
            &[(0, 1.0, 0.38, -far, far), (1, 1.02, 0.40, 0.0, S), (2, 2.37, 0.84, -far, far), (3, 1.41, 0.73, -far, far)],
        ),
        ("vec4f(gullies(p, vec2f(0.7, 0.0), 0u, 0.5), 0.0, 0.0)".to_owned(), &[(0, 0.0, 0.60, -1.0, 1.0)]),
        (format!("vec4f(craters({volume}, 0u, 0.9, 0.5, 1.0, 0.25, 0.3))"), &[(0, 0.0056, 0.0829, -0.75, 0.25)]),
    ];
    let mut failures = Vec::new();
    for (expression, components) in &expected {
        let field = samples(IMPORTS, expression, WIDE);
        for &(component, mean, deviation, low, high) in *components {
            let values: Vec<f64> = channel(&field, component).collect();
            let name = format!("{expression}[{component}]");
            check_moments(
                &mut failures,
                &name,
                &values,
                &Moments {
                    mean,
                    deviation,
                    low,
                    high,
                },
            );
        }
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
        middle <= 0.707_107,
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

#[test]
fn erosion_moves_the_ground_within_its_strength() {
    let body = "let base = fbm_deriv(p, 0u, 3, 2.0, 0.5);
        let none = erode(p, base, 0u, 5, 4.0, 0.0, 2.0, 0.5, 0.5, 0.3) - base;
        let flat = erode(p, vec3f(0.0), 0u, 5, 4.0, 0.1, 2.0, 0.5, 0.5, 0.3).x;
        return vec4f(erode(p, base, 0u, 5, 4.0, 0.1, 2.0, 0.5, 0.5, 0.0).x - base.x, none.x, length(none.yz), flat);";
    let field = evaluate(IMPORTS, body, DYADIC);
    assert_eq!(
        max_abs(channel(&field, 1).chain(channel(&field, 2))),
        0.0,
        "strength 0 changes nothing"
    );
    let flat = max_abs(channel(&field, 3).map(|height| height - 0.3 * 0.1 * 1.9375));
    assert!(
        flat < 1e-6,
        "flat ground moves by exactly fade times the amplitudes, not {flat:e} off"
    );
    let change: Vec<f64> = channel(&field, 0).collect();
    let deviation = rms(change.iter().copied());
    assert!(
        max_abs(change.iter().copied()) <= 0.1 * 1.9375,
        "{}",
        max_abs(change.iter().copied())
    );
    assert!(
        (deviation / 0.051 - 1.0).abs() < 0.05 && mean(change.into_iter()).abs() < 2e-3,
        "deviation {deviation}"
    );
}

#[test]
fn curves_and_densities() {
    let knots = "array<vec4f, 8>(vec4f(0.0, 1.0, 0.0, 0.0), vec4f(0.25, 0.0, 1.0, 1.0), vec4f(0.5, 3.0, 0.0, 0.0),
        vec4f(1.0, 2.0, 0.0, 0.0), vec4f(0.0), vec4f(0.0), vec4f(0.0), vec4f(0.0))";
    // Each expression at AT = -1, 0, 0.25, 0.5, 1, 2.
    let expected: [(String, [f64; 6]); 13] = [
        (
            "bezier(AT, vec4f(0.0, 0.0, 0.0, 2.0), vec4f(1.0, 1.0, 0.0, 0.0))".to_owned(),
            [0.0, 0.0, 0.625, 1.0, 1.0, 1.0],
        ),
        (
            "bezier(AT, vec4f(0.0, 3.0, 0.0, -0.5), vec4f(2.0, 2.0, -0.5, 0.0))".to_owned(),
            [3.0, 3.0, 2.875, 2.75, 2.5, 2.0],
        ),
        (
            format!("bezier_curve(AT, {knots}, 4)"),
            [1.0, 1.0, 0.0, 3.0, 2.0, 2.0],
        ),
        (format!("bezier_curve(AT, {knots}, 1)"), [1.0; 6]),
        (
            "centered(AT, 0.5, 0.0, 1.0)".to_owned(),
            [0.0, 0.0, 0.5, 1.0, 0.0, 0.0],
        ),
        (
            "centered(AT, 0.0, 0.0, 1.0)".to_owned(),
            [1.0, 1.0, 0.75, 0.5, 0.0, 0.0],
        ),
        (
            "centered(AT, 1.0, 0.0, 1.0)".to_owned(),
            [0.0, 0.0, 0.25, 0.5, 1.0, 1.0],
        ),
        (
            "caves(AT, 0.5, 0.0, 0.5, 1.0)".to_owned(),
            [1.0, 1.0, 0.5, 0.0, 1.0, 1.0],
        ),
        ("caves(AT, 0.5, 0.5, 0.5, 0.0)".to_owned(), [1.0; 6]),
        (
            "squash(AT, 1.0, 0.5, 0.2)".to_owned(),
            [1.0, 1.0, 1.0, 1.0, 0.2, 0.2],
        ),
        (
            "squash(AT, 0.5, 1.0, 0.0)".to_owned(),
            [1.0, 0.5, 0.25, 0.0, 0.0, 0.0],
        ),
        (
            "surface_height(AT, 0.75, 0.2)".to_owned(),
            [-0.9, 0.1, 0.35, 0.6, 1.1, 2.1],
        ),
        ("rivers(vec3f(AT), 0u, 0.0, 0.0) * 0.0".to_owned(), [0.0; 6]),
    ];
    let mut failures = Vec::new();
    let points = ["-1.0", "0.0", "0.25", "0.5", "1.0", "2.0"];
    for (expression, expected) in &expected {
        check_golden(
            &mut failures,
            IMPORTS,
            (expression, &expected.map(|value| [value])),
            &points,
            [1e-5; 4],
        );
    }
    report(&failures);
}
