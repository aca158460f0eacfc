//! Picture of one pane.

mod readbacks;

use std::sync::Arc;

use noise_playground::RenderSettings;
use noise_playground::generator::Generator;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, GpuError, PictureTexture};

use super::errors::ErrorPreparation;
use super::histogram::HistogramReader;
use super::pane_inputs::{inputs, settings};
use super::probe::ProbeReader;
use super::reader::FieldReader;
use crate::app::evaluation_report::PendingReports;
use crate::app::progressive::{
    FrameInputs, ProgressivePicture, RayPicture, Role, SharedPipelines, UpdateResult,
};
use crate::process::background::Wake;
use crate::process::sentinel::RunSentinel;
use crate::window::CoarsePicture;
use crate::workbench::picture_state::RunProgress;
use crate::workbench::{PaneContent, PaneId, Workbench};

pub(in crate::app) struct PanePicture {
    /// For a three-dimensional view, only the field to which rays are traced. `None` before the first update.
    pub(in crate::app) picture: Option<ProgressivePicture>,
    /// Field of the shown planet, sampled finely near the moved camera; `picture` stays visible until it is complete.
    pub(super) replacement: Option<ProgressivePicture>,
    /// `None` for views from above.
    rays: Option<RayPicture>,
    /// False also while the picture of a difference covers this one.
    has_rays: bool,
    /// Pipeline of the last update.
    pipeline: Option<Arc<EvaluatePipeline>>,
    pub(super) errors: ErrorPreparation,
    reports: PendingReports,
    probe: ProbeReader,
    reader: FieldReader,
    histogram: HistogramReader,
}

#[derive(Clone, Copy)]
pub(super) struct DrawnPane<'a> {
    pub(super) key: PaneId,
    pub(super) size: [u32; 2],
    pub(super) pipeline: &'a Arc<EvaluatePipeline>,
    pub(super) content: &'a PaneContent,
}

impl PanePicture {
    pub(super) fn new(wake: &Wake, sentinel: &Arc<RunSentinel>) -> Self {
        Self {
            picture: None,
            replacement: None,
            rays: None,
            has_rays: false,
            pipeline: None,
            errors: ErrorPreparation::new(wake, sentinel),
            reports: PendingReports::default(),
            probe: ProbeReader::default(),
            reader: FieldReader::default(),
            histogram: HistogramReader::default(),
        }
    }

    /// Returns `None` before there are visible pixels.
    pub(super) fn texture(&self) -> Option<&PictureTexture> {
        if let Some(rays) = &self.rays {
            return rays.texture();
        }
        let is_shaded =
            |picture: &&ProgressivePicture| picture.is_filled() && picture.role() == Role::Shaded;
        let picture = self.picture.as_ref().filter(is_shaded)?;
        Some(&picture.targets().picture)
    }

