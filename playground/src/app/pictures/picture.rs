//! The picture of a pane, and its pending readbacks.

use std::sync::Arc;

use noise_playground::control::HostInputs;
use noise_playground::generator::{Generator, ScheduleError};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, MeasuredRange, PendingReadback, PictureTexture,
    f32s_from_bytes, request_sample,
};
use noise_playground::grid::SampleGrid;

use super::reader::FieldReader;
use crate::app::evaluation_report::{EvaluationReport, PendingReports};
use crate::app::progressive::{ProgressivePicture, SharedPipelines, UpdateResult};
use crate::workbench::{PaneContent, PaneId, Probe, Workbench};

/// The picture of a pane.
#[derive(Default)]
pub(in crate::app) struct PanePicture {
    pub(in crate::app) picture: Option<ProgressivePicture>,
    /// The pipeline of the last update.
    pipeline: Option<Arc<EvaluatePipeline>>,
    verdicts: PendingReports,
    probe_read: Option<PendingReadback>,
    /// World position whose sample of the present field was last requested.
    probed: Option<[f64; 2]>,
    reader: FieldReader,
}

impl PanePicture {
    /// Returns the pixels, once there are any.
    pub(super) fn texture(&self) -> Option<&PictureTexture> {
        let picture = self
            .picture
            .as_ref()
            .filter(|picture| picture.is_filled())?;
        Some(&picture.targets.picture)
    }

    /// Passes what was read back to the workbench.
    pub(super) fn receive(
        &mut self,
        gpu: &Gpu,
        shared: &SharedPipelines,
        workbench: &mut Workbench,
        key: PaneId,
    ) {
        while let Some(verdict) = self.verdicts.next(gpu) {
            self.apply_report(workbench, key, verdict);
        }
        if let Some(picture) = &mut self.picture {
            picture.receive(gpu, &shared.timer);
            if let Some(ms) = picture.evaluate_ms() {
                workbench.measurements.entry(key).evaluate_ms = Some(ms);
            }
        }
        if let Some(bytes) = self.probe_read.as_ref().and_then(|read| read.try_take(gpu)) {
            self.probe_read = None;
            let mut sample = bytes
                .map(|bytes| f32s_from_bytes(&bytes))
                .unwrap_or_default();
            let channels = self
                .picture
                .as_ref()
                .map_or(0, |picture| picture.targets.field.channels);
            sample.truncate(channels as usize);
            workbench.measurements.entry(key).sample = Some(sample);
        }
        if let Some(samples) = self.reader.take(gpu) {
            let measured = workbench.measurements.entry(key);
            if measured.runaway.is_none() {
                measured.samples = Some(Arc::new(samples));
            }
        }
    }

    fn apply_report(&mut self, workbench: &mut Workbench, key: PaneId, verdict: EvaluationReport) {
        let is_shown = |pipeline| Arc::ptr_eq(pipeline, &verdict.pipeline);
        if !self.pipeline.as_ref().is_some_and(is_shown) {
            return;
        }
        let measured = workbench.measurements.entry(key);
        if let Some(MeasuredRange { ends, finite }) = verdict.range {
            measured.value_range = Some(ends.into());
            measured.non_finite_count = verdict.samples.saturating_sub(finite);
        }
        if verdict.runaway.is_some() {
            // Known and pending samples are not those of the visible picture.
            self.probe_read = None;
            measured.sample = None;
        }
        workbench.measurements.entry(key).runaway = verdict.runaway;
    }

    /// Returns true while readbacks are pending.
    pub(super) fn is_reading(&self) -> bool {
        let is_one = self.probe_read.is_some() || self.is_refining();
        is_one || !self.verdicts.is_empty() || self.reader.is_reading()
    }

    /// Returns true if all samples are wanted and not yet requested.
    pub(super) fn is_waiting(&self, workbench: &Workbench, key: PaneId) -> bool {
        let is_behind = |picture: &ProgressivePicture| self.reader.is_behind(picture.evaluation);
        workbench.needs_samples(key) && self.picture.as_ref().is_some_and(is_behind)
    }

    /// Returns true while an evaluation is running or its report is pending.
    pub(super) fn is_underway(&self) -> bool {
        self.is_refining() || self.verdicts.is_running()
    }

