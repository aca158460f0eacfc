//! Pictures of any size. They are evaluated in pieces; a piece is read back while the next is evaluated, and
//! written while the one after that is.

mod sink;
#[cfg(test)]
mod tests;
mod tile_row;
mod tiled;
mod tiling;

use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use noise_playground::capture::{CaptureFile, Format, Manifest, PictureHeader};
use noise_playground::control::Values;
use noise_playground::generator::{Generator, Returns, Schedule, ScheduleError};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, GpuError, PendingReadback, TimeSlicer,
};
use noise_playground::grid::SampleGrid;
use noise_playground::shading::{Shading, ValueRange};

use crate::process::error::CommandError;
use sink::Sink;
use tiled::TiledRender;
use tiling::Tiling;

/// Samples of a piece: enough to fill a large GPU, little enough that writing begins soon.
pub(crate) const PIECE_SAMPLES: u32 = 1 << 21;

/// How long a picture's first samples are waited for, before a shader is given up.
pub(crate) const FIRST_RUN: Duration = Duration::from_secs(60);

/// Strips that wait for a slow disk before the GPU does.
const WAITING_STRIPS: usize = 8;

/// A picture to make.
pub(crate) struct RenderJob<'a> {
    pub(crate) gpu: &'a Gpu,
    pub(crate) pipeline: &'a EvaluatePipeline,
    pub(crate) inputs: &'a EvaluateInputs,
    pub(crate) view: &'a Shading,
    pub(crate) manifest: &'a Manifest,
    /// Samples of a piece. Whatever else the GPU has to do waits for two of them.
    pub(crate) piece_samples: u32,
}

/// Is told how much of the work is done, 0 to 1. An error ends the work.
pub(crate) type ProgressFn<'a> = dyn FnMut(f64) -> Result<(), CommandError> + 'a;

impl RenderJob<'_> {
    /// Makes the picture once and writes it to all outputs, which are to be published then.
    pub(crate) fn write(
        &self,
        outputs: &mut [CaptureFile],
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), CommandError> {
        self.make(
            self.cut(),
            outputs.iter_mut().map(Sink::File).collect(),
            progress,
        )
    }

    /// Makes the picture as red, green, blue and alpha bytes, row by row from the top.
    pub(crate) fn pixels(&self, progress: &mut ProgressFn<'_>) -> Result<Vec<u8>, CommandError> {
        let mut pixels = Vec::new();
        self.make(self.cut(), vec![Sink::Memory(&mut pixels)], progress)?;
        Ok(pixels)
    }

    /// Evaluates the raw result, row by row from the top, a sample's numbers together.
    pub(crate) fn samples(&self, progress: &mut ProgressFn<'_>) -> Result<Vec<f32>, CommandError> {
        let mut samples = Vec::new();
        self.make(self.cut(), vec![Sink::Samples(&mut samples)], progress)?;
        Ok(samples)
    }

    fn cut(&self) -> Tiling {
        let limit = self.gpu.device.limits().max_texture_dimension_2d;
        Tiling::new(self.inputs.grid.size, limit, self.piece_samples)
    }

    fn make(
        &self,
        cut: Tiling,
        sinks: Vec<Sink<'_>>,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), CommandError> {
        self.gpu
            .with_error_scope("rendering", || self.make_unchecked(cut, sinks, progress))?
    }

    fn make_unchecked(
        &self,
        cut: Tiling,
        sinks: Vec<Sink<'_>>,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), CommandError> {
        let turns = TimeSlicer::begin(self.gpu, self.pipeline, self.inputs, FIRST_RUN)?;
        let formats: Vec<_> = sinks.iter().map(Sink::format).collect();
        let wants_picture = formats.iter().any(|format| format.holds_picture());
        let wants_samples = formats.iter().any(|format| !format.holds_picture());
        let mut run = TiledRender::new(self, cut, turns, wants_picture, wants_samples);
        let is_scaled = formats.iter().any(|format| format.is_scaled());
        let value_range = match self.view.value_range {
            ValueRange::Fixed(min, max) => [min, max],
            ValueRange::Auto
                if is_scaled
                    || (wants_picture && self.pipeline.generator.needs_percentiles(self.view)) =>
            {
                run.find_range(progress)?
            }
            ValueRange::Auto => [0.0, 1.0],
        };
        let head = self.head(value_range);
        thread::scope(|scope| {
            let (senders, writers): (Vec<_>, Vec<_>) = sinks
                .into_iter()
                .map(|sink| {
                    let (sender, strips) = sync_channel(WAITING_STRIPS);
                    let head = &head;
                    (sender, scope.spawn(move || sink.take(head, strips)))
                })
                .unzip();
            let made = run.make_strips(&senders, progress);
            drop(senders);
            let mut written = writers.into_iter().map(|writer| {
                let written = writer.join();
                let written =
                    written.map_err(|_| anyhow!("an encoder ran into a fault of its own"))?;
                Ok(written.map_err(anyhow::Error::from)?)
            });
            match made? {
                // The others were left unfinished because of this one.
                Some(failed) => written.nth(failed).unwrap_or(Ok(())),
                None => written.collect(),
            }
        })
    }

    /// Waits for a submission. Fails if it reports that a loop ran away.
    fn check_loops(
        &self,
        (submission, report): (wgpu::SubmissionIndex, Option<PendingReadback>),
    ) -> Result<(), CommandError> {
        let Some(report) = report else {
            let wait = wgpu::PollType::Wait {
                submission_index: Some(submission),
                timeout: None,
            };
            let waited = self.gpu.device.poll(wait);
            let lost = |error: wgpu::PollError| GpuError::Device(error.to_string());
            return Ok(waited.map(drop).map_err(lost)?);
        };
        let report = report.wait(self.gpu, submission)?;
        match self.pipeline.runaway(&report) {
            Some(runaway) => Err(CommandError::Shader(vec![runaway])),
            None => Ok(()),
        }
    }

    fn count(&self) -> u64 {
        self.inputs.grid.size.map(u64::from).iter().product()
    }

    /// Says how many values are NaN or infinite.
    fn warn_non_finite(&self, values: u64) {
        if values > 0 {
            tracing::warn!(
                "{values} values of {} samples are NaN or infinite",
                self.count()
            );
        }
    }

    fn is_color(&self) -> bool {
        self.pipeline.generator.returns == Returns::Color
    }

    fn head(&self, value_range: [f64; 2]) -> PictureHeader {
        let generator = &self.pipeline.generator;
        PictureHeader {
            grid: self.inputs.grid,
            channels: generator.channels,
            returns: generator.returns,
            channel: self.view.channel,
            value_range,
            manifest: self.manifest.to_json(),
        }
    }
}

/// The samples that a file holds. Of a grid program, data formats hold its grid itself.
pub(crate) fn samples_of(
    generator: &Generator,
    values: &Values,
    format: Format,
    view: SampleGrid,
) -> Result<SampleGrid, ScheduleError> {
    let schedule = Schedule::new(generator, values)?;
    let own = schedule.filter(|_| !format.holds_picture());
    Ok(own.map_or(view, |schedule| schedule.grid(generator)))
}