    /// Returns the coarse picture with newer pixels than [`Self::texture`], which the window must enlarge.
    pub(super) fn coarse(&self) -> Option<CoarsePicture<'_>> {
        let picture = self.picture.as_ref().filter(|_| self.rays.is_none());
        picture.and_then(ProgressivePicture::coarse)
    }

    /// Replaces the pixels by those of the coarse picture, if only the window has shown it so far.
    pub(super) fn enlarge_coarse(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
    ) {
        if let Some(picture) = &mut self.picture {
            picture.enlarge_coarse(gpu, shared, encoder);
        }
    }

    pub(super) fn uses(&self, pipeline: &Arc<EvaluatePipeline>) -> bool {
        let last = self.pipeline.as_ref();
        last.is_some_and(|last| Arc::ptr_eq(last, pipeline))
    }

    /// Returns true if the last update was for another generator.
    pub(super) fn is_of_other(&self, generator: &Generator) -> bool {
        let last = self.pipeline.as_ref();
        last.is_some_and(|last| last.generator.address() != generator.address())
    }

    /// Returns true while the author's shader may be running: an evaluation or its report is pending.
    pub(super) fn is_running(&self) -> bool {
        self.is_refining() || self.reports.is_running()
    }

    /// Returns true while there are fewer rays than pixels, as when the camera moves.
    pub(super) fn has_coarse_rays(&self) -> bool {
        let rays = self.rays.as_ref().filter(|_| self.has_rays);
        rays.is_some_and(RayPicture::is_coarse)
    }

    /// Returns the estimated milliseconds of an evaluation; infinite if rays follow it.
    pub(super) fn evaluation_ms(&self, samples: u64) -> f64 {
        let picture = self.picture.as_ref().filter(|_| !self.has_rays);
        picture.map_or(f64::INFINITY, |picture| picture.evaluation_ms(samples))
    }

    /// Returns true while evaluation or rays are incomplete and not paused.
    pub(super) fn is_refining(&self) -> bool {
        let picture = self.picture.as_ref().filter(|picture| !picture.is_paused());
        let rays = self.rays.as_ref().filter(|_| self.has_rays);
        let is_tracing = rays.is_some_and(|rays| !rays.is_complete());
        // Deferred horizons are measured in the next frame.
        let is_deferring = |picture: &ProgressivePicture| {
            self.has_rays && picture.role() == Role::Traced { defers_horizons: true }
        };
        let is_working = self.replacement.is_some() || is_tracing;
        picture.is_some_and(|picture| {
            picture.progress().is_some() || is_working || is_deferring(picture)
        })
    }

    /// Records the work that brings the picture up to date, as far as the frame's time budget allows.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        pane: DrawnPane<'_>,
    ) -> UpdateResult {
        let prepared = self.prepare(gpu, shared, encoder, workbench, pane);
        let prepared = prepared.unwrap_or_else(|error| {
            workbench.notify(error.to_string());
            None
        });
        let Some((inputs, frame, is_replaced)) = prepared else {
            return UpdateResult::default();
        };
        let drawn = self.draw(gpu, shared, encoder, pane, inputs, &frame);
        let work = drawn.unwrap_or_else(|error| {
            workbench.notify(error.to_string());
            UpdateResult::default()
        });
        let work = UpdateResult {
            evaluated: work.evaluated || is_replaced,
            measured: work.measured || is_replaced,
            ..work
        };
        self.publish(workbench, pane, work);
        self.request_readbacks(gpu, shared, encoder, workbench, pane, work);
        work
    }

    /// Creates textures. The bool is true if the field of a planet was replaced by that for a moved camera. Returns
    /// `None` until rounding errors can be evaluated. On an error the previous picture stays.
    fn prepare(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        pane: DrawnPane<'_>,
    ) -> anyhow::Result<Option<(EvaluateInputs, FrameInputs, bool)>> {
        let DrawnPane { key, size, pipeline, content } = pane;
        let settings = settings(workbench, content, key, size);
        let inputs = inputs(workbench, content, key, &settings)?;
        let mode = settings.shading.mode.info();
        let inputs = inputs.of_errors(mode.shows_errors);
        let deviation = if mode.shows_errors {
            self.deviation(gpu, workbench, pane, &settings, &inputs)
        } else {
            Some(1.0)
        };
        let Some(deviation) = deviation else {
            return Ok(None);
        };
        let is_scene = mode.scene.is_some();
        let run = workbench.pane_stats(key).run;
        let mut frame = FrameInputs {
            settings,
            role: Role::Replacement,
            counts_non_finite: !key.is_thumbnail(),
            deviation,
            is_canceled: run.is_some_and(|run| run.is_canceled),
        };
        let (inputs, is_replaced) = self.replace(gpu, shared, encoder, pipeline, inputs, &frame)?;
        self.resize(gpu, encoder, inputs.grid.size, &pipeline.generator)?;
        let is_subtracted = is_scene && workbench.is_subtracted(key);
        // The cell's own picture stays visible until the difference is computed.
        let is_covered =
            is_subtracted && workbench.pane_stats(PaneId::Difference).value_range.is_some();
        self.has_rays = is_scene && !is_covered;
        if !is_covered {
            self.resize_rays(gpu, encoder, is_scene.then_some(size))?;
        }
        if !self.uses(pipeline) {
            self.pipeline = Some(Arc::clone(pipeline));
            self.probe.cancel();
        }
        let defers_horizons = self.has_coarse_rays() && shared.timer.needs_waiting();
        frame.role = match is_scene {
            false => Role::Shaded,
            true if is_subtracted => Role::Subtracted,
            true => Role::Traced { defers_horizons },
        };
        Ok(Some((inputs, frame, is_replaced)))
    }

    /// Evaluates and shades, or traces rays, as far as the frame's time budget allows.
    fn draw(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        pane: DrawnPane<'_>,
        inputs: EvaluateInputs,
        frame: &FrameInputs,
    ) -> Result<UpdateResult, GpuError> {
        let Some(picture) = &mut self.picture else {
            return Ok(UpdateResult::default());
        };
        let work = picture.update(gpu, shared, encoder, pane.pipeline, inputs, frame)?;
        let Some(rays) = self.rays.as_mut().filter(|_| self.has_rays) else {
            // A field without rays is visible by the difference that it is subtracted for.
            let shaded = work.shaded || frame.role != Role::Shaded && work.evaluated;
            return Ok(UpdateResult { shaded, ..work });
        };
        let data = (&*picture, pane.content.generator.as_ref());
        let shaded = rays.update(gpu, shared, encoder, data, &frame.settings, None)?;
        // A runaway loop of the `surface` function that is evaluated at hits of rays is reported with the picture.
        let albedo = work.albedo || shaded && rays.has_albedo_at_hits();
        Ok(UpdateResult { shaded, albedo, ..work })
    }

    /// Passes progress, executed passes and the shown generator to the workbench.
    fn publish(&mut self, workbench: &mut Workbench, pane: DrawnPane<'_>, work: UpdateResult) {
        let Some(picture) = &self.picture else {
            return;
        };
        let measured = workbench.measurements_mut().entry(pane.key);
        let replacement = self.replacement.as_ref();
        let progress = replacement.and_then(ProgressivePicture::progress);
        measured.progress = picture.progress().or(progress);
        measured.run = picture
            .running_passes()
            .map(|passes| RunProgress { passes, is_canceled: picture.is_paused() });
        let target = &pane.content.target;
        if work.shaded && measured.pictured.as_ref() != Some(target) {
            let stage = target.stage().unwrap_or("its result");
            tracing::debug!("{:?} shows {stage} of {}", pane.key, target.address());
            measured.pictured = Some(target.clone());
        }
        if picture.role() == Role::Shaded {
            measured.rays_at_limit = 0;
        }
    }

    /// Returns the deviation that rounding errors are relative to; `None` until measured, and if there are no errors.
    fn deviation(
        &mut self,
        gpu: &Gpu,
        workbench: &mut Workbench,
        DrawnPane { key, pipeline, .. }: DrawnPane<'_>,
        settings: &RenderSettings,
        inputs: &EvaluateInputs,
    ) -> Option<f32> {
        let channel = settings.shading.channel;
        let prepared = self.errors.update(gpu, pipeline, inputs, channel)?;
        let measured = workbench.measurements_mut().entry(key);
        let before = measured.no_errors.take();
        measured.no_errors = prepared.as_ref().err().cloned();
        if let Err(reason) = prepared
            && before.is_none()
            && !key.is_thumbnail()
        {
            workbench.notify(reason.clone());
        }
        prepared.as_ref().ok().copied()
    }

    /// Creates new textures if size or generator require it. On an error the previous picture stays.
    fn resize(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        size: [u32; 2],
        generator: &Generator,
    ) -> Result<(), GpuError> {
        let fits = |picture: &ProgressivePicture| picture.fits(size, generator);
        if self.picture.as_ref().is_some_and(fits) {
            return Ok(());
        }
        let mut picture = ProgressivePicture::new(gpu, size, generator)?;
        // The previous pixels stay visible if a loop of the new picture runs away.
        if let Some(previous) = self.picture.take() {
            picture.continue_from(encoder, previous);
        }
        self.picture = Some(picture);
        Ok(())
    }

    /// Creates the ray-traced picture, or drops it for `None`, a view from above. The previous pixels stay visible.
    fn resize_rays(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        size: Option<[u32; 2]>,
    ) -> Result<(), GpuError> {
        let Some(size) = size else {
            self.rays = None;
            return Ok(());
        };
        let present = self.rays.as_ref();
        if present.is_none_or(|rays| rays.picture.size() != size) {
            let previous = present.and_then(RayPicture::texture);
            self.rays = Some(RayPicture::new(gpu, encoder, size, previous)?);
        }
        Ok(())
    }
}