    /// Returns true while the evaluation is not finished.
    pub(super) fn is_refining(&self) -> bool {
        let progress = self.picture.as_ref().and_then(ProgressivePicture::progress);
        progress.is_some()
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
        let inputs = match inputs(workbench, setup, (key, size)) {
            Ok(inputs) => inputs,
            Err(error) => {
                workbench.notify(error.to_string());
                return UpdateResult::default();
            }
        };
        if let Err(error) = self.resize(gpu, encoder, size, &pipeline.generator) {
            workbench.notify(error);
            return UpdateResult::default();
        }
        let Some(picture) = &mut self.picture else {
            return UpdateResult::default();
        };
        if !self
            .pipeline
            .as_ref()
            .is_some_and(|before| Arc::ptr_eq(before, pipeline))
        {
            self.pipeline = Some(Arc::clone(pipeline));
            self.probe_read = None;
        }
        picture.counts_non_finite = !key.is_thumbnail();
        let view = setup.view.shading_for(&setup.generator);
        let updated = picture.update(gpu, shared, encoder, pipeline, inputs, &view);
        let work = updated.unwrap_or_else(|error| {
            workbench.notify(error.to_string());
            UpdateResult::default()
        });
        self.verdicts
            .ask(gpu, encoder, pipeline, picture.visible().0, work);
        workbench.measurements.entry(key).progress = picture.progress();
        if work.evaluated {
            self.probed = None;
        }
        self.probe(gpu, encoder, workbench, setup, (key, size));
        self.read(gpu, encoder, workbench, setup.view.grid(size), key);
        work
    }

    /// Requests all samples if they are wanted and the evaluation is finished.
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
        let whole = |picture: &&ProgressivePicture| picture.progress().is_none();
        let Some(picture) = self.picture.as_ref().filter(whole) else {
            return;
        };
        let asked = self.reader.ask(
            gpu,
            encoder,
            &picture.targets.field,
            (grid, picture.evaluation),
        );
        if let Err(error) = asked {
            workbench.notify(error.to_string());
        }
    }

    /// Starts mapping the readbacks that were submitted.
    pub(super) fn submitted(&mut self) {
        if let Some(read) = &mut self.probe_read {
            read.start_mapping();
        }
        if let Some(picture) = &mut self.picture {
            picture.submitted();
        }
        self.reader.submitted();
        self.verdicts.submitted();
    }

    /// Creates textures of another size, if necessary. If the GPU rejects the size, the previous picture stays.
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
        // Its pixels stay visible if a loop of the new picture runs away.
        if let Some(before) = self.picture.take() {
            picture.continue_from(encoder, before);
        }
        self.picture = Some(picture);
        Ok(())
    }

    /// Requests the sample at the probed position, one at a time, so that samples arrive while the picture or the pointer
    /// moves.
    fn probe(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        setup: &PaneContent,
        (key, size): (PaneId, [u32; 2]),
    ) {
        let measured = workbench.pane_stats(key);
        let is_known =
            |probe: &&Probe| measured.sample.is_some() && self.probed == Some(probe.world);
        let probe = workbench
            .pointer
            .probe
            .as_ref()
            .filter(|probe| !is_known(probe));
        let probe = probe.filter(|_| !key.is_thumbnail());
        let Some((probe, picture)) = probe.zip(self.picture.as_ref()) else {
            return;
        };
        if self.probe_read.is_some() || measured.runaway.is_some() {
            return;
        }
        // A sample of a coarse picture covers several pixels.
        let (visible, step) = picture.visible();
        let grid = setup.view.grid(size);
        let from_middle = |axis: usize| (probe.world[axis] - grid.center[axis]) / grid.spacing();
        let half = size.map(|count| f64::from(count) / 2.0);
        let (x, y) = (
            (half[0] + from_middle(0)).floor(),
            (half[1] - from_middle(1)).floor(),
        );
        let inside = x >= 0.0 && y >= 0.0 && x < f64::from(size[0]) && y < f64::from(size[1]);
        if inside {
            let texel = [x, y].map(|place| place as u32 / step);
            let read = request_sample(gpu, encoder, &visible.targets.field, texel);
            self.probe_read = Some(read);
            self.probed = Some(probe.world);
        } else if let Some(measured) = workbench.measurements.get_mut(key) {
            measured.sample = None;
        }
    }
}

/// Returns the host's inputs of shaders, as the workbench is now.
pub(in crate::app) fn host(workbench: &Workbench) -> HostInputs {
    let clock = workbench.clock;
    HostInputs {
        time: clock.seconds,
        delta_time: if workbench.is_animated() {
            clock.delta
        } else {
            0.0
        },
        frame: clock.frame,
        mouse: workbench.pointer.mouse,
        ..HostInputs::default()
    }
}

/// Returns the inputs of a pane's evaluation, as the workbench is now.
fn inputs(
    workbench: &Workbench,
    setup: &PaneContent,
    (key, size): (PaneId, [u32; 2]),
) -> Result<EvaluateInputs, ScheduleError> {
    let host = match key.is_thumbnail() {
        true => HostInputs::default(),
        false => host(workbench),
    };
    let PaneContent {
        generator,
        values,
        view,
        ..
    } = setup;
    EvaluateInputs::new(generator, values, view.grid(size), view.z, &host)
}
