//! Tests that noises are smooth across the faces of lattice cells: one-sided differences jump there no more than inside
//! a cell.

use noise_playground::field::grid::SampleGrid;

use crate::probe::{channel, evaluate, evaluate_twin, max_abs, report, rms};

const IMPORTS: &str = "
import package::noise::value::{value_deriv, value3_deriv};
import package::noise::perlin::{perlin_deriv, perlin3_deriv};
import package::noise::simplex::{simplex_deriv, simplex3_deriv, psrdnoise, psrdnoise3_deriv};
import package::noise::cellular::cellular_deriv;
import package::noise::turbulence::{billowed, iq_turbulence, swiss_turbulence};
import package::noise::turbulence_deriv::jordan_turbulence_deriv;
";

/// WGSL for a square lattice: defines `face`, a point on a cell face perpendicular to x, and `inside`, a point inside
/// the same cell.
const SQUARE: &str = "let face = vec2f(floor(p.x), p.y); let inside = face + vec2f(0.37, 0.0);";
/// WGSL for the skewed lattice of simplex noise: defines `face`, a point on a side of a triangle, and `inside`, a point
/// inside it.
const TRIANGLE: &str = "let skewed = vec2f(floor(p.x), p.y);
    let face = skewed - (skewed.x + skewed.y) * 0.21132487; let inside = face + vec2f(0.37, 0.0);";

/// WGSL for the skewed lattice of simplex noise in the volume: defines `face`, a point on a side of a tetrahedron, and
/// `inside`, a point inside it.
const TETRAHEDRON: &str = "let skewed = vec3f(floor(p.x), p.y, 0.37 * p.y + 0.2);
    let z = skewed.z - (skewed.x + skewed.y + skewed.z) / 6.0;
    let face = skewed.xy - (skewed.x + skewed.y + skewed.z) / 6.0; let inside = face + vec2f(0.37, 0.0);";

const GRID: SampleGrid = SampleGrid { center: [0.0, 0.0], span: 100.0, size: [100, 100] };

/// Test cases: the WGSL of a noise's slope along x with AT for the position, the definition of the cell faces, the
/// number of continuous derivatives, and true if the next derivative is discontinuous.
const CASES: [(&str, &str, usize, bool); 9] = [
    ("value_deriv(AT, 3u).y", SQUARE, 2, true),
    ("perlin_deriv(AT, 3u).y", SQUARE, 2, true),
    ("perlin3_deriv(vec3f(AT, 0.5 * p.y), 3u).y", SQUARE, 2, true),
    ("value3_deriv(vec3f(AT, 0.5 * p.y), 3u).y", SQUARE, 2, true),
    ("simplex_deriv(AT, 3u).y", TRIANGLE, 3, false),
    ("simplex3_deriv(vec3f(AT, z), 3u).y", TETRAHEDRON, 3, false),
    (
        "jordan_turbulence_deriv(AT, 3u, 1.5, 2.0, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8, 1.0).y",
        SQUARE,
        1,
        false,
    ),
    (
        "(iq_turbulence(AT + vec2f(h, 0.0), 3u, 1.0, 2.0, 0.5) - iq_turbulence(AT - vec2f(h, 0.0), 3u, 1.0, 2.0, 0.5)) / (2.0 * h)",
        SQUARE,
        1,
        false,
    ),
    ("cellular_deriv(AT, 3u, vec2f(1.0, 0.0)).y", SQUARE, 2, false),
];

#[test]
fn derivatives_are_continuous_across_cell_faces() {
    let mut failures = Vec::new();
    for (slope, points, class, is_sharp) in CASES {
        let [across, inside] = ["face", "inside"].map(|point| jumps(slope, points, point));
        for order in 1..=3 {
            let ratio = across[order - 1] / inside[order - 1];
            if order <= class && ratio > 3.0 {
                failures.push(format!("{slope}: derivative {order} jumps {ratio} times"));
            }
            if order == class + 1 && is_sharp && ratio < 5.0 {
                failures.push(format!("{slope}: derivative {order} is continuous: {ratio}"));
            }
        }
    }
    report(&failures);
}

