//! Evaluation of a picture's field, as far as the frame's time budget allows.

use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, Run, SampleCost};

use super::cost::{CostTracker, TimedWork};
use super::{
    Coarse, PictureField, Presentation, ProgressivePicture, Role, SharedPipelines, UpdateResult,
    sample_count,
};
use crate::window::WINDOW_STEPS;

/// Maximum number of intermediate states that are shown while a grid program is running.
const PREVIEWS: usize = 40;

/// Minimum number of passes between two shown states.
const MIN_PASSES: usize = 8;

/// Minimum samples along the width of a coarse picture: fewer show nothing, so the previous picture stays.
pub(super) const MIN_WIDTH: u32 = 64;

/// Factor on the samples of a frame until the first of the present inputs are shown.
const FIRST_FACTOR: u64 = 4;

/// Most samples of what a software adapter shows of a new picture ahead of a full frame, unless the window cannot
/// enlarge so few.
const SMALL_PICTURE: u64 = 256 * 256;

/// Minimum samples along each side of a coarse volume, and cells along the edge of a face of a coarse planet.
const MIN_VOLUME_SIDE: u32 = 24;
const MIN_PLANET_CELLS: u32 = 32;

/// Work before the evaluation: field inputs, and the grid program from whose grid the field is resampled.
pub(super) struct FieldRun {
    pub(super) run: Run,
    /// Stages that were complete when the run was last advanced.
    completed_stages: usize,
    /// Passes and version of the field when the last intermediate state was copied to it.
    preview: Option<(usize, u64)>,
    pub(super) is_paused: bool,
}

impl FieldRun {
    pub(super) fn new(run: Run) -> Self {
        Self { completed_stages: run.completed_stages(), run, preview: None, is_paused: false }
    }

    /// The next stage may cost more per invocation; another picture that shares the run may have started it.
    fn reset_cost(&mut self, pipeline: &EvaluatePipeline, cost: &mut CostTracker) {
        let completed = self.run.completed_stages();
        if std::mem::replace(&mut self.completed_stages, completed) != completed {
            let own = pipeline.cost.filter(|_| self.run.is_filled());
            cost.reset(own.map_or_else(SampleCost::default, |cost| cost.evaluate));
        }
    }

    /// Returns true if enough passes were executed since the last shown state.
    fn shows_preview(&self) -> bool {
        let [recorded, all] = self.run.passes();
        let every = all.div_ceil(PREVIEWS).max(MIN_PASSES);
        let has_state = self.run.has_program() && self.run.is_filled() && !self.run.is_done();
        has_state && recorded >= self.preview.map_or(0, |(passes, _)| passes) + every
    }
}

impl ProgressivePicture {
    /// Returns true until the copied state of a running grid program is shown.
    pub(super) fn awaits_preview(&self) -> bool {
        let preview = self.run.as_ref().and_then(|run| run.preview);
        let is_present = preview.is_some_and(|(_, version)| self.full.version == Some(version));
        is_present && !self.full.is_shown()
    }

    /// Computes field inputs, then compute passes, within the frame's time budget; finally resamples the field.
    pub(super) fn advance_run(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
    ) -> UpdateResult {
        let mut work = UpdateResult::default();
        let awaits_preview = self.awaits_preview();
        let full = &mut self.full;
        let Some((running, (pipeline, inputs))) = self.run.as_mut().zip(full.inputs.as_ref())
        else {
            return work;
        };
        let is_due = !running.run.is_done() && full.cost.is_known() && !running.is_paused;
        if is_due && !running.run.was_advanced() {
            running.reset_cost(pipeline, &mut full.cost);
            let count = full.cost.next_count(shared.budget_ms);
            let (time, samples) = shared.timer.time(gpu, encoder, |encoder, timestamps| {
                running.run.advance(gpu, encoder, count, timestamps)
            });
            full.cost.request(time, samples, TimedWork::Chunk);
            running.reset_cost(pipeline, &mut full.cost);
            work.samples = samples;
        }
        let (run, field) = (&mut running.run, &full.targets.field);
        let (grid, region) = (inputs.grid, inputs.grid.region());
        if run.is_done() && run.has_program() && !full.remaining.is_done() {
            let (time, samples) = shared.timer.time(gpu, encoder, |encoder, timestamps| {
                run.resample(gpu, encoder, grid, region, field, timestamps);
                sample_count(field.size())
            });
            full.cost.request(time, samples, TimedWork::Other);
            full.remaining.next_chunk(u64::MAX);
            full.version = Some(shared.next_version());
            work.samples += samples;
            work.evaluated = true;
        } else if running.shows_preview() && !awaits_preview {
            running.run.resample(gpu, encoder, grid, region, field, None);
            let version = shared.next_version();
            running.preview = Some((running.run.passes()[0], version));
            full.version = Some(version);
        }
        work
    }

