//! Progressive pictures: each frame of the window updates them as far as its time budget allows.
//!
//! The inputs of each stage (evaluation, albedo, value range, shading) are compared with the previous ones: only stages
//! after a changed input are executed again. An evaluation that does not fit a frame continues in chunks over the next
//! ones; meanwhile a coarse picture is visible, as fine as fits a frame. New inputs cancel an unfinished evaluation.

mod coarse;
mod cost;
mod evaluating;
mod horizons;
mod rays;
mod replacing;
mod shading;
mod shared;
#[cfg(test)]
mod tests;
mod timer;

use std::sync::Arc;

use noise_playground::generator::Generator;
use noise_playground::gpu::{
    Chunks, EvaluateInputs, EvaluatePipeline, Gpu, GpuError, HorizonTexture, PictureTargets, Run,
    SampleCost, ShadeInputs,
};
use noise_playground::planet::PlanetLayout;
use noise_playground::shading::{Channel, RangeRule, Shading};

use coarse::Coarse;
use cost::CostTracker;
use horizons::Horizons;
pub(crate) use rays::RayPicture;
pub(crate) use shared::{Presentation, SharedPipelines};
pub(crate) use timer::EvaluationTimer;

/// Assumed time of computing the rounding error of a sample, relative to that of its value, until it is measured:
/// adapters for games compute in double precision at a small fraction of their rate.
const ERROR_COST: f64 = 32.0;

/// Picture completed over several frames: the field of one pane, the picture shaded from it, and the remaining work.
pub(crate) struct ProgressivePicture {
    pub(crate) targets: PictureTargets,
    /// Pipeline and inputs with which the field is evaluated; `None` before the first update.
    inputs: Option<(Arc<EvaluatePipeline>, EvaluateInputs)>,
    /// Number that identifies the evaluation of the field, unique among all pictures; 0 until it is finished.
    pub(crate) evaluation: u64,
    /// Work that precedes the evaluation: generators whose fields are inputs, and the compute passes of the grid
    /// program from whose grid the field is resampled. `None` if there is neither.
    run: Option<Run>,
    /// Number of stages of `run` that were complete when it was last advanced.
    completed_stages: usize,
    /// Intermediate state, after some of its compute passes, of a running grid program that the picture shows.
    preview: Preview,
    /// True if the user has canceled the grid program: it stays as it is until the inputs change.
    pub(crate) is_paused: bool,
    /// Rectangular chunks of the picture's field that are not yet evaluated.
    remaining: Chunks,
    /// Measured cost per sample of the field, or per invocation while a grid program or field inputs are computed.
    cost: CostTracker,
    coarse: Option<Coarse>,
    /// True if the field's NaN and infinite values are counted, by measuring the value range even if it is fixed.
    pub(crate) counts_non_finite: bool,
    /// True in a three-dimensional view, where rays are traced to the field, which is then not shaded itself.
    pub(crate) is_data: bool,
    /// True for a field that is only subtracted from another one, so that it needs neither albedo nor horizons.
    pub(crate) is_unlit: bool,
    /// True while a three-dimensional view shows fewer rays than pixels: the field's horizons are measured later.
    pub(crate) has_deferred_horizons: bool,
    /// True for a field that will replace the visible one when it is complete, so that no coarse picture is evaluated.
    is_replacement: bool,
    /// Standard deviation of the generator's values, which rounding errors are relative to; used only if errors are
    /// shown.
    pub(crate) deviation: f32,
    /// True for the coarse field of a three-dimensional view, which is shown only until the full one is complete.
    is_coarse_data: bool,
    /// Number by which rays detect that the field has changed, unique among all fields to which rays are traced; 0
    /// until the field is complete.
    version: u64,
    /// True if the field, its albedo and its value range are complete, so that rays can be traced to it.
    is_prepared: bool,
    /// True once the picture has pixels, even coarse ones.
    is_filled: bool,
    /// True if the albedo of the present field is complete.
    has_albedo: bool,
    /// Chunks of `albedo` that are not yet evaluated; `None` when it is complete or unused.
    remaining_albedo: Option<Chunks>,
    albedo_cost: CostTracker,
    horizons: Horizons,
    /// Channel and rule by which the value range of the present field was measured; `None` if it was not measured.
    measured: Option<(Channel, RangeRule)>,
    /// Inputs with which the present pixels were shaded; `None` if the picture must be shaded again.
    shaded_inputs: Option<ShadeInputs>,
}

/// Intermediate state of a running grid program, which the picture shows until the program has finished.
#[derive(Debug, Default)]
struct Preview {
    /// Number of passes that the grid program had executed when its state was last copied to the field.
    passes: usize,
    /// True until the picture is shaded from the copied state of the grid program.
    is_pending: bool,
}

/// Complete field to which rays can be traced, with its pipeline and inputs.
struct Prepared<'a> {
    targets: &'a PictureTargets,
    pipeline: &'a EvaluatePipeline,
    inputs: &'a EvaluateInputs,
    version: u64,
    /// Visible fractions of sky and sun, last measured for the field; `None` if its shading needs none. `horizon_count`
    /// is their version number.
    horizons: Option<&'a HorizonTexture>,
    horizon_count: u64,
}

