//! Buffers that the passes of a grid program write besides their own: the values of an intermediate value (tap), the
//! number of runs of each, or all values of one invocation.

use std::sync::Arc;

use super::super::Gpu;
use super::super::binding::{create_buffer, create_uniform_buffer};
use super::super::program::{PassOutput, ProgramInputs, ProgramPipeline};
use super::GridRun;
use crate::generator::{
    MAX_COUNTED, MAX_ROWS, ScheduledPass, TAP_BINDING, TAP_COUNTS_BINDING, TAP_GRID_BINDING,
    TAP_ROWS_BINDING,
};

/// Bytes of the value of a tap (intermediate value) in one sample.
const VALUE_BYTES: u64 = 16;

/// Bytes of the selection of the invocation that is recorded.
const SELECTION_BYTES: u64 = 16;

/// Buffers that the passes of a grid run write besides those of the program.
#[derive(Debug)]
pub(super) struct OutputBuffers {
    /// The value of the selected tap in each sample, the number of runs of each tap, or all values of an invocation.
    pub(super) values: wgpu::Buffer,
    output: PassOutput,
    /// The uniform that selects a tap, or the storage buffer that selects an invocation; `None` if the runs of all taps
    /// are counted.
    selection: Option<wgpu::Buffer>,
}

/// Returns the bytes of the largest of these buffers, for a grid of `side` × `side` samples.
pub(super) fn bytes(output: PassOutput, side: u32) -> u64 {
    match output {
        PassOutput::Nothing => 0,
        PassOutput::Tap => u64::from(side) * u64::from(side) * VALUE_BYTES,
        PassOutput::TapCounts => u64::from(MAX_COUNTED) * size_of::<u32>() as u64,
        PassOutput::Trace => (2 * u64::from(MAX_ROWS) + 1) * VALUE_BYTES,
    }
}

impl OutputBuffers {
    /// Creates the buffers and writes the uniform; `None` if the passes write only the buffers of the program.
    pub(super) fn new(gpu: &Gpu, output: PassOutput, inputs: &ProgramInputs) -> Option<Self> {
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC;
        let bytes = bytes(output, inputs.schedule.side);
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
        let buffers = Self {
            values: create_buffer(gpu, "GridRun::output", bytes, usage),
            output,
            selection,
        };
        buffers.select(gpu, inputs);
        Some(buffers)
    }

    /// Writes the uniform that selects a tap, if there is one.
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
    /// Returns the buffer that the passes write besides those of the program; `None` if there is none.
    pub(in super::super) fn output(&self) -> Option<&wgpu::Buffer> {
        self.output.as_ref().map(|output| &output.values)
    }

    /// Returns the buffer that selects a tap (intermediate value), or the invocation that is recorded; `None` if there is
    /// none.
    pub(in super::super) fn selection(&self) -> Option<&wgpu::Buffer> {
        self.output.as_ref()?.selection.as_ref()
    }

    /// Returns the next pass that is recorded; `None` if all are.
    pub(in super::super) fn next_pass(&self) -> Option<ScheduledPass> {
        let mut passes = self.inputs.schedule.passes();
        passes.nth(self.recorded_passes)
    }

    /// Records further passes with other pipelines of the same program, which have the same output.
    pub(in super::super) fn set_pipeline(&mut self, pipeline: &Arc<ProgramPipeline>) {
        self.pipeline = Arc::clone(pipeline);
    }
}
