//! Effect of an edit on speed: versions before and after it and an empty one by turns, as in `playground bench`.

use std::sync::Arc;
use std::time::Duration;

use crate::generator::control::{HostInputs, Values};
use crate::generator::{Generator, compile};
use crate::gpu::pipelines::calibration::CalibrationTimer;
use crate::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, Quartiles};
use crate::source::SourceTree;

/// Side of the timed tile in samples; slow generators have a smaller one.
const SIDE: u32 = 256;

const RUNS: usize = 9;

/// Another round follows while the spread of the ratio is more than [`QUIET`].
const MAX_ROUNDS: usize = 5;
const QUIET: f64 = 0.01;

/// Groups of evaluations, whose ratios differ by the spread of the measurement.
const GROUPS: usize = 3;

/// Time of one evaluation; slower generators are evaluated on smaller tiles.
const MAX_RUN_MS: f64 = 50.0;

const TIMEOUT: Duration = Duration::from_secs(10);

/// Measured times before and after an edit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EditCost {
    /// Milliseconds per evaluation of a tile before the edit.
    pub before: Quartiles,
    /// Milliseconds per evaluation of a tile after the edit.
    pub after: Quartiles,
    /// Time after the edit divided by the time before it, less the time of an empty kernel, for each pair of
    /// evaluations. `None` if at least half of the evaluations before the edit take no longer than that kernel.
    pub ratio: Option<Quartiles>,
    /// Noise of the ratio: the difference between the largest and the smallest median of three groups of evaluations.
    pub spread: f64,
    /// Number of samples in the tile.
    pub samples: u64,
}

/// Milliseconds of an empty kernel, before the edit, and after it.
type Runs = [Vec<f64>; 3];

impl EditCost {
    fn of(runs: &Runs, samples: u64) -> Self {
        let [empty, before, after] = runs;
        let baseline = Quartiles::of(empty.clone()).median;
        let third = |group: usize| {
            let of = |runs: &[f64]| -> Vec<f64> {
                let runs = runs.iter().skip(group).step_by(GROUPS);
                runs.copied().collect()
            };
            Quartiles::of_ratios(&of(before), &of(after), baseline)
        };
        let thirds = (0..GROUPS).filter_map(third);
        let [min, max] = thirds.fold([f64::INFINITY, 0.0], |[min, max], ratio| {
            [ratio.median.min(min), ratio.median.max(max)]
        });
        Self {
            before: Quartiles::of(before.clone()),
            after: Quartiles::of(after.clone()),
            ratio: Quartiles::of_ratios(before, after, baseline),
            spread: (max - min).max(0.0),
            samples,
        }
    }

    /// Returns the change in percent; `None` below one percent, or up to twice the spread of the measurement.
    pub fn percent(&self) -> Option<f64> {
        let change = self.ratio?.median - 1.0;
        (change.abs() > 2.0 * self.spread && change.abs() >= 0.01).then_some(100.0 * change)
    }

    /// Measures the pipelines before and after an edit by turns, with default values on a tile of the initial view.
    /// `is_wanted`, called before each run, may wait, and cancels with false. `None` if canceled, or for a grid
    /// program.
    ///
    /// # Errors
    /// Fails if one evaluation takes longer than ten seconds, or if the device was lost.
    pub fn measure(
        gpu: &Gpu,
        pipelines: [&Arc<EvaluatePipeline>; 2],
        mut is_wanted: impl FnMut() -> bool,
    ) -> Result<Option<Self>, GpuError> {
        let side = pipelines.map(|pipeline| tile_side(pipeline));
        let side = side[0].min(side[1]);
        let [before, after] = pipelines;
        let empty = empty_generator(before.generator.channels);
        let Ok(empty) = EvaluatePipeline::new(gpu, &empty) else {
            return Ok(None);
        };
        let tiles = [&empty, before, after]
            .map(|pipeline| CostTile::new(gpu, pipeline, &Values::default(), side));
        let [Some(empty), Some(before), Some(after)] = tiles else {
            return Ok(None);
        };
        let tiles = [empty?, before?, after?];
        let timer = CalibrationTimer::new(gpu, TIMEOUT);
        let samples = u64::from(side * side);
        let mut runs = Runs::default();
        // The first evaluation by each generator is a warm-up.
        for run in 0..=RUNS * MAX_ROUNDS {
            for (tile, times) in tiles.iter().zip(&mut runs) {
                if !is_wanted() {
                    return Ok(None);
                }
                let ms = tile.time(gpu, &timer)?;
                if run > 0 {
                    times.push(ms);
                }
            }
            let is_round = run > 0 && run % RUNS == 0;
            if is_round && Self::of(&runs, samples).spread <= QUIET {
                break;
            }
        }
        Ok(Some(Self::of(&runs, samples)))
    }
}

