//! Records the taps of the one shader invocation that writes a chosen sample in a grid program's pass.

use super::instrumented_program::InstrumentedProgram;
use crate::field::grid::SampleGrid;
use crate::generator::{
    Generator, GridProgram, MAX_ROWS, Modules, PassSelection, Schedule, Tap, UnknownPass,
};
use crate::gpu::device::binding::create_buffer;
use crate::gpu::pipelines::grid_run::GridRun;
use crate::gpu::pipelines::program::PassOutput;
use crate::gpu::{BuildError, EvaluateInputs, Gpu, GpuError, PointsError, Trace};

/// Records the taps of the invocation that writes a chosen sample.
#[derive(Debug)]
pub struct ProgramTracer {
    /// The recorded taps.
    pub taps: Vec<Tap>,
    passes: GridProgram,
    /// Plain passes report which invocation writes a sample, instrumented ones also record its taps.
    program: InstrumentedProgram,
}

/// The execution of a pass whose taps were recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassExecution {
    /// Name of the pass.
    pub pass: String,
    /// Number of this execution among those of the pass in a run, from 1.
    pub execution: u32,
    /// Number of executions of the pass in a run.
    pub executions: u32,
    /// Column and row of the sample that the recorded invocation writes.
    pub sample: [u32; 2],
}

/// Error of [`ProgramTracer::trace`].
#[derive(Clone, Debug, thiserror::Error)]
pub enum TraceError {
    /// A loop exceeded its budget, or the device failed.
    #[error(transparent)]
    Points(#[from] PointsError),
    /// There is no pass with the selected name, or it is executed less often than selected.
    #[error(transparent)]
    UnknownPass(#[from] UnknownPass),
    /// The world position is outside of the grid.
    #[error(
        "{x}, {y} is outside of the grid, which has {} x {} samples in x {west} to {east}, y {south} to {north}",
        size[0], size[1]
    )]
    Outside {
        /// World coordinate x of the position.
        x: f64,
        /// World coordinate y of the position.
        y: f64,
        /// Width and height of the grid in samples.
        size: [u32; 2],
        /// Lowest world coordinate x of the grid.
        west: f64,
        /// Highest world coordinate x.
        east: f64,
        /// Lowest world coordinate y.
        south: f64,
        /// Highest world coordinate y.
        north: f64,
    },
    /// No selected execution of a pass writes the sample.
    #[error("{passes} does not write the sample in column {column}, row {row} of the grid")]
    NotWritten {
        /// Name of the selected pass, or "any pass".
        passes: String,
        /// Column of the sample, from 0.
        column: u32,
        /// Row of the sample, from 0.
        row: u32,
    },
}

impl From<GpuError> for TraceError {
    fn from(error: GpuError) -> Self {
        Self::Points(error.into())
    }
}

/// Struct of `host/trace_passes.wgsl`: selects the recorded invocation, and receives the last that wrote a sample.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Traced {
    sample: u32,
    invocation: u32,
    width: u32,
    writer: u32,
}

const WRITER_OFFSET: u64 = 12;

impl ProgramTracer {
    /// Builds the pipelines for the taps of all passes and of the functions that they call.
    ///
    /// # Errors
    /// Fails if the program does not compile, or if the driver rejects it.
    pub fn new(
        gpu: &Gpu,
        program: &GridProgram,
        generator: &Generator,
    ) -> Result<Self, BuildError> {
        let traced = Modules::tracing_passes(generator, program).map_err(BuildError::Shader)?;
        let (modules, taps) = traced;
        let output = PassOutput::Trace;
        Ok(Self {
            taps,
            passes: program.clone(),
            program: InstrumentedProgram::new(gpu, program, generator, modules, output)?,
        })
    }

    /// Returns the taps of the sample nearest to a world position, from the last selected execution that writes it; of
    /// several invocations, from that of the highest row and column. Executes passes twice, and blocks.
    ///
    /// # Errors
    /// Fails outside of the grid, if no selected pass writes the sample, or for a runaway loop or failed device.
    pub fn trace(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        world: [f64; 2],
        selection: &PassSelection,
    ) -> Result<(Trace, Option<PassExecution>), TraceError> {
        let Some(program) = &inputs.program else {
            return Ok((Trace::default(), None));
        };
        let sample = sample_at(program.grid, world)?;
        let selected = program.schedule.selected(&self.passes, selection)?;
        let number = 1 + sample[0] + sample[1] * program.grid.size[0];
        let writers = self.writers(gpu, inputs, number, selected.last().copied())?;
        let is_writer = |index: &&usize| writers[**index] > 0;
        let Some(index) = selected.iter().rfind(is_writer) else {
            return Err(TraceError::NotWritten {
                passes: selection.to_string(),
                column: sample[0],
                row: sample[1],
            });
        };
        let recorded = self.record(gpu, inputs, *index, writers[*index])?;
        let execution = self.execution(&program.schedule, *index, sample);
        Ok((recorded, execution))
    }

