//! Test of an adapter's double precision: each operation that twins use, at positions with known results.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{Generator, compile};
use crate::source::SourceTree;

/// An expression of x and y in WGSL, and results at positions x, y.
type Operation = (&'static str, &'static [([f64; 2], f64)]);

const ABOVE_1: f64 = 1.0 + f64::EPSILON;

const EXACT: &[Operation] = &[
    ("x + y", &[([1.0, f64::EPSILON], ABOVE_1)]),
    ("x - y", &[([ABOVE_1, 1.0], f64::EPSILON)]),
    ("x * y", &[([94_906_263.0, 94_906_265.0], 9_007_198_946_437_695.0)]),
    ("-x", &[([ABOVE_1, 0.0], -ABOVE_1)]),
    ("x % y", &[([-7.25, 2.0], -1.25), ([-90_000_001.5, 2.0], -1.5)]),
    (
        "f32(x < y) + 2.0 * f32(x <= y) + 4.0 * f32(x == y) + 8.0 * f32(x != y) + 16.0 * f32(x >= y) + 32.0 * f32(x > y)",
        &[([1.0, ABOVE_1], 11.0), ([1.0, 1.0], 22.0), ([ABOVE_1, 1.0], 56.0)],
    ),
    ("select(x, y, x < y)", &[([1.0, ABOVE_1], ABOVE_1)]),
    ("abs(x)", &[([-ABOVE_1, 0.0], ABOVE_1)]),
    ("sign(x)", &[([-1e-200, 0.0], -1.0), ([0.0, 0.0], 0.0), ([1e-200, 0.0], 1.0)]),
    (
        "floor(x)",
        &[([30_000_001.3, 0.0], 30_000_001.0), ([-1.5, 0.0], -2.0), ([1e300, 0.0], 1e300)],
    ),
    ("ceil(x)", &[([30_000_001.3, 0.0], 30_000_002.0), ([-1.5, 0.0], -1.0)]),
    ("trunc(x)", &[([30_000_001.7, 0.0], 30_000_001.0), ([-1.5, 0.0], -1.0)]),
    ("fract(x)", &[([30_000_001.25, 0.0], 0.25), ([-1.25, 0.0], 0.75)]),
    (
        "round(x)",
        &[
            ([1.5, 0.0], 2.0),
            ([2.5, 0.0], 2.0),
            ([-3.5, 0.0], -4.0),
            ([30_000_001.3, 0.0], 30_000_001.0),
            ([4_503_599_627_370_495.5, 0.0], 4_503_599_627_370_496.0),
        ],
    ),
    (
        "modf(x).fract + 16.0 * modf(x).whole",
        &[([-3.25, 0.0], -48.25), ([30_000_001.25, 0.0], 480_000_016.25)],
    ),
    ("min(x, y)", &[([ABOVE_1, 1.0], 1.0)]),
    ("max(x, y)", &[([1.0, ABOVE_1], ABOVE_1)]),
    ("clamp(x, 1.0, y)", &[([2.0, ABOVE_1], ABOVE_1), ([-2.0, 2.0], 1.0)]),
    ("saturate(x)", &[([ABOVE_1, 0.0], 1.0), ([-1.0, 0.0], 0.0)]),
    ("step(x, y)", &[([ABOVE_1, 1.0], 0.0), ([1.0, ABOVE_1], 1.0)]),
    ("fma(x, y, 1.0)", &[([94_906_263.0, 94_906_265.0], 9_007_198_946_437_696.0)]),
    (
        "ldexp(x, i32(y))",
        &[([ABOVE_1, -200.0], ABOVE_1 / (1u128 << 100) as f64 / (1u128 << 100) as f64)],
    ),
    ("f32(i32(x))", &[([-7.9, 0.0], -7.0), ([2_147_483_647.0, 0.0], 2_147_483_647.0)]),
    ("f32(u32(x))", &[([4_294_967_295.0, 0.0], 4_294_967_295.0)]),
    ("f32(bitcast<u32>(x))", &[([0.6, 0.0], 1_058_642_330.0)]),
    ("bitcast<f32>(u32(x))", &[([1_058_642_330.0, 0.0], 0.600_000_023_841_857_9)]),
];

