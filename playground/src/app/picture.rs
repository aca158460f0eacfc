//! The picture of the shown generator: its tile, brought up to date once a frame.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use noise_playground::control::{HostInputs, Values};
use noise_playground::generator::{Generator, ScheduleError};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FoundRange, Gpu, PendingRead, PictureTexture, numbers,
    request_sample,
};
use noise_playground::grid::SampleGrid;

use super::verdict::{Verdict, Verdicts};
use crate::tile::{Stages, Tile};
use crate::workbench::{Probe, Workbench};

/// The shown generator's pipeline and tile, and numbers on their way back.
pub(super) struct Picture {
    stages: Stages,
    pub(super) pipeline: Option<Arc<EvaluatePipeline>>,
    pub(super) tile: Option<Tile>,
    /// The pixel of the window that the picture begins at.
    origin: [u32; 2],
    verdicts: Verdicts,
    time_read: Option<PendingRead>,
    probe_read: Option<PendingRead>,
    /// The place whose sample was last asked for of the field as it is now.
    probed: Option<[f64; 2]>,
}

/// How long the line at the picture's edge stays after a reload.
const FLASH: Duration = Duration::from_millis(150);

impl Picture {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let stages = Stages::new(gpu);
        Self {
            stages,
            pipeline: None,
            tile: None,
            origin: [0; 2],
            verdicts: Verdicts::default(),
            time_read: None,
            probe_read: None,
            probed: None,
        }
    }

    /// Shows a newly built pipeline from the next frame on.
    pub(super) fn adopt(&mut self, workbench: &mut Workbench, pipeline: Arc<EvaluatePipeline>) {
        workbench.show(Arc::clone(&pipeline.generator));
        self.probe_read = None;
        if self.pipeline.is_some() {
            workbench.flash_until = Some(Instant::now() + FLASH);
        }
        self.pipeline = Some(pipeline);
    }

    /// Brings the picture up to date where it last was, before the panels are laid out.
    pub(super) fn update_early(
        &mut self,
        gpu: &Gpu,
        workbench: &mut Workbench,
    ) -> Option<wgpu::CommandEncoder> {
        let size = self.tile.as_ref()?.field.size();
        Some(self.update(gpu, workbench, size, self.origin))
    }

    /// The picture, once there is one, and the pixel of the window that it begins at.
    pub(super) fn placed(&self) -> Option<(&PictureTexture, [u32; 2])> {
        let tile = self.tile.as_ref().filter(|tile| tile.is_filled())?;
        Some((&tile.picture, self.origin))
    }

    /// Takes in numbers that have come back.
    pub(super) fn receive(&mut self, gpu: &Gpu, workbench: &mut Workbench) {
        while let Some(verdict) = self.verdicts.next(gpu) {
            self.judge(workbench, verdict);
        }
        if let Some(times) = self.time_read.as_ref().and_then(|read| read.take(gpu)) {
            let stopwatch = self.stages.stopwatch.as_ref();
            workbench.evaluate_ms = stopwatch
                .zip(times)
                .and_then(|(stopwatch, times)| stopwatch.milliseconds(&times));
            self.time_read = None;
        }
        if let Some(bytes) = self.probe_read.as_ref().and_then(|read| read.take(gpu)) {
            self.probe_read = None;
            let mut sample = bytes.map(|bytes| numbers(&bytes)).unwrap_or_default();
            let channels = self.tile.as_ref().map_or(0, |tile| tile.field.channels);
            sample.truncate(channels as usize);
            if let Some(probe) = &mut workbench.probe {
                probe.sample = Some(sample);
            }
        }
    }

    fn judge(&mut self, workbench: &mut Workbench, verdict: Verdict) {
        let ran_away = verdict.runaway.is_some();
        let is_shown = |pipeline| Arc::ptr_eq(pipeline, &verdict.pipeline);
        if !self.pipeline.as_ref().is_some_and(is_shown) {
            return;
        }
        if let Some(FoundRange { ends, finite }) = verdict.range {
            workbench.value_range = Some(ends.into());
            workbench.not_finite = verdict.samples.saturating_sub(finite);
        }
        workbench.judge(verdict.runaway);
        if ran_away {
            // A sample that is known, or on its way, is not of the picture that is seen.
            self.probe_read = None;
            if let Some(probe) = &mut workbench.probe {
                probe.sample = None;
            }
        }
    }

    /// Whether numbers are on their way.
    pub(super) fn is_reading(&self) -> bool {
        !self.verdicts.is_empty() || self.time_read.is_some() || self.probe_read.is_some()
    }

    /// Records what has to be done so that the picture shows the workbench as it is now.
    pub(super) fn update(
        &mut self,
        gpu: &Gpu,
        workbench: &mut Workbench,
        size: [u32; 2],
        origin: [u32; 2],
    ) -> wgpu::CommandEncoder {
        self.origin = origin;
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("Picture"),
            });
        let has_room = !size.contains(&0);
        let Some(pipeline) = self.pipeline.clone().filter(|_| has_room) else {
            return encoder;
        };
        let inputs = match inputs(workbench, &pipeline, size) {
            Ok(inputs) => inputs,
            Err(error) => {
                workbench.say(error.to_string());
                return encoder;
            }
        };
        if !self.make_room(gpu, &mut encoder, workbench, size, &pipeline.generator) {
            return encoder;
        }
        let Some(tile) = &mut self.tile else {
            return encoder;
        };
        let work = tile.update(
            gpu,
            &mut self.stages,
            &mut encoder,
            &pipeline,
            inputs,
            &workbench.view,
        );
        if work.evaluated && self.time_read.is_none() {
            let stopwatch = self.stages.stopwatch.as_ref();
            self.time_read = stopwatch.map(|stopwatch| stopwatch.request(gpu, &mut encoder));
        }
        self.verdicts.ask(gpu, &mut encoder, &pipeline, tile, work);
        if work.evaluated {
            self.probed = None;
        }
        self.probe(gpu, &mut encoder, workbench, size);
        encoder
    }

    /// Asks for the numbers whose copies were submitted.
    pub(super) fn submitted(&mut self) {
        let others = [self.time_read.as_mut(), self.probe_read.as_mut()];
        others
            .into_iter()
            .flatten()
            .for_each(PendingRead::submitted);
        self.verdicts.submitted();
    }

    /// Makes the tile's textures fit. A size that the GPU refuses is said, and the old picture stays.
    fn make_room(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &mut Workbench,
        size: [u32; 2],
        generator: &Generator,
    ) -> bool {
        if self
            .tile
            .as_ref()
            .is_some_and(|tile| tile.fits(size, generator))
        {
            return true;
        }
        match Tile::new(gpu, size, generator) {
            Ok(tile) => {
                // Seen if a loop of the new picture runs away.
                if let Some(before) = &self.tile {
                    tile.picture.begin_with(encoder, &before.picture);
                }
                self.tile = Some(tile);
                true
            }
            Err(error) => {
                workbench.say(error.to_string());
                false
            }
        }
    }

    /// Fetches the raw result under the mouse, one at a time: numbers come in while the picture or the mouse moves.
    fn probe(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        workbench: &Workbench,
        size: [u32; 2],
    ) {
        let is_known = |probe: &&Probe| probe.sample.is_some() && self.probed == Some(probe.world);
        let probe = workbench.probe.as_ref().filter(|probe| !is_known(probe));
        let Some((probe, tile)) = probe.zip(self.tile.as_ref()) else {
            return;
        };
        if self.probe_read.is_some() || workbench.runaway.is_some() {
            return;
        }
        let grid = workbench.grid(size);
        let from_middle = |axis: usize| (probe.world[axis] - grid.center[axis]) / grid.spacing();
        let half = size.map(|count| f64::from(count) / 2.0);
        let (x, y) = (
            (half[0] + from_middle(0)).floor(),
            (half[1] - from_middle(1)).floor(),
        );
        let inside = x >= 0.0 && y >= 0.0 && x < f64::from(size[0]) && y < f64::from(size[1]);
        if inside {
            let read = request_sample(gpu, encoder, &tile.field, [x as u32, y as u32]);
            self.probe_read = Some(read);
            self.probed = Some(probe.world);
        }
    }
}

