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

/// Assumed cost of the rounding error of a sample, relative to that of its value, until it is measured: adapters for
/// games compute in double precision at a small fraction of their rate.
const ERROR_COST: f64 = 32.0;

/// Field of one pane, the picture shaded from it, and the remaining work.
pub(crate) struct ProgressivePicture {
    pub(crate) targets: PictureTargets,
    /// `None` before the first update.
    inputs: Option<(Arc<EvaluatePipeline>, EvaluateInputs)>,
    /// Identifies the evaluation of the field, unique among all pictures; 0 until it is finished.
    pub(crate) evaluation: u64,
    /// Work before the evaluation: field inputs, and the grid program from whose grid the field is resampled.
    run: Option<Run>,
    /// Stages of `run` that were complete when it was last advanced.
    completed_stages: usize,
    preview: Preview,
    /// True if the user has canceled the grid program: it stays so until the inputs change.
    pub(crate) is_paused: bool,
    remaining: Chunks,
    /// Cost per sample, or per invocation while a grid program or field inputs are computed.
    cost: CostTracker,
    coarse: Option<Coarse>,
    /// True if non-finite values are counted, by measuring the value range even if it is fixed.
    pub(crate) counts_non_finite: bool,
    /// True in a three-dimensional view, whose field is not shaded itself.
    pub(crate) is_data: bool,
    /// True for a field that is only subtracted, so that it needs neither albedo nor horizons.
    pub(crate) is_unlit: bool,
    /// True while a three-dimensional view shows fewer rays than pixels: horizons are measured later.
    pub(crate) has_deferred_horizons: bool,
    /// True for a field that will replace the visible one, so that no coarse picture is evaluated.
    is_replacement: bool,
    /// Deviation that rounding errors are relative to; used only if errors are shown.
    pub(crate) deviation: f32,
    /// True for the coarse field of a three-dimensional view.
    is_coarse_data: bool,
    /// Number by which rays detect a changed field, unique among all fields; 0 until the field is complete.
    version: u64,
    /// True if field, albedo and value range are complete, so that rays can be traced.
    is_prepared: bool,
    /// True once the picture has pixels, even coarse ones.
    is_filled: bool,
    has_albedo: bool,
    /// `None` when the albedo is complete or unused.
    remaining_albedo: Option<Chunks>,
    albedo_cost: CostTracker,
    horizons: Horizons,
    /// Channel and rule of the measured value range.
    measured: Option<(Channel, RangeRule)>,
    /// `None` if the picture must be shaded again.
    shaded_inputs: Option<ShadeInputs>,
}

/// Intermediate state that the picture shows until the grid program has finished.
#[derive(Debug, Default)]
struct Preview {
    /// Passes executed when the state was last copied to the field.
    passes: usize,
    /// True until the picture is shaded from the copied state.
    is_pending: bool,
}

/// Complete field, with its pipeline and inputs.
struct Prepared<'a> {
    targets: &'a PictureTargets,
    pipeline: &'a EvaluatePipeline,
    inputs: &'a EvaluateInputs,
    version: u64,
    /// Visible fractions of sky and sun; `None` if the shading needs none. `horizon_count` is their version number.
    horizons: Option<&'a HorizonTexture>,
    horizon_count: u64,
}

/// Stages that one update recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UpdateResult {
    /// Invocations of passes, if a grid program was running.
    pub(crate) samples: u64,
    /// True if the field of [`ProgressivePicture::visible`] was completed.
    pub(crate) evaluated: bool,
    pub(crate) albedo: bool,
    pub(crate) measured: bool,
    pub(crate) shaded: bool,
}

impl ProgressivePicture {
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

    /// Takes over the overlapping pixels, so that the pane is not blank, inputs, grid run and measured costs.
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

    /// Returns true if the textures have the right size and format.
    pub(crate) fn fits(&self, size: [u32; 2], generator: &Generator) -> bool {
        self.targets.fits(size, generator)
    }

    pub(crate) fn sample_count(&self) -> u64 {
        let inputs = self.inputs.as_ref();
        inputs.map_or(0, |(_, inputs)| inputs.sample_count())
    }

    pub(crate) fn is_filled(&self) -> bool {
        self.is_filled
    }

    /// Returns the completed fraction, 0 to 1, of the unfinished stage; `None` once all are complete.
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

    /// Returns recorded and total passes of the running grid program, while the field is that of its previous run.
    pub(crate) fn running_passes(&self) -> Option<[usize; 2]> {
        let run = self.run.as_ref().filter(|run| !run.is_done());
        run.map(Run::passes)
    }

    /// Returns `None` until all chunks are evaluated and measured.
    pub(crate) fn evaluate_ms(&self) -> Option<f64> {
        let is_known = self.remaining.is_done() && self.cost.is_known();
        is_known.then_some(self.cost.spent_ms)
    }

    /// Returns the picture whose field is visible, coarse or full, with the pixels along a side of each sample.
    pub(crate) fn visible(&self) -> (&Self, u32) {
        match self.coarse.as_ref().and_then(Coarse::visible) {
            Some(Coarse { step, picture, .. }) => (picture, *step),
            None => (self, 1),
        }
    }

    /// Updates the measured costs with the GPU times that were read back.
    pub(crate) fn receive(&mut self, gpu: &Gpu, timer: &EvaluationTimer) {
        let samples = sample_count(self.targets.field.size());
        // While a grid program or field inputs are computed, costs are per invocation, not per sample of the field.
        let is_done = self.run.is_none() && self.remaining.is_done();
        self.cost.receive(gpu, timer, samples, is_done);
        self.albedo_cost.receive(gpu, timer, samples, self.has_albedo);
        self.horizons.receive(gpu, timer);
        if let Some(Coarse { picture, .. }) = self.visible_coarse() {
            let samples = sample_count(picture.targets.field.size());
            let cost = &mut picture.albedo_cost;
            cost.receive(gpu, timer, samples, picture.has_albedo);
            let sample = cost.sample;
            self.albedo_cost.sample = sample;
        }
    }

    /// Drops the buffers of a finished grid program, which are larger than the field. Other inputs start a new run.
    pub(crate) fn release_run(&mut self) {
        let is_complete = self.remaining.is_done() && self.cost.is_known();
        self.run.take_if(|run| is_complete && run.is_done());
    }

    /// Returns the visible field; `None` until its albedo and value range are complete.
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

    /// Brings the picture up to date, as far as the frame's time budget allows. Fails if the buffers of a grid program
    /// or the horizons exceed the adapter's memory.
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
        Ok(UpdateResult { samples: evaluated.samples, evaluated: evaluated.evaluated, ..shaded })
    }

    /// Restarts the evaluation with new inputs. Returns false if pipeline and inputs are unchanged.
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
