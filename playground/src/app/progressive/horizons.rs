//! Horizons: the fractions of sky and sun that each sample sees. They are measured over several frames, while those of
//! the previous field are shown.

use std::mem;

use noise_playground::gpu::{
    FieldTexture, Gpu, GpuError, HorizonInputs, HorizonRun, HorizonTexture,
};

use super::cost::{CostTracker, TimedWork};
use super::{EvaluationTimer, SharedPipelines};

/// Measured in a frame even if they exceed its budget: the cost of fewer points is mostly that of a submission.
const MIN_POINTS: u64 = 1 << 12;

#[derive(Default)]
pub(super) struct Horizons {
    finished: Option<Finished>,
    /// Running measurement, with the version of its field.
    run: Option<(u64, HorizonRun)>,
    /// Textures of an earlier measurement for the next one.
    spare: Option<HorizonTexture>,
    cost: CostTracker,
    /// Version of the finished horizons, which grows whenever they are completed or dropped.
    count: u64,
}

struct Finished {
    texture: HorizonTexture,
    inputs: HorizonInputs,
    /// Version of the field.
    version: u64,
}

impl Horizons {
    pub(super) fn finished(&self) -> Option<&HorizonTexture> {
        self.finished.as_ref().map(|finished| &finished.texture)
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Completed fraction, 0 to 1, of the running measurement.
    pub(super) fn progress(&self) -> Option<f32> {
        self.run.as_ref().map(|(_, run)| run.progress())
    }

    pub(super) fn receive(&mut self, gpu: &Gpu, timer: &EvaluationTimer) {
        self.cost.receive(gpu, timer, u64::MAX, false);
    }

    /// Measures horizons as far as the frame's budget allows; drops them if `inputs` is `None`. `inputs` have the
    /// version of the field. A running measurement is finished even if its other inputs change: otherwise a dragged sun
    /// would never cast shadows. Fails if the textures exceed the adapter's memory.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        inputs: Option<(HorizonInputs, u64)>,
    ) -> Result<(), GpuError> {
        let Some((inputs, version)) = inputs else {
            *self =
                Self { count: self.count + u64::from(self.finished.is_some()), ..Self::default() };
            return Ok(());
        };
        if self.run.as_ref().is_some_and(|(of, _)| *of != version) {
            self.spare = self.run.take().map(|(_, run)| run.into_target());
        }
        let is_current =
            |finished: &Finished| finished.version == version && finished.inputs == inputs;
        if self.finished.as_ref().is_some_and(is_current) {
            return Ok(());
        }
        let mut run = match self.run.take() {
            Some((_, run)) => run,
            None => self.new_run(gpu, shared, field, inputs)?,
        };
        self.advance(gpu, shared, encoder, field, &mut run);
        if !run.is_done() {
            self.run = Some((version, run));
            return Ok(());
        }
        let finished = Finished { inputs: *run.inputs(), texture: run.into_target(), version };
        let is_outdated = finished.inputs != inputs;
        self.count += 1;
        let previous = self.finished.replace(finished);
        self.spare = previous.map(|previous| previous.texture);
        if is_outdated {
            self.run = Some((version, self.new_run(gpu, shared, field, inputs)?));
        }
        Ok(())
    }

    fn new_run(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        field: &FieldTexture,
        inputs: HorizonInputs,
    ) -> Result<HorizonRun, GpuError> {
        let texture = match self.spare.take() {
            Some(spare) => spare,
            None => HorizonTexture::new(gpu, shared.host.horizons(gpu), field.size())?,
        };
        Ok(HorizonRun::new(inputs, texture))
    }

    /// Measures further lines of the field until the budget is used up. Each chunk is submitted by itself, before
    /// `encoder`.
    fn advance(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        run: &mut HorizonRun,
    ) {
        let affordable = self.cost.sample.samples_within(shared.budget_ms);
        let mut count = affordable.max(MIN_POINTS);
        let pipelines = shared.host.horizons(gpu);
        while count > 0 && self.cost.is_known() && !run.is_done() {
            let next = gpu.device.create_command_encoder(&Default::default());
            gpu.queue.submit([mem::replace(encoder, next).finish()]);
            let (time, points) = shared.timer.time(gpu, encoder, |encoder, timestamps| {
                run.advance(gpu, encoder, pipelines, field, count, timestamps)
            });
            self.cost.request(time, points, TimedWork::Chunk);
            self.cost.receive(gpu, &shared.timer, u64::MAX, false);
            count = count.saturating_sub(points);
        }
    }
}
