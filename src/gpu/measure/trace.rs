//! Recorder of the taps of one sample, in single and double precision; of a grid program, in one execution of a pass.

use std::collections::{BTreeMap, BTreeSet};

use crate::generator::{Generator, PassSelection, Precision, Tap};
use crate::gpu::{
    BuildError, EvaluateInputs, Gpu, PassExecution, ProgramTracer, TapTracer, Trace, TraceError,
    TraceRow,
};

/// Records the taps of any sample of one generator.
#[derive(Debug)]
pub struct SampleTracer {
    pipelines: Pipelines,
    options: TraceOptions,
    axes: usize,
}

/// What is recorded beside the values of the own function or passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceOptions {
    /// Also the values in all functions that are called.
    pub with_callees: bool,
    /// The exact derivatives of each value by x and y, and by z for a volume. A grid program has none.
    pub with_gradients: bool,
}

#[derive(Debug)]
enum Pipelines {
    Function {
        single: TapTracer,
        /// The twin, or the reason why there is none.
        double: Result<TapTracer, String>,
    },
    Program(ProgramTracer),
}

/// Recorded values of one sample.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleSteps {
    /// In the order of their computation.
    pub steps: Vec<Step>,
    /// Values that were computed after the recording was full.
    pub omitted: usize,
    /// Why no values were recorded in double precision; `None` if there are some.
    pub no_double: Option<String>,
    /// Execution of a pass in which the values were recorded; `None` for a function of a position.
    pub execution: Option<PassExecution>,
}

/// One computed value of a tap.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Index in [`SampleTracer::taps`].
    pub tap: usize,
    /// How often the sample has computed the tap so far, this time included.
    pub run: u32,
    /// Loop iteration, from 1. A new one starts when a name is repeated.
    pub iteration: usize,
    /// Numbers of the value. Integers above 2²⁴ are exact if there is a twin, and rounded to `f32` otherwise.
    pub value: Vec<f64>,
    /// In double precision; `None` without a twin, or if the twin took another branch.
    pub double: Option<Vec<f64>>,
    /// Derivatives of the numbers by each axis. Empty for integers, and unless gradients are recorded.
    pub gradient: Vec<Vec<f64>>,
    /// Derivatives in double precision; empty like `gradient`, or without double precision.
    pub double_gradient: Vec<Vec<f64>>,
}

impl SampleTracer {
    /// Builds the pipelines for the taps. Without a twin, [`SampleSteps::no_double`] has the reason.
    ///
    /// # Errors
    /// The generator does not compile, the driver rejects it, or with gradients it cannot be differentiated.
    pub fn new(
        gpu: &Gpu,
        generator: &Generator,
        options: TraceOptions,
    ) -> Result<Self, BuildError> {
        if let Some(program) = &generator.program {
            let tracer = ProgramTracer::new(gpu, program, generator)?;
            return Ok(Self { pipelines: Pipelines::Program(tracer), options, axes: 0 });
        }
        let derived = generator.with_tap_gradients().filter(|_| options.with_gradients);
        let axes = derived.as_ref().and_then(|derived| derived.derived.as_ref());
        let axes = axes.map_or(0, |derived| derived.axes as usize);
        let generator = derived.as_ref().unwrap_or(generator);
        let tracer = |precision| TapTracer::new(gpu, generator, precision, options.with_callees);
        let pipelines = Pipelines::Function {
            single: tracer(Precision::Single)?,
            double: gpu
                .check_f64()
                .and_then(|()| tracer(Precision::Double).map_err(|error| error.to_string())),
        };
        Ok(Self { pipelines, options, axes })
    }

    /// Returns the recorded taps.
    pub fn taps(&self) -> &[Tap] {
        match &self.pipelines {
            Pipelines::Function { single, .. } => &single.taps,
            Pipelines::Program(tracer) => &tracer.taps,
        }
    }

    /// Records one sample at x, y, z and time, as far as the generator has these, rounded only in single precision. Of
    /// a grid program, runs it twice for the last selected execution that writes the sample nearest to x, y. Blocks.
    ///
    /// # Errors
    /// A loop exceeded its budget, or the device failed; of a grid program, the position is outside of the grid, or no
    /// selected pass writes the sample.
    pub fn trace(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        position: [f64; 4],
        selection: &PassSelection,
    ) -> Result<SampleSteps, TraceError> {
        match &self.pipelines {
            Pipelines::Function { single, double } => {
                let single = single.trace(gpu, inputs, position)?;
                let double = double.as_ref().map_err(String::clone);
                let double = double.and_then(|tracer| {
                    let trace = tracer.trace(gpu, inputs, position);
                    trace.map_err(|error| error.to_string())
                });
                Ok(self.steps(&single, double))
            }
            Pipelines::Program(tracer) => {
                let [x, y, ..] = position;
                let (mut trace, execution) = tracer.trace(gpu, inputs, [x, y], selection)?;
                if !self.options.with_callees {
                    trace.rows.retain(|row| tracer.is_in_pass(row.tap));
                }
                let no_double = "a grid program has no version in double precision";
                Ok(SampleSteps { execution, ..self.steps(&trace, Err(no_double.to_owned())) })
            }
        }
    }

    fn steps(&self, single: &Trace, double: Result<Trace, String>) -> SampleSteps {
        let doubles: BTreeMap<(usize, u32), &TraceRow> = double
            .iter()
            .flat_map(|trace| &trace.rows)
            .map(|row| ((row.tap, row.run), row))
            .collect();
        let mut seen = BTreeSet::new();
        let mut iteration = 1;
        let steps = single.rows.iter().map(|row| {
            if !seen.insert(row.tap) {
                iteration += 1;
                seen = BTreeSet::from([row.tap]);
            }
            let tap = &self.taps()[row.tap];
            let numbers = |value: &[f64; 4]| value[..tap.channels as usize].to_vec();
            let axes = if tap.is_float() { self.axes } else { 0 };
            let gradient = |row: &TraceRow| row.gradient[..axes].iter().map(numbers).collect();
            let double_row = doubles.get(&(row.tap, row.run)).copied();
            let double = double_row.map(|row| numbers(&row.value));
            let single = numbers(&row.value);
            Step {
                tap: row.tap,
                run: row.run,
                iteration,
                value: match &double {
                    Some(exact) if is_integer(tap) && is_rounded(&single, exact) => exact.clone(),
                    _ => single,
                },
                double,
                gradient: gradient(row),
                double_gradient: double_row.map(gradient).unwrap_or_default(),
            }
        });
        SampleSteps {
            steps: steps.collect(),
            omitted: single.omitted,
            no_double: double.err(),
            execution: None,
        }
    }
}

/// Integers are not compared: they are equal, but are rounded where they are recorded in single precision.
fn is_integer(tap: &Tap) -> bool {
    matches!(tap.ty.as_str(), "i32" | "u32") || tap.ty.ends_with(['i', 'u'])
}

fn is_rounded(rounded: &[f64], exact: &[f64]) -> bool {
    let mut pairs = rounded.iter().zip(exact);
    pairs.all(|(rounded, exact)| *rounded == f64::from(*exact as f32))
}
