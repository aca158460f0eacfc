//! Tests of taps, which make values inside of generators visible: how they are selected, counted and recorded.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "taps/groups.rs"]
mod groups;
#[path = "taps/limits.rs"]
mod limits;
mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{self, Generator, Modules, Precision, Tap, taps};
use noise_playground::gpu::{EvaluateInputs, TapCounter, TapTracer};

use support::{evaluate_inputs, gpu, main_generator, shipped};

const GRID: SampleGrid = SampleGrid { center: [0.3, -0.2], span: 7.7, size: [32, 24] };

const FBM: &str = "noise/turbulence.wgsl";

fn at(generator: &Generator, stage: &str) -> Arc<Generator> {
    Arc::new(generator.at_tap(&stage.parse().unwrap()).unwrap())
}

fn inputs(generator: &Generator) -> EvaluateInputs {
    let host = HostInputs::default();
    EvaluateInputs::new(generator, &Values::default(), GRID, 0.0, &host).unwrap()
}

fn evaluated(generator: &Arc<Generator>) -> Field {
    evaluate_inputs(generator, &inputs(generator))
}

fn stage(generator: &Generator, stage: &str) -> Field {
    evaluated(&at(generator, stage))
}

fn bits(field: &Field) -> Vec<u32> {
    field.samples.iter().map(|sample| sample.to_bits()).collect()
}

#[test]
fn returned_value_equals_the_result_bit_for_bit() {
    let tree = shipped();
    for file in ["swiss", "jordan_octaves", "cellular", "gabor", "normals", "caves", "planet"] {
        let generator = support::generator(&tree, &format!("generators/{file}.wgsl"), None);
        let (plain, tapped) = (evaluated(&generator), stage(&generator, "return"));
        assert_eq!(plain.channels, tapped.channels, "{file}");
        assert_eq!(bits(&plain), bits(&tapped), "{file}");
    }
}

#[test]
fn contributions_of_octaves_sum_to_the_result() {
    let fbm = support::generator(&shipped(), FBM, Some("fbm"));
    let result = evaluated(&fbm);
    let octaves: Vec<Field> = (1..=8).map(|run| stage(&fbm, &format!("sum@{run}"))).collect();
    assert_eq!(bits(&octaves[7]), bits(&result));
    assert_eq!(bits(&stage(&fbm, "sum")), bits(&result), "the last run is the default");
    for index in 0..result.samples.len() {
        let mut sum = f64::from(octaves[0].samples[index]);
        for pair in octaves.windows(2) {
            let [before, after] = [0, 1].map(|octave| f64::from(pair[octave].samples[index]));
            sum += after - before;
        }
        assert!((sum - f64::from(result.samples[index])).abs() < 1e-6);
    }
    // The octave after the last does not run.
    assert!(stage(&fbm, "sum@9").samples.iter().all(|sample| sample.is_nan()));
    // Amplitudes of octaves are the powers of the gain.
    assert!(stage(&fbm, "amplitude@3").samples.iter().all(|amplitude| *amplitude == 0.125));
}

#[test]
fn values_inside_of_helpers_are_those_of_the_call() {
    let fbm = support::generator(&shipped(), FBM, Some("fbm"));
    // Octave 3 of fbm evaluates Perlin noise at 4 p.
    let fraction = stage(&fbm, "noise/perlin.wgsl::perlin::f@3");
    assert_eq!(fraction.channels, 2);
    for y in 0..GRID.size[1] {
        for x in 0..GRID.size[0] {
            let world = GRID.world_from_sample([f64::from(x), f64::from(y)]);
            for (found, world) in fraction.sample(x, y).iter().zip(world) {
                let expected = (4.0 * world).rem_euclid(1.0);
                let error = (f64::from(*found) - expected).abs();
                assert!(error.min(1.0 - error) < 1e-5, "{found} {expected}");
            }
        }
    }
    let first = stage(&fbm, "noise/perlin.wgsl::perlin@1");
    let perlin = support::generator(&shipped(), "noise/perlin.wgsl", Some("perlin"));
    assert_eq!(bits(&first), bits(&evaluated(&perlin)));
}

