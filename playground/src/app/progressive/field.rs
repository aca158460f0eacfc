//! The field of a picture, full or coarse, with the stages that are computed from it: albedo, value range and pixels.

use std::sync::Arc;

use noise_playground::field::{Channel, RangeRule, Returns};
use noise_playground::generator::Generator;
use noise_playground::gpu::{
    Chunks, EvaluateInputs, EvaluatePipeline, Gpu, GpuError, HorizonInputs, HorizonTexture,
    PictureTargets, ShadeInputs,
};
use noise_playground::view::space::planet::PlanetLayout;

use super::cost::{CostTracker, TimedWork};
use super::{EvaluationTimer, FrameInputs, SharedPipelines, UpdateResult, sample_count};

/// Maximum number of chunks: nothing is visible before the albedo is complete.
const MAX_ALBEDO_CHUNKS: u64 = 128;

/// Textures of a field and its picture. Each stage remembers the version of the field and the settings it came from.
pub(crate) struct PictureField {
    pub(crate) targets: PictureTargets,
    /// `None` before the first update.
    pub(super) inputs: Option<(Arc<EvaluatePipeline>, EvaluateInputs)>,
    /// Samples that are not evaluated with the present inputs.
    pub(super) remaining: Chunks,
    /// Identifies the samples among all fields; `None` before the first ones, and while they are partly replaced.
    pub(super) version: Option<u64>,
    /// Cost per sample, or per invocation while a grid program or field inputs are computed.
    pub(super) cost: CostTracker,
    /// Version that the albedo belongs to, and what remains of it.
    albedo: Option<(u64, Chunks)>,
    pub(super) albedo_cost: CostTracker,
    measured: Option<MeasuredFrom>,
    pub(super) shown: Option<ShownFrom>,
}

/// Version of the field, channel and rule of the measured value range.
type MeasuredFrom = (u64, Channel, RangeRule);

/// Inputs of the stage that last completed the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ShownFrom {
    /// Equal values mean equal pixels.
    Shading {
        version: u64,
        shade: ShadeInputs,
        has_albedo: bool,
        measured: Option<MeasuredFrom>,
        /// Version of the horizons.
        horizon_count: u64,
    },
    /// Version of the field to which rays are traced.
    Data(u64),
}

impl PictureField {
    pub(super) fn new(gpu: &Gpu, size: [u32; 2], generator: &Generator) -> Result<Self, GpuError> {
        Ok(Self {
            targets: PictureTargets::new(gpu, size, generator)?,
            inputs: None,
            remaining: Chunks::new(size),
            version: None,
            cost: CostTracker::default(),
            albedo: None,
            albedo_cost: CostTracker::default(),
            measured: None,
            shown: None,
        })
    }

    pub(crate) fn sample_count(&self) -> u64 {
        let inputs = self.inputs.as_ref();
        inputs.map_or(0, |(_, inputs)| inputs.sample_count())
    }

    pub(super) fn uses(&self, pipeline: &Arc<EvaluatePipeline>) -> bool {
        let present = self.inputs.as_ref();
        present.is_some_and(|(present, _)| Arc::ptr_eq(present, pipeline))
    }

    /// Returns true if field, albedo and value range are complete, so that rays can be traced.
    pub(super) fn is_prepared(&self) -> bool {
        let data = self.version.map(ShownFrom::Data);
        data.is_some() && self.shown == data
    }

    /// Returns true if the samples are already visible, or rays can be traced to them.
    pub(super) fn is_shown(&self) -> bool {
        let shown = self.shown.map(|shown| match shown {
            ShownFrom::Shading { version, .. } | ShownFrom::Data(version) => version,
        });
        self.version == shown
    }

    /// Starts an evaluation with new inputs. The samples stay until the first of them is replaced.
    pub(super) fn restart(&mut self, pipeline: &Arc<EvaluatePipeline>, inputs: EvaluateInputs) {
        let same_pipeline = self.uses(pipeline);
        if let Some(cost) = pipeline.cost.filter(|_| !same_pipeline) {
            self.cost.sample = cost.evaluate;
            self.albedo_cost.sample = cost.surface;
        }
        self.cost.restart(same_pipeline);
        self.albedo_cost.restart(same_pipeline);
        self.targets.field.counted = inputs.planet().map(PlanetLayout::faces_size);
        self.remaining = Chunks::new(self.targets.field.size());
        self.inputs = Some((Arc::clone(pipeline), inputs));
    }

    /// Updates the measured cost of the albedo.
    pub(super) fn receive_albedo(&mut self, gpu: &Gpu, timer: &EvaluationTimer) {
        let samples = sample_count(self.targets.field.size());
        let is_done = self.has_albedo();
        self.albedo_cost.receive(gpu, timer, samples, is_done);
    }

    pub(super) fn evaluate_chunk(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
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
        self.cost.request(time, samples, TimedWork::of_chunk(chunk, region.size));
        let evaluated = self.remaining.is_done();
        self.version = evaluated.then(|| shared.next_version());
        UpdateResult { samples, evaluated, ..UpdateResult::default() }
    }

