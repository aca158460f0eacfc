//! Tests of grid programs, generators made of compute passes over a grid: order of passes, buffers, resampling of the
//! grid.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod support;

use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::HostInputs;
use noise_playground::generator::{Domain, Schedule};
use noise_playground::gpu::EvaluateInputs;
use noise_playground::view::shading::ViewMode;

use support::{evaluate_inputs, main_generator, values};

/// Executes a grid program with control values. Returns the width of its grid in samples, and the samples row by row.
fn grid_of(text: &str, set: &[(&str, &str)]) -> (u32, Vec<f32>) {
    let generator = main_generator(text);
    let values = values(&generator, set);
    let schedule = Schedule::new(&generator, &values).unwrap().unwrap();
    let grid = schedule.grid(&generator);
    let inputs = EvaluateInputs::new(&generator, &values, grid, 0.0, &HostInputs::default());
    let field = evaluate_inputs(&generator, &inputs.unwrap());
    (schedule.size[0], field.samples)
}

/// Executes a grid program, and returns its field resampled to the grid `view`.
fn view_of(text: &str, view: SampleGrid) -> Vec<f32> {
    let generator = main_generator(text);
    let values = values(&generator, &[]);
    let inputs = EvaluateInputs::new(&generator, &values, view, 0.0, &HostInputs::default());
    evaluate_inputs(&generator, &inputs.unwrap()).samples
}

/// WGSL of a grid program in which every pass appends a digit to all samples, so that the digits show the order of the
/// passes. The pass `back` reads the other buffer.
const DIGITS: &str = "
struct Params {
    /// @range(0, 8, 1, 2)
    repeats: i32,
    /// @range(1, 64, 1, 5)
    side: u32,
    /// @auto
    iteration: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(side)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @grid
@group(1) @binding(3) var<storage, read_write> other: array<f32>;

fn is_outside(id: vec3u) -> bool { return any(id.xy >= vec2u(params.side)); }
fn index(id: vec3u) -> u32 { return id.y * params.side + id.x; }

/// @pass
@compute @workgroup_size(4, 4) fn first(@builtin(global_invocation_id) id: vec3u) {
    if is_outside(id) { return; }
    heights[index(id)] = 1.0;
}
/// @pass(repeats)
@compute @workgroup_size(8, 2) fn there(@builtin(global_invocation_id) id: vec3u) {
    if is_outside(id) { return; }
    other[index(id)] = 10.0 * heights[index(id)] + 2.0 + f32(params.iteration);
}
/// @pass(repeats)
@compute @workgroup_size(1) fn back(@builtin(global_invocation_id) id: vec3u) {
    if is_outside(id) { return; }
    heights[index(id)] = 10.0 * other[index(id)] + 4.0 + f32(params.iteration);
}
/// Only the first two rows.
/// @pass @dispatch(side, 2)
@compute @workgroup_size(1) fn last(@builtin(global_invocation_id) id: vec3u) {
    heights[index(id)] += 0.5;
}
";

#[test]
fn passes_run_in_order_and_repeat_together() {
    let (side, samples) = grid_of(DIGITS, &[]);
    assert_eq!(side, 5);
    let (above, below) = samples.split_at(10);
    assert_eq!(above, [12435.5; 10]);
    assert_eq!(below, [12435.0; 15]);
    let (side, samples) = grid_of(DIGITS, &[("repeats", "0"), ("side", "3")]);
    assert_eq!((side, samples[8]), (3, 1.0));
}

/// WGSL of a grid program whose samples are their indices, counted from the northwest.
const PLACES: &str = "
//! Places
//! @view(10, 20, 8)
/// @grid(16)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8, 8) fn fill(@builtin(global_invocation_id) id: vec3u) {
    heights[16 * id.y + id.x] = f32(id.x) + 100.0 * f32(id.y);
}
";

#[test]
fn grid_fills_the_initial_view() {
    let generator = main_generator(PLACES);
    assert_eq!(generator.address().to_string(), "a.wgsl::grid");
    assert_eq!((generator.domain(), generator.default_mode()), (Domain::Grid, ViewMode::Relief));

    let home = generator.initial_grid(16);
    let whole = view_of(PLACES, home);
    let expected: Vec<f32> = (0..256_u16).map(|at| f32::from(at % 16 + 100 * (at / 16))).collect();
    assert_eq!(whole, expected, "equal bits");

    let half = view_of(PLACES, generator.initial_grid(8));
    assert_eq!(half[..3], [50.5, 52.5, 54.5], "means of four");

    let corner = SampleGrid { center: [8.0, 22.0], span: 4.0, size: [16, 16] };
    let near = view_of(PLACES, corner);
    // Steps of half a sample, away from the edge: cubic interpolation reproduces straight lines.
    for x in 4..14 {
        let step = near[16 * 8 + x + 1] - near[16 * 8 + x];
        assert!((step - 0.5).abs() < 1e-3, "{x}: {step}");
    }
}
