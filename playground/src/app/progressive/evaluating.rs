//! Evaluation of a picture's field, as far as the frame's time budget allows.

use noise_playground::gpu::{EvaluateInputs, Gpu, Run, SampleCost};

use super::cost::{CostTracker, TimedWork};
use super::{
    Coarse, Presentation, Preview, ProgressivePicture, SharedPipelines, UpdateResult, sample_count,
};

/// Maximum number of intermediate states that are shown while a grid program is running.
const PREVIEWS: usize = 40;

/// Minimum number of passes between two shown states.
const MIN_PASSES: usize = 8;

/// Maximum pixels along a side of a sample of a coarse picture.
const MAX_STEP: u32 = 64;

/// Up to this number of samples, even a software adapter shows a new picture in full ahead of a full frame.
const SMALL_PICTURE: u64 = 256 * 256;

/// Minimum samples along each side of a coarse volume.
const MIN_VOLUME_SIDE: u32 = 24;

impl ProgressivePicture {
    /// Computes field inputs, then compute passes, as far as the frame's time budget allows. After the last pass,
    /// resamples the field from the program's grid.
    pub(super) fn advance_run(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
    ) -> UpdateResult {
        let mut work = UpdateResult::default();
        let Some((run, (pipeline, inputs))) = self.run.as_mut().zip(self.inputs.as_ref()) else {
            return work;
        };
        // The next stage may cost more per invocation; another picture that shares the run may have started it.
        let mut reset_cost = |run: &Run, cost: &mut CostTracker| {
            let completed = run.completed_stages();
            if std::mem::replace(&mut self.completed_stages, completed) != completed {
                let own = pipeline.cost.filter(|_| run.is_filled());
                cost.reset(own.map_or_else(SampleCost::default, |cost| cost.evaluate));
            }
        };
        let is_due = !run.is_done() && self.cost.is_known() && !self.is_paused;
        if is_due && !run.was_advanced() {
            reset_cost(run, &mut self.cost);
            let count = self.cost.next_count(shared.budget_ms);
            let (time, samples) = shared.timer.time(gpu, encoder, |encoder, timestamps| {
                run.advance(gpu, encoder, count, timestamps)
            });
            self.cost.request(time, samples, TimedWork::Chunk);
            reset_cost(run, &mut self.cost);
            work.samples = samples;
        }
        if run.is_done() && run.has_program() && !self.remaining.is_done() {
            self.preview = Preview::default();
            self.version = 0;
            let placed = (inputs.grid, inputs.grid.region());
            let field = &self.targets.field;
            let (time, samples) = shared.timer.time(gpu, encoder, |encoder, timestamps| {
                run.resample(gpu, encoder, placed, field, timestamps);
                sample_count(field.size())
            });
            self.cost.request(time, samples, TimedWork::Other);
            self.remaining.next_chunk(u64::MAX);
            work.samples += samples;
            work.evaluated = true;
        } else if shows_preview(run, &self.preview) {
            let placed = (inputs.grid, inputs.grid.region());
            run.resample(gpu, encoder, placed, &self.targets.field, None);
            self.preview = Preview { passes: run.passes()[0], is_pending: true };
            self.version = 0;
            self.restart_shading();
        }
        work
    }

    /// Evaluates what fits the frame's time budget: a chunk, or all samples of a coarse picture.
    pub(super) fn evaluate(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        is_new: bool,
    ) -> UpdateResult {
        let is_free = is_new || self.cost.is_known();
        if self.remaining.is_done() || !is_free {
            return UpdateResult::default();
        }
        let Some((_, inputs)) = &self.inputs else {
            return UpdateResult::default();
        };
        let size = self.targets.field.size();
        // In a three-dimensional view, a visible field leaves time for the rays that are traced to it.
        let has_rays = self.is_data && !self.is_unlit && !self.is_replacement;
        let budget_ms = shared.budget_ms * if has_rays { 0.5 } else { 1.0 };
        let count = self.cost.sample.samples_within(budget_ms);
        // If a coarse picture was cheaper than expected, a finer one replaces it.
        let step = coarse_step(inputs, count);
        let coarse = self.coarse.as_ref().and_then(Coarse::visible);
        let is_finer = coarse.is_none_or(|coarse| step < coarse.step);
        let is_whole = count >= sample_count(size) && !(is_new && self.starts_coarse(gpu, shared));
        if !is_whole && is_finer && !self.is_replacement {
            self.evaluate_coarse(gpu, shared, encoder, step)
        } else {
            self.evaluate_chunk(gpu, shared, encoder, count)
        }
    }

