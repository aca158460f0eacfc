//! The cost of an edit: a generator before and after it, evaluated in turn.

use std::sync::Arc;
use std::time::Duration;

use super::cost::CalibrationTimer;
use super::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError};
use crate::control::{HostInputs, Values};

/// Width and height in samples of the tile that is evaluated, unless it is too slow.
const SIDE: u32 = 256;

/// Number of runs of each generator in a round.
const RUNS: usize = 9;

/// Largest number of rounds, while the spread of the runs is more than [`QUIET`] of the fastest.
const MAX_ROUNDS: usize = 5;
const QUIET: f64 = 0.03;

/// Number of groups of runs whose fastest ones are compared.
const GROUPS: usize = 3;

/// Milliseconds that a run may take; slower generators are evaluated on smaller tiles.
const MAX_RUN_MS: f64 = 50.0;

/// A run that takes longer than this is an error.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Times of several runs of one generator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunTimes {
    /// Milliseconds of the fastest run.
    pub min_ms: f64,
    /// Milliseconds by which the fastest runs of three thirds of the runs differ. Slow runs do not count: other work of the
    /// machine makes runs slower, and never faster.
    pub spread_ms: f64,
}

/// The cost of a sample before and after an edit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EditCost {
    /// Times before the edit.
    pub before: RunTimes,
    /// Times after the edit.
    pub after: RunTimes,
    /// Number of samples of a run.
    pub samples: u64,
}

impl RunTimes {
    /// Returns the fastest run, and the spread, of several runs in their order.
    fn of(runs: &[f64]) -> Self {
        let fastest = |group: usize| {
            let runs = runs.iter().skip(group).step_by(GROUPS);
            runs.copied().fold(f64::INFINITY, f64::min)
        };
        let fastest: Vec<f64> = (0..GROUPS).map(fastest).collect();
        let min_ms = fastest.iter().copied().fold(f64::INFINITY, f64::min);
        let max_ms = fastest.iter().copied().fold(0.0, f64::max);
        Self {
            min_ms,
            spread_ms: max_ms - min_ms,
        }
    }

    fn is_quiet(&self) -> bool {
        self.spread_ms <= QUIET * self.min_ms
    }
}

impl EditCost {
    /// Returns the change in percent, if it is beyond twice the spread of the runs and at least one percent.
    pub fn percent(&self) -> Option<f64> {
        let spread = self.before.spread_ms.max(self.after.spread_ms);
        let change = self.after.min_ms - self.before.min_ms;
        let percent = 100.0 * change / self.before.min_ms;
        (change.abs() > 2.0 * spread && percent.abs() >= 1.0).then_some(percent)
    }

    /// Evaluates two pipelines with their default values, each on a tile of its initial view, several times in turn.
    /// `is_wanted` is called before each run, may wait, and ends the measurement by false.
    ///
    /// Returns `None` if it was ended, or if one of them is a grid program, which has no tiles.
    ///
    /// # Errors
    /// A run took longer than ten seconds, or the device was lost.
    pub fn measure(
        gpu: &Gpu,
        pipelines: [&Arc<EvaluatePipeline>; 2],
        mut is_wanted: impl FnMut() -> bool,
    ) -> Result<Option<Self>, GpuError> {
        let side = pipelines.map(|pipeline| tile_side(pipeline));
        let side = side[0].min(side[1]);
        let tiles =
            pipelines.map(|pipeline| CostTile::new(gpu, pipeline, &Values::default(), side));
        let [Some(before), Some(after)] = tiles else {
            return Ok(None);
        };
        let (before, after) = (before?, after?);
        let timer = CalibrationTimer::new(gpu, TIMEOUT);
        let mut times = [const { Vec::new() }; 2];
        // The first run of each is a warm-up.
        for run in 0..=RUNS * MAX_ROUNDS {
            for (tile, times) in [&before, &after].into_iter().zip(&mut times) {
                if !is_wanted() {
                    return Ok(None);
                }
                let ms = tile.time(gpu, &timer)?;
                if run > 0 {
                    times.push(ms);
                }
            }
            let is_round = run > 0 && run % RUNS == 0;
            if is_round && times.iter().all(|times| RunTimes::of(times).is_quiet()) {
                break;
            }
        }
        let [first, second] = times.map(|times| RunTimes::of(&times));
        Ok(Some(Self {
            before: first,
            after: second,
            samples: u64::from(side * side),
        }))
    }
}

