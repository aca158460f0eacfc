//! The picture of one pane, and its pending readbacks.

use std::sync::Arc;

use noise_playground::capture::RenderSettings;
use noise_playground::generator::Generator;
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, GpuError, MeasuredRange, PictureTexture,
};
use noise_playground::grid::SampleGrid;

use super::errors::ErrorPreparation;
use super::histogram::HistogramReader;
use super::inputs::{inputs, settings};
use super::probe::ProbeReader;
use super::reader::FieldReader;
use crate::app::evaluation_report::{EvaluationReport, PendingReports};
use crate::app::progressive::{ProgressivePicture, RayPicture, SharedPipelines, UpdateResult};
use crate::workbench::picture_state::{PictureDelay, RunProgress};
use crate::workbench::{PaneContent, PaneId, Workbench};

/// The picture of one pane, and its pending readbacks.
#[derive(Default)]
pub(in crate::app) struct PanePicture {
    /// `None` before the first update.
    pub(in crate::app) picture: Option<ProgressivePicture>,
    /// The rays of a three-dimensional view, whose data `picture` evaluates; `None` for views from above.
    rays: Option<RayPicture>,
    /// The pipeline of the last update.
    pipeline: Option<Arc<EvaluatePipeline>>,
    /// Pipeline of the errors and deviation of the values, for the view of errors.
    errors: ErrorPreparation,
    reports: PendingReports,
    probe: ProbeReader,
    reader: FieldReader,
    histogram: HistogramReader,
}

impl PanePicture {
    /// Returns the pixels, once there are any.
    pub(super) fn texture(&self) -> Option<&PictureTexture> {
        if let Some(rays) = &self.rays {
            return rays.texture();
        }
        let picture = self
            .picture
            .as_ref()
            .filter(|picture| picture.is_filled())?;
        Some(&picture.targets.picture)
    }

    /// Returns true if the last update used this pipeline.
    pub(super) fn uses(&self, pipeline: &Arc<EvaluatePipeline>) -> bool {
        let last = self.pipeline.as_ref();
        last.is_some_and(|last| Arc::ptr_eq(last, pipeline))
    }

    /// Passes finished readbacks to the workbench.
    pub(super) fn receive(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        workbench: &mut Workbench,
        key: PaneId,
    ) {
        while let Some(report) = self.reports.next(gpu) {
            self.apply_report(workbench, key, report);
        }
        if let Some(picture) = &mut self.picture {
            picture.receive(gpu, &shared.timer);
            if let Some(ms) = picture.evaluate_ms() {
                workbench.measurements.entry(key).evaluate_ms = Some(ms);
            }
        }
        if let Some(count) = self
            .rays
            .as_mut()
            .and_then(|rays| rays.receive(gpu, &shared.timer))
        {
            workbench.measurements.entry(key).gave_up = count;
        }
        if let Some(sample) = self.probe.try_take(gpu) {
            workbench.measurements.entry(key).sample = Some(sample);
        }
        if let Some(histogram) = self.histogram.try_take(gpu) {
            workbench.measurements.entry(key).histogram = Some(histogram);
        }
        if let Some(samples) = self.reader.try_take(gpu) {
            let measured = workbench.measurements.entry(key);
            if measured.runaway.is_none() {
                measured.samples = Some(Arc::new(samples));
            }
        }
    }

    fn apply_report(&mut self, workbench: &mut Workbench, key: PaneId, report: EvaluationReport) {
        let is_shown = |pipeline| Arc::ptr_eq(pipeline, &report.pipeline);
        if !self.pipeline.as_ref().is_some_and(is_shown) {
            return;
        }
        let measured = workbench.measurements.entry(key);
        if let Some(MeasuredRange {
            ends,
            finite,
            constant,
        }) = report.range
        {
            measured.value_range = Some(ends.into());
            measured.constant = constant;
            measured.non_finite_count = report.samples.saturating_sub(finite);
        }
        if report.runaway.is_some() {
            // The previous picture stays visible; known and pending samples are not its own.
            self.probe.cancel();
            measured.sample = None;
        }
        workbench.measurements.entry(key).runaway = report.runaway;
    }