    /// Evaluates what fits the frame's time budget: a chunk, or all samples of a coarse picture.
    pub(super) fn evaluate(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        is_new: bool,
    ) -> UpdateResult {
        let full = &self.full;
        let is_free = is_new || full.cost.is_known();
        if full.remaining.is_done() || !is_free {
            return UpdateResult::default();
        }
        let Some((_, inputs)) = &full.inputs else {
            return UpdateResult::default();
        };
        let size = full.targets.field.size();
        // In a three-dimensional view, a visible field leaves time for the rays that are traced to it.
        let has_rays = matches!(self.role, Role::Traced { .. });
        let patience = full.cost.patience(&shared.timer);
        let budget_ms = shared.budget_ms * patience * if has_rays { 0.5 } else { 1.0 };
        let count = full.cost.sample.samples_within(budget_ms);
        if self.coarse.as_ref().is_some_and(Coarse::is_incomplete) {
            return self.continue_coarse(gpu, shared, encoder, count);
        }
        // If a coarse picture was cheaper than expected, a finer one replaces it.
        let is_finer =
            |step: &u32| self.coarse.as_ref().is_none_or(|coarse| *step < coarse.affordable);
        let is_early = is_new && self.starts_coarse(gpu, shared);
        let affordable = coarse_step(inputs, count).filter(is_finer);
        let step =
            affordable.map(|step| if is_early { step.max(early_step(inputs)) } else { step });
        let is_whole = count >= sample_count(size) && !is_early;
        match step.zip(affordable).filter(|_| !is_whole && self.role != Role::Replacement) {
            Some(steps) => self.evaluate_coarse(gpu, shared, encoder, steps, count),
            None => self.full.evaluate_chunk(gpu, shared, encoder, count),
        }
    }

    /// Returns true if a new picture is coarse even if its evaluation fits the budget: on a software adapter, value
    /// range and shading take several times as long, and the effect of a saved file must be visible at once.
    fn starts_coarse(&self, gpu: &Gpu, shared: &SharedPipelines) -> bool {
        let is_early = shared.presentation != Presentation::Full;
        let is_small = sample_count(self.full.targets.field.size()) <= SMALL_PICTURE;
        is_early && !is_small && !self.role.is_data() && gpu.is_software()
    }

    /// Starts to evaluate one sample per `step` × `step` pixels. `count` is the number of samples that fit a frame.
    fn evaluate_coarse(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        (step, affordable): (u32, u32),
        count: u64,
    ) -> UpdateResult {
        self.hide_coarse();
        let Some((pipeline, inputs)) = &self.full.inputs else {
            return UpdateResult::default();
        };
        // These contain the field inputs of the full picture, so that the coarse one needs no run.
        let inputs = inputs.coarse(step);
        let (size, generator) = (inputs.grid.size, &pipeline.generator);
        let spare = self.spare.take().filter(|spare| spare.targets.fits(size, generator));
        let Ok(mut field) = spare.map_or_else(|| PictureField::new(gpu, size, generator), Ok)
        else {
            // There is not enough memory for a coarse picture in addition to the full one.
            return self.full.evaluate_chunk(gpu, shared, encoder, sample_count(size));
        };
        field.restart(pipeline, inputs);
        (field.version, field.shown) = (None, None);
        field.albedo_cost.sample = self.full.albedo_cost.sample;
        self.coarse = Some(Coarse { step, affordable, field, enlarged: None });
        self.continue_coarse(gpu, shared, encoder, count)
    }

    /// Evaluates further samples of an incomplete coarse picture.
    fn continue_coarse(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        count: u64,
    ) -> UpdateResult {
        let Some(Coarse { field, .. }) = &mut self.coarse else {
            return UpdateResult::default();
        };
        let work = field.evaluate_chunk(gpu, shared, encoder, count.saturating_mul(FIRST_FACTOR));
        self.full.cost.inherit(&mut field.cost);
        work
    }
}

/// Returns the pixels along a side of a sample in a picture that is shown ahead of a full frame.
fn early_step(inputs: &EvaluateInputs) -> u32 {
    let is_small = |step: &u32| sample_count(inputs.coarse(*step).grid.size) <= SMALL_PICTURE;
    WINDOW_STEPS.into_iter().find(is_small).unwrap_or(WINDOW_STEPS[WINDOW_STEPS.len() - 1])
}

/// Returns the pixels along a side of a sample: the smallest power of two with at most `count` samples, else the
/// largest number with which the picture is not too coarse. `None` for a picture that is too small.
fn coarse_step(inputs: &EvaluateInputs, count: u64) -> Option<u32> {
    let fits = |step: &u32| sample_count(inputs.coarse(*step).grid.size) <= count;
    let max = match (inputs.volume(), inputs.planet()) {
        (Some(side), _) => (side / MIN_VOLUME_SIDE).max(2),
        (None, Some(planet)) => (planet.cells / MIN_PLANET_CELLS).max(2),
        (None, None) => inputs.grid.size[0] / MIN_WIDTH,
    };
    let mut steps = (1..).map(|power| 1 << power).take_while(|step| *step <= max);
    steps.find(fits).or((max > 1).then_some(max))
}
