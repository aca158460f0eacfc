//! Tests of taps, which record inner values, in the passes of grid programs and in fragment entry points.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

#[path = "passes/traces.rs"]
mod traces;

mod support;

use std::sync::Arc;

use noise_playground::field::Field;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Generator, TapError, taps};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, TapCounter, read_field,
};

use support::{evaluate_inputs, gpu, main_generator, shipped};

/// WGSL of a grid program of 16 × 16 samples: the pass `fill` writes the square of the column, `step` adds 6 three
/// times, and `corners` writes to the corners only.
const PROGRAM: &str = "
struct Params {
    /// @auto
    iteration: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(16)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @grid
@group(1) @binding(1) var<storage, read_write> others: array<vec2f>;
fn square(x: f32) -> f32 { let twice = 2.0 * x; return 0.5 * twice * x; }
/// @pass
@compute @workgroup_size(8, 8) fn fill(@builtin(global_invocation_id) id: vec3u) {
    let column = f32(id.x);
    heights[id.y * 16u + id.x] = square(column);
}
/// @pass(3)
@compute @workgroup_size(8, 8) fn step(@builtin(global_invocation_id) id: vec3u) {
    let at = i32(id.y * 16u + id.x);
    if id.x > 14u { return; }
    var sum = 0.0;
    for (var k = 0; k < 4; k++) { sum += f32(k); }
    let row = vec2f(f32(id.y), f32(params.iteration));
    others[at] = row;
    heights[at] = heights[at] + sum;
}
/// @pass
/// @dispatch(1, 1)
@compute @workgroup_size(2, 2) fn corners(@builtin(global_invocation_id) id: vec3u) {
    let corner = id.x + 2u * id.y + 1u;
    heights[15u * (16u * id.y + id.x)] = 100.0;
}";

/// Returns the inputs for evaluating a grid program on its own grid.
fn inputs(generator: &Generator, side: u32) -> EvaluateInputs {
    let grid = generator.initial_grid(side);
    EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &HostInputs::default()).unwrap()
}

fn evaluated(generator: &Arc<Generator>) -> Field {
    evaluate_inputs(generator, &inputs(generator, 16))
}

fn stage(generator: &Generator, stage: &str) -> Field {
    evaluated(&Arc::new(generator.at_tap(&stage.parse().unwrap()).unwrap()))
}

/// Checks that a field has the channels that the function `expected` returns for each column and row; `None` for a
/// sample without a value.
fn check(field: &Field, name: &str, expected: impl Fn(u32, u32) -> Option<Vec<f32>>) {
    for (x, y) in (0..256).map(|index| (index % 16, index / 16)) {
        let found = field.sample(x, y);
        let found = &found[..field.channels as usize];
        match expected(x, y) {
            Some(expected) => assert_eq!(found, expected, "{name} at {x}, {y}"),
            None => assert!(found.iter().all(|number| number.is_nan()), "{name} at {x}, {y}"),
        }
    }
}

#[test]
fn values_inside_of_passes_are_those_of_the_sample_that_is_written() {
    let program = main_generator(PROGRAM);
    let result = evaluated(&program);
    assert_eq!(result.sample(3, 2)[0], 9.0 + 18.0);
    assert_eq!(result.sample(15, 0)[0], 100.0);
    let inner = |x: u32, value: Vec<f32>| (x < 15).then_some(value);
    let square = |x: u32| (x * x) as f32;
    check(&stage(&program, "column"), "column", |x, _| Some(vec![x as f32]));
    check(&stage(&program, "square::return"), "square", |x, _| Some(vec![square(x)]));
    check(&stage(&program, "a.wgsl::square::twice"), "twice", |x, _| Some(vec![2.0 * x as f32]));
    // The last iteration of the pass, the last run in it.
    check(&stage(&program, "row"), "row", |x, y| inner(x, vec![y as f32, 2.0]));
    check(&stage(&program, "sum"), "sum", |x, _| inner(x, vec![6.0]));
    check(&stage(&program, "sum@3"), "sum@3", |x, _| inner(x, vec![3.0]));
    check(&stage(&program, "sum@9"), "sum@9", |_, _| None);
    // A store to a buffer is a value too; the name alone is that of the first pass.
    check(&stage(&program, "heights"), "heights", |x, _| Some(vec![square(x)]));
    check(&stage(&program, "step::heights"), "step::heights", |x, _| {
        inner(x, vec![square(x) + 18.0])
    });
    check(&stage(&program, "others"), "others", |x, y| inner(x, vec![y as f32, 2.0]));
    check(&stage(&program, "corner"), "corner", |x, y| {
        let is_corner = x % 15 == 0 && y % 15 == 0;
        is_corner.then(|| vec![(x / 15 + 2 * (y / 15) + 1) as f32])
    });
    // Lines are those of the file.
    check(&stage(&program, "23"), "line 23", |x, y| inner(x, vec![y as f32, 2.0]));
}

