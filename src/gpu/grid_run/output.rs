//! Buffers that the passes of a grid program write besides their own: the values of an intermediate value (tap), or the
//! number of runs of each.

use super::super::Gpu;
use super::super::binding::{create_buffer, create_uniform_buffer};
use super::super::program::{PassOutput, ProgramInputs};
use crate::generator::{MAX_COUNTED, TAP_BINDING, TAP_COUNTS_BINDING, TAP_GRID_BINDING};

/// Bytes of the value of a tap (intermediate value) in one sample.
const VALUE_BYTES: u64 = 16;

/// Buffers that the passes of a grid run write besides those of the program.
#[derive(Debug)]
pub(super) struct OutputBuffers {
    /// The value of the selected tap in each sample, or the number of runs of each tap.
    pub(super) values: wgpu::Buffer,
    binding: u32,
    /// The uniform that selects a tap; `None` if the runs of all taps are counted.
    tap: Option<wgpu::Buffer>,
}

/// Returns the bytes of the largest of these buffers, for a grid of `side` × `side` samples.
pub(super) fn bytes(output: PassOutput, side: u32) -> u64 {
    match output {
        PassOutput::Nothing => 0,
        PassOutput::Tap => u64::from(side) * u64::from(side) * VALUE_BYTES,
        PassOutput::TapCounts => u64::from(MAX_COUNTED) * size_of::<u32>() as u64,
    }
}

impl OutputBuffers {
    /// Creates the buffers and writes the uniform; `None` if the passes write only the buffers of the program.
    pub(super) fn new(gpu: &Gpu, output: PassOutput, inputs: &ProgramInputs) -> Option<Self> {
        let binding = match output {
            PassOutput::Nothing => return None,
            PassOutput::Tap => TAP_GRID_BINDING,
            PassOutput::TapCounts => TAP_COUNTS_BINDING,
        };
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC;
        let bytes = bytes(output, inputs.schedule.side);
        let has_tap = output == PassOutput::Tap;
        let size = inputs.tap.len() as u64;
        let buffers = Self {
            values: create_buffer(gpu, "GridRun::output", bytes, usage),
            binding,
            tap: has_tap.then(|| create_uniform_buffer(gpu, "GridRun::tap", size)),
        };
        buffers.select(gpu, inputs);
        Some(buffers)
    }

    /// Writes the uniform that selects a tap, if there is one.
    pub(super) fn select(&self, gpu: &Gpu, inputs: &ProgramInputs) {
        if let Some(tap) = &self.tap {
            gpu.queue.write_buffer(tap, 0, &inputs.tap);
        }
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = wgpu::BindGroupEntry<'_>> {
        let values = (self.binding, &self.values);
        let tap = self.tap.as_ref().map(|tap| (TAP_BINDING, tap));
        let entries = std::iter::once(values).chain(tap);
        entries.map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
    }
}
