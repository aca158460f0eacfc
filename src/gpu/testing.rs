//! Pipelines, inputs and devices for the unit tests of the GPU layer.

use super::{EvaluateInputs, EvaluatePipeline, Gpu};
use crate::compile;
use crate::field::grid::SampleGrid;
use crate::generator::control::{HostInputs, Values};

const GRID: SampleGrid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: [200, 100] };

pub(super) fn pipeline(gpu: &Gpu, text: &str) -> EvaluatePipeline {
    EvaluatePipeline::new(gpu, &compile(text).unwrap()[0]).unwrap()
}

pub(super) fn inputs(pipeline: &EvaluatePipeline, values: &Values) -> EvaluateInputs {
    let host = HostInputs::default();
    EvaluateInputs::new(&pipeline.generator, values, GRID, 0.0, &host).unwrap()
}

/// Buffers can have at most 1 MiB.
pub(super) fn small_gpu() -> Gpu {
    let Gpu { adapter, .. } = Gpu::headless(None).unwrap();
    let descriptor = wgpu::DeviceDescriptor {
        required_limits: wgpu::Limits { max_buffer_size: 1 << 20, ..adapter.limits() },
        ..wgpu::DeviceDescriptor::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
    Gpu::from_parts(adapter, device, queue)
}
