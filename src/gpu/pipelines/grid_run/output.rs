//! Buffers in which passes store one tap, the number of runs of each tap, or all taps of one invocation.

use std::sync::Arc;

use super::GridRun;
use crate::generator::{
    MAX_COUNTED, MAX_ROWS, ScheduledPass, TAP_BINDING, TAP_COUNTS_BINDING, TAP_GRID_BINDING,
    TAP_ROWS_BINDING,
};
use crate::gpu::Gpu;
use crate::gpu::device::binding::{create_buffer, create_uniform_buffer};
use crate::gpu::pipelines::program::{PassOutput, ProgramInputs, ProgramPipeline};

const VALUE_BYTES: u64 = 16;

const SELECTION_BYTES: u64 = 16;

#[derive(Debug)]
pub(super) struct OutputBuffers {
    pub(super) values: wgpu::Buffer,
    output: PassOutput,
    /// Uniform that selects a tap, or buffer that selects an invocation; `None` if runs are counted.
    selection: Option<wgpu::Buffer>,
}

pub(super) fn bytes(output: PassOutput, size: [u32; 2]) -> u64 {
    match output {
        PassOutput::Nothing => 0,
        PassOutput::Tap => size.map(u64::from).iter().product::<u64>() * VALUE_BYTES,
        PassOutput::TapCounts => u64::from(MAX_COUNTED) * size_of::<u32>() as u64,
        PassOutput::Trace => (2 * u64::from(MAX_ROWS) + 1) * VALUE_BYTES,
    }
}

impl OutputBuffers {
    /// `None` if the passes store no taps.
    pub(super) fn new(gpu: &Gpu, output: PassOutput, inputs: &ProgramInputs) -> Option<Self> {
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC;
        let bytes = bytes(output, inputs.schedule.size);
        let selection = match output {
            PassOutput::Tap => {
                let size = inputs.tap.len() as u64;
                Some(create_uniform_buffer(gpu, "GridRun::tap", size))
            }
            PassOutput::Trace => {
                let bytes = SELECTION_BYTES;
                Some(create_buffer(gpu, "GridRun::traced", bytes, usage))
            }
            PassOutput::TapCounts => None,
            PassOutput::Nothing => return None,
        };
        let buffers =
            Self { values: create_buffer(gpu, "GridRun::output", bytes, usage), output, selection };
        buffers.select(gpu, inputs);
        Some(buffers)
    }

    /// Does nothing unless the passes store a single tap.
    pub(super) fn select(&self, gpu: &Gpu, inputs: &ProgramInputs) {
        let is_tap = self.output == PassOutput::Tap;
        if let Some(tap) = self.selection.as_ref().filter(|_| is_tap) {
            gpu.queue.write_buffer(tap, 0, &inputs.tap);
        }
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = wgpu::BindGroupEntry<'_>> {
        let binding = match self.output {
            PassOutput::Nothing | PassOutput::Tap => TAP_GRID_BINDING,
            PassOutput::TapCounts => TAP_COUNTS_BINDING,
            PassOutput::Trace => TAP_ROWS_BINDING,
        };
        let values = (binding, &self.values);
        let selection = self.selection.as_ref();
        let selection = selection.map(|buffer| (TAP_BINDING, buffer));
        let entries = std::iter::once(values).chain(selection);
        entries.map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
    }
}

impl GridRun {
    pub(crate) fn output(&self) -> Option<&wgpu::Buffer> {
        self.output.as_ref().map(|output| &output.values)
    }

    pub(crate) fn selection(&self) -> Option<&wgpu::Buffer> {
        self.output.as_ref()?.selection.as_ref()
    }

    pub(crate) fn next_pass(&self) -> Option<ScheduledPass> {
        let mut passes = self.inputs.schedule.passes();
        passes.nth(self.recorded_passes)
    }

    /// For example with instrumented code. They must belong to the same grid program and store the same output.
    pub(crate) fn set_pipeline(&mut self, pipeline: &Arc<ProgramPipeline>) {
        self.pipeline = Arc::clone(pipeline);
    }
}