/// Checks that simplex noise does not jump between simplices. A kernel that is larger than its simplex would be cut off
/// at the opposite side, by a jump too small for the test of derivatives.
#[test]
fn simplex_noise_has_no_steps_between_simplices() {
    let cases = [
        ("vec4f(simplex_deriv(AT, 3u), 0.0)", TRIANGLE),
        ("simplex3_deriv(vec3f(AT, z), 3u)", TETRAHEDRON),
        (
            "vec4f(psrdnoise(AT, vec2f(0.0), 0.3), 0.0)",
            "let face = vec2f(floor(p.x) - 0.5 * p.y, p.y);",
        ),
        (
            "psrdnoise3_deriv(vec3f(AT, z), 3u, vec3f(0.0), 0.3)",
            "let z = 0.37 * p.y + 0.2; let face = vec2f(floor(p.x) - z, p.y);",
        ),
    ];
    for (noise, points) in cases {
        let [before, after] =
            ["(face - vec2f(e, 0.0))", "(face + vec2f(e, 0.0))"].map(|at| noise.replace("AT", at));
        let body = format!(
            "let e = 0.000244140625; {points} let a = {before}; let b = {after};
             return vec4f(b.x - a.x - e * (a.y + b.y));"
        );
        let step = max_abs(channel(&evaluate(IMPORTS, &body, GRID), 0));
        assert!(step < 2e-4, "{noise}: {step:e}");
    }
}

/// Checks that kernels end at the sides of simplices also far from the origin, where rounded factors of the skew and of
/// its inverse would displace corners by hundredths of a cell.
#[test]
fn simplex_noise_has_no_steps_far_from_the_origin() {
    let plane = f64::from(0.366_025_4_f32);
    let volume = f64::from(1.0_f32 / 3.0);
    let noises = [
        ("return vec4f(simplex_deriv(p, 3u), 0.0);", plane / (1.0 + 2.0 * plane), None),
        (
            "return simplex3_deriv(vec3f(p, 370000.0), 3u);",
            volume / (1.0 + 3.0 * volume),
            Some(370_000.0),
        ),
    ];
    for (body, unskew, height) in noises {
        // On the side of a simplex, one skewed coordinate is an integer.
        let skewed = (0..500).map(|index| [1e6 + f64::from(index), 1e6 + 7.31 * f64::from(index)]);
        let faces = skewed.map(|[x, y]| {
            let z = height.map_or(0.0, |height| (height + unskew * (x + y)) / (1.0 - unskew));
            let sum = x + y + z;
            [x - unskew * sum, y - unskew * sum]
        });
        let e = 1e-5;
        let positions: Vec<[f64; 4]> =
            faces.flat_map(|[x, y]| [[x - e, y, 0.0, 0.0], [x + e, y, 0.0, 0.0]]).collect();
        let found = evaluate_twin(IMPORTS, body, &positions);
        let steps = found
            .chunks_exact(2)
            .map(|pair| (pair[1][0] - pair[0][0] - e * (pair[0][1] + pair[1][1])).abs());
        let step = steps.fold(0.0, f64::max);
        // Positions are rounded to 1e-10.
        assert!(step < 1e-8, "{body}: {step:e}");
    }
}

/// Returns the RMS jump of the first, second and third derivative of a noise at a point, from one-sided differences of
/// its slope.
fn jumps(slope: &str, points: &str, point: &str) -> [f64; 3] {
    let side = |steps: i32| {
        let at = format!("({point} + vec2f({steps}.0 * e, 0.0))");
        format!("({})", slope.replace("AT", &at))
    };
    let [a, b, c, d, e, f] = [-3, -2, -1, 1, 2, 3].map(side);
    let body = format!(
        "let e = 0.015625; let h = 0.0078125; {points}
         let a = {a}; let b = {b}; let c = {c}; let d = {d}; let e2 = {e}; let f = {f};
         return vec4f(d - c, (e2 - d - c + b) / e, (f - 2.0 * e2 + d - c + 2.0 * b - a) / (e * e), 0.0);"
    );
    let field = evaluate(IMPORTS, &body, GRID);
    [0, 1, 2].map(|order| rms(channel(&field, order)))
}