    /// By index: true if the tap is in the function of a pass itself, not in one that it calls.
    pub(crate) fn is_in_pass(&self, tap: usize) -> bool {
        let function = &self.taps[tap].function.function;
        let mut passes = self.passes.passes.iter();
        passes.any(|pass| pass.entry_point == *function)
    }

    /// Executes passes up to the index `last` in the schedule. Returns, for each, the last invocation that wrote
    /// `sample`; 0 for none. Samples and invocations are numbered from 1.
    fn writers(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        sample: u32,
        last: Option<usize>,
    ) -> Result<Vec<u32>, TraceError> {
        let (Some(last), Some(mut run)) = (last, self.program.start(gpu, inputs)?) else {
            return Ok(Vec::new());
        };
        let size = 4 * (last as u64 + 1);
        let usage = wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        let writers = create_buffer(gpu, "ProgramTracer::writers", size, usage);
        for index in 0..=last as u64 {
            self.select(gpu, &run, sample, 0);
            self.program.execute(gpu, &mut run, false, |encoder, run| {
                if let Some(traced) = run.selection() {
                    encoder.copy_buffer_to_buffer(traced, WRITER_OFFSET, &writers, 4 * index, 4);
                }
            })?;
        }
        let bytes = self.program.read(gpu, &run, &writers, size)?;
        Ok(bytemuck::pod_collect_to_vec(&bytes))
    }

    /// `index` is in the schedule.
    fn record(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        index: usize,
        invocation: u32,
    ) -> Result<Trace, TraceError> {
        let Some(mut run) = self.program.start(gpu, inputs)? else {
            return Ok(Trace::default());
        };
        self.select(gpu, &run, 0, 0);
        for _ in 0..index {
            self.program.execute(gpu, &mut run, false, |_, _| {})?;
        }
        self.select(gpu, &run, 0, invocation);
        self.program.execute(gpu, &mut run, true, |_, _| {})?;
        let Some(rows) = run.output() else {
            return Ok(Trace::default());
        };
        let size = 16 * (2 * u64::from(MAX_ROWS) + 1);
        let bytes = self.program.read(gpu, &run, rows, size)?;
        let numbers: Vec<[f32; 4]> = bytemuck::pod_collect_to_vec(&bytes);
        let numbers: Vec<_> = numbers.iter().map(|row| row.map(f64::from)).collect();
        Ok(Trace::decoded(&numbers, self.taps.len(), 0))
    }

    /// For the next pass: the sample whose writing invocation is reported, and the recorded invocation; 0 selects none.
    fn select(&self, gpu: &Gpu, run: &GridRun, sample: u32, invocation: u32) {
        let (Some(traced), Some(scheduled)) = (run.selection(), run.next_pass()) else {
            return;
        };
        let width = scheduled.workgroups[0] * self.passes.passes[scheduled.pass].workgroup[0];
        let selected = Traced {
            // No sample has the number `u32::MAX`, so no invocation reports that it wrote it.
            sample: if sample == 0 { u32::MAX } else { sample },
            invocation,
            width,
            writer: 0,
        };
        gpu.queue.write_buffer(traced, 0, bytemuck::bytes_of(&selected));
    }

    fn execution(
        &self,
        schedule: &Schedule,
        index: usize,
        sample: [u32; 2],
    ) -> Option<PassExecution> {
        let pass = schedule.passes().nth(index)?.pass;
        let count = |length: usize| {
            let executed = schedule.passes().take(length);
            executed.filter(|other| other.pass == pass).count() as u32
        };
        Some(PassExecution {
            pass: self.passes.passes[pass].entry_point.clone(),
            execution: count(index + 1),
            executions: count(usize::MAX),
            sample,
        })
    }
}

fn sample_at(grid: SampleGrid, world: [f64; 2]) -> Result<[u32; 2], TraceError> {
    let sample = grid.sample_from_world(world).map(f64::round);
    let is_inside = |axis: usize| (0.0..f64::from(grid.size[axis])).contains(&sample[axis]);
    if is_inside(0) && is_inside(1) {
        return Ok(sample.map(|index| index as u32));
    }
    let ([west, north], [east, south]) = (
        grid.world_from_sample([-0.5; 2]),
        grid.world_from_sample(grid.size.map(|side| f64::from(side) - 0.5)),
    );
    Err(TraceError::Outside { x: world[0], y: world[1], size: grid.size, west, east, south, north })
}