/// Measures evaluations of a tile like [`EditCost::measure`], with each entry of `variants`. Returns the milliseconds
/// of the fastest evaluation with each, and the number of samples.
///
/// # Errors
/// Fails if one evaluation takes longer than ten seconds, or if the device was lost.
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
        costs.push(times.into_iter().fold(f64::INFINITY, f64::min));
    }
    Ok(Some((costs, u64::from(side * side))))
}

/// Returns a generator whose samples are 0, with 1 to 4 channels: the fixed cost of any evaluation.
pub fn empty_generator(channels: u32) -> Arc<Generator> {
    let ty = match channels {
        1 => "f32".to_owned(),
        count => format!("vec{count}f"),
    };
    let text = format!("fn empty(p: vec2f) -> {ty} {{ return {ty}(); }}\n");
    let tree = SourceTree::from(text.as_str());
    let mut files = tree.iter().map(|source| compile(&tree, source));
    let file = files.next();
    let empty = file.and_then(|file| file.main().cloned());
    empty.expect("the text is valid")
}

/// Side of the measured square tile in samples: [`SIDE`], halved down to 16 for runs of at most [`MAX_RUN_MS`].
fn tile_side(pipeline: &EvaluatePipeline) -> u32 {
    let cost = pipeline.cost.unwrap_or_default().evaluate;
    let most = cost.samples_within(MAX_RUN_MS);
    let mut side = SIDE;
    while side > 16 && u64::from(side * side) > most {
        side /= 2;
    }
    side
}

struct CostTile<'a> {
    pipeline: &'a EvaluatePipeline,
    inputs: EvaluateInputs,
    field: FieldTexture,
}

impl<'a> CostTile<'a> {
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
        Some(field.map(|field| Self { pipeline, inputs, field }))
    }

    /// Milliseconds.
    fn time(&self, gpu: &Gpu, timer: &CalibrationTimer<'_>) -> Result<f64, GpuError> {
        let region = self.inputs.grid.region();
        let timed = timer.time(|encoder, timestamps| {
            let placed = (region, region);
            let (inputs, field) = (&self.inputs, &self.field);
            self.pipeline.evaluate_chunk(gpu, encoder, inputs, placed, field, timestamps);
            u64::from(region.size[0] * region.size[1])
        })?;
        Ok(timed.ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_is_that_of_the_runs_without_the_empty_kernel() {
        let before = vec![11.0, 21.0, 11.5, 91.0, 11.2, 13.0];
        let after = |factor: f64| before.iter().map(|ms| 1.0 + factor * (ms - 1.0)).collect();
        let cost = |after| EditCost::of(&[vec![1.0; 6], before.clone(), after], 1);
        let percent = |factor| cost(after(factor)).percent().map(f64::round);
        assert_eq!(percent(1.18), Some(18.0));
        assert_eq!(percent(0.8), Some(-20.0));
        assert_eq!(percent(1.005), None);
        assert_eq!(percent(1.0), None);
    }

    #[test]
    fn changes_within_twice_the_spread_are_none() {
        let before = vec![10.0; 6];
        // The medians of the thirds are 1.0, 1.1 and 1.2.
        let after = vec![10.0, 11.0, 12.0, 10.0, 11.0, 12.0];
        let cost = EditCost::of(&[vec![0.0; 6], before.clone(), after.clone()], 1);
        assert!((cost.spread - 0.2).abs() < 1e-12, "{cost:?}");
        assert_eq!(cost.percent(), None);
        let more = after.iter().map(|ms| ms + 5.0).collect();
        let cost = EditCost::of(&[vec![0.0; 6], before, more], 1);
        assert_eq!(cost.percent().map(f64::round), Some(60.0));
        // A run that takes no longer than an empty kernel has no ratio.
        let cost = EditCost::of(&[vec![10.0; 6], vec![10.0; 6], vec![12.0; 6]], 1);
        assert_eq!((cost.ratio, cost.percent()), (None, None));
    }
}