/// Operations with results that are rounded, from mpmath with 40 digits.
const ROUNDED: &[Operation] = &[
    ("x / y", &[([0.6, 1.7], 0.352_941_176_470_588_2)]),
    ("sqrt(x)", &[([0.6, 0.0], 0.774_596_669_241_483_4)]),
    ("inverseSqrt(x)", &[([0.6, 0.0], 1.290_994_448_735_805_7)]),
    ("mix(x, y, 0.25)", &[([0.6, 1.7], 0.875)]),
    ("smoothstep(0.0, y, x)", &[([0.6, 2.0], 0.216)]),
    ("length(vec2f(x, y))", &[([0.6, 1.7], 1.802_775_637_731_994_6)]),
    ("distance(vec2f(x, y), vec2f(2.0, 3.0))", &[([0.6, 1.7], 1.910_497_317_454_28)]),
    ("dot(vec3f(x, y, 1.0), vec3f(y, 3.0, x))", &[([0.6, 1.7], 6.72)]),
    ("normalize(vec2f(x, y)).y", &[([0.6, 1.7], 0.942_990_333_582_889_5)]),
    ("cross(vec3f(x, y, 1.0), vec3f(y, 2.0, x)).z", &[([0.6, 1.7], -1.69)]),
    ("reflect(vec2f(x, y), vec2f(0.5, 0.25)).x", &[([0.6, 1.7], -0.125)]),
    ("faceForward(vec2f(x, y), vec2f(y, 2.0), vec2f(x)).y", &[([0.6, 1.7], -1.7)]),
    ("determinant(mat2x2f(x, y, 2.0, x))", &[([0.6, 1.7], -3.04)]),
    ("determinant(mat3x3f(x, y, 1.0, 2.0, x, y, y, 1.0, 2.0))", &[([0.6, 1.7], -1.207)]),
    (
        "determinant(mat4x4f(x, y, 1.0, 0.0, 2.0, x, y, 1.0, y, 1.0, 2.0, x, 1.0, 0.0, x, y))",
        &[([0.6, 1.7], -1.3055)],
    ),
    ("(mat2x2f(x, y, 2.0, x) * vec2f(x, y)).x", &[([0.6, 1.7], 3.76)]),
    ("(vec2f(x, y) * mat2x2f(x, y, 2.0, x)).y", &[([0.6, 1.7], 2.22)]),
    ("(mat2x2f(x, y, 2.0, x) * mat2x2f(y, 3.0, x, y))[1].y", &[([0.6, 1.7], 2.04)]),
    ("(transpose(mat2x2f(x, y, 2.0, x)) * vec2f(x, y)).x", &[([0.6, 1.7], 3.25)]),
    ("(mat2x2f(x, y, 2.0, x) * x + mat2x2f(y, x, x, y))[0].y", &[([0.6, 1.7], 1.62)]),
    ("radians(x)", &[([200.5, 0.0], 3.499_385_150_248_630_8)]),
    ("degrees(x)", &[([3.5, 0.0], 200.535_228_295_788_12)]),
    (
        "sin(x)",
        &[
            ([2_000_000.25, 0.0], -0.448_537_505_602_698_36),
            ([30_000_001.0, 0.0], 0.297_570_680_867_651_67),
        ],
    ),
    ("cos(x)", &[([30_000_001.0, 0.0], -0.954_699_790_451_408)]),
    ("tan(x)", &[([30_000_001.0, 0.0], -0.311_690_317_567_737_4)]),
    ("asin(x)", &[([0.6, 0.0], 0.643_501_108_793_284_4)]),
    ("acos(x)", &[([0.6, 0.0], 0.927_295_218_001_612_3)]),
    ("atan(x)", &[([0.6, 0.0], 0.540_419_500_270_584_2)]),
    ("atan2(x, y)", &[([0.6, -1.7], 2.802_300_039_135_748_6)]),
    ("sinh(x)", &[([0.6, 0.0], 0.636_653_582_148_241_2)]),
    ("cosh(x)", &[([0.6, 0.0], 1.185_465_218_242_267_7)]),
    ("tanh(x)", &[([0.6, 0.0], 0.537_049_566_998_035_3)]),
    ("asinh(x)", &[([0.6, 0.0], 0.568_824_898_732_247_5)]),
    ("acosh(x)", &[([1.6, 0.0], 1.046_967_915_003_188_5)]),
    ("atanh(x)", &[([0.6, 0.0], std::f64::consts::LN_2)]),
    ("exp(x)", &[([0.6, 0.0], 1.822_118_800_390_508_9)]),
    ("exp2(x)", &[([0.6, 0.0], 1.515_716_566_510_398)]),
    ("log(x)", &[([0.6, 0.0], -0.510_825_623_765_990_7)]),
    ("log2(x)", &[([0.6, 0.0], -0.736_965_594_166_206_2)]),
    ("pow(x, y)", &[([0.6, 1.7], 0.419_620_914_248_657_65)]),
];

