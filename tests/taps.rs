//! Tests of taps: the values inside of generators, selected, counted and recorded.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use noise_playground::control::{HostInputs, Values};
use noise_playground::field::Field;
use noise_playground::generator::{self, Generator, Modules, Precision, Tap, taps};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, TapCounter, TapTracer, read_field,
};
use noise_playground::grid::SampleGrid;

use support::{assert_equal_but_for_rounding, evaluate_inputs, gpu, main_generator, shipped};

const GRID: SampleGrid = SampleGrid {
    center: [0.3, -0.2],
    span: 7.7,
    size: [32, 24],
};

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
    field
        .samples
        .iter()
        .map(|sample| sample.to_bits())
        .collect()
}

#[test]
fn returned_value_equals_the_result_bit_for_bit() {
    let tree = shipped();
    for file in [
        "swiss",
        "jordan_octaves",
        "cellular",
        "gabor",
        "normals",
        "caves",
        "planet",
    ] {
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
    let octaves: Vec<Field> = (1..=8)
        .map(|run| stage(&fbm, &format!("sum@{run}")))
        .collect();
    assert_eq!(bits(&octaves[7]), bits(&result));
    assert_eq!(
        bits(&stage(&fbm, "sum")),
        bits(&result),
        "the last run is the default"
    );
    for index in 0..result.samples.len() {
        let mut sum = f64::from(octaves[0].samples[index]);
        for pair in octaves.windows(2) {
            let [before, after] = [0, 1].map(|octave| f64::from(pair[octave].samples[index]));
            sum += after - before;
        }
        assert!((sum - f64::from(result.samples[index])).abs() < 1e-6);
    }
    // The octave after the last does not run.
    assert!(
        stage(&fbm, "sum@9")
            .samples
            .iter()
            .all(|sample| sample.is_nan())
    );
    // Amplitudes of octaves are the powers of the gain.
    assert!(
        stage(&fbm, "amplitude@3")
            .samples
            .iter()
            .all(|amplitude| *amplitude == 0.125)
    );
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
    let world = |x: u32, y: u32| {
        GRID.world_from_sample([f64::from(x), f64::from(y)])
            .map(|at| at as f32)
    };
    let check = |name: &str, expected: fn([f32; 2]) -> Vec<f32>| {
        let field = stage(&generator, name);
        for (x, y) in [(0, 0), (31, 0), (13, 17), (31, 23)] {
            let (found, expected) = (field.sample(x, y), expected(world(x, y)));
            let is_close = |(found, expected): (&f32, &f32)| {
                (found - expected).abs() < 1e-5 || found.is_nan() && expected.is_nan()
            };
            assert_eq!(found.len(), expected.len(), "{name}");
            assert!(
                found.iter().zip(&expected).all(is_close),
                "{name}: {found:?} {expected:?}"
            );
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
    let error = generator
        .at_tap(&"nowhere::x".parse().unwrap())
        .unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("it has a.wgsl::height, a.wgsl::change, a.wgsl::twice"),
        "{error}"
    );
    assert!(generator.at_tap(&"99".parse().unwrap()).is_err());
}

const INTEGERS: &str = "
fn height(p: vec2f) -> f32 {
    var sum = 0.5;
    if p.x > 0.0 {
        let side = i32(floor(p.y)) - 5;
        let word = bitcast<u32>(side);
        let is_low = p.y < 0.0;
        sum += f32(side);
    }
    for (var i = 0; i < 3; i++) { let index = vec2i(i, -i); sum += f32(index.x); }
    return sum;
}";

/// All values of integers are in groups with other types.
#[test]
fn integers_are_shown_with_their_signs_and_are_missing_like_other_numbers() {
    let generator = main_generator(INTEGERS);
    let all = generator.with_all_taps().unwrap();
    let pipelines = group_pipelines(&all);
    let side = |y: f32| y.floor() - 5.0;
    let check = |name: &str, expected: &dyn Fn(f32) -> f32| {
        let alone = stage(&generator, name);
        let tapped = at(&all, name);
        let group = tapped.tap.as_ref().unwrap().group as usize;
        let grouped = evaluated_by(&pipelines[group], &tapped);
        for (x, y) in [(0, 3), (5, 20), (29, 1), (31, 23)] {
            let world = GRID.world_from_sample([f64::from(x), f64::from(y)]);
            let expected = match world[0] > 0.0 {
                true => expected(world[1] as f32),
                false => f32::NAN,
            };
            for field in [&alone, &grouped] {
                let found = field.sample(x, y)[0];
                assert_eq!(found.to_bits(), expected.to_bits(), "{name} {found}");
            }
        }
    };
    check("side", &side);
    check("side@1", &side);
    check("side@2", &|_| f32::NAN);
    check("side@4294967295", &|_| f32::NAN);
    check("word", &|y| (side(y) as i32).cast_unsigned() as f32);
    check("is_low", &|y| f32::from(y < 0.0));
    for run in 1..=3 {
        let index = stage(&generator, &format!("index@{run}"));
        let expected = [run as f32 - 1.0, 1.0 - run as f32];
        assert!(index.samples.chunks_exact(2).all(|found| found == expected));
    }
    // The same code has a version in double precision.
    Modules::at_points(&at(&generator, "word"), Precision::Double).unwrap();
}

#[test]
fn groups_are_smaller_where_a_sample_runs_them_more_often() {
    let swiss = support::generator(&shipped(), "generators/swiss.wgsl", None);
    let taps = taps(&swiss).unwrap();
    let groups: BTreeSet<u32> = taps.iter().map(|tap| tap.group).collect();
    assert!(groups.len() <= 54, "{} pipelines", groups.len());
    let in_group = |group: u32| taps.iter().filter(move |tap| tap.group == group);
    for group in groups {
        let first = in_group(group).next().unwrap();
        assert!(in_group(group).all(|tap| tap.function == first.function));
        assert!(in_group(group).all(|tap| (tap.channels > 2) == (first.channels > 2)));
        let channels: u32 = in_group(group).map(|tap| tap.channels).sum();
        let most = match first.function.function.as_str() {
            // Each of eight octaves hashes four corners.
            "pcg3d" | "cell2" | "direction" | "direction_from_hash" => 3,
            _ => 12,
        };
        assert!(channels <= most, "{} {channels}", first.function);
    }
}

/// Evaluates a generator with a pipeline that was built for another tap.
fn evaluated_by(pipeline: &EvaluatePipeline, tapped: &Generator) -> Field {
    let field = FieldTexture::of_generator(gpu(), GRID.size, tapped).unwrap();
    let mut encoder = gpu().device.create_command_encoder(&Default::default());
    let (inputs, region) = (inputs(tapped), GRID.region());
    let recorded = pipeline.evaluate(gpu(), &mut encoder, &inputs, region, &field, None);
    recorded.unwrap();
    gpu().queue.submit([encoder.finish()]);
    read_field(gpu(), &field).unwrap()
}

/// Returns the pipelines of all groups of taps of a generator with all taps.
fn group_pipelines(all: &Generator) -> Vec<EvaluatePipeline> {
    let groups = (0..).map_while(|group| all.with_tap_group(group));
    groups
        .map(|group| EvaluatePipeline::new(gpu(), &Arc::new(group)).unwrap())
        .collect()
}

#[test]
fn pipelines_that_were_built_ahead_show_all_values() {
    let swiss = support::generator(&shipped(), "generators/swiss.wgsl", None);
    let in_swiss = vec![
        "return",
        "noise/turbulence.wgsl::swiss_turbulence::sum@3",
        "noise/turbulence.wgsl::swiss_turbulence::warp",
        "noise/perlin.wgsl::perlin_deriv::return@2",
        "noise/hash.wgsl::pcg3d::r@4",
        "noise/hash.wgsl::pcg3d::r@21",
        "noise/hash.wgsl::pcg3d::r",
    ];
    let in_kinds = vec![
        "i@1",
        "i@3",
        "return",
        "inner",
        "state.weights[1]",
        "change::s.weights[1]",
        "14",
        "15",
    ];
    for (generator, names) in [(swiss, in_swiss), (main_generator(KINDS), in_kinds)] {
        let all = Arc::new(generator.with_all_taps().unwrap());
        let pipelines = group_pipelines(&all);
        let alone: Vec<Field> = names.iter().map(|name| stage(&generator, name)).collect();
        let before = gpu().built_pipelines();
        for (name, alone) in names.iter().zip(alone) {
            let tapped = at(&all, name);
            let group = tapped.tap.as_ref().unwrap().group;
            let field = evaluated_by(&pipelines[group as usize], &tapped);
            assert_eq!(field.channels, alone.channels, "{name}");
            assert_equal_but_for_rounding(&field, &alone, name);
        }
        assert_eq!(gpu().built_pipelines(), before);
    }
}

#[test]
fn runs_of_a_value_are_a_result_of_the_same_pipeline() {
    let generator = main_generator(KINDS);
    let all = generator.with_all_taps().unwrap();
    let pipelines = group_pipelines(&all);
    for (name, expected) in [
        ("i", 4.0),
        ("i@2", 4.0),
        ("cell@1", 1.0),
        ("twice::x", 2.0),
        ("twice()", 2.0),
    ] {
        let tapped = at(&all, name);
        let group = tapped.tap.as_ref().unwrap().group;
        let runs = evaluated_by(&pipelines[group as usize], &tapped.with_tap_runs());
        assert_eq!(runs.channels, 1);
        assert!(runs.samples.iter().all(|runs| *runs == expected), "{name}");
    }
}

#[test]
fn runs_of_each_value_are_counted() {
    let generator = main_generator(KINDS);
    let counter = TapCounter::new(gpu(), &generator).unwrap();
    let positions = [[-1.0, 2.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0]];
    let counts = |positions: &[[f64; 4]]| -> Vec<(String, u32)> {
        let counts = counter
            .count(gpu(), &inputs(&generator), positions)
            .unwrap();
        let names = counter
            .taps
            .iter()
            .map(|tap| format!("{}::{}", tap.function.function, tap.name));
        names.zip(counts.into_iter().flatten()).collect()
    };
    let found = counts(&positions);
    let of = |found: &[(String, u32)], name: &str| {
        found
            .iter()
            .filter(|(other, _)| other == name)
            .map(|(_, count)| *count)
            .collect::<Vec<_>>()
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
        let trace = tracer
            .trace(gpu(), &inputs(&generator), [0.7, -0.3, 0.0, 0.0])
            .unwrap();
        assert_eq!(trace.omitted, 0);
        let name = |row: usize| tracer.taps[row].name.clone();
        let rows = trace
            .rows
            .iter()
            .map(|row| (name(row.tap), row.run, row.value));
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
            "inner",
            "state.position",
            "state.weights[0]",
            "state.weights[1]",
            "twice()",
            "twice()",
            "return",
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
        let error = (0..4)
            .map(|index| (single.2[index] - double.2[index]).abs())
            .fold(0.0, f64::max);
        assert!(error < 1e-6, "{single:?} {double:?}");
    }
    assert_eq!(double.last().unwrap().2[0], 2.0 * 0.7 - 2.0 * 0.3);
    assert!(rows(Precision::Single, true).len() > single.len());
}

#[test]
fn all_values_of_built_in_generators_can_be_shown() {
    let tree = shipped();
    let (mut modules, mut count) = (0, 0);
    for source in tree
        .iter()
        .filter(|source| source.path.as_str().starts_with("generators/"))
    {
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
            assert_eq!(tapped.channels, tap.channels);
            Modules::new(&tapped).unwrap();
            modules += 1;
        }
    }
    assert!(modules > 300 && count > 1500, "{modules} {count}");
}
