//! Buffers in which the passes of a grid program store intermediate values (taps) for inspection: the values of one
//! tap, the number of runs of each tap, or all values of one invocation.

use std::sync::Arc;

use super::GridRun;
use crate::generator::{
    MAX_COUNTED, MAX_ROWS, ScheduledPass, TAP_BINDING, TAP_COUNTS_BINDING, TAP_GRID_BINDING,
    TAP_ROWS_BINDING,
};
use crate::gpu::Gpu;
use crate::gpu::device::binding::{create_buffer, create_uniform_buffer};
use crate::gpu::pipelines::program::{PassOutput, ProgramInputs, ProgramPipeline};

/// Size in bytes of the value of one tap (intermediate value) in one sample.
const VALUE_BYTES: u64 = 16;

/// Size in bytes of the struct that selects the shader invocation whose intermediate values are recorded.
const SELECTION_BYTES: u64 = 16;

/// Buffers in which the passes of a grid program store intermediate values (taps) for inspection.
#[derive(Debug)]
pub(super) struct OutputBuffers {
    /// Buffer of the stored numbers: the value of the selected tap in each sample, the number of runs of each tap, or
    /// all values of one invocation.
    pub(super) values: wgpu::Buffer,
    output: PassOutput,
    /// The uniform buffer that selects a tap, or the storage buffer that selects an invocation; `None` if the runs of
    /// all taps are counted.
    selection: Option<wgpu::Buffer>,
}

/// Returns the size in bytes of the buffer for stored intermediate values, for a grid of `side` × `side` samples.
pub(super) fn bytes(output: PassOutput, side: u32) -> u64 {
    match output {
        PassOutput::Nothing => 0,
        PassOutput::Tap => u64::from(side) * u64::from(side) * VALUE_BYTES,
        PassOutput::TapCounts => u64::from(MAX_COUNTED) * size_of::<u32>() as u64,
        PassOutput::Trace => (2 * u64::from(MAX_ROWS) + 1) * VALUE_BYTES,
    }
}

impl OutputBuffers {
    /// Creates the buffers for intermediate values and writes the uniform that selects a tap. Returns `None` if the
    /// passes store no intermediate values.
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

    /// Writes the uniform that selects the tap (intermediate value) whose values the passes store, if they store a
    /// single tap.
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
    /// Returns the buffer in which the passes store intermediate values for inspection; `None` if they store none.
    pub(crate) fn output(&self) -> Option<&wgpu::Buffer> {
        self.output.as_ref().map(|output| &output.values)
    }

    /// Returns the buffer that selects the tap (intermediate value) or the invocation whose values the passes store;
    /// `None` if there is no selection.
    pub(crate) fn selection(&self) -> Option<&wgpu::Buffer> {
        self.output.as_ref()?.selection.as_ref()
    }

    /// Returns the next scheduled pass that this grid run will record; `None` if all passes are recorded.
    pub(crate) fn next_pass(&self) -> Option<ScheduledPass> {
        let mut passes = self.inputs.schedule.passes();
        passes.nth(self.recorded_passes)
    }

    /// Sets the pipelines that record the next passes of the grid run, for example with instrumented code. They must
    /// belong to the same grid program and store the same kind of intermediate values.
    pub(crate) fn set_pipeline(&mut self, pipeline: &Arc<ProgramPipeline>) {
        self.pipeline = Arc::clone(pipeline);
    }
}