/// Evaluates a pipeline with different values on a tile of its initial view, several times each. Returns the milliseconds
/// of the fastest runs and the number of samples; `None` if `is_wanted` has ended the measurement, or for a grid program.
///
/// # Errors
/// A run took longer than ten seconds, or the device was lost.
pub fn measure_costs(
    gpu: &Gpu,
    pipeline: &Arc<EvaluatePipeline>,
    variants: &[Values],
    mut is_wanted: impl FnMut() -> bool,
) -> Result<Option<(Vec<f64>, u64)>, GpuError> {
    let (side, timer) = (tile_side(pipeline), CalibrationTimer::new(gpu, TIMEOUT));
    let mut costs = Vec::new();
    for values in variants {
        let Some(tile) = CostTile::new(gpu, pipeline, values, side) else {
            return Ok(None);
        };
        let tile = tile?;
        let mut times = Vec::new();
        for _ in 0..=RUNS {
            if !is_wanted() {
                return Ok(None);
            }
            times.push(tile.time(gpu, &timer)?);
        }
        costs.push(RunTimes::of(&times).min_ms);
    }
    Ok(Some((costs, u64::from(side * side))))
}

/// Returns the side of the largest tile that is evaluated fast enough.
fn tile_side(pipeline: &EvaluatePipeline) -> u32 {
    let cost = pipeline.cost.unwrap_or_default().evaluate;
    let most = cost.samples_within(MAX_RUN_MS);
    let mut side = SIDE;
    while side > 16 && u64::from(side * side) > most {
        side /= 2;
    }
    side
}

/// A tile of one pipeline.
struct CostTile<'a> {
    pipeline: &'a EvaluatePipeline,
    inputs: EvaluateInputs,
    field: FieldTexture,
}

impl<'a> CostTile<'a> {
    /// Prepares a tile of the initial view of a generator. Returns `None` for a grid program.
    fn new(
        gpu: &Gpu,
        pipeline: &'a EvaluatePipeline,
        values: &Values,
        side: u32,
    ) -> Option<Result<Self, GpuError>> {
        let generator = &pipeline.generator;
        if generator.program.is_some() {
            return None;
        }
        let (grid, host) = (generator.initial_grid(side), HostInputs::default());
        let inputs = EvaluateInputs::new(generator, values, grid, 0.0, &host).ok()?;
        let field = FieldTexture::of_generator(gpu, grid.size, generator);
        Some(field.map(|field| Self {
            pipeline,
            inputs,
            field,
        }))
    }

    /// Returns the milliseconds of one evaluation.
    fn time(&self, gpu: &Gpu, timer: &CalibrationTimer<'_>) -> Result<f64, GpuError> {
        let region = self.inputs.grid.region();
        let timed = timer.time(|encoder, timestamps| {
            let placed = (region, region);
            let (inputs, field) = (&self.inputs, &self.field);
            self.pipeline
                .evaluate_chunk(gpu, encoder, inputs, placed, field, timestamps);
            u64::from(region.size[0] * region.size[1])
        })?;
        Ok(timed.ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_within_twice_the_spread_are_none() {
        let cost = |before: [f64; 6], after: [f64; 6]| EditCost {
            before: RunTimes::of(&before),
            after: RunTimes::of(&after),
            samples: 1,
        };
        // The fastest of each third are 10.0, 10.5 and 10.2.
        let runs = [10.0, 12.0, 10.2, 90.0, 10.5, 13.0];
        assert_eq!(cost(runs, runs.map(|ms| ms + 0.9)).percent(), None);
        assert_eq!(cost(runs, runs.map(|ms| ms + 2.0)).percent(), Some(20.0));
        assert_eq!(cost(runs, runs.map(|ms| ms - 2.0)).percent(), Some(-20.0));
        assert_eq!(cost([10.0; 6], [10.05; 6]).percent(), None);
    }
}
