//! Tests of the functions for terrain: multifractals, erosion, craters, rivers, planets, curves and densities.

use std::f64::consts::PI;

use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;

use crate::probe::{
    DYADIC, Moments, PLANE, S, channel, check_golden, check_moments, evaluate, max_abs, mean,
    report, rms,
};
use crate::support;

const IMPORTS: &str = "
import package::noise::musgrave::{multifractal, hetero_terrain, hybrid_multifractal, ridged_multifractal};
import package::noise::erosion::{gullies, erode};
import package::noise::craters::{craters, crater_octaves};
import package::noise::rivers::rivers;
import package::noise::curve::{bezier, bezier_curve};
import package::noise::density::{centered, caves, squash, surface_height};
import package::noise::turbulence::fbm_deriv;
";

#[test]
fn terrain_functions_have_golden_values() {
    let expected = [
        ("multifractal(AT, 0u, 8, 2.0, 1.0, 1.0)", [0.794_014, 2.017_258, 0.994_595]),
        ("hetero_terrain(AT, 0u, 8, 2.0, 1.0, 1.0)", [1.976_913, 4.437_501, 2.187_433]),
        ("hybrid_multifractal(AT, 0u, 8, 2.0, 0.25, 0.7)", [1.059_576, 2.981_722, 1.405_373]),
        ("ridged_multifractal(AT, 0u, 8, 2.0, 1.0, 1.0, 2.0)", [1.506_716, 0.207_638, 0.927_897]),
    ];
    let mut failures = Vec::new();
    for (expression, expected) in expected {
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
        ("hybrid_multifractal(AT, 0u, 8, 2.0, 0.25, 0.7)", 1.441_946_09),
        ("ridged_multifractal(AT, 0u, 8, 2.0, 1.0, 1.0, 2.0)", S),
    ];
    let mut failures = Vec::new();
    for (expression, value) in expected {
        check_golden(&mut failures, IMPORTS, (expression, &[[value]; 3]), &lattice, [1e-5; 4]);
    }
    report(&failures);
}

#[test]
fn terrain_functions_have_published_moments_and_bounds() {
    let far = f64::INFINITY;
    let multifractals = "vec4f(
        multifractal(p, 0u, 8, 2.0, 1.0, 1.0),
        hetero_terrain(p, 0u, 8, 2.0, 1.0, 1.0),
        hybrid_multifractal(p, 0u, 8, 2.0, 0.25, 0.7),
        ridged_multifractal(p, 0u, 8, 2.0, 1.0, 1.0, 2.0),
    )";
    // Craters cover 5.1 % of the volume.
    let share = "vec4f(craters(vec3f(p, 0.37 * p.x), 0u, 0.9, 0.5, 1.0, 0.25, 0.3),
        f32(craters(vec3f(p, 0.37 * p.x), 0u, 0.9, 0.5, 1.0, 0.0, 0.3) < 0.0), 0.0, 0.0)";
    let expected: [(&str, &[Moments]); 3] = [
        (
            multifractals,
            &[
                [1.0, 0.38, -far, far],
                [2.37, 0.84, -far, far],
                [1.41, 0.73, -far, far],
                [1.02, 0.40, 0.0, S],
            ],
        ),
        ("vec4f(gullies(p, vec2f(0.7, 0.0), 0u, 0.5), 0.0, 0.0)", &[[0.0, 0.60, -1.0, 1.0]]),
        (share, &[[0.0056, 0.0829, -0.75, 0.25], [0.051, 0.22, 0.0, 1.0]]),
    ];
    let mut failures = Vec::new();
    for (vector, moments) in expected {
        check_moments(&mut failures, IMPORTS, vector, moments);
    }
    report(&failures);
}

#[test]
fn erosion_is_limited_by_its_strength() {
    let body = "let base = fbm_deriv(p, 0u, 3, 2.0, 0.5);
        let none = erode(p, base, 0u, 5, 4.0, 0.0, 2.0, 0.5, 0.5, 0.3) - base;
        let flat = erode(p, vec3f(0.0), 0u, 5, 4.0, 0.1, 2.0, 0.5, 0.5, 0.3).x;
        return vec4f(erode(p, base, 0u, 5, 4.0, 0.1, 2.0, 0.5, 0.5, 0.0).x - base.x, none.x, length(none.yz), flat);";
    let field = evaluate(IMPORTS, body, DYADIC);
    assert_eq!(
        max_abs(channel(&field, 1).chain(channel(&field, 2))),
        0.0,
        "strength 0 must change nothing"
    );
    let flat = max_abs(channel(&field, 3).map(|height| height - 0.3 * 0.1 * 1.9375));
    assert!(flat < 1e-6, "flat ground must move by fade times the amplitudes, error {flat:e}");
    let change: Vec<f64> = channel(&field, 0).collect();
    let deviation = rms(change.iter().copied());
    assert!(max_abs(change.iter().copied()) <= 0.1 * 1.9375, "{}", max_abs(change.iter().copied()));
    assert!(
        (deviation / 0.051 - 1.0).abs() < 0.05 && mean(change.into_iter()).abs() < 2e-3,
        "deviation {deviation}"
    );
}

