//! The intermediate values (taps) of one sample, step by step, in single and in double precision.

use std::collections::{BTreeMap, BTreeSet};

use crate::generator::{Generator, Precision, Tap};
use crate::gpu::{BuildError, EvaluateInputs, Gpu, PointsError, TapTracer, Trace};

/// The pipelines that record the intermediate values (taps) of one generator, for any sample.
#[derive(Debug)]
pub struct SampleTracer {
    single: TapTracer,
    /// Pipeline of the twin in double precision, or the reason why there is none.
    double: Result<TapTracer, String>,
}

/// The intermediate values of one sample, in the order of their computation.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleSteps {
    /// One step for each computed value.
    pub steps: Vec<Step>,
    /// Number of further values, beyond the largest number that is recorded.
    pub omitted: usize,
    /// Reason why there are no values in double precision; `None` if there are.
    pub no_double: Option<String>,
}

/// A value that is computed for a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Index of the named value in [`SampleTracer::taps`].
    pub tap: usize,
    /// Number of times, with this one, that the sample has computed the named value.
    pub run: u32,
    /// Number of the group of steps in which no named value is repeated, from 1: the iteration of a loop.
    pub turn: usize,
    /// The numbers of the value. Integers above 2²⁴ are exact if there is a twin, and rounded to `f32` otherwise.
    pub value: Vec<f64>,
    /// The value in double precision; `None` without a twin, or if the twin has taken another branch.
    pub double: Option<Vec<f64>>,
}

impl SampleTracer {
    /// Builds the pipelines that record the intermediate values of a generator: of its own function, or of all
    /// functions that it calls too.
    ///
    /// # Errors
    /// The generator is a grid program, or the driver rejects it. Without a version in double precision,
    /// [`SampleSteps::no_double`] has the reason.
    pub fn new(gpu: &Gpu, generator: &Generator, with_callees: bool) -> Result<Self, BuildError> {
        let tracer = |precision| TapTracer::new(gpu, generator, precision, with_callees);
        Ok(Self {
            single: tracer(Precision::Single)?,
            double: match gpu.supports_f64() {
                true => tracer(Precision::Double).map_err(|error| error.to_string()),
                false => Err("this adapter has no double precision".to_owned()),
            },
        })
    }

    /// Returns the taps (named intermediate values) that are recorded.
    pub fn taps(&self) -> &[Tap] {
        &self.single.taps
    }

    /// Evaluates one sample at a position of four numbers: x, y, z and the time, as far as the generator takes them. They
    /// are rounded to single precision for both, so that only the arithmetic differs. Blocks until the values are there.
    ///
    /// # Errors
    /// A loop exceeded its budget, or the device failed.
    pub fn trace(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        position: [f64; 4],
    ) -> Result<SampleSteps, PointsError> {
        let rounded = position.map(|coordinate| f64::from(coordinate as f32));
        let single = self.single.trace(gpu, inputs, rounded)?;
        let double = self.double.as_ref().map_err(String::clone);
        let double = double.and_then(|tracer| {
            let trace = tracer.trace(gpu, inputs, rounded);
            trace.map_err(|error| error.to_string())
        });
        Ok(SampleSteps {
            steps: self.steps(&single, double.as_ref().ok()),
            omitted: single.omitted,
            no_double: double.err(),
        })
    }

    fn steps(&self, single: &Trace, double: Option<&Trace>) -> Vec<Step> {
        let doubles: BTreeMap<(usize, u32), [f64; 4]> = double
            .into_iter()
            .flat_map(|trace| &trace.rows)
            .map(|row| ((row.tap, row.run), row.value))
            .collect();
        let mut seen = BTreeSet::new();
        let mut turn = 1;
        let steps = single.rows.iter().map(|row| {
            if !seen.insert(row.tap) {
                turn += 1;
                seen = BTreeSet::from([row.tap]);
            }
            let tap = &self.taps()[row.tap];
            let numbers = |value: &[f64; 4]| value[..tap.channels as usize].to_vec();
            let double = doubles.get(&(row.tap, row.run)).map(numbers);
            let single = numbers(&row.value);
            Step {
                tap: row.tap,
                run: row.run,
                turn,
                value: match &double {
                    Some(exact) if is_integer(tap) && is_rounded(&single, exact) => exact.clone(),
                    _ => single,
                },
                double,
            }
        });
        steps.collect()
    }
}

/// Returns true for integers: the same in both precisions, but rounded where they are recorded in single precision.
fn is_integer(tap: &Tap) -> bool {
    matches!(tap.ty.as_str(), "i32" | "u32") || tap.ty.ends_with(['i', 'u'])
}

/// Returns true if numbers are others rounded to single precision.
fn is_rounded(rounded: &[f64], exact: &[f64]) -> bool {
    let mut pairs = rounded.iter().zip(exact);
    pairs.all(|(rounded, exact)| *rounded == f64::from(*exact as f32))
}
