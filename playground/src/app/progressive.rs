//! Progressive pictures: each frame of the window updates them as far as its time budget allows.
//!
//! The inputs of each stage (evaluation, albedo, value range, shading) are compared with the previous ones: only stages
//! after a changed input are executed again. An evaluation that does not fit a frame continues in chunks over the next
//! ones; meanwhile a coarse picture is visible, as fine as fits a frame, but not so coarse that nothing is recognized.
//! New inputs cancel the unfinished evaluation of a full picture.

mod coarse;
mod cost;
mod evaluating;
mod field;
mod horizons;
mod rays;
mod replacing;
mod shared;
#[cfg(test)]
mod tests;
mod timer;

use std::sync::Arc;

use noise_playground::RenderSettings;
use noise_playground::field::Channel;
use noise_playground::generator::Generator;
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, GpuError, HorizonTexture, PictureTargets, Run,
    SampleCost,
};

use coarse::Coarse;
use evaluating::FieldRun;
pub(crate) use field::PictureField;
use horizons::Horizons;
pub(crate) use rays::RayPicture;
pub(crate) use shared::{FRAME_BUDGET_MS, Presentation, SharedPipelines};
pub(crate) use timer::EvaluationTimer;

/// Assumed cost of the rounding error of a sample, relative to that of its value, until it is measured: adapters for
/// games compute in double precision at a small fraction of their rate.
const ERROR_COST: f64 = 32.0;

/// Field of one pane, the picture shaded from it, and the remaining work.
pub(crate) struct ProgressivePicture {
    full: PictureField,
    /// What precedes the evaluation; `None` if nothing does.
    run: Option<FieldRun>,
    /// `None` unless it is shown in place of the unfinished picture.
    coarse: Option<Coarse>,
    /// Textures of the last coarse picture for the next one.
    spare: Option<PictureField>,
    horizons: Horizons,
    /// Purpose in the last update.
    role: Role,
    /// True once the picture has pixels, even coarse ones.
    is_filled: bool,
}

/// What a field is evaluated for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its shaded samples are the picture.
    #[default]
    Shaded,
    /// Rays of a three-dimensional view are traced to it.
    Traced {
        /// True while there are fewer rays than pixels: the horizons are measured later.
        defers_horizons: bool,
    },
    /// It is only subtracted from the field of another three-dimensional view, or that from it.
    Subtracted,
    /// It will replace a field to which rays are traced, and which stays visible until then.
    Replacement,
}

impl Role {
    /// Returns true for the data of a three-dimensional view.
    fn is_data(self) -> bool {
        self != Self::Shaded
    }

    /// Returns true if the picture needs albedo and horizons.
    fn is_lit(self) -> bool {
        self != Self::Subtracted
    }
}

/// What a frame shows of a picture, besides its generator and the inputs of the evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameInputs {
    pub(crate) settings: RenderSettings,
    pub(crate) role: Role,
    /// True to measure the value range even if it is fixed.
    pub(crate) counts_non_finite: bool,
    /// Deviation that rounding errors are relative to; used only if errors are shown.
    pub(crate) deviation: f32,
    /// True if the user has canceled the running grid program. Other inputs start it again.
    pub(crate) is_canceled: bool,
}

impl FrameInputs {
    /// Returns true if the picture cannot be shaded without the visible fractions of the sky.
    fn is_sky_map(&self) -> bool {
        self.role == Role::Shaded && self.settings.shading.mode.info().needs_sky
    }
}

