//! Counts how often the taps in a grid program's passes are computed.

use std::collections::{BTreeMap, BTreeSet};

use super::instrumented_program::InstrumentedProgram;
use crate::generator::{Generator, GridProgram, Modules, Schedule};
use crate::gpu::pipelines::program::PassOutput;
use crate::gpu::{BuildError, EvaluateInputs, Gpu, PointsError};

#[derive(Debug)]
pub(crate) struct ProgramCounter {
    program: InstrumentedProgram,
}

impl ProgramCounter {
    pub(crate) fn new(
        gpu: &Gpu,
        program: &GridProgram,
        generator: &Generator,
        counting: Modules,
    ) -> Result<Self, BuildError> {
        let plain = Modules::of_passes(generator, program).map_err(BuildError::Shader)?;
        let (modules, output) = ([plain, counting], PassOutput::TapCounts);
        Ok(Self { program: InstrumentedProgram::new(gpu, program, generator, modules, output)? })
    }

    /// Returns the first `size` bytes of the buffer of runs of each tap, in the first and the last execution of each
    /// pass. Blocks. Fails if a loop exceeded its budget.
    pub(crate) fn run(
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
            Some(counts) => self.program.read(gpu, &run, counts, size),
            None => Ok(Vec::new()),
        }
    }
}

fn first_and_last(schedule: &Schedule) -> BTreeSet<usize> {
    let (mut first, mut last) = (BTreeMap::new(), BTreeMap::new());
    for (index, scheduled) in schedule.passes().enumerate() {
        first.entry(scheduled.pass).or_insert(index);
        last.insert(scheduled.pass, index);
    }
    first.into_values().chain(last.into_values()).collect()
}
