//! Tests of the twin at large numbers, against mpmath with 60 digits.

use noise_playground::generator::Precision;

use super::support::{evaluate_points, main_generator};

/// Angles in radians, with their sine, cosine and tangent.
const ANGLES: [(f64, [f64; 3]); 12] = [
    (1000.125, [0.890_542_412_593_486_4, 0.454_900_221_336_693_4, 1.957_665_375_445_824_2]),
    (
        1_608_495.437_5,
        [-0.001_137_973_892_482_956_4, 0.999_999_352_507_500_4, -0.001_137_974_629_312_993_6],
    ),
    (2_000_000.25, [-0.448_537_505_602_698_36, 0.893_764_010_277_718_2, -0.501_852_279_175_265_5]),
    (16_777_217.0, [0.105_832_567_347_543_64, 0.994_383_963_913_652_2, 0.106_430_283_661_265_54]),
    (26_353_589.0, [-0.263_496_073_766_41, 0.964_660_468_304_618_9, -0.273_149_032_663_794_85]),
    (30_000_001.0, [0.297_570_680_867_651_67, -0.954_699_790_451_408, -0.311_690_317_567_737_4]),
    (
        123_456_789.625,
        [0.885_012_104_958_501_5, -0.465_568_012_299_945_7, -1.900_929_792_376_555_5],
    ),
    (1e9, [0.545_843_449_448_699_6, 0.837_887_181_363_902_3, 0.651_452_202_145_141_3]),
    (
        34_359_738_369.5,
        [-0.808_332_721_107_788_8, 0.588_725_922_638_436_1, -1.373_020_432_810_503_7],
    ),
    (
        549_755_813_889.25,
        [-0.111_687_790_322_603_59, 0.993_743_345_886_076_4, -0.112_390_981_821_384_27],
    ),
    (
        -1_099_511_627_775.75,
        [0.166_964_399_038_950_94, -0.985_962_924_989_353_7, -0.169_341_457_784_281_07],
    ),
    (
        140_737_488_355_328.03,
        [-0.096_032_130_434_194_2, -0.995_378_234_604_449_2, 0.096_478_029_251_218_42],
    ),
];

#[test]
fn sines_of_large_angles_are_right() {
    let generator =
        main_generator("fn f(p: vec2f) -> vec3f { return vec3f(sin(p.x), cos(p.x), tan(p.x)); }");
    let positions = ANGLES.map(|(angle, _)| [angle, 0.0, 0.0, 0.0]);
    let found = evaluate_points(&generator, Precision::Double, &positions);
    for ((angle, expected), found) in ANGLES.iter().zip(found) {
        for (found, expected) in found.iter().zip(expected) {
            let error = (found - expected).abs() / expected.abs().max(1.0);
            assert!(error < 1e-15, "at {angle}: {found}, not {expected}");
        }
    }
}

/// Cells of the hash that many public shaders use, and its values.
const HASHES: [([f64; 2], f64); 8] = [
    ([998_867.0, 996_690.0], 0.804_050_840_009_048_1),
    ([1_001_489.0, 997_539.0], 0.488_185_496_150_691_25),
    ([996_476.0, -995_324.0], 0.762_462_403_927_394_2),
    ([1_001_579.0, 995_964.0], 0.709_905_259_259_728_6),
    ([998_636.0, 999_533.0], 0.323_509_052_406_538_25),
    ([997_828.0, -999_288.0], 0.406_869_771_094_136_3),
    ([998_512.0, -999_264.0], 0.339_978_251_728_622_54),
    ([999_452.0, -997_700.0], 0.610_241_102_565_385_3),
];

/// The constants are those of `f32`, so that the argument of the sine is exact.
#[test]
fn sine_hash_is_right_far_from_the_origin() {
    let text = "fn f(p: vec2f) -> f32 { return fract(sin(dot(floor(p), vec2f(12.9898, 78.233))) * 43758.5); }";
    let positions = HASHES.map(|([x, y], _)| [x + 0.3, y + 0.6, 0.0, 0.0]);
    let found = evaluate_points(&main_generator(text), Precision::Double, &positions);
    for ((cell, expected), [found, ..]) in HASHES.iter().zip(found) {
        assert!((found - expected).abs() < 5e-11, "in {cell:?}: {found}, not {expected}");
    }
}

#[test]
fn round_is_that_of_ieee_754() {
    let numbers = [
        0.3,
        0.5,
        0.500_000_000_000_000_1,
        0.499_999_999_999_999_94,
        1.5,
        2.5,
        3.5,
        1e-310,
        8_388_608.5,
        16_777_217.4,
        30_000_001.3,
        30_000_001.5,
        2_147_483_648.5,
        4_294_967_297.5,
        2_251_799_813_685_247.8,
        2_251_799_813_685_248.5,
        4_503_599_627_370_495.5,
        4_503_599_627_370_497.0,
        9_007_199_254_740_993.0,
        1e300,
        f64::INFINITY,
        0.0,
    ];
    let positions: Vec<[f64; 4]> =
        numbers.iter().flat_map(|x| [*x, -x]).map(|x| [x, 0.0, 0.0, 0.0]).collect();
    let generator = main_generator("fn f(p: vec2f) -> f32 { return round(p.x); }");
    let found = evaluate_points(&generator, Precision::Double, &positions);
    for ([x, ..], [found, ..]) in positions.iter().zip(found) {
        let expected = x.round_ties_even();
        assert_eq!(found.to_bits(), expected.to_bits(), "round({x}) is {found}, not {expected}");
    }
    let nan = evaluate_points(&generator, Precision::Double, &[[f64::NAN, 0.0, 0.0, 0.0]]);
    assert!(nan[0][0].is_nan());
}

/// The self-test would name an operation in which the adapter of the tests is wrong.
#[test]
fn adapter_passes_the_self_test() {
    assert_eq!(super::support::gpu().check_f64(), Ok(()));
}