/// Complete field, with its pipeline and inputs.
struct Prepared<'a> {
    targets: &'a PictureTargets,
    pipeline: &'a EvaluatePipeline,
    inputs: &'a EvaluateInputs,
    /// Number by which rays detect a changed field.
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
            full: PictureField::new(gpu, size, generator)?,
            run: None,
            coarse: None,
            spare: None,
            horizons: Horizons::default(),
            role: Role::default(),
            is_filled: false,
        })
    }

    /// Takes over the overlapping pixels, so that the pane is not blank, inputs, grid run and measured costs.
    pub(crate) fn continue_from(&mut self, encoder: &mut wgpu::CommandEncoder, previous: Self) {
        let picture = &self.full.targets.picture;
        picture.copy_overlap(encoder, &previous.full.targets.picture);
        self.inherit_costs(&previous);
        self.full.inputs = previous.full.inputs;
        self.run = previous.run;
        self.is_filled = previous.is_filled;
    }

    fn inherit_costs(&mut self, previous: &Self) {
        self.full.cost.sample = previous.full.cost.sample;
        self.full.albedo_cost.sample = previous.full.albedo_cost.sample;
        self.horizons.cost.sample = previous.horizons.cost.sample;
    }

    /// Returns true if the textures have the right size and format.
    pub(crate) fn fits(&self, size: [u32; 2], generator: &Generator) -> bool {
        self.full.targets.fits(size, generator)
    }

    pub(crate) fn targets(&self) -> &PictureTargets {
        &self.full.targets
    }

    pub(crate) fn role(&self) -> Role {
        self.role
    }

    pub(crate) fn is_filled(&self) -> bool {
        self.is_filled
    }

    /// Returns the estimated milliseconds of evaluating this number of samples and their albedo.
    pub(crate) fn evaluation_ms(&self, samples: u64) -> f64 {
        self.full.cost.sample.with(self.full.albedo_cost.sample).ms_of(samples)
    }

    /// Returns true if the user has canceled the grid program.
    pub(crate) fn is_paused(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.is_paused)
    }

    /// Identifies the evaluation of the field, unique among all pictures; `None` until it is finished.
    pub(crate) fn evaluation(&self) -> Option<u64> {
        self.full.version.filter(|_| self.full.remaining.is_done())
    }

    /// Returns the completed fraction, 0 to 1, of the unfinished stage; `None` once all are complete.
    pub(crate) fn progress(&self) -> Option<f32> {
        if let Some([recorded, all]) = self.running_passes() {
            return Some(recorded as f32 / all.max(1) as f32);
        }
        if !self.full.remaining.is_done() {
            return Some(self.full.remaining.progress());
        }
        let horizons = || self.horizons.progress().filter(|_| self.role.is_lit());
        self.full.albedo_progress().or_else(horizons)
    }

    /// Returns recorded and total passes of the running grid program, while the field is that of its previous run.
    pub(crate) fn running_passes(&self) -> Option<[usize; 2]> {
        let runs = self.run.iter().map(|running| &running.run);
        runs.filter(|run| !run.is_done()).map(Run::passes).next()
    }

    /// Returns `None` until all chunks are evaluated and measured.
    pub(crate) fn evaluate_ms(&self) -> Option<f64> {
        self.is_timed().then_some(self.full.cost.spent_ms)
    }

    fn is_timed(&self) -> bool {
        self.full.remaining.is_done() && self.full.cost.is_known()
    }

    /// Returns the visible field, coarse or full, with the pixels along a side of each sample.
    pub(crate) fn visible(&self) -> (&PictureField, u32) {
        let coarse = self.coarse.as_ref().map(|coarse| (&coarse.field, coarse.step));
        coarse.unwrap_or((&self.full, 1))
    }

    pub(crate) fn measured_channel(&self) -> Option<Channel> {
        self.full.measured_channel()
    }

    /// Updates the measured costs with the GPU times that were read back.
    pub(crate) fn receive(&mut self, gpu: &Gpu, timer: &EvaluationTimer) {
        let full = &mut self.full;
        let samples = sample_count(full.targets.field.size());
        // While a grid program or field inputs are computed, costs are per invocation, not per sample of the field.
        let is_done = self.run.is_none() && full.remaining.is_done();
        full.cost.receive(gpu, timer, samples, is_done);
        full.receive_albedo(gpu, timer);
        self.horizons.receive(gpu, timer);
        if let Some(Coarse { field, .. }) = &mut self.coarse {
            field.receive_albedo(gpu, timer);
            full.albedo_cost.sample = field.albedo_cost.sample;
        }
    }

    /// Drops the buffers of a finished grid program, which are larger than the field. Other inputs start a new run.
    pub(crate) fn release_run(&mut self) {
        let is_complete = self.is_timed();
        self.run.take_if(|running| is_complete && running.run.is_done());
    }

    /// Returns the visible field; `None` until its albedo and value range are complete.
    fn prepared(&self) -> Option<Prepared<'_>> {
        let (visible, step) = self.visible();
        let (pipeline, inputs) = visible.inputs.as_ref()?;
        let (horizons, horizon_count) = match step {
            1 => (self.horizons.finished(), self.horizons.count()),
            _ => (None, 0),
        };
        visible.is_prepared().then_some(Prepared {
            targets: &visible.targets,
            pipeline,
            inputs,
            version: visible.version?,
            horizons,
            horizon_count,
        })
    }

    /// Updates the picture within the frame's time budget. Fails if grid program or horizons exceed the memory.
    pub(crate) fn update(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &Arc<EvaluatePipeline>,
        inputs: EvaluateInputs,
        frame: &FrameInputs,
    ) -> Result<UpdateResult, GpuError> {
        self.role = frame.role;
        let was_errors = self.evaluated().map(EvaluateInputs::are_errors);
        let are_errors = inputs.are_errors();
        // Inputs that change in each frame are shown too, if late.
        let is_incomplete = self.coarse.as_ref().is_some_and(Coarse::is_incomplete);
        let is_new = if is_incomplete && self.full.uses(pipeline) {
            false
        } else {
            self.set_inputs(gpu, shared, pipeline, inputs)?
        };
        if are_errors && was_errors != Some(true) {
            self.full.cost.sample = self.full.cost.sample.scaled(ERROR_COST);
        }
        if let Some(run) = &mut self.run {
            run.is_paused = frame.is_canceled && !is_new;
        }
        let evaluated =
            if self.run.as_ref().is_some_and(|run| run.run.has_program() || !run.run.is_done()) {
                self.advance_run(gpu, shared, encoder)
            } else {
                self.evaluate(gpu, shared, encoder, is_new)
            };
        let shaded = if self.full.remaining.is_done() {
            self.hide_coarse();
            self.shade(gpu, shared, encoder, frame)?
        } else if self.awaits_preview() {
            // The rest of the result is not that of the finished field.
            let shaded = self.shade(gpu, shared, encoder, frame)?.shaded;
            UpdateResult { shaded, ..UpdateResult::default() }
        } else {
            self.shade_coarse(gpu, shared, encoder, frame)
        };
        self.is_filled |= shaded.shaded;
        shared.evaluations += u64::from(evaluated.evaluated && self.full.remaining.is_done());
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
        if self.full.uses(pipeline) && self.evaluated() == Some(&inputs) {
            return Ok(false);
        }
        let run = self.run.take().map(|running| running.run);
        let run = pipeline.shared_run(gpu, &inputs, run, &shared.runs);
        // If creating the run fails, the next update tries again.
        let run = run.inspect_err(|_| self.full.inputs = None)?;
        let inputs = match &run {
            Some(run) => inputs.with_fields(Some(run)),
            None => inputs,
        };
        self.full.restart(pipeline, inputs);
        if run.as_ref().is_some_and(|run| !run.is_filled()) {
            self.full.cost.sample = SampleCost::default();
        }
        self.run = run.map(FieldRun::new);
        self.hide_coarse();
        Ok(true)
    }

    /// Updates albedo, value range, horizons and pixels, as far as the frame's time budget allows.
    fn shade(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        frame: &FrameInputs,
    ) -> Result<UpdateResult, GpuError> {
        let Some(mut work) = self.full.prepare(gpu, shared, encoder, frame) else {
            return Ok(UpdateResult::default());
        };
        // States of a grid program are replaced before their light from the sky is measured.
        let horizons = self.full.horizon_inputs(frame).filter(|_| self.full.remaining.is_done());
        let is_deferred = match frame.role {
            Role::Traced { defers_horizons } => defers_horizons && horizons.is_some(),
            // The horizons of a field that is temporarily subtracted are kept.
            Role::Subtracted => true,
            Role::Shaded | Role::Replacement => false,
        };
        if !is_deferred {
            let field = &self.full.targets.field;
            let is_map = frame.is_sky_map();
            self.horizons.update(gpu, shared, encoder, field, horizons, is_map)?;
        }
        let (horizons, count) = (self.horizons.visible(), self.horizons.count());
        work.shaded = self.full.show(gpu, shared, encoder, frame, horizons, count);
        Ok(work)
    }
}

fn sample_count(size: [u32; 2]) -> u64 {
    size.map(u64::from).iter().product()
}