/// Stages that one update of a progressive picture recorded, and the number of samples that it evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UpdateResult {
    /// Number of samples evaluated by one update; of invocations of passes, if a grid program was running.
    pub(crate) samples: u64,
    /// True if an update of a picture completed the field of [`ProgressivePicture::visible`].
    pub(crate) evaluated: bool,
    /// True if an update of a picture completed its albedo.
    pub(crate) albedo: bool,
    /// True if an update of a picture measured its value range.
    pub(crate) measured: bool,
    /// True if an update of a picture shaded its pixels.
    pub(crate) shaded: bool,
}

impl ProgressivePicture {
    /// Creates an empty progressive picture of a generator, `size` pixels wide and high.
    pub(crate) fn new(gpu: &Gpu, size: [u32; 2], generator: &Generator) -> Result<Self, GpuError> {
        Ok(Self {
            targets: PictureTargets::new(gpu, size, generator)?,
            inputs: None,
            evaluation: 0,
            run: None,
            completed_stages: 0,
            preview: Preview::default(),
            is_paused: false,
            remaining: Chunks::new(size),
            cost: CostTracker::default(),
            coarse: None,
            counts_non_finite: false,
            is_data: false,
            is_unlit: false,
            has_deferred_horizons: false,
            is_replacement: false,
            deviation: 1.0,
            is_coarse_data: false,
            version: 0,
            is_prepared: false,
            is_filled: false,
            has_albedo: false,
            remaining_albedo: None,
            albedo_cost: CostTracker::default(),
            horizons: Horizons::default(),
            measured: None,
            shaded_inputs: None,
        })
    }

    /// Takes over the state of a previous picture of another size: its overlapping pixels, so that the pane is not
    /// blank, its inputs, grid run and measured costs.
    pub(crate) fn continue_from(&mut self, encoder: &mut wgpu::CommandEncoder, previous: Self) {
        let picture = &self.targets.picture;
        picture.copy_overlap(encoder, &previous.targets.picture);
        self.inputs = previous.inputs;
        self.run = previous.run;
        self.is_filled = previous.is_filled;
        self.is_paused = previous.is_paused;
        self.cost.sample = previous.cost.sample;
        self.albedo_cost.sample = previous.albedo_cost.sample;
    }

    /// Returns true if the textures have the right size and format for a picture of a generator, `size` pixels wide and
    /// high.
    pub(crate) fn fits(&self, size: [u32; 2], generator: &Generator) -> bool {
        self.targets.fits(size, generator)
    }

    /// Returns the number of samples of the picture's field.
    pub(crate) fn sample_count(&self) -> u64 {
        let inputs = self.inputs.as_ref();
        inputs.map_or(0, |(_, inputs)| inputs.sample_count())
    }

    /// Returns true once the picture has pixels, even coarse ones.
    pub(crate) fn is_filled(&self) -> bool {
        self.is_filled
    }

    /// Returns the completed fraction, 0 to 1, of the picture's unfinished stage: passes of a grid program, field,
    /// albedo or horizons; `None` once all are complete.
    pub(crate) fn progress(&self) -> Option<f32> {
        if let Some([recorded, all]) = self.running_passes() {
            return Some(recorded as f32 / all.max(1) as f32);
        }
        if !self.remaining.is_done() {
            return Some(self.remaining.progress());
        }
        let albedo = self.remaining_albedo.as_ref().map(Chunks::progress);
        let horizons = || self.horizons.progress().filter(|_| !self.is_unlit);
        albedo.or_else(horizons)
    }

    /// Returns the recorded and the total number of passes of the running grid program, while the picture's field is
    /// still that of its previous run; `None` if no program is running.
    pub(crate) fn running_passes(&self) -> Option<[usize; 2]> {
        let run = self.run.as_ref().filter(|run| !run.is_done());
        run.map(Run::passes)
    }

    /// Returns the milliseconds that the evaluation of the field took; `None` until all of its chunks are evaluated and
    /// measured.
    pub(crate) fn evaluate_ms(&self) -> Option<f64> {
        let is_known = self.remaining.is_done() && self.cost.is_known();
        is_known.then_some(self.cost.spent_ms)
    }

    /// Returns the picture whose field is visible, which is the coarse one until the full field is complete, with the
    /// width and height of a sample in pixels.
    pub(crate) fn visible(&self) -> (&Self, u32) {
        match self.coarse.as_ref().and_then(Coarse::visible) {
            Some(Coarse { step, picture, .. }) => (picture, *step),
            None => (self, 1),
        }
    }

