//! Horizons: the fractions of sky and sun that each sample sees. They are measured over several frames; meanwhile those
//! of the previous field are shown, or coarse ones.

use std::mem;

use noise_playground::gpu::{
    FieldTexture, Gpu, GpuError, HorizonInputs, HorizonRun, HorizonTexture,
};

use super::cost::{CostTracker, TimedWork};
use super::evaluating::MIN_WIDTH;
use super::{EvaluationTimer, SharedPipelines};

/// Fewest points of a chunk, measured even beyond a frame's budget: the cost of fewer is mostly submission.
const MIN_POINTS: u64 = 1 << 12;

/// Most samples of the field along a side of each texel of coarse horizons.
const MAX_STRIDE: u32 = 8;

#[derive(Default)]
pub(super) struct Horizons {
    finished: Option<Measured>,
    /// Horizons of a coarse picture, or coarse ones of the full picture until its measurement is finished.
    coarse: Option<Measured>,
    /// Running measurement, with the version of its field.
    run: Option<(u64, HorizonRun)>,
    /// Textures of an earlier measurement for the next one.
    spare: Option<HorizonTexture>,
    pub(super) cost: CostTracker,
    /// Version of the visible horizons, which grows whenever they change.
    count: u64,
}

struct Measured {
    texture: HorizonTexture,
    inputs: HorizonInputs,
    /// Version of the field.
    version: u64,
}

impl Horizons {
    /// Returns horizons without coarse ones.
    pub(super) fn finished(&self) -> Option<&HorizonTexture> {
        self.finished.as_ref().map(|finished| &finished.texture)
    }

    /// Returns the coarse horizons that were measured last.
    pub(super) fn coarse(&self) -> Option<&HorizonTexture> {
        self.coarse.as_ref().map(|coarse| &coarse.texture)
    }

    pub(super) fn visible(&self) -> Option<&HorizonTexture> {
        self.coarse().or(self.finished())
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
    /// version of the field. If the picture is a map of the sky, a measurement that takes several frames starts with
    /// coarse horizons, and changed inputs start a new one. If not, only a changed field does: otherwise a dragged sun
    /// would never cast shadows. Fails if the textures exceed the adapter's memory.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        inputs: Option<(HorizonInputs, u64)>,
        is_map: bool,
    ) -> Result<(), GpuError> {
        let Some((inputs, version)) = inputs else {
            let count = self.count + u64::from(self.visible().is_some());
            *self = Self { count, cost: mem::take(&mut self.cost), ..Self::default() };
            return Ok(());
        };
        let finished = self.finished.as_ref();
        let is_current = finished.is_some_and(|of| (of.version, of.inputs) == (version, inputs));
        let dropped = self.coarse.take_if(|_| is_current || !is_map);
        self.count += u64::from(dropped.is_some());
        let dropped = self
            .run
            .take_if(|(of, run)| is_current || *of != version || is_map && *run.inputs() != inputs);
        self.spare = dropped.map(|(_, run)| run.into_target()).or(self.spare.take());
        if is_current {
            return Ok(());
        }
        let is_new = self.run.is_none();
        let mut run = match self.run.take() {
            Some((_, run)) => run,
            None => self.new_run(gpu, shared, field, inputs)?,
        };
        if is_new && self.affordable_stride(shared, &inputs, field.size()) == 1 {
            self.advance(gpu, shared, encoder, field, &mut run, u64::MAX);
        } else if is_new && is_map {
            self.measure_coarse(gpu, shared, encoder, field, (inputs, version))?;
        } else if self.cost.is_known() {
            let count = self.cost.next_count(shared.budget_ms).max(MIN_POINTS);
            self.advance(gpu, shared, encoder, field, &mut run, count);
        }
        if !run.is_done() {
            self.run = Some((version, run));
            return Ok(());
        }
        let finished = Measured { inputs: *run.inputs(), texture: run.into_target(), version };
        let is_outdated = finished.inputs != inputs;
        self.count += 1;
        let previous = self.finished.replace(finished);
        self.spare = previous.map(|previous| previous.texture);
        self.coarse = None;
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
            None => HorizonTexture::new(gpu, shared.host.horizons(gpu), field.size(), 1)?,
        };
        Ok(HorizonRun::new(inputs, texture))
    }

    /// Measures a part of the samples: if possible, as many as the frame's budget allows. `inputs` have the version of
    /// the field, which may be that of a coarse picture. Does nothing if neither has changed.
    pub(super) fn measure_coarse(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        (inputs, version): (HorizonInputs, u64),
    ) -> Result<(), GpuError> {
        let previous = self.coarse.as_ref();
        if previous.is_some_and(|of| (of.version, of.inputs) == (version, inputs)) {
            return Ok(());
        }
        let stride = self.affordable_stride(shared, &inputs, field.size());
        // Equally fine while values change, unless the estimated cost changes much.
        let is_similar = |of: &HorizonTexture| (stride / 2..=2 * stride).contains(&of.stride());
        let previous = self.coarse.take().map(|previous| previous.texture);
        let previous = previous.filter(|of| is_similar(of) && of.fits(field.size()));
        let texture = match previous {
            Some(previous) => previous,
            None => HorizonTexture::new(gpu, shared.host.horizons(gpu), field.size(), stride)?,
        };
        let mut run = HorizonRun::new(inputs, texture);
        // Only for a first estimate: a submission of few points costs more per point than one of many.
        if !self.cost.was_measured() {
            self.advance(gpu, shared, encoder, field, &mut run, u64::MAX);
        }
        let pipelines = shared.host.horizons(gpu);
        while !run.is_done() {
            gpu.submit_recorded(encoder);
            run.advance(gpu, encoder, pipelines, field, u64::MAX, None);
        }
        gpu.submit_recorded(encoder);
        self.coarse = Some(Measured { texture: run.into_target(), inputs, version });
        self.count += 1;
        Ok(())
    }

    /// Returns the samples along a side of each texel that a frame affords: the smallest power of two, but at most the
    /// largest with which something is recognized.
    fn affordable_stride(
        &self,
        shared: &SharedPipelines,
        inputs: &HorizonInputs,
        size: [u32; 2],
    ) -> u32 {
        let count = self.cost.sample.samples_within(shared.budget_ms);
        let all = inputs.point_count(size);
        let max = (size[0].max(size[1]) / MIN_WIDTH).clamp(1, MAX_STRIDE);
        let mut stride = 1;
        while all / u64::from(stride * stride) > count && 2 * stride <= max {
            stride *= 2;
        }
        stride
    }

    /// Measures lines of the field with about `count` points. Each chunk is submitted by itself, before `encoder`.
    fn advance(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldTexture,
        run: &mut HorizonRun,
        mut count: u64,
    ) {
        while count >= MIN_POINTS && !run.is_done() {
            gpu.submit_recorded(encoder);
            let mut record = |encoder: &mut wgpu::CommandEncoder, timestamps: Option<&_>| {
                let pipelines = shared.host.horizons(gpu);
                run.advance(gpu, encoder, pipelines, field, count, timestamps)
            };
            let points = if self.cost.is_known() {
                let (time, points) = shared.timer.time(gpu, encoder, record);
                let is_rest = points < MIN_POINTS / 2;
                let work = if is_rest { TimedWork::Other } else { TimedWork::Chunk };
                self.cost.request(time, points, work);
                self.cost.receive(gpu, &shared.timer, u64::MAX, false);
                points
            } else {
                record(encoder, None)
            };
            count = count.saturating_sub(points);
        }
    }
}
