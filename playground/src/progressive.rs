//! A picture's textures, and the inputs they were made from: what did not change is not made again.
//!
//! An evaluation that does not fit a frame goes on in parts over the next ones. Meanwhile a coarse picture is
//! seen, as fine as fits a frame. Other inputs abandon what is not finished.

mod coloring;
mod cost;
mod evaluating;
#[cfg(test)]
mod tests;
mod timer;

use std::sync::Arc;

use noise_playground::chunks::Chunks;
use noise_playground::generator::Generator;
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, GridRun, PictureTexture,
    ShadeInputs, ShadePipeline, UpsamplePipeline, ValueRangeBuffer, ValueRangePipeline,
};
use noise_playground::shading::{Channel, Shading};

use cost::CostTracker;
pub(crate) use timer::EvaluationTimer;

/// Milliseconds of a frame that go into evaluations.
const FRAME_MS: f64 = 8.0;

/// The host's own pipelines, shared by all tiles.
pub(crate) struct SharedPipelines {
    pub(crate) range: ValueRangePipeline,
    pub(crate) shade: ShadePipeline,
    magnify: UpsamplePipeline,
    pub(crate) clock: EvaluationTimer,
    /// Milliseconds of this frame for each tile.
    share_ms: f64,
    /// How many fields were finished.
    evaluations: u64,
}

impl SharedPipelines {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self {
            range: ValueRangePipeline::new(gpu),
            shade: ShadePipeline::new(gpu),
            magnify: UpsamplePipeline::new(gpu),
            clock: EvaluationTimer::new(gpu),
            share_ms: FRAME_MS,
            evaluations: 0,
        }
    }

    /// Lets so many tiles share the next frame.
    pub(crate) fn share(&mut self, tiles: usize) {
        self.share_ms = FRAME_MS / tiles.max(1) as f64;
    }
}

/// One picture: the field, the values at its palette's ends, the colours.
pub(crate) struct ProgressivePicture {
    pub(crate) field: FieldTexture,
    pub(crate) range: ValueRangeBuffer,
    pub(crate) picture: PictureTexture,
    /// The colours that the generator's own file gives its relief.
    albedo: Option<PictureTexture>,
    /// What the field is made from.
    inputs: Option<(Arc<EvaluatePipeline>, EvaluateInputs)>,
    /// The number of the evaluation that the field is from: no two have the same, whatever the tile. 0 while it is
    /// not finished.
    pub(crate) evaluation: u64,
    /// What a grid program's samples come from.
    run: Option<GridRun>,
    /// What of the field is still to be evaluated.
    remaining: Chunks,
    /// Of the field's samples; of a grid program's invocations.
    cost: CostTracker,
    /// What is seen meanwhile.
    coarse: Option<Coarse>,
    /// Whether values that are no numbers are counted, as they are with the percentiles, also where the palette's
    /// ends are given.
    pub(crate) is_counted: bool,
    /// Whether there is a picture in it, be it coarse.
    is_filled: bool,
    /// Whether `tints` are those of the field.
    painted: bool,
    /// What of them is still to be painted, while they are on their way.
    unpainted: Option<Chunks>,
    painting: CostTracker,
    /// The channel whose percentiles `range` holds.
    ranged: Option<Channel>,
    shaded: Option<ShadeInputs>,
}

/// A picture with a sample for each `step` times `step` pixels.
struct Coarse {
    step: u32,
    tile: Box<ProgressivePicture>,
}

/// What an update had to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UpdateResult {
    /// How many samples were evaluated; of a grid program, how many invocations there were.
    pub(crate) samples: u64,
    /// Whether that finished a field, that of [`ProgressivePicture::visible`].
    pub(crate) evaluated: bool,
    pub(crate) painted: bool,
    pub(crate) ranged: bool,
    pub(crate) shaded: bool,
}

impl ProgressivePicture {
    /// A tile of so many samples of a generator, with nothing in it yet.
    pub(crate) fn new(gpu: &Gpu, size: [u32; 2], generator: &Generator) -> Result<Self, GpuError> {
        let tints = generator
            .has_surface
            .then(|| PictureTexture::new(gpu, size));
        Ok(Self {
            field: FieldTexture::new(gpu, size, generator.channels)?,
            albedo: tints.transpose()?,
            painted: false,
            unpainted: None,
            painting: CostTracker::default(),
            range: ValueRangeBuffer::new(gpu),
            picture: PictureTexture::new(gpu, size)?,
            evaluation: 0,
            inputs: None,
            run: None,
            remaining: Chunks::new(size),
            cost: CostTracker::default(),
            coarse: None,
            is_counted: false,
            is_filled: false,
            ranged: None,
            shaded: None,
        })
    }

    /// One of another size that goes on where this one stands: its picture is seen at first.
    pub(crate) fn continue_from(&mut self, encoder: &mut wgpu::CommandEncoder, before: Self) {
        self.picture.begin_with(encoder, &before.picture);
        self.inputs = before.inputs;
        self.run = before.run;
        self.cost.pace = before.cost.pace;
        self.painting.pace = before.painting.pace;
    }