const KINDS: &str = "
struct State { position: vec2f, weights: array<f32, 2> }
fn change(s: ptr<function, State>, by: f32) { (*s).weights[1] += by; }
fn twice(x: f32) -> f32 { return 2.0 * x; }
fn height(p: vec2f) -> f32 {
    let cell = vec2i(floor(p));
    let is_right = p.x > 0.0;
    let turn = mat2x2f(p, 2.0 * p);
    var state = State(p, array<f32, 2>(3.0, 4.0));
    change(&state, p.x);
    var i = 0u;
    loop { i += 2u; if i > 7u { break; } }
    if is_right { let inner = p.y; state.position.x = inner; }
    return twice(p.x) +
        twice(p.y);
}";

#[test]
fn every_kind_of_value_is_shown() {
    let generator = main_generator(KINDS);
    let world =
        |x: u32, y: u32| GRID.world_from_sample([f64::from(x), f64::from(y)]).map(|at| at as f32);
    let check = |name: &str, expected: fn([f32; 2]) -> Vec<f32>| {
        let field = stage(&generator, name);
        for (x, y) in [(0, 0), (31, 0), (13, 17), (31, 23)] {
            let (found, expected) = (field.sample(x, y), expected(world(x, y)));
            let is_close = |(found, expected): (&f32, &f32)| {
                (found - expected).abs() < 1e-5 || found.is_nan() && expected.is_nan()
            };
            assert_eq!(found.len(), expected.len(), "{name}");
            assert!(found.iter().zip(&expected).all(is_close), "{name}: {found:?} {expected:?}");
        }
    };
    check("p", |p| p.to_vec());
    check("cell", |p| p.map(f32::floor).to_vec());
    check("is_right", |p| vec![f32::from(p[0] > 0.0)]);
    check("turn[1]", |p| p.map(|x| 2.0 * x).to_vec());
    check("state.weights[0]", |_| vec![3.0]);
    check("i", |_| vec![8.0]);
    check("i@2", |_| vec![4.0]);
    check("inner", |p| vec![if p[0] > 0.0 { p[1] } else { f32::NAN }]);
    check("change::s.weights[1]", |p| vec![4.0 + p[0]]);
    check("change::by", |p| vec![p[0]]);
    check("twice()@1", |p| vec![2.0 * p[0]]);
    check("twice()", |p| vec![2.0 * p[1]]);
    check("twice::return@2", |p| vec![2.0 * p[1]]);
    // By lines: on the line, on the nearest line above, and in a helper.
    check("6", |p| p.map(f32::floor).to_vec());
    check("12:3", |_| vec![6.0]);
    check("14", |p| vec![2.0 * p[0] + 2.0 * p[1]]);
    check("15", |p| vec![2.0 * p[1]]);
    check("4", |p| vec![2.0 * p[1]]);
}

#[test]
fn unknown_value_is_an_error_with_the_names() {
    let generator = main_generator(KINDS);
    let error = generator.at_tap(&"hight".parse().unwrap()).unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("a.wgsl::height has no value hight; it has p, cell, is_right, turn[0]"),
        "{text}"
    );
    let error = generator.at_tap(&"nowhere::x".parse().unwrap()).unwrap_err();
    assert!(
        error.to_string().ends_with("it has a.wgsl::height, a.wgsl::change, a.wgsl::twice"),
        "{error}"
    );
    assert!(generator.at_tap(&"99".parse().unwrap()).is_err());
}

