//! A picture's textures, and the inputs they were made from: what did not change is not made again.
//!
//! An evaluation that does not fit a frame goes on in parts over the next ones. Meanwhile a coarse picture is
//! seen, as fine as fits a frame. Other inputs abandon what is not finished.

mod clock;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use noise_playground::generator::{Generator, Returns};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, MagnifyPipeline, Pace,
    PictureTexture, RangeBuffer, RangePipeline, ShadeInputs, ShadePipeline,
};
use noise_playground::grid::Region;
use noise_playground::parts::Parts;
use noise_playground::view::{Channel, View};

pub(crate) use clock::Clock;
use clock::Time;

/// Milliseconds of a frame that go into evaluations.
const FRAME_MS: f64 = 8.0;

/// The coarsest picture has a sample for so many pixels across and down.
const COARSEST: u32 = 64;

/// The host's own pipelines, shared by all tiles.
pub(crate) struct Stages {
    pub(crate) range: RangePipeline,
    pub(crate) shade: ShadePipeline,
    magnify: MagnifyPipeline,
    pub(crate) clock: Clock,
    /// Milliseconds of this frame for each tile.
    share_ms: f64,
    /// How many fields were finished.
    evaluations: u64,
}

impl Stages {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self {
            range: RangePipeline::new(gpu),
            shade: ShadePipeline::new(gpu),
            magnify: MagnifyPipeline::new(gpu),
            clock: Clock::new(gpu),
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
pub(crate) struct Tile {
    pub(crate) field: FieldTexture,
    pub(crate) range: RangeBuffer,
    pub(crate) picture: PictureTexture,
    /// The colours that the generator's own file gives its relief.
    tints: Option<PictureTexture>,
    /// What the field is made from.
    inputs: Option<(Arc<EvaluatePipeline>, EvaluateInputs)>,
    /// The number of the evaluation that the field is from: no two have the same, whatever the tile. 0 while it is
    /// not finished.
    pub(crate) evaluation: u64,
    /// What of the field is still to be evaluated.
    left: Parts,
    cost: Cost,
    /// What is seen meanwhile.
    coarse: Option<Coarse>,
    /// Whether there is a picture in it, be it coarse.
    is_filled: bool,
    /// Whether `tints` are those of the field.
    painted: bool,
    /// The channel whose percentiles `range` holds.
    ranged: Option<Channel>,
    shaded: Option<ShadeInputs>,
}

/// A picture with a sample for each `step` times `step` pixels.
struct Coarse {
    step: u32,
    tile: Box<Tile>,
}

/// What evaluations of a tile take.
#[derive(Debug, Default)]
struct Cost {
    pace: Pace,
    /// What the parts so far took.
    spent_ms: f64,
    /// What is not known yet, one at a time.
    asked: Option<Asked>,
}

#[derive(Debug)]
struct Asked {
    time: Time,
    samples: u64,
    /// Whether these are spread over all of the picture.
    is_spread: bool,
}

/// What an update had to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    /// How many samples were evaluated.
    pub(crate) samples: u64,
    /// Whether that finished a field, that of [`Tile::seen`].
    pub(crate) evaluated: bool,
    pub(crate) painted: bool,
    pub(crate) ranged: bool,
    pub(crate) shaded: bool,
}

impl Tile {
    /// A tile of so many samples of a generator, with nothing in it yet.
    pub(crate) fn new(gpu: &Gpu, size: [u32; 2], generator: &Generator) -> Result<Self, GpuError> {
        let tints = generator.painted.then(|| PictureTexture::new(gpu, size));
        Ok(Self {
            field: FieldTexture::new(gpu, size, generator.channels)?,
            tints: tints.transpose()?,
            painted: false,
            range: RangeBuffer::new(gpu),
            picture: PictureTexture::new(gpu, size)?,
            evaluation: 0,
            inputs: None,
            left: Parts::new(size),
            cost: Cost::default(),
            coarse: None,
            is_filled: false,
            ranged: None,
            shaded: None,
        })
    }

    /// One of another size that goes on where this one stands: its picture is seen at first.
    pub(crate) fn follow(&mut self, encoder: &mut wgpu::CommandEncoder, before: &Self) {
        self.picture.begin_with(encoder, &before.picture);
        self.inputs.clone_from(&before.inputs);
        self.cost.pace = before.cost.pace;
    }

    /// Whether its textures fit a picture of this size of a generator.
    pub(crate) fn fits(&self, size: [u32; 2], generator: &Generator) -> bool {
        let same_channels = self.field.channels == generator.channels;
        self.field.size() == size && same_channels && self.tints.is_some() == generator.painted
    }

