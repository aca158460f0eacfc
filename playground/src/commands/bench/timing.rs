//! The time of single evaluations and of whole frames.

use std::time::Instant;

use noise_playground::generator::Generator;
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, HostPipelines, PictureTargets,
    TimestampQuery,
};
use noise_playground::view::shading::Shading;

/// Returns milliseconds between GPU timestamps, or from submission to completion without `timestamps`.
pub(super) fn time_evaluation(
    gpu: &Gpu,
    pipeline: &EvaluatePipeline,
    inputs: &EvaluateInputs,
    field: &FieldTexture,
    timestamps: Option<&TimestampQuery>,
) -> Result<f64, GpuError> {
    let mut encoder = gpu.encoder();
    let region = inputs.grid.region();
    pipeline.evaluate(gpu, &mut encoder, inputs, region, field, timestamps)?;
    let readback = timestamps.map(|timestamps| timestamps.request(gpu, &mut encoder));
    let wall_ms = submit(gpu, encoder)?;
    let Some((timestamps, readback)) = timestamps.zip(readback) else {
        return Ok(wall_ms);
    };
    let bytes = readback.try_take(gpu).flatten();
    let gpu_ms = bytes.and_then(|bytes| timestamps.milliseconds(&bytes));
    gpu_ms.ok_or_else(|| GpuError::Device("cannot read the timestamps".to_owned()))
}

/// Evaluation, value range, albedo and shading.
pub(super) struct FrameBenchmark {
    host: HostPipelines,
    pub(super) targets: PictureTargets,
    shading: Shading,
}

impl FrameBenchmark {
    pub(super) fn new(gpu: &Gpu, generator: &Generator, size: [u32; 2]) -> Result<Self, GpuError> {
        Ok(Self {
            host: HostPipelines::new(gpu),
            targets: PictureTargets::new(gpu, size, generator)?,
            shading: Shading {
                mode: match generator.default_mode() {
                    mode if mode.info().scene.is_none() => mode,
                    _ => generator.flat_mode(),
                },
                ..Shading::default()
            },
        })
    }

    /// Returns milliseconds from submission to completion.
    pub(super) fn time(
        &mut self,
        gpu: &Gpu,
        pipeline: &EvaluatePipeline,
        inputs: &EvaluateInputs,
    ) -> Result<f64, GpuError> {
        let mut encoder = gpu.encoder();
        let host = &mut self.host;
        self.targets.record(gpu, &mut encoder, host, pipeline, inputs, &self.shading)?;
        submit(gpu, encoder)
    }
}

/// Submits commands to the GPU, and waits until they are completed. Returns the time in milliseconds.
fn submit(gpu: &Gpu, encoder: wgpu::CommandEncoder) -> Result<f64, GpuError> {
    let start = Instant::now();
    gpu.queue.submit([encoder.finish()]);
    let waited = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    waited.map_err(|error| GpuError::Device(error.to_string()))?;
    Ok(start.elapsed().as_secs_f64() * 1e3)
}
