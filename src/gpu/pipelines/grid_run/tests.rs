//! Tests of grid runs, the executions of grid programs on the GPU.

use crate::generator::control::Values;
use crate::gpu::testing::{inputs, pipeline, small_gpu};
use crate::gpu::{EvaluatePipeline, FieldTexture, Gpu, Run, read_field};

const EMPTY: &str = "
struct Params { /// @range(1, 2048, 1, 16)
side: u32 }
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(side)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8, 8) fn fill() { heights[params.side] = 1.0; }
";

#[test]
fn grid_larger_than_memory_is_an_error() {
    let gpu = small_gpu();
    let pipeline = pipeline(&gpu, EMPTY);
    let run = |side: u32, previous| {
        let mut values = Values::default();
        let control = &pipeline.generator.controls[0];
        values.set(control, control.parse(&side.to_string()).unwrap());
        pipeline.run(&gpu, &inputs(&pipeline, &values), previous)
    };
    let fits = run(16, None).unwrap();
    let error = run(2048, fits).unwrap_err().to_string();
    assert!(
        error.contains("a grid of 2048 x 2048") && error.contains("1 MiB, for 512 x 512"),
        "{error}"
    );
    assert!(run(512, None).unwrap().is_some());
}

#[test]
fn grid_larger_than_the_hosts_memory_is_an_error() {
    let mut gpu = Gpu::headless(None).unwrap();
    gpu.available_memory = || Some(40 << 20);
    let pipeline = pipeline(&gpu, EMPTY);
    let run = |side: f64| {
        let mut values = Values::default();
        values.set(&pipeline.generator.controls[0], side.into());
        pipeline.run(&gpu, &inputs(&pipeline, &values), None)
    };
    let error = run(4096.0).unwrap_err().to_string();
    assert_eq!(
        error,
        "a grid of 4096 x 4096 needs 64 MiB; 40 MiB of memory are available, for 3238 x 3238"
    );
    assert!(run(3238.0).unwrap().is_some());
    let error = FieldTexture::new(&gpu, [4096, 2048], 4).unwrap_err();
    assert_eq!(error.to_string(), "128 MiB are needed for samples; 40 MiB of memory are available");
}

/// Grid program that adds 1 + 10 · iteration to 16 × 16 samples, in `count` iterations.
const COUNTING: &str = "
struct Params {
/// @range(0, 4, 1, 1)
count: u32,
/// @auto(iteration)
iteration: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
/// @grid(16)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass(count)
@compute @workgroup_size(8, 8) fn add(@builtin(global_invocation_id) id: vec3u) {
heights[id.y * 16u + id.x] += 1.0 + 10.0 * f32(params.iteration);
}
";

/// Starts a grid run with `count` iterations, executes all passes, and returns the first sample and the run.
fn counted(
    gpu: &Gpu,
    pipeline: &EvaluatePipeline,
    count: u32,
    previous: Option<Run>,
) -> (f32, Option<Run>) {
    let mut values = Values::default();
    values.set(&pipeline.generator.controls[0], f64::from(count).into());
    let inputs = inputs(pipeline, &values);
    let mut run = pipeline.run(gpu, &inputs, previous).unwrap();
    let field = FieldTexture::new(gpu, inputs.grid.size, 1).unwrap();
    let mut encoder = gpu.encoder();
    let started = run.as_mut().unwrap();
    if !started.is_done() {
        started.advance(gpu, &mut encoder, u64::MAX, None);
    }
    let (grid, region) = (inputs.grid, inputs.grid.region());
    started.resample(gpu, &mut encoder, grid, region, &field, None);
    gpu.queue.submit([encoder.finish()]);
    (read_field(gpu, &field).unwrap().samples[0].round(), run)
}

#[test]
fn run_without_passes_is_zero_after_any_other_run() {
    let gpu = Gpu::headless(None).unwrap();
    let pipeline = pipeline(&gpu, COUNTING);
    let (sample, run) = counted(&gpu, &pipeline, 3, None);
    assert_eq!(sample, 1.0 + 11.0 + 21.0);
    let (sample, run) = counted(&gpu, &pipeline, 0, run);
    assert_eq!(sample, 0.0);
    let created = gpu.created_resources();
    let (sample, _) = counted(&gpu, &pipeline, 2, run);
    assert_eq!(sample, 1.0 + 11.0);
    // The field, its report buffer, and uniform and bind group of the resampling. The readback buffer is pooled.
    assert_eq!(gpu.created_resources() - created, 4);
}
