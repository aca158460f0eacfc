//! Counting of how often the taps (intermediate values) of a grid program's passes run.

use std::collections::{BTreeMap, BTreeSet};

use super::instrumented_program::InstrumentedProgram;
use super::program::PassOutput;
use super::{BuildError, EvaluateInputs, Gpu, PointsError};
use crate::generator::{Generator, GridProgram, Modules, Schedule};

/// The pipelines of a grid program whose passes count the runs of their taps.
#[derive(Debug)]
pub(super) struct ProgramCounter {
    program: InstrumentedProgram,
}

impl ProgramCounter {
    /// Builds the pipelines of a grid program. `counting` are its passes, which
    /// [count their taps](Modules::counting_taps).
    ///
    /// # Errors
    /// The driver rejects the passes.
    pub(super) fn new(
        gpu: &Gpu,
        (program, generator): (&GridProgram, &Generator),
        counting: Modules,
    ) -> Result<Self, BuildError> {
        let plain = Modules::of_passes(generator, program).map_err(BuildError::Shader)?;
        let (modules, output) = ([plain, counting], PassOutput::TapCounts);
        Ok(Self {
            program: InstrumentedProgram::new(gpu, (program, generator), modules, output)?,
        })
    }

    /// Runs all passes, and returns `size` bytes of the number of runs of each tap, in the first and in the last
    /// execution of each pass. Blocks until they are there.
    ///
    /// # Errors
    /// A loop exceeded its budget, or the device failed.
    pub(super) fn run(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        size: u64,
    ) -> Result<Vec<u8>, PointsError> {
        let Some(mut run) = self.program.start(gpu, inputs)? else {
            return Ok(Vec::new());
        };
        let counted = first_and_last(run.schedule());
        let mut index = 0;
        while !run.is_done() {
            let is_counted = counted.contains(&index);
            self.program.execute(gpu, &mut run, is_counted, |_, _| {})?;
            index += 1;
        }
        match run.output() {
            Some(counts) => self.program.read(gpu, &run, (counts, size)),
            None => Ok(Vec::new()),
        }
    }
}

/// Returns the indices, among all executions of passes, of the first and of the last one of each pass.
fn first_and_last(schedule: &Schedule) -> BTreeSet<usize> {
    let (mut first, mut last) = (BTreeMap::new(), BTreeMap::new());
    for (index, scheduled) in schedule.passes().enumerate() {
        first.entry(scheduled.pass).or_insert(index);
        last.insert(scheduled.pass, index);
    }
    first.into_values().chain(last.into_values()).collect()
}