#[test]
fn unknown_value_of_a_pass_is_an_error_with_the_names() {
    let program = main_generator(PROGRAM);
    let error = program.at_tap(&"nothing".parse().unwrap()).unwrap_err();
    assert!(matches!(error, TapError::Unknown { .. }));
    let text = error.to_string();
    assert!(
        text.starts_with("a.wgsl::grid has no value nothing; it has id, column, square(), heights"),
        "{text}"
    );
}

#[test]
fn pipelines_of_all_groups_show_what_pipelines_of_one_value_show() {
    let program = main_generator(PROGRAM);
    let all = program.with_all_taps().unwrap();
    let groups = (0..).map_while(|group| all.with_tap_group(group));
    let pipelines: Vec<EvaluatePipeline> =
        groups.map(|group| EvaluatePipeline::new(gpu(), &Arc::new(group)).unwrap()).collect();
    for name in ["fill::column", "step::sum@2", "step::row", "square::return", "corner"] {
        let tapped = all.at_tap(&name.parse().unwrap()).unwrap();
        let pipeline = &pipelines[tapped.tap().unwrap().group as usize];
        let inputs = inputs(&tapped, 16);
        let field = FieldTexture::of_generator(gpu(), [16; 2], &tapped).unwrap();
        let mut encoder = gpu().encoder();
        let region = inputs.grid.region();
        let recorded = pipeline.evaluate(gpu(), &mut encoder, &inputs, region, &field, None);
        recorded.unwrap();
        gpu().queue.submit([encoder.finish()]);
        let shown = read_field(gpu(), &field).unwrap();
        let alone = stage(&program, name);
        let bits = |field: &Field| -> Vec<u32> {
            field.samples.iter().map(|sample| sample.to_bits()).collect()
        };
        assert_eq!(bits(&shown), bits(&alone), "{name}");
    }
}

#[test]
fn runs_of_values_in_passes_are_counted() {
    let program = main_generator(PROGRAM);
    let counter = TapCounter::new(gpu(), &program).unwrap();
    let counts = counter.count(gpu(), &inputs(&program, 16), &[]).unwrap();
    let count = |function: &str, name: &str| {
        let is_it = |tap: &noise_playground::generator::Tap| {
            tap.function.function == function && tap.name == name
        };
        counts[counter.taps.iter().position(is_it).unwrap()]
    };
    assert_eq!(count("fill", "column"), 1);
    assert_eq!(count("square", "twice"), 1);
    assert_eq!(count("step", "sum"), 4);
    assert_eq!(count("step", "row"), 1);
    assert_eq!(count("corners", "corner"), 1);
}

#[test]
fn shipped_program_shows_the_positions_of_its_samples() {
    let program = support::generator(&shipped(), "generators/diamond_square.wgsl", None);
    let tapped = Arc::new(program.at_tap(&"diamond::at".parse().unwrap()).unwrap());
    let mut values = Values::default();
    let mut controls = program.controls().iter();
    let magnitude = controls.find(|control| control.name == "magnitude").unwrap();
    values.set(magnitude, 4.0.into());
    let grid = tapped.initial_grid(17);
    let inputs = EvaluateInputs::new(&tapped, &values, grid, 0.0, &HostInputs::default()).unwrap();
    let field = evaluate_inputs(&tapped, &inputs);
    // The centers of squares of all levels, each at its own place: odd multiples of a power of two in both directions.
    for (x, y) in (0..17).flat_map(|y| (0..17).map(move |x| (x, y))) {
        let is_center =
            x > 0 && y > 0 && u32::trailing_zeros(x) == u32::trailing_zeros(y) && x < 16 && y < 16;
        let found = field.sample(x, y);
        if is_center {
            assert_eq!(found[..2], [x as f32, y as f32], "{x}, {y}");
        } else {
            assert!(found[0].is_nan(), "{x}, {y}: {found:?}");
        }
    }
}

#[test]
fn values_inside_of_fragment_entry_points_are_shown() {
    let text = "
fn shade(x: f32) -> f32 { let dark = 0.25 * x; return dark; }
@fragment fn fs(@location(0) uv: vec2f) -> @location(0) vec4f {
    let half = 0.5 * uv.x;
    if uv.y > 0.5 { discard; }
    return vec4f(shade(half), uv.y, 0.0, 1.0);
}";
    let fragment = main_generator(text);
    let names: Vec<String> = taps(&fragment).unwrap().iter().map(|tap| tap.name.clone()).collect();
    assert_eq!(names, ["uv", "half", "return", "shade()", "return", "x", "dark", "return"]);
    let plain = evaluated(&fragment);
    let half = stage(&fragment, "half");
    let dark = stage(&fragment, "shade::dark");
    let position = stage(&fragment, "uv");
    for (x, y) in (0..256).map(|index| (index % 16, index / 16)) {
        let uv = position.sample(x, y);
        assert_eq!(half.sample(x, y)[0], 0.5 * uv[0]);
        if uv[1] > 0.5 {
            // Nothing is computed after `discard`.
            assert!(dark.sample(x, y)[0].is_nan() && plain.sample(x, y)[0] == 0.0);
        } else {
            assert_eq!(plain.sample(x, y)[0], dark.sample(x, y)[0]);
        }
    }
    assert_eq!(stage(&fragment, "return").samples, plain.samples);
}