    /// Completes albedo, within the frame's time budget, and value range; `None` while the albedo is incomplete.
    pub(super) fn prepare(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        frame: &FrameInputs,
    ) -> Option<UpdateResult> {
        let (pipeline, _) = self.inputs.as_ref()?;
        let (version, generator) = (self.version?, Arc::clone(&pipeline.generator));
        let mut work = UpdateResult::default();
        if frame.role.is_data() {
            self.shown = None;
        }
        if !self.uses_albedo(frame) {
            self.albedo.take_if(|(_, remaining)| !remaining.is_done());
        } else if !self.has_albedo() {
            self.evaluate_albedo(gpu, shared, encoder, version);
            if !self.has_albedo() {
                return None;
            }
            work.albedo = true;
        }
        let shading = &frame.settings.shading;
        let is_measured = frame.counts_non_finite || shading.value_range.is_measured();
        let is_used = is_measured && generator.uses_value_range(shading);
        if is_used || generator.needs_measured_range(shading) {
            let rule = shading.range_rule().unwrap_or_default();
            let measured = Some((version, shading.channel, rule));
            work.measured = self.measured != measured;
            if work.measured {
                self.targets.measure_range(gpu, encoder, &mut shared.host, shading);
                self.measured = measured;
            }
        }
        Some(work)
    }

    /// Returns what the horizons depend on, with the version of the field; `None` if the picture needs none.
    pub(super) fn horizon_inputs(&self, frame: &FrameInputs) -> Option<(HorizonInputs, u64)> {
        let (_, inputs) = self.inputs.as_ref()?;
        HorizonInputs::new(&frame.settings.shading, inputs.grid.spacing()).zip(self.version)
    }

    /// Completes the picture of a prepared field. Returns true if pixels were shaded. `horizons` have their version.
    pub(super) fn show(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        frame: &FrameInputs,
        horizons: Option<&HorizonTexture>,
        horizon_count: u64,
    ) -> bool {
        let Some(((pipeline, inputs), version)) = self.inputs.as_ref().zip(self.version) else {
            return false;
        };
        if frame.role.is_data() {
            self.shown = Some(ShownFrom::Data(version));
            return false;
        }
        let shading = &frame.settings.shading;
        let is_color = pipeline.generator.returns() == Returns::Color;
        let shade = ShadeInputs::new(shading, [inputs.grid.spacing(); 2], is_color);
        let shade = shade.with_deviation(frame.deviation);
        let (has_albedo, measured) = (self.uses_albedo(frame), self.measured);
        let shown = ShownFrom::Shading { version, shade, has_albedo, measured, horizon_count };
        let is_known = !shading.mode.info().needs_sky || horizons.is_some();
        if !is_known || self.shown == Some(shown) {
            return false;
        }
        let ground = self.targets.ground(has_albedo, horizons);
        self.targets.shade(gpu, encoder, &mut shared.host, &shade, ground);
        self.shown = Some(shown);
        true
    }

    /// The albedo of a solid is evaluated where rays hit it.
    fn uses_albedo(&self, frame: &FrameInputs) -> bool {
        let uses = |(pipeline, inputs): &(Arc<EvaluatePipeline>, EvaluateInputs)| {
            inputs.volume().is_none() && pipeline.generator.uses_surface(&frame.settings.shading)
        };
        frame.role.is_lit() && self.inputs.as_ref().is_some_and(uses)
    }

    fn has_albedo(&self) -> bool {
        let done = self.albedo.as_ref().filter(|(_, remaining)| remaining.is_done());
        done.is_some_and(|(version, _)| Some(*version) == self.version)
    }

    /// Completed fraction, 0 to 1, of an incomplete albedo.
    pub(super) fn albedo_progress(&self) -> Option<f32> {
        let (_, remaining) = self.albedo.as_ref()?;
        (!remaining.is_done()).then(|| remaining.progress())
    }

    /// Returns the channel whose value range was measured.
    pub(super) fn measured_channel(&self) -> Option<Channel> {
        let (version, channel, _) = self.measured?;
        (Some(version) == self.version).then_some(channel)
    }

    /// Evaluates as much of the albedo as fits the frame's time budget.
    fn evaluate_albedo(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        version: u64,
    ) {
        let Some(((pipeline, inputs), albedo)) =
            self.inputs.as_ref().zip(self.targets.albedo.as_ref())
        else {
            return;
        };
        let region = inputs.grid.region();
        let started = self.albedo.take().filter(|(of, _)| *of == version);
        let (_, remaining) =
            self.albedo.insert(started.unwrap_or((version, Chunks::new(region.size))));
        // On a busy machine a submission takes longer than the budget, however few its samples are.
        let min = sample_count(region.size).div_ceil(MAX_ALBEDO_CHUNKS);
        let count = self.albedo_cost.next_count(shared.budget_ms).max(min);
        let is_known = self.albedo_cost.is_known();
        let Some(chunk) = is_known.then(|| remaining.next_chunk(count)).flatten() else {
            return;
        };
        let targets = (&self.targets.field, albedo);
        let (time, samples) = shared.timer.time(gpu, encoder, |encoder, timestamps| {
            let placed = (region, chunk);
            pipeline.evaluate_surface_chunk(gpu, encoder, inputs, placed, targets, timestamps);
            sample_count(chunk.size)
        });
        self.albedo_cost.request(time, samples, TimedWork::of_chunk(chunk, region.size));
    }
}