    /// Whether there is a picture in it.
    pub(crate) fn is_filled(&self) -> bool {
        self.is_filled
    }

    /// How much of the field is evaluated, 0 to 1, while it is not all.
    pub(crate) fn progress(&self) -> Option<f32> {
        (!self.left.is_done()).then(|| self.left.progress())
    }

    /// What its evaluation took, once that is known.
    pub(crate) fn evaluate_ms(&self) -> Option<f64> {
        let is_known = self.left.is_done() && self.cost.asked.is_none();
        is_known.then_some(self.cost.spent_ms)
    }

    /// The tile whose field is seen, the coarse one as long as there is nothing better; and how many pixels its
    /// samples stand for, across and down.
    pub(crate) fn seen(&self) -> (&Self, u32) {
        match &self.coarse {
            Some(Coarse { step, tile }) if !self.left.is_done() => (tile, *step),
            _ => (self, 1),
        }
    }

    /// Takes in what an evaluation took, if that has come back.
    pub(crate) fn receive(&mut self, gpu: &Gpu, clock: &Clock) {
        let asked = self.cost.asked.as_ref();
        let ms = asked.and_then(|asked| clock.read(gpu, &asked.time));
        let Some((ms, asked)) = ms.zip(self.cost.asked.take_if(|_| ms.is_some())) else {
            return;
        };
        tracing::trace!("{} samples in {ms:.2} ms", asked.samples);
        let cost = &mut self.cost;
        let whole = samples(Region {
            first: [0, 0],
            size: self.field.size(),
        });
        if asked.is_spread {
            cost.pace = Pace::new(asked.samples, ms);
            if asked.samples == whole {
                cost.spent_ms = ms;
            }
            return;
        }
        cost.pace = cost.pace.after(Pace::new(asked.samples, ms));
        cost.spent_ms += ms;
        if self.left.is_done() {
            cost.pace = Pace::new(whole, cost.spent_ms);
        }
    }

    /// Asks for the time of what was submitted.
    pub(crate) fn submitted(&mut self) {
        if let Some(Asked {
            time: Time::Later(read),
            ..
        }) = &mut self.cost.asked
        {
            read.submitted();
        }
    }

    /// Brings the picture up to date, as far as this frame has time. Only what depends on a changed input is done.
    pub(crate) fn update(
        &mut self,
        gpu: &Gpu,
        stages: &mut Stages,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: EvaluateInputs,
        view: &View,
    ) -> Work {
        let is_new = self.begin(pipeline, inputs);
        let room = self.cost.room(pipeline, stages.share_ms);
        let [width, height] = self.field.size().map(u64::from);
        // A coarse picture may turn out to be quicker than was thought: then it is made finer.
        let step = coarse_step(self.field.size(), room);
        let before = self.coarse.as_ref().filter(|_| !is_new);
        let is_finer = before.is_none_or(|coarse| step < coarse.step);
        let is_free = is_new || self.cost.asked.is_none();
        let work = match room < width * height && is_finer {
            _ if self.left.is_done() || !is_free => Work::default(),
            true => self.evaluate_coarse(gpu, stages, encoder, step),
            false => self.evaluate_part(gpu, stages, encoder, room),
        };
        let colored = if self.left.is_done() {
            self.coarse = None;
            self.color(gpu, stages, encoder, view)
        } else {
            self.color_coarse(gpu, stages, encoder, view)
        };
        self.is_filled |= colored.shaded;
        if work.evaluated && self.left.is_done() {
            stages.evaluations += 1;
            self.evaluation = stages.evaluations;
        }
        Work {
            samples: work.samples,
            evaluated: work.evaluated,
            ..colored
        }
    }

    /// Begins anew, unless the inputs are those of before.
    fn begin(&mut self, pipeline: &Arc<EvaluatePipeline>, inputs: EvaluateInputs) -> bool {
        let before = self.inputs.as_ref();
        let same_pipeline = before.is_some_and(|(before, _)| Arc::ptr_eq(before, pipeline));
        if same_pipeline && before.is_some_and(|(_, before)| *before == inputs) {
            return false;
        }
        if !same_pipeline {
            self.cost.pace = pipeline.pace.unwrap_or(self.cost.pace);
        }
        // What spread samples take of the same pipeline is worth knowing whatever the inputs.
        self.cost
            .asked
            .take_if(|asked| !asked.is_spread || !same_pipeline);
        self.cost.spent_ms = 0.0;
        self.inputs = Some((Arc::clone(pipeline), inputs));
        self.left = Parts::new(self.field.size());
        self.evaluation = 0;
        self.painted = false;
        self.ranged = None;
        self.shaded = None;
        true
    }