const TOLERANCE: f64 = 1e-14;

struct Check {
    wgsl: &'static str,
    at: [f64; 2],
    result: f64,
    tolerance: f64,
}

fn checks() -> impl Iterator<Item = (usize, Check)> {
    let exact = EXACT.iter().map(|operation| (operation, 0.0));
    let rounded = ROUNDED.iter().map(|operation| (operation, TOLERANCE));
    exact.chain(rounded).enumerate().flat_map(|(index, ((wgsl, results), tolerance))| {
        let check = move |(at, result): &([f64; 2], f64)| {
            (index, Check { wgsl, at: *at, result: *result, tolerance })
        };
        results.iter().map(check)
    })
}

/// Generator whose third coordinate selects the operation.
pub(crate) fn self_test() -> Arc<Generator> {
    let mut cases = String::new();
    for (index, (wgsl, _)) in EXACT.iter().chain(ROUNDED).enumerate() {
        let _ = writeln!(cases, "case {index}u: {{ return {wgsl}; }}");
    }
    let text = format!(
        "fn operation(p: vec3f) -> f32 {{ let x = p.x; let y = p.y; switch u32(p.z) {{ {cases} default: {{ return 0.0; }} }} }}"
    );
    let tree = SourceTree::from(text.as_str());
    let file = tree.iter().next().map(|source| compile(&tree, source));
    file.and_then(|file| file.main().cloned()).expect("the text is valid")
}

/// Positions at which the adapter evaluates the twin of [`self_test`].
pub(crate) fn self_test_positions() -> Vec<[f64; 4]> {
    checks().map(|(index, Check { at: [x, y], .. })| [x, y, index as f64, 0.0]).collect()
}

pub(crate) fn wrong_operation(results: &[f64]) -> Option<String> {
    let mut found = checks().zip(results);
    let is_wrong = |((_, check), found): &((usize, Check), &f64)| {
        let error = (*found - check.result).abs();
        error.is_nan() || error > check.tolerance * check.result.abs()
    };
    let ((_, check), found) = found.find(is_wrong)?;
    let Check { wgsl, at: [x, y], result, .. } = check;
    Some(format!("{wgsl} is {found} instead of {result} for x = {x}, y = {y}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected() -> Vec<f64> {
        checks().map(|(_, check)| check.result).collect()
    }

    fn with_wrong(wgsl: &str, x: f64, wrong: f64) -> Option<String> {
        let mut results = expected();
        let is_changed = |(_, check): (usize, Check)| check.wgsl == wgsl && check.at[0] == x;
        let at = checks().position(is_changed).unwrap();
        results[at] = wrong;
        wrong_operation(&results)
    }

    #[test]
    fn right_results_are_accepted() {
        assert_eq!(wrong_operation(&expected()), None);
    }

    #[test]
    fn each_wrong_result_is_refused_and_named() {
        let said = with_wrong("round(x)", 1.5, 1.0).unwrap();
        assert_eq!(said, "round(x) is 1 instead of 2 for x = 1.5, y = 0");
        assert!(with_wrong("sin(x)", 30_000_001.0, 0.0).unwrap().starts_with("sin(x) is 0"));
        assert!(with_wrong("x / y", 0.6, f64::NAN).unwrap().contains("is NaN instead of"));
        for (at, (_, check)) in checks().enumerate() {
            let mut results = expected();
            // As single precision computes it, or far off where that is exact.
            let single = f64::from(check.result as f32);
            let far_off = check.result + check.result.abs().max(1.0);
            results[at] = if single == check.result { far_off } else { single };
            let said = wrong_operation(&results);
            assert!(said.is_some_and(|said| said.starts_with(check.wgsl)), "{}", check.wgsl);
        }
    }
}