    /// Returns true while readbacks are pending.
    pub(super) fn is_reading(&self) -> bool {
        let is_any = self.probe.is_reading() || self.is_refining() || self.errors.is_computing();
        let has_rays = self.rays.as_ref().is_some_and(RayPicture::is_reading);
        let is_counting = self.histogram.is_reading() || has_rays;
        is_any || is_counting || !self.reports.is_empty() || self.reader.is_reading()
    }

    /// Returns true if the workbench needs all samples of the present evaluation and they are not yet requested.
    pub(super) fn is_waiting(&self, workbench: &Workbench, key: PaneId) -> bool {
        let is_stale = |picture: &ProgressivePicture| self.reader.is_stale(picture.evaluation);
        workbench.needs_samples(key) && self.picture.as_ref().is_some_and(is_stale)
    }

    /// Returns true while the author's shader may be running: an evaluation is incomplete, or its report is pending.
    pub(super) fn is_running(&self) -> bool {
        self.is_refining() || self.reports.is_running()
    }

    /// Returns true while the evaluation is incomplete and not paused.
    pub(super) fn is_refining(&self) -> bool {
        let picture = self.picture.as_ref().filter(|picture| !picture.is_paused);
        let has_rays = || self.rays.as_ref().is_some_and(|rays| !rays.is_complete());
        picture.is_some_and(|picture| picture.progress().is_some() || has_rays())
    }

