//! `playground bench`: measures the evaluation time of a generator.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use noise_playground::control::HostInputs;
use noise_playground::generator::{Generator, Schedule};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, HostPipelines, PictureTargets,
    TimestampQuery, read_report,
};
use noise_playground::shading::Shading;
use noise_playground::source::{ModulePath, SourceTree};
use serde_json::json;

use super::options::{NamedGenerator, grid, values, with_features};
use super::{print, print_json};
use crate::args::{BenchArgs, Global};
use crate::compiler::folder::find_in;
use crate::process::error::CommandError;

/// Default width and height in samples.
const SIDE: u32 = 4096;

/// Duration of the warm-up, whose timings are discarded: clock rates rise and memory is mapped in it.
const WARM_UP: Duration = Duration::from_millis(300);

/// Duration of the measurement, unless [`RUNS`] extends or ends it.
const MEASUREMENT: Duration = Duration::from_secs(1);

/// Minimum and maximum number of measured runs.
const RUNS: (usize, usize) = (5, 200);

/// Measures evaluation, empty kernel and whole frame, and prints the medians.
pub(crate) fn bench(arguments: &BenchArgs, global: &Global) -> Result<ExitCode, CommandError> {
    let NamedGenerator {
        generator,
        values: defaults,
        ..
    } = NamedGenerator::open(&arguments.generator)?;
    let values = values(&arguments.values, &generator, defaults)?;
    let generator = with_features(&generator, &values)?;
    let grid = match Schedule::new(&generator, &values)? {
        Some(schedule) => schedule.grid(&generator),
        None => grid(&arguments.placement, generator.initial_grid(SIDE))?,
    };
    let gpu = Gpu::headless(global.adapter.as_deref())?;
    let [width, height] = grid.size;
    let host = HostInputs::default();
    let pipeline = EvaluatePipeline::new(&gpu, &generator)?;
    let inputs = EvaluateInputs::new(&generator, &values, grid, 0.0, &host)?;
    let empty = find_in(&empty(&generator), &ModulePath::new("empty.wgsl"), None)?;
    let empty_pipeline = EvaluatePipeline::new(&gpu, &empty)?;
    let empty_inputs = EvaluateInputs::new(&empty, &values, grid, 0.0, &host)?;
    let mut frame = FrameBenchmark::new(&gpu, &generator, grid.size)?;
    let field = frame.targets.field.clone();
    let timestamps = TimestampQuery::new(&gpu);

    let (evaluate_ms, runs) =
        median(|| time_evaluation(&gpu, &pipeline, &inputs, &field, timestamps.as_ref()))?;
    if let Some(runaway) = pipeline.runaway(&read_report(&gpu, &field)?) {
        return Err(CommandError::Shader(vec![runaway]));
    }
    let (baseline_ms, _) = median(|| {
        time_evaluation(
            &gpu,
            &empty_pipeline,
            &empty_inputs,
            &field,
            timestamps.as_ref(),
        )
    })?;
    let (frame_ms, _) = median(|| frame.time(&gpu, &pipeline, &inputs))?;

    let gsamples_per_s = f64::from(width) * f64::from(height) / evaluate_ms / 1e6;
    let clock = if timestamps.is_some() { "gpu" } else { "wall" };
    if arguments.results.json {
        let size = if width == height {
            json!(width)
        } else {
            json!(grid.size)
        };
        print_json(&json!({
            "address": generator.address.to_string(), "adapter": gpu.name(), "size": size,
            "evaluate_ms": evaluate_ms, "gsamples_per_s": gsamples_per_s, "frame_ms": frame_ms,
            "baseline_ms": baseline_ms, "clock": clock, "runs": runs,
        }))?;
    } else {
        print(&format!(
            "{} at {width}x{height} on {}",
            generator.address,
            gpu.name()
        ))?;
        print(&format!(
            "evaluation    {evaluate_ms:9.3} ms   {gsamples_per_s:.3} Gsamples/s   median of {runs} runs, {clock} clock"
        ))?;
        print(&format!("empty kernel  {baseline_ms:9.3} ms"))?;
        print(&format!(
            "whole frame   {frame_ms:9.3} ms   evaluation, value range and shading, wall clock"
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a folder with a generator that returns 0 in each channel, with as many channels as `generator`.
fn empty(generator: &Generator) -> SourceTree {
    let ty = match generator.channels {
        1 => "f32".to_owned(),
        count => format!("vec{count}f"),
    };
    let text = format!("fn empty(p: vec2f) -> {ty} {{ return {ty}(); }}\n");
    SourceTree::from_iter([("empty.wgsl", text)])
}

/// Returns the median of repeated timings in milliseconds, and the number of runs.
fn median(mut time: impl FnMut() -> Result<f64, GpuError>) -> Result<(f64, usize), GpuError> {
    let start = Instant::now();
    while start.elapsed() < WARM_UP {
        time()?;
    }
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < RUNS.0 || (start.elapsed() < MEASUREMENT && times.len() < RUNS.1) {
        times.push(time()?);
    }
    times.sort_by(f64::total_cmp);
    Ok((times[times.len() / 2], times.len()))
}

/// Returns the time of one evaluation in milliseconds: between GPU timestamps, or from submission to completion if
/// `timestamps` is `None`.
fn time_evaluation(
    gpu: &Gpu,
    pipeline: &EvaluatePipeline,
    inputs: &EvaluateInputs,
    field: &FieldTexture,
    timestamps: Option<&TimestampQuery>,
) -> Result<f64, GpuError> {
    let mut encoder = encoder(gpu);
    let region = inputs.grid.region();
    pipeline.evaluate(gpu, &mut encoder, inputs, region, field, timestamps)?;
    let mut readback = timestamps.map(|timestamps| timestamps.request(gpu, &mut encoder));
    let wall_ms = submit(gpu, encoder, || {
        if let Some(readback) = &mut readback {
            readback.start_mapping();
        }
    })?;
    let Some((timestamps, readback)) = timestamps.zip(readback) else {
        return Ok(wall_ms);
    };
    let bytes = readback.try_take(gpu).flatten();
    let gpu_ms = bytes.and_then(|bytes| timestamps.milliseconds(&bytes));
    gpu_ms.ok_or_else(|| GpuError::Device("cannot read the timestamps".to_owned()))
}

/// Benchmark of a whole frame: evaluation, value range, albedo and shading.
struct FrameBenchmark {
    host: HostPipelines,
    targets: PictureTargets,
    shading: Shading,
}

impl FrameBenchmark {
    fn new(gpu: &Gpu, generator: &Generator, size: [u32; 2]) -> Result<Self, GpuError> {
        Ok(Self {
            host: HostPipelines::new(gpu),
            targets: PictureTargets::new(gpu, size, generator)?,
            shading: Shading {
                mode: generator.default_mode(),
                ..Shading::default()
            },
        })
    }

    /// Returns the time from the submission of a frame to its completion, in milliseconds.
    fn time(
        &mut self,
        gpu: &Gpu,
        pipeline: &EvaluatePipeline,
        inputs: &EvaluateInputs,
    ) -> Result<f64, GpuError> {
        let mut encoder = encoder(gpu);
        let (host, source) = (&mut self.host, (pipeline, inputs));
        self.targets
            .record(gpu, &mut encoder, host, source, &self.shading)?;
        submit(gpu, encoder, || {})
    }
}

fn encoder(gpu: &Gpu) -> wgpu::CommandEncoder {
    let descriptor = wgpu::CommandEncoderDescriptor {
        label: Some("bench"),
    };
    gpu.device.create_command_encoder(&descriptor)
}

/// Submits the commands and waits for their completion. Calls `submitted` in between. Returns the time from submission
/// to completion in milliseconds.
fn submit(
    gpu: &Gpu,
    encoder: wgpu::CommandEncoder,
    submitted: impl FnOnce(),
) -> Result<f64, GpuError> {
    let start = Instant::now();
    gpu.queue.submit([encoder.finish()]);
    submitted();
    let waited = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    waited.map_err(|error| GpuError::Device(error.to_string()))?;
    Ok(start.elapsed().as_secs_f64() * 1e3)
}
