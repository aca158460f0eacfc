//! Inspection of taps: how often each is computed, and all their values in one sample.

use super::points::PointPipeline;
use super::program_counter::ProgramCounter;
use crate::generator::{Generator, MAX_COUNTED, MAX_ROWS, Modules, Precision, Tap};
use crate::gpu::{BuildError, EvaluateInputs, Gpu, PointsError};

/// Counts how often the taps of a generator are computed.
#[derive(Debug)]
pub struct TapCounter {
    /// Taps of the generator and of the functions that it calls.
    pub taps: Vec<Tap>,
    pipeline: CountingPipeline,
}

#[derive(Debug)]
enum CountingPipeline {
    Points(Box<PointPipeline>),
    Program(ProgramCounter),
}

impl TapCounter {
    /// Builds the counting pipelines.
    ///
    /// # Errors
    /// Fails if the generator does not compile, or if the driver rejects it.
    pub fn new(gpu: &Gpu, generator: &Generator) -> Result<Self, BuildError> {
        let (modules, taps) = Modules::counting_taps(generator).map_err(BuildError::Shader)?;
        let pipeline = match &generator.program {
            Some(program) => {
                let counter = ProgramCounter::new(gpu, program, generator, modules)?;
                CountingPipeline::Program(counter)
            }
            None => {
                let precision = Precision::Single;
                let pipeline = PointPipeline::of_modules(gpu, generator, precision, modules)?;
                CountingPipeline::Points(Box::new(pipeline))
            }
        };
        Ok(Self { taps, pipeline })
    }

    /// Returns how often each tap is computed at most in one of the samples at `positions`; for a grid program, in one
    /// invocation of the first or last execution of a pass.
    ///
    /// # Errors
    /// Fails if a loop exceeded its budget, or if the device failed.
    pub fn count(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        positions: &[[f64; 4]],
    ) -> Result<Vec<u32>, PointsError> {
        let size = u64::from(MAX_COUNTED) * 4;
        let bytes = gpu.with_error_scope("taps", || match &self.pipeline {
            CountingPipeline::Points(pipeline) => pipeline.run(gpu, inputs, positions, size),
            CountingPipeline::Program(counter) => counter.run(gpu, inputs, size),
        })??;
        let mut counts: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes);
        counts.truncate(self.taps.len());
        Ok(counts)
    }
}

/// Records all taps of one sample.
#[derive(Debug)]
pub struct TapTracer {
    /// The recorded taps.
    pub taps: Vec<Tap>,
    pipeline: PointPipeline,
    axes: usize,
}

/// All recorded values of one sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// In the order of their computation.
    pub rows: Vec<TraceRow>,
    /// Values above the largest number that can be recorded.
    pub omitted: usize,
}

/// One recorded value of a tap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceRow {
    /// Index in [`TapTracer::taps`].
    pub tap: usize,
    /// Number among all values of the tap in the sample, from 1: a tap in a loop has several.
    pub run: u32,
    /// Components, padded to four with 0.
    pub value: [f64; 4],
    /// Derivatives of the components by x, y and z, as far as they are recorded, else 0.
    pub gradient: [[f64; 4]; 3],
}

impl TapTracer {
    /// Records the taps in the generator's own function and, if `with_callees`, in all functions that it calls. Those
    /// of a generator with a derivative as the result are recorded with their gradients.
    ///
    /// # Errors
    /// Fails if the generator is a grid program, if it has no version in this precision, or if the driver rejects it.
    pub fn new(
        gpu: &Gpu,
        generator: &Generator,
        precision: Precision,
        with_callees: bool,
    ) -> Result<Self, BuildError> {
        let function = generator.address.function.as_str();
        let function = (!with_callees).then_some(function);
        let wrapped = Modules::tracing_taps(generator, function, precision);
        let (modules, taps) = wrapped.map_err(BuildError::Shader)?;
        let pipeline = PointPipeline::of_modules(gpu, generator, precision, modules)?;
        let axes = generator.derived.as_ref().map_or(0, |derived| derived.axes as usize);
        Ok(Self { taps, pipeline, axes })
    }

    /// Evaluates one position (x, y, z, time).
    ///
    /// # Errors
    /// Fails if a loop exceeded its budget, or if the device failed.
    pub fn trace(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        position: [f64; 4],
    ) -> Result<Trace, PointsError> {
        let row = 4 * self.pipeline.bytes_of_number() as u64;
        let size = row * ((2 + self.axes as u64) * u64::from(MAX_ROWS) + 1);
        let bytes =
            gpu.with_error_scope("trace", || self.pipeline.run(gpu, inputs, &[position], size))??;
        let numbers = self.pipeline.decoded(&bytes);
        Ok(Trace::decoded(&numbers, self.taps.len(), self.axes))
    }
}

impl Trace {
    /// Decodes numbers of `host/trace_taps.wgsl` or `trace_passes.wgsl`, with `axes` recorded derivatives.
    pub(crate) fn decoded(numbers: &[[f64; 4]], taps: usize, axes: usize) -> Self {
        let Some((first, rows)) = numbers.split_first().filter(|_| taps > 0) else {
            return Self::default();
        };
        let count = first[0] as usize;
        let recorded = count.min(MAX_ROWS as usize);
        let mut runs = vec![0; taps];
        let rows = rows.chunks_exact(2 + axes).take(recorded).map(|row| {
            let tap = (row[0][0] as usize).min(taps - 1);
            runs[tap] += 1;
            let gradient =
                std::array::from_fn(|axis| row.get(2 + axis).copied().unwrap_or_default());
            TraceRow { tap, run: runs[tap], value: row[1], gradient }
        });
        Self { rows: rows.collect(), omitted: count - recorded }
    }
}