    /// Whether its textures fit a picture of this size of a generator.
    pub(crate) fn fits(&self, size: [u32; 2], generator: &Generator) -> bool {
        let same_channels = self.field.channels == generator.channels;
        self.field.size() == size && same_channels && self.albedo.is_some() == generator.has_surface
    }

    /// Whether there is a picture in it.
    pub(crate) fn is_filled(&self) -> bool {
        self.is_filled
    }

    /// How much of the field is evaluated, or then of its colours painted, 0 to 1, while it is not all.
    pub(crate) fn progress(&self) -> Option<f32> {
        if let Some(run) = self.run.as_ref().filter(|run| !run.is_done()) {
            return Some(run.progress());
        }
        if !self.remaining.is_done() {
            return Some(self.remaining.progress());
        }
        self.unpainted.as_ref().map(Chunks::progress)
    }

    /// What its evaluation took, once that is known.
    pub(crate) fn evaluate_ms(&self) -> Option<f64> {
        let is_known = self.remaining.is_done() && self.cost.is_known();
        is_known.then_some(self.cost.spent_ms)
    }

    /// The tile whose field is seen, the coarse one as long as there is nothing better; and how many pixels its
    /// samples stand for, across and down.
    pub(crate) fn visible(&self) -> (&Self, u32) {
        match &self.coarse {
            Some(Coarse { step, tile }) if !self.remaining.is_done() => (tile, *step),
            _ => (self, 1),
        }
    }

    /// Takes in what the work took, as far as that has come back.
    pub(crate) fn receive(&mut self, gpu: &Gpu, clock: &EvaluationTimer) {
        let whole = count(self.field.size());
        // A run's invocations are not the field's samples.
        let is_done = self.run.is_none() && self.remaining.is_done();
        self.cost.receive(gpu, clock, whole, is_done);
        self.painting.receive(gpu, clock, whole, self.painted);
        if let Some(Coarse { tile, .. }) = &mut self.coarse {
            let whole = count(tile.field.size());
            tile.painting.receive(gpu, clock, whole, tile.painted);
            self.painting.pace = tile.painting.pace;
        }
    }

    /// Asks for the times of what was submitted.
    pub(crate) fn submitted(&mut self) {
        self.cost.submitted();
        self.painting.submitted();
        if let Some(Coarse { tile, .. }) = &mut self.coarse {
            tile.painting.submitted();
        }
    }

    /// Brings the picture up to date, as far as this frame has time. Only what depends on a changed input is done.
    ///
    /// # Errors
    /// There is no room for a grid program's buffers.
    pub(crate) fn update(
        &mut self,
        gpu: &Gpu,
        stages: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: EvaluateInputs,
        view: &Shading,
    ) -> Result<UpdateResult, GpuError> {
        let is_new = self.begin(gpu, pipeline, inputs)?;
        let work = if self.run.is_some() {
            self.evaluate_run(gpu, stages, encoder)
        } else {
            self.evaluate(gpu, stages, encoder, is_new)
        };
        let colored = if self.remaining.is_done() {
            self.coarse = None;
            self.color(gpu, stages, encoder, view)
        } else {
            self.color_coarse(gpu, stages, encoder, view)
        };
        self.is_filled |= colored.shaded;
        if work.evaluated && self.remaining.is_done() {
            stages.evaluations += 1;
            self.evaluation = stages.evaluations;
        }
        Ok(UpdateResult {
            samples: work.samples,
            evaluated: work.evaluated,
            ..colored
        })
    }

    /// Begins anew, unless the inputs are those of before.
    fn begin(
        &mut self,
        gpu: &Gpu,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: EvaluateInputs,
    ) -> Result<bool, GpuError> {
        let before = self.inputs.as_ref();
        let same_pipeline = before.is_some_and(|(before, _)| Arc::ptr_eq(before, pipeline));
        if same_pipeline && before.is_some_and(|(_, before)| *before == inputs) {
            return Ok(false);
        }
        // Whatever follows a failure is new.
        self.inputs = None;
        self.run = pipeline.run(gpu, &inputs, self.run.take())?;
        if let Some(paces) = pipeline.paces.filter(|_| !same_pipeline) {
            self.cost.pace = paces.evaluate;
            self.painting.pace = paces.paint;
        }
        self.cost.begin(same_pipeline);
        self.painting.begin(same_pipeline);
        self.inputs = Some((Arc::clone(pipeline), inputs));
        self.remaining = Chunks::new(self.field.size());
        self.evaluation = 0;
        self.painted = false;
        self.unpainted = None;
        self.ranged = None;
        self.shaded = None;
        Ok(true)
    }
}

fn count(size: [u32; 2]) -> u64 {
    size.map(u64::from).iter().product()
}