    /// Records the work that brings the picture up to date with its pane, `size` pixels wide and high.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        (pipeline, setup): (&Arc<EvaluatePipeline>, &PaneContent),
        (key, size): (PaneId, [u32; 2]),
    ) -> UpdateResult {
        let settings = settings(workbench, setup, (key, size));
        let inputs = match inputs(workbench, setup, (key, &settings)) {
            Ok(inputs) => inputs,
            Err(error) => {
                workbench.notify(error.to_string());
                return UpdateResult::default();
            }
        };
        let shows_errors = settings.shading.mode.info().shows_errors;
        let inputs = inputs.of_errors(shows_errors);
        let deviation = match shows_errors {
            true => self.deviation(gpu, workbench, (pipeline, &inputs), (key, &settings)),
            false => Some(1.0),
        };
        let Some(deviation) = deviation else {
            return UpdateResult::default();
        };
        let grid = inputs.grid;
        let is_scene = settings.shading.mode.info().scene.is_some();
        let resized = self.resize(gpu, encoder, grid.size, &pipeline.generator);
        let resized = resized.and_then(|()| {
            let rays = self.resize_rays(gpu, encoder, is_scene.then_some(size));
            rays.map_err(|error| error.to_string())
        });
        if let Err(error) = resized {
            workbench.notify(error);
            return UpdateResult::default();
        }
        let Some(picture) = &mut self.picture else {
            return UpdateResult::default();
        };
        if !self
            .pipeline
            .as_ref()
            .is_some_and(|previous| Arc::ptr_eq(previous, pipeline))
        {
            self.pipeline = Some(Arc::clone(pipeline));
            self.probe.cancel();
        }
        picture.counts_non_finite = !key.is_thumbnail();
        picture.is_data = is_scene;
        picture.deviation = deviation;
        let run = workbench.pane_stats(key).run;
        picture.is_paused = run.is_some_and(|run| run.is_canceled);
        let shading = &settings.shading;
        let updated = picture.update(gpu, shared, encoder, pipeline, inputs, shading);
        let updated = updated.and_then(|work| {
            let Some(rays) = &mut self.rays else {
                return Ok(work);
            };
            let data = (&*picture, setup.generator.as_ref());
            let shaded = rays.update(gpu, shared, encoder, data, &settings)?;
            // A runaway loop of the albedo at hits is reported with the picture.
            let albedo = work.albedo || shaded && rays.has_albedo_at_hits();
            Ok(UpdateResult {
                shaded,
                albedo,
                ..work
            })
        });
        let work = updated.unwrap_or_else(|error| {
            workbench.notify(error.to_string());
            UpdateResult::default()
        });
        self.reports
            .request(gpu, encoder, pipeline, picture.visible().0, work);
        let measured = workbench.measurements.entry(key);
        measured.progress = picture.progress();
        measured.run = picture.running_passes().map(|passes| RunProgress {
            passes,
            is_canceled: picture.is_paused,
        });
        if work.shaded {
            measured.pictured = Some(setup.target.clone());
        }
        if work.evaluated {
            self.probe.invalidate();
        }
        if !is_scene {
            measured.gave_up = 0;
        }
        // The cursor in a three-dimensional view finds its hit in samples that were read back.
        if !is_scene {
            self.read_probe(gpu, encoder, workbench, (key, setup.view.grid(size)));
        }
        if workbench.needs_histogram(key)
            && let Some(picture) = &self.picture
        {
            self.histogram.request(gpu, shared, encoder, picture);
        }
        self.read(gpu, encoder, workbench, grid, key);
        work
    }

    /// Returns the deviation of the values that errors are relative to; `None` until the errors can be evaluated.
    fn deviation(
        &mut self,
        gpu: &Gpu,
        workbench: &mut Workbench,
        (pipeline, inputs): (&Arc<EvaluatePipeline>, &EvaluateInputs),
        (key, settings): (PaneId, &RenderSettings),
    ) -> Option<f32> {
        let channel = settings.shading.channel;
        let prepared = self.errors.update(gpu, (pipeline, inputs), channel)?;
        let measured = workbench.measurements.entry(key);
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

    /// Requests all samples if the workbench needs them and the evaluation is complete.
    fn read(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        grid: SampleGrid,
        key: PaneId,
    ) {
        if !workbench.needs_samples(key) {
            if let Some(measured) = workbench.measurements.get_mut(key) {
                measured.samples = None;
            }
            self.reader = FieldReader::default();
            return;
        }
        let is_evaluated = |picture: &&ProgressivePicture| picture.evaluation != 0;
        let Some(picture) = self.picture.as_ref().filter(is_evaluated) else {
            return;
        };
        let requested = self.reader.request(
            gpu,
            encoder,
            &picture.targets.field,
            (grid, picture.evaluation),
        );
        if let Err(error) = requested {
            workbench.notify(error.to_string());
        }
    }

    /// Starts to map the submitted readbacks.
    pub(super) fn start_mapping(&mut self) {
        self.probe.start_mapping();
        if let Some(picture) = &mut self.picture {
            picture.start_mapping();
        }
        if let Some(rays) = &mut self.rays {
            rays.start_mapping();
        }
        self.reader.start_mapping();
        self.histogram.start_mapping();
        self.reports.start_mapping();
    }

    /// Creates new textures if size or generator require it. On an error the previous picture stays.
    fn resize(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        size: [u32; 2],
        generator: &Generator,
    ) -> Result<(), String> {
        let fits = |picture: &ProgressivePicture| picture.fits(size, generator);
        if self.picture.as_ref().is_some_and(fits) {
            return Ok(());
        }
        let mut picture =
            ProgressivePicture::new(gpu, size, generator).map_err(|error| error.to_string())?;
        // The previous pixels stay visible if a loop of the new picture runs away.
        if let Some(previous) = self.picture.take() {
            picture.continue_from(encoder, previous);
        }
        self.picture = Some(picture);
        Ok(())
    }

    /// Returns true if the samples are those of the pane's generator and values, or a coarse part of them.
    fn has_present_field(&self, workbench: &Workbench, key: PaneId) -> bool {
        let picture = self.picture.as_ref();
        let is_running = picture.is_some_and(|picture| picture.running_passes().is_some());
        let is_delayed = match key {
            PaneId::Cell(id) => matches!(
                workbench.picture_delay(id),
                Some(PictureDelay::Compiling | PictureDelay::Failed)
            ),
            _ => false,
        };
        !is_running && !is_delayed
    }

    /// Requests the sample under the pointer, unless it is known.
    fn read_probe(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        (key, grid): (PaneId, SampleGrid),
    ) {
        if !self.has_present_field(workbench, key) {
            self.probe = ProbeReader::default();
            workbench.measurements.entry(key).sample = None;
            return;
        }
        let probe = workbench.pointer.probe.filter(|_| !key.is_thumbnail());
        let Some((probe, picture)) = probe.zip(self.picture.as_ref()) else {
            return;
        };
        let measured = workbench.measurements.entry(key);
        let is_known = measured.sample.is_some() && self.probe.has_requested(probe.world);
        if is_known || measured.runaway.is_some() {
            return;
        }
        let position = (grid, probe.world);
        if !self.probe.request(gpu, encoder, picture, position) {
            measured.sample = None;
        }
    }

    /// Creates or drops the rays of a three-dimensional view of `size` pixels; `None` for a view from above. The previous
    /// pixels stay visible.
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