#[test]
fn runs_of_each_value_are_counted() {
    let generator = main_generator(KINDS);
    let counter = TapCounter::new(gpu(), &generator).unwrap();
    let positions = [[-1.0, 2.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0]];
    let counts = |positions: &[[f64; 4]]| -> Vec<(String, u32)> {
        let counts = counter.count(gpu(), &inputs(&generator), positions).unwrap();
        let names =
            counter.taps.iter().map(|tap| format!("{}::{}", tap.function.function, tap.name));
        names.zip(counts).collect()
    };
    let found = counts(&positions);
    let of = |found: &[(String, u32)], name: &str| {
        found.iter().filter(|(other, _)| other == name).map(|(_, count)| *count).collect::<Vec<_>>()
    };
    assert_eq!(of(&found, "height::i"), [4]);
    assert_eq!(of(&found, "height::inner"), [1]);
    assert_eq!(of(&counts(&positions[..1]), "height::inner"), [0]);
    assert_eq!(of(&found, "twice::x"), [2]);
    assert_eq!(of(&found, "height::twice()"), [1, 1]);
}

#[test]
fn trace_records_all_values_in_order_and_in_both_precisions() {
    let generator = main_generator(KINDS);
    let rows = |precision, with_callees| {
        let tracer = TapTracer::new(gpu(), &generator, precision, with_callees).unwrap();
        let trace = tracer.trace(gpu(), &inputs(&generator), [0.7, -0.3, 0.0, 0.0]).unwrap();
        assert_eq!(trace.omitted, 0);
        let name = |row: usize| tracer.taps[row].name.clone();
        let rows = trace.rows.iter().map(|row| (name(row.tap), row.run, row.value));
        rows.collect::<Vec<_>>()
    };
    let single = rows(Precision::Single, false);
    let double = rows(Precision::Double, false);
    let names: Vec<&str> = single.iter().map(|(name, ..)| name.as_str()).collect();
    let loops = ["i"; 4];
    let expected = ["p", "cell", "is_right", "turn[0]", "turn[1]"]
        .into_iter()
        .chain(["state.position", "state.weights[0]", "state.weights[1]"])
        .chain(loops)
        .chain([
            "inner", "state.position", "state.weights[0]", "state.weights[1]", "twice()",
            "twice()", "return",
        ]);
    assert_eq!(names, expected.collect::<Vec<_>>());
    assert_eq!(
        single
            .iter()
            .filter(|(name, ..)| name == "i")
            .map(|(_, run, value)| (*run, value[0]))
            .collect::<Vec<_>>(),
        [(1, 2.0), (2, 4.0), (3, 6.0), (4, 8.0)]
    );
    for (single, double) in single.iter().zip(&double) {
        assert_eq!((&single.0, single.1), (&double.0, double.1));
        let error =
            (0..4).map(|index| (single.2[index] - double.2[index]).abs()).fold(0.0, f64::max);
        assert!(error < 1e-6, "{single:?} {double:?}");
    }
    assert_eq!(double.last().unwrap().2[0], 2.0 * 0.7 - 2.0 * 0.3);
    assert!(rows(Precision::Single, true).len() > single.len());
}

#[test]
fn all_values_of_built_in_generators_can_be_shown() {
    let tree = shipped();
    let (mut modules, mut count) = (0, 0);
    for source in tree.iter().filter(|source| source.path.as_str().starts_with("generators/")) {
        let compiled = generator::compile(&tree, source);
        let Some(generator) = compiled.main() else {
            continue;
        };
        let taps = taps(generator).unwrap();
        count += taps.len();
        // All taps of a function with as many channels are in one module.
        let mut seen = BTreeSet::new();
        let mut is_new = |tap: &&Tap| seen.insert((tap.function.clone(), tap.channels));
        for tap in taps.iter().filter(|tap| is_new(tap)) {
            assert!(tap.line() > 0, "{tap:?}");
            let stage = format!("{}::{}", tap.function, tap.name);
            let tapped = at(generator, &stage);
            assert_eq!(tapped.channels(), tap.channels);
            Modules::new(&tapped).unwrap();
            modules += 1;
        }
    }
    assert!(modules > 300 && count > 1500, "{modules} {count}");
}