    /// Returns true if a new picture is coarse even if its evaluation fits the budget: on a software adapter, value
    /// range and shading take several times as long, and the effect of a saved file must be visible at once.
    fn starts_coarse(&self, gpu: &Gpu, shared: &SharedPipelines) -> bool {
        let is_early = shared.presentation != Presentation::Full;
        let is_small = sample_count(self.targets.field.size()) <= SMALL_PICTURE;
        is_early && !is_small && !self.is_data && gpu.is_software()
    }

    /// Evaluates one sample per `step` × `step` pixels.
    fn evaluate_coarse(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        step: u32,
    ) -> UpdateResult {
        let Some((pipeline, inputs)) = &self.inputs else {
            return UpdateResult::default();
        };
        let inputs = inputs.coarse(step);
        let size = inputs.grid.size;
        let fits = |coarse: &Coarse| coarse.picture.targets.fits(size, &pipeline.generator);
        let mut picture = match self.coarse.take().filter(fits) {
            Some(coarse) => coarse.picture,
            None => match Self::new(gpu, size, &pipeline.generator) {
                Ok(picture) => Box::new(picture),
                // There is not enough memory for a coarse picture in addition to the full one.
                Err(_) => {
                    return self.evaluate_chunk(gpu, shared, encoder, sample_count(size));
                }
            },
        };
        if picture.set_inputs(gpu, shared, pipeline, inputs).is_err() {
            return UpdateResult::default();
        }
        picture.albedo_cost.sample = self.albedo_cost.sample;
        let work = picture.evaluate_chunk(gpu, shared, encoder, u64::MAX);
        self.cost.inherit(&mut picture.cost);
        self.coarse = Some(Coarse { step, picture, is_visible: true, awaits_enlarging: false });
        work
    }

    fn evaluate_chunk(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        count: u64,
    ) -> UpdateResult {
        let chunk = self.remaining.next_chunk(count);
        let Some(((pipeline, inputs), chunk)) = self.inputs.as_ref().zip(chunk) else {
            return UpdateResult::default();
        };
        let (region, field) = (inputs.grid.region(), &self.targets.field);
        let (time, samples) = shared.timer.time(gpu, encoder, |encoder, timestamps| {
            let placed = (region, chunk);
            pipeline.evaluate_chunk(gpu, encoder, inputs, placed, field, timestamps);
            sample_count(chunk.size)
        });
        let work = TimedWork::of_chunk(chunk, region.size);
        self.cost.request(time, samples, work);
        UpdateResult { samples, evaluated: self.remaining.is_done(), ..UpdateResult::default() }
    }
}

/// Returns true if enough passes were executed since the last shown state.
fn shows_preview(run: &Run, shown: &Preview) -> bool {
    let [recorded, all] = run.passes();
    let every = all.div_ceil(PREVIEWS).max(MIN_PASSES);
    let has_state = run.has_program() && run.is_filled() && !run.is_done();
    has_state && !shown.is_pending && recorded >= shown.passes + every
}

/// Returns the pixels along a side of a sample: the smallest power of two with at most `count` samples, up to
/// [`MAX_STEP`]. A coarse volume has at least [`MIN_VOLUME_SIDE`] samples on each side.
fn coarse_step(inputs: &EvaluateInputs, count: u64) -> u32 {
    let fits = |step: &u32| sample_count(inputs.coarse(*step).grid.size) <= count;
    let max = match inputs.volume() {
        Some(side) => (side / MIN_VOLUME_SIDE).max(2),
        None => MAX_STEP,
    };
    let mut steps = (1..).map(|power| 1 << power).take_while(|step| *step <= max);
    steps.find(fits).unwrap_or(max)
}
