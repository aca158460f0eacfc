//! A field → its samples, as far as a frame has time.

use noise_playground::gpu::Gpu;

use super::cost::TimedWork;
use super::{Coarse, ProgressivePicture, SharedPipelines, UpdateResult, count};

/// The coarsest picture has a sample for so many pixels across and down.
const COARSEST: u32 = 64;

impl ProgressivePicture {
    /// Goes on with a grid program, then takes the field from what it made, all at once.
    pub(super) fn evaluate_run(
        &mut self,
        gpu: &Gpu,
        stages: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
    ) -> UpdateResult {
        let mut work = UpdateResult::default();
        let Some((run, (_, inputs))) = self.run.as_mut().zip(self.inputs.as_ref()) else {
            return work;
        };
        if !run.is_done() && self.cost.is_known() {
            let room = self.cost.pace.samples_within(stages.share_ms);
            let (time, samples) = stages.clock.time(gpu, encoder, |encoder, stopwatch| {
                run.advance(encoder, room, stopwatch)
            });
            self.cost.ask(time, samples, TimedWork::Part);
            work.samples = samples;
        }
        if run.is_done() && !self.remaining.is_done() {
            let region = inputs.grid.region();
            let (time, samples) = stages.clock.time(gpu, encoder, |encoder, stopwatch| {
                let placed = (inputs.grid, region);
                run.resample(gpu, encoder, placed, &self.field, stopwatch);
                count(region.size)
            });
            self.cost.ask(time, samples, TimedWork::Other);
            self.remaining.next_chunk(u64::MAX);
            work.samples += samples;
            work.evaluated = true;
        }
        work
    }

    /// Evaluates what the frame has time for: a part of the field, or a coarse picture where all of it takes too long.
    pub(super) fn evaluate(
        &mut self,
        gpu: &Gpu,
        stages: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        is_new: bool,
    ) -> UpdateResult {
        let room = self.cost.pace.samples_within(stages.share_ms);
        // A coarse picture may turn out to be quicker than was thought: then it is made finer.
        let step = coarse_step(self.field.size(), room);
        let before = self.coarse.as_ref().filter(|_| !is_new);
        let is_finer = before.is_none_or(|coarse| step < coarse.step);
        let is_free = is_new || self.cost.is_known();
        match room < count(self.field.size()) && is_finer {
            _ if self.remaining.is_done() || !is_free => UpdateResult::default(),
            true => self.evaluate_coarse(gpu, stages, encoder, step),
            false => self.evaluate_part(gpu, stages, encoder, room),
        }
    }

    /// Evaluates a sample for each `step` times `step` pixels.
    pub(super) fn evaluate_coarse(
        &mut self,
        gpu: &Gpu,
        stages: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        step: u32,
    ) -> UpdateResult {
        let Some((pipeline, inputs)) = &self.inputs else {
            return UpdateResult::default();
        };
        let inputs = inputs.coarse(step);
        let fits = |coarse: &Coarse| coarse.tile.fits(inputs.grid.size, &pipeline.generator);
        let mut tile = match self.coarse.take().filter(fits) {
            Some(coarse) => coarse.tile,
            None => match Self::new(gpu, inputs.grid.size, &pipeline.generator) {
                Ok(tile) => Box::new(tile),
                // There is no room for it beside the picture itself.
                Err(_) => {
                    let room = count(inputs.grid.size);
                    return self.evaluate_part(gpu, stages, encoder, room);
                }
            },
        };
        if tile.begin(gpu, pipeline, inputs).is_err() {
            return UpdateResult::default();
        }
        tile.painting.pace = self.painting.pace;
        let work = tile.evaluate_part(gpu, stages, encoder, u64::MAX);
        self.cost.inherit(&mut tile.cost);
        self.coarse = Some(Coarse { step, tile });
        work
    }

    /// Evaluates about so many samples of what is left.
    pub(super) fn evaluate_part(
        &mut self,
        gpu: &Gpu,
        stages: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        room: u64,
    ) -> UpdateResult {
        let part = self.remaining.next_chunk(room);
        let Some(((pipeline, inputs), part)) = self.inputs.as_ref().zip(part) else {
            return UpdateResult::default();
        };
        let region = inputs.grid.region();
        let (time, samples) = stages.clock.time(gpu, encoder, |encoder, stopwatch| {
            let placed = (region, part);
            pipeline.evaluate_chunk(gpu, encoder, inputs, placed, &self.field, stopwatch);
            count(part.size)
        });
        let is_whole = part.size == self.field.size();
        let of = if is_whole {
            TimedWork::Spread
        } else {
            TimedWork::Part
        };
        self.cost.ask(time, samples, of);
        UpdateResult {
            samples,
            evaluated: self.remaining.is_done(),
            ..UpdateResult::default()
        }
    }
}

/// Every how many pixels a picture may have a sample, where there is time for so many.
fn coarse_step(size: [u32; 2], room: u64) -> u32 {
    let fits = |step: &u32| {
        size.map(|count| u64::from(count.div_ceil(*step)))
            .iter()
            .product::<u64>()
            <= room
    };
    let mut steps = (1..)
        .map(|power| 1 << power)
        .take_while(|step| *step <= COARSEST);
    steps.find(fits).unwrap_or(COARSEST)
}