    /// Evaluates a sample for each `step` times `step` pixels.
    fn evaluate_coarse(
        &mut self,
        gpu: &Gpu,
        stages: &Stages,
        encoder: &mut wgpu::CommandEncoder,
        step: u32,
    ) -> Work {
        let Some((pipeline, inputs)) = &self.inputs else {
            return Work::default();
        };
        let inputs = inputs.coarse(step);
        let fits = |coarse: &Coarse| coarse.tile.fits(inputs.grid.size, &pipeline.generator);
        let mut tile = match self.coarse.take().filter(fits) {
            Some(coarse) => coarse.tile,
            None => match Self::new(gpu, inputs.grid.size, &pipeline.generator) {
                Ok(tile) => Box::new(tile),
                // There is no room for it beside the picture itself.
                Err(_) => {
                    let room = samples(inputs.grid.region());
                    return self.evaluate_part(gpu, stages, encoder, room);
                }
            },
        };
        tile.begin(pipeline, inputs);
        let work = tile.evaluate_part(gpu, stages, encoder, u64::MAX);
        self.cost.asked = self.cost.asked.take().or(tile.cost.asked.take());
        self.coarse = Some(Coarse { step, tile });
        work
    }

    /// Evaluates about so many samples of what is left.
    fn evaluate_part(
        &mut self,
        gpu: &Gpu,
        stages: &Stages,
        encoder: &mut wgpu::CommandEncoder,
        room: u64,
    ) -> Work {
        let part = self.left.take(room);
        let Some(((pipeline, inputs), part)) = self.inputs.as_ref().zip(part) else {
            return Work::default();
        };
        let region = inputs.grid.region();
        let samples = samples(part);
        let time = stages
            .clock
            .time(gpu, encoder, samples, |encoder, stopwatch| {
                let placed = (region, part);
                pipeline.evaluate_part(gpu, encoder, inputs, placed, &self.field, stopwatch);
            });
        let is_spread = part.size == self.field.size();
        self.cost.asked.get_or_insert(Asked {
            time,
            samples,
            is_spread,
        });
        Work {
            samples,
            evaluated: self.left.is_done(),
            ..Work::default()
        }
    }

    /// Shows the coarse picture in the place of the whole one.
    fn color_coarse(
        &mut self,
        gpu: &Gpu,
        stages: &mut Stages,
        encoder: &mut wgpu::CommandEncoder,
        view: &View,
    ) -> Work {
        let Some(Coarse { step, tile }) = &mut self.coarse else {
            return Work::default();
        };
        let work = tile.color(gpu, stages, encoder, view);
        if work.shaded {
            let coarse = (&tile.picture, &tile.field);
            stages
                .magnify
                .magnify(gpu, encoder, coarse, *step, &self.picture);
        }
        work
    }

    /// Makes colours of a field that is complete.
    fn color(
        &mut self,
        gpu: &Gpu,
        stages: &mut Stages,
        encoder: &mut wgpu::CommandEncoder,
        view: &View,
    ) -> Work {
        let mut work = Work::default();
        let Some((pipeline, inputs)) = &self.inputs else {
            return work;
        };
        let generator = &pipeline.generator;
        let is_color = generator.returns == Returns::Color;
        let shade = ShadeInputs::new(view, inputs.grid.spacing(), is_color);
        let tints = self
            .tints
            .as_ref()
            .filter(|_| generator.is_painted_in(view));
        if let Some(tints) = tints.filter(|_| !self.painted) {
            let region = inputs.grid.region();
            pipeline.paint(gpu, encoder, inputs, region, &self.field, tints);
            self.painted = true;
            self.shaded = None;
            work.painted = true;
        }
        if generator.needs_percentiles(view) && self.ranged != Some(view.channel) {
            stages
                .range
                .run(gpu, encoder, &self.field, view.channel, &self.range);
            self.ranged = Some(view.channel);
            self.shaded = None;
            work.ranged = true;
        }
        if self.shaded != Some(shade) {
            stages.shade.shade(
                gpu,
                encoder,
                &shade,
                (&self.field, tints),
                &self.range,
                &self.picture,
            );
            self.shaded = Some(shade);
            work.shaded = true;
        }
        work
    }
}

impl Cost {
    /// How many samples may be evaluated in so many milliseconds. A grid program comes whole.
    fn room(&self, pipeline: &EvaluatePipeline, ms: f64) -> u64 {
        if pipeline.generator.program.is_some() {
            return u64::MAX;
        }
        self.pace.samples_within(ms)
    }
}

fn samples(region: Region) -> u64 {
    region.size.map(u64::from).iter().product()
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