/// Checks that a planet's map has no seam: its west and east edges are the same meridian, and all meridians meet at the
/// poles.
#[test]
fn planet_map_has_no_seam() {
    let tree = support::shipped();
    let meridian = |longitude: f64, latitude: f64, rows: u32| {
        let grid = SampleGrid { center: [longitude, latitude], span: 0.04, size: [1, rows] };
        let set = [("crater_height", "0.05"), ("ocean", "0")];
        support::evaluate(&tree, "generators/planet.wgsl", "map", &set, grid)
    };
    let [west, east, middle] = [-PI, PI, 0.0].map(|longitude| meridian(longitude, 0.0, 64));
    let apart = |other: &Field| {
        let pairs = channel(&west, 0).zip(channel(other, 0));
        max_abs(pairs.map(|(a, b)| a - b))
    };
    assert!(apart(&east) < 1e-4, "{}", apart(&east));
    assert!(apart(&middle) > 0.01, "the planet is flat");
    let [here, there] = [0.3, 2.5].map(|longitude| meridian(longitude, PI / 2.0, 1).samples[0]);
    assert!((here - there).abs() < 1e-4, "{here} {there}");
}

/// Checks that crater sizes are combined by minimum and maximum, not added.
#[test]
fn small_craters_do_not_deepen_large_ones() {
    let body = "let q = vec3f(p, 0.37 * p.x);
        let one = craters(q, 3u, 0.5, 0.5, 1.0, 0.0, 0.3);
        let half = craters(2.0 * q, 4u, 0.5, 0.5, 1.0, 0.0, 0.3) / 2.0;
        let both = crater_octaves(q, 3u, 2.0, 2.0, 0.5, 0.5, 1.0, 0.0, 0.3);
        return vec4f(both - min(one, half), both - (one + half), min(one, 0.0) * min(half, 0.0), 0.0);";
    let field = evaluate(IMPORTS, body, DYADIC);
    assert!(max_abs(channel(&field, 0)) < 1e-6);
    let overlapping = channel(&field, 2).filter(|product| *product > 0.01).count();
    let shallower = channel(&field, 1).filter(|more| *more > 0.01).count();
    assert!(overlapping > 100 && shallower > 100, "{overlapping} {shallower}");
}

/// Checks the ground color at extreme sea levels, tree lines and snow lines, and with borders of width 0.
#[test]
fn ground_color_is_finite_for_extreme_settings() {
    let body = "let height = 4.0 * p.x / 64.0; let slope = 0.1;
        let far = ground_color(height, slope, -1e9, 0.5, 1.0, 0.7, 0.1);
        let near = ground_color(height, slope, -10.0, 0.5, 1.0, 0.7, 0.1);
        let sharp = ground_color(height, slope, -1e9, 1e9, 1e9, 0.7, 0.0);
        let grass = ground_color(0.0, 0.0, -1e9, 1e9, 1e9, 0.7, 0.1);
        return vec4f(distance(far, near), distance(sharp, grass), min(min(far.x, far.y), far.z), 0.0);";
    let field = evaluate("import package::noise::ground_color::ground_color;", body, DYADIC);
    assert_eq!(max_abs(channel(&field, 0).chain(channel(&field, 1))), 0.0);
    assert!(channel(&field, 2).all(|darkest| darkest > 0.01));
}

#[test]
fn curves_and_densities_have_known_values() {
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
        (format!("bezier_curve(AT, {knots}, 4)"), [1.0, 1.0, 0.0, 3.0, 2.0, 2.0]),
        (format!("bezier_curve(AT, {knots}, 1)"), [1.0; 6]),
        ("centered(AT, 0.5, 0.0, 1.0)".to_owned(), [0.0, 0.0, 0.5, 1.0, 0.0, 0.0]),
        ("centered(AT, 0.0, 0.0, 1.0)".to_owned(), [1.0, 1.0, 0.75, 0.5, 0.0, 0.0]),
        ("centered(AT, 1.0, 0.0, 1.0)".to_owned(), [0.0, 0.0, 0.25, 0.5, 1.0, 1.0]),
        ("caves(AT, 0.5, 0.0, 0.5, 1.0)".to_owned(), [1.0, 1.0, 0.5, 0.0, 1.0, 1.0]),
        ("caves(AT, 0.5, 0.5, 0.5, 0.0)".to_owned(), [1.0; 6]),
        ("squash(AT, 1.0, 0.5, 0.2)".to_owned(), [1.0, 1.0, 1.0, 1.0, 0.2, 0.2]),
        ("squash(AT, 0.5, 1.0, 0.0)".to_owned(), [1.0, 0.5, 0.25, 0.0, 0.0, 0.0]),
        ("surface_height(AT, 0.75, 0.2)".to_owned(), [-0.9, 0.1, 0.35, 0.6, 1.1, 2.1]),
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
