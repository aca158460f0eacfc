//! GPU readbacks of one picture: evaluation reports, the sample under the pointer, the histogram, and all samples.

use std::sync::Arc;
use std::time::Instant;

use noise_playground::field::grid::SampleGrid;
use noise_playground::gpu::Gpu;

use super::{DrawnPane, PanePicture};
use crate::app::evaluation_report::EvaluationReport;
use crate::app::pictures::probe::ProbeReader;
use crate::app::pictures::reader::FieldReader;
use crate::app::progressive::{
    ProgressivePicture, RayPicture, Role, SharedPipelines, UpdateResult,
};
use crate::workbench::picture_state::PictureDelay;
use crate::workbench::{PaneId, Workbench};

impl PanePicture {
    /// Passes all finished readbacks to the workbench.
    pub(in crate::app::pictures) fn receive(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        workbench: &mut Workbench,
        key: PaneId,
    ) {
        while let Some(report) = self.reports.next(gpu) {
            self.apply_report(workbench, key, report);
        }
        if let Some(replacement) = &mut self.replacement {
            replacement.receive(gpu, &shared.timer);
        }
        if let Some(picture) = &mut self.picture {
            picture.receive(gpu, &shared.timer);
            if key.is_measured() {
                picture.release_run();
            }
            if let Some(ms) = picture.evaluate_ms() {
                workbench.measurements_mut().entry(key).evaluate_ms = Some(ms);
            }
        }
        if let Some(count) = self.rays.as_mut().and_then(|rays| rays.receive(gpu, &shared.timer)) {
            workbench.measurements_mut().entry(key).rays_at_limit = count;
        }
        if let Some(sample) = self.probe.try_take(gpu) {
            workbench.measurements_mut().entry(key).sample = Some(sample);
        }
        if let Some(histogram) = self.histogram.try_take(gpu) {
            workbench.measurements_mut().entry(key).histogram = Some(histogram);
        }
        if let Some(samples) = self.reader.try_take(gpu) {
            let measured = workbench.measurements_mut().entry(key);
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
        let content = workbench.pane_content(key);
        let is_color =
            content.is_some_and(|content| content.generator.measures_signs(&content.view.shading));
        let measured = workbench.measurements_mut().entry(key);
        if let Some(range) = report.range {
            // A color has no single value: the measured range is that of its red part.
            measured.value_range = (!is_color).then(|| range.ends.into());
            measured.constant = range.constant.filter(|_| !is_color);
            measured.non_finite_count = report.samples.saturating_sub(range.finite);
            measured.has_signed_colors = is_color && range.has_signed_colors();
        }
        if report.runaway.is_some() {
            // The previous picture stays visible; samples read now belong to the field of the failed evaluation.
            self.probe.cancel();
            measured.sample = None;
        }
        let is_runaway = report.runaway.is_some();
        let measured = workbench.measurements_mut().entry(key);
        measured.runaway_since =
            measured.runaway_since.filter(|_| is_runaway).or(is_runaway.then(Instant::now));
        measured.runaway = report.runaway;
    }

    /// Returns true while readbacks are pending or the evaluation is incomplete.
    pub(in crate::app::pictures) fn is_reading(&self) -> bool {
        let is_any = self.probe.is_reading() || self.is_refining();
        let has_rays = self.rays.as_ref().is_some_and(RayPicture::is_reading);
        let is_counting = self.histogram.is_reading() || has_rays;
        is_any || is_counting || !self.reports.is_empty() || self.reader.is_reading()
    }

    /// Returns true if the workbench needs all samples of the present field, and they are not yet requested.
    pub(in crate::app::pictures) fn is_waiting(&self, workbench: &Workbench, key: PaneId) -> bool {
        let is_stale = |picture: &ProgressivePicture| self.reader.is_stale(picture.evaluation());
        workbench.needs_samples(key) && self.picture.as_ref().is_some_and(is_stale)
    }

    /// Records this frame's readbacks: the evaluation report if something was computed, and what the workbench needs.
    pub(in crate::app::pictures) fn request_readbacks(
        &mut self,
        gpu: &Gpu,
        shared: &mut SharedPipelines,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        pane: DrawnPane<'_>,
        work: UpdateResult,
    ) {
        let DrawnPane { key, size, pipeline, content } = pane;
        let Some(picture) = &self.picture else {
            return;
        };
        let visible = picture.visible().0;
        self.reports.request(gpu, encoder, pipeline, visible, work);
        if workbench.needs_histogram(key) {
            self.histogram.request(gpu, shared, encoder, picture);
        }
        if work.evaluated {
            self.probe.invalidate();
        }
        // In a three-dimensional view, the sample under the pointer is computed from all samples, read back below.
        if picture.role() == Role::Shaded {
            self.read_probe(gpu, encoder, workbench, key, content.view.grid(size));
        }
        self.read_samples(gpu, encoder, workbench, key);
    }

    /// Does nothing unless the workbench needs the samples and the evaluation is complete.
    fn read_samples(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        key: PaneId,
    ) {
        if !workbench.needs_samples(key) {
            if let Some(measured) = workbench.measurements_mut().get_mut(key) {
                measured.samples = None;
            }
            self.reader = FieldReader::default();
            return;
        }
        let Some(picture) = &self.picture else {
            return;
        };
        let Some((inputs, evaluation)) = picture.evaluated().zip(picture.evaluation()) else {
            return;
        };
        let field = &picture.targets().field;
        let requested = self.reader.request(gpu, encoder, field, inputs, evaluation);
        if let Err(error) = requested {
            workbench.notify(error.to_string());
        }
    }

    /// Does nothing if the sample under the pointer was read already.
    fn read_probe(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        key: PaneId,
        grid: SampleGrid,
    ) {
        if !self.has_present_field(workbench, key) {
            self.probe = ProbeReader::default();
            workbench.measurements_mut().entry(key).sample = None;
            return;
        }
        let probe = workbench.pointer.probe.filter(|_| !key.is_thumbnail());
        let Some((probe, picture)) = probe.zip(self.picture.as_ref()) else {
            return;
        };
        let measured = workbench.measurements_mut().entry(key);
        let is_known = measured.sample.is_some() && self.probe.has_requested(probe.world);
        if is_known || measured.runaway.is_some() {
            return;
        }
        if !self.probe.request(gpu, encoder, picture, grid, probe.world) {
            measured.sample = None;
        }
    }

    /// Returns true if the field belongs to the pane's present generator and values, even if it is still coarse.
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
}