    /// Updates the measured costs per sample with the GPU times that were read back.
    pub(crate) fn receive(&mut self, gpu: &Gpu, timer: &EvaluationTimer) {
        let samples = sample_count(self.targets.field.size());
        // While a grid program or field inputs are computed, costs are per invocation, not per sample of the field.
        let is_done = self.run.is_none() && self.remaining.is_done();
        self.cost.receive(gpu, timer, samples, is_done);
        self.albedo_cost
            .receive(gpu, timer, samples, self.has_albedo);
        self.horizons.receive(gpu, timer);
        if let Some(Coarse { picture, .. }) = self.visible_coarse() {
            let samples = sample_count(picture.targets.field.size());
            let cost = &mut picture.albedo_cost;
            cost.receive(gpu, timer, samples, picture.has_albedo);
            let sample = cost.sample;
            self.albedo_cost.sample = sample;
        }
    }

    /// Drops the buffers of a finished grid program once the field is complete; they are larger than the field. Other
    /// inputs start a new run.
    pub(crate) fn release_run(&mut self) {
        let is_complete = self.remaining.is_done() && self.cost.is_known();
        self.run.take_if(|run| is_complete && run.is_done());
    }

    /// Returns the visible field with its inputs, so that rays can be traced to it; `None` until its albedo and value
    /// range are complete.
    fn prepared(&self) -> Option<Prepared<'_>> {
        let (visible, _) = self.visible();
        let (pipeline, inputs) = visible.inputs.as_ref()?;
        visible.is_prepared.then_some(Prepared {
            targets: &visible.targets,
            pipeline,
            inputs,
            version: visible.version,
            horizons: visible.horizons.finished(),
            horizon_count: visible.horizons.count(),
        })
    }

    /// Records the GPU work that brings the picture up to date, as far as the frame's time budget allows. Records only
    /// the stages that follow a changed input.
    ///
    /// # Errors
    /// Fails if the buffers of a grid program or the horizons exceed the adapter's memory.
    pub(crate) fn update(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: EvaluateInputs,
        shading: &Shading,
    ) -> Result<UpdateResult, GpuError> {
        let was_errors = self.inputs.as_ref().map(|(_, inputs)| inputs.are_errors());
        let are_errors = inputs.are_errors();
        let is_new = self.set_inputs(gpu, shared, pipeline, inputs)?;
        if are_errors && was_errors != Some(true) {
            self.cost.sample = self.cost.sample.scaled(ERROR_COST);
        }
        let is_preceded = |run: &Run| run.has_program() || !run.is_done();
        let evaluated = if self.run.as_ref().is_some_and(is_preceded) {
            self.advance_run(gpu, shared, encoder)
        } else {
            self.evaluate(gpu, shared, encoder, is_new)
        };
        let shaded = if self.remaining.is_done() {
            self.hide_coarse();
            self.shade(gpu, shared, encoder, shading)?
        } else if self.preview.is_pending {
            self.shade_preview(gpu, shared, encoder, shading)?
        } else {
            self.shade_coarse(gpu, shared, encoder, shading)?
        };
        self.is_filled |= shaded.shaded;
        if evaluated.evaluated && self.remaining.is_done() {
            shared.evaluations += 1;
            self.evaluation = shared.evaluations;
        }
        Ok(UpdateResult {
            samples: evaluated.samples,
            evaluated: evaluated.evaluated,
            ..shaded
        })
    }

    /// Restarts the evaluation with new inputs. Returns false and does nothing if pipeline and inputs are unchanged.
    fn set_inputs(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: EvaluateInputs,
    ) -> Result<bool, GpuError> {
        let previous = self.inputs.as_ref();
        let same_pipeline = previous.is_some_and(|(previous, _)| Arc::ptr_eq(previous, pipeline));
        if same_pipeline && previous.is_some_and(|(_, previous)| *previous == inputs) {
            return Ok(false);
        }
        // If creating the run fails, the next update tries again.
        self.inputs = None;
        // The inputs of a coarse picture contain the field inputs of the full one, so it needs no run of its own.
        self.run = match inputs.has_fields() {
            true => None,
            false => pipeline.shared_run(gpu, &inputs, self.run.take(), &shared.runs)?,
        };
        let inputs = match &self.run {
            Some(run) => inputs.with_fields(Some(run)),
            None => inputs,
        };
        if let Some(cost) = pipeline.cost.filter(|_| !same_pipeline) {
            self.cost.sample = cost.evaluate;
            self.albedo_cost.sample = cost.surface;
        }
        self.completed_stages = self.run.as_ref().map_or(0, Run::completed_stages);
        if self.run.as_ref().is_some_and(|run| !run.is_filled()) {
            self.cost.sample = SampleCost::default();
        }
        self.cost.restart(same_pipeline);
        self.albedo_cost.restart(same_pipeline);
        self.horizons.restart();
        self.hide_coarse();
        self.targets.field.counted = inputs.planet().map(PlanetLayout::faces_size);
        self.inputs = Some((Arc::clone(pipeline), inputs));
        self.remaining = Chunks::new(self.targets.field.size());
        self.evaluation = 0;
        self.version = 0;
        self.preview = Preview::default();
        self.is_paused = false;
        self.restart_shading();
        Ok(true)
    }
}

fn sample_count(size: [u32; 2]) -> u64 {
    size.map(u64::from).iter().product()
}