/// The first pixel of a rectangle of the window, and how many it covers.
pub(super) fn pixels(rect: egui::Rect, pixels_per_point: f32) -> ([u32; 2], [u32; 2]) {
    let whole =
        |[x, y]: [f32; 2]| [x, y].map(|points| (points * pixels_per_point).round().max(0.0) as u32);
    (
        whole([rect.min.x, rect.min.y]),
        whole([rect.width(), rect.height()]),
    )
}

/// What the picture's samples depend on, as the workbench is now.
pub(super) fn inputs(
    workbench: &Workbench,
    pipeline: &EvaluatePipeline,
    size: [u32; 2],
) -> Result<EvaluateInputs, ScheduleError> {
    let generator = &pipeline.generator;
    let none = Values::default();
    let values = workbench.values.get(&generator.address).unwrap_or(&none);
    let clock = workbench.clock;
    let host = HostInputs {
        time: clock.seconds,
        delta_time: if workbench.is_moving() {
            clock.delta
        } else {
            0.0
        },
        frame: clock.frame,
        mouse: workbench.mouse,
        ..HostInputs::default()
    };
    EvaluateInputs::new(generator, values, workbench.grid(size), workbench.z, &host)
}

impl Workbench {
    /// The samples of a picture of this size.
    pub(super) fn grid(&self, size: [u32; 2]) -> SampleGrid {
        SampleGrid {
            center: self.center,
            span: self.span,
            size,
        }
    }
}
