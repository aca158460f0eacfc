//! Volumes: the horizontal slices of a generator, from the lowest z.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use crate::RenderSettings;
use crate::capture::{CaptureFile, Manifest};
use crate::field::files::{PictureHeader, Slices, Strip};
use crate::field::grid::SampleGrid;
use crate::generator::control::{HostInputs, Values};
use crate::gpu::{EvaluateInputs, EvaluatePipeline, Gpu};
use crate::view::shading::{ValueRange, ViewMode};

use super::ProgressFn;
use super::batch::{BatchRenderer, RequestedOutputs};
use crate::render::RenderError;

/// For one encoder thread; rendering pauses while the queue is full.
const QUEUE_LENGTH: usize = 2;

/// A cube around the center of a view, with `side` samples along each edge.
pub struct VolumeJob<'a> {
    /// Device on which the pipeline was built.
    pub gpu: &'a Gpu,
    /// Pipeline of the generator.
    pub pipeline: &'a EvaluatePipeline,
    /// Values of the controls.
    pub values: &'a Values,
    /// Placement: the slices are around its `z`.
    pub settings: &'a RenderSettings,
    /// Samples along each edge.
    pub side: u32,
    /// Of files that are scaled to integers: fixed, or the full range of all slices.
    pub value_range: ValueRange,
    /// In each file, the value range is replaced by the one that the file uses.
    pub manifest: &'a Manifest,
}

impl VolumeJob<'_> {
    /// The caller commits the files. Returns the ends of the value range if a file is scaled by it.
    pub fn write(
        &self,
        outputs: &mut [CaptureFile],
        progress: &mut ProgressFn<'_>,
    ) -> Result<Option<[f64; 2]>, RenderError> {
        let is_scaled = outputs.iter().any(|output| output.format().is_scaled());
        let ends = is_scaled.then(|| self.ends(progress)).transpose()?;
        let rendered = thread::scope(|scope| {
            let (senders, writers): (Vec<_>, Vec<_>) = outputs
                .iter_mut()
                .map(|output| {
                    let header = self.header(output, ends);
                    let (sender, slices) = sync_channel::<Arc<Strip>>(QUEUE_LENGTH);
                    let write = move || output.write(&header, slices.into_iter());
                    (sender, scope.spawn(write))
                })
                .unzip();
            let rendered = self.render(&senders, progress);
            drop(senders);
            // All are joined, so that a panic of one becomes an error. If a writer failed, its error is the reason why
            // rendering stopped.
            let written: Vec<Result<(), RenderError>> = writers
                .into_iter()
                .map(|writer| Ok(writer.join().map_err(|_| RenderError::Encoder)??))
                .collect();
            let written: Result<(), RenderError> = written.into_iter().collect();
            rendered.and(written)
        });
        rendered.map(|()| ends)
    }

    fn grid(&self) -> SampleGrid {
        SampleGrid { size: [self.side; 2], ..self.settings.grid }
    }

    /// World units; slices are counted from 0 at the lowest.
    fn z(&self, slice: u32) -> f64 {
        let from_center = f64::from(slice) + 0.5 - f64::from(self.side) / 2.0;
        self.settings.z + from_center * self.grid().spacing()
    }

    fn header(&self, output: &CaptureFile, ends: Option<[f64; 2]>) -> PictureHeader {
        let generator = &self.pipeline.generator;
        let (range, used) = if output.format().is_scaled() {
            (self.value_range, ends)
        } else {
            (self.settings.shading.value_range, None)
        };
        PictureHeader {
            raster: self.grid().into(),
            slices: Some(Slices { count: self.side, lowest: self.z(0) }),
            channels: generator.channels(),
            returns: generator.returns(),
            channel: self.settings.shading.channel,
            value_range: ends.unwrap_or([0.0, 1.0]),
            tags: None,
            dpi: None,
            manifest: self.manifest.with_value_range(range, used).to_json(),
        }
    }

    /// Fixed ends, or those of all slices.
    fn ends(&self, progress: &mut ProgressFn<'_>) -> Result<[f64; 2], RenderError> {
        if let ValueRange::Fixed(min, max) = self.value_range {
            return Ok([min, max]);
        }
        let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
        let channel = self.settings.shading.channel;
        let channels = self.pipeline.generator.channels() as usize;
        self.slices(&mut |slice, rows| {
            let samples = rows.samples.chunks_exact(channels);
            let finite = samples.map(|sample| f64::from(channel.of(sample)));
            for value in finite.filter(|value| value.is_finite()) {
                ends = [ends[0].min(value), ends[1].max(value)];
            }
            progress(0.5 * f64::from(slice + 1) / f64::from(self.side))?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(match ends {
            [low, high] if low < high => ends,
            [low, _] if low.is_finite() && !(0.0..=1.0).contains(&low) => [low - 0.5, low + 0.5],
            _ => [0.0, 1.0],
        })
    }

    fn render(
        &self,
        writers: &[SyncSender<Arc<Strip>>],
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), RenderError> {
        self.slices(&mut |slice, rows| {
            let rows = Arc::new(rows);
            let has_failed = |writer: &SyncSender<_>| writer.send(Arc::clone(&rows)).is_err();
            if writers.iter().any(has_failed) {
                return Ok(ControlFlow::Break(()));
            }
            progress(f64::from(slice + 1) / f64::from(self.side))?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Passes each slice to `on_slice` with its index, from the lowest.
    fn slices(
        &self,
        on_slice: &mut dyn FnMut(u32, Strip) -> Result<ControlFlow<()>, RenderError>,
    ) -> Result<(), RenderError> {
        let mut settings = *self.settings;
        settings.grid = self.grid();
        settings.shading.mode = ViewMode::Slice;
        let requested = RequestedOutputs { samples: true, pixels: false, range: false };
        let host = HostInputs { time: settings.time, ..HostInputs::default() };
        let mut batch = BatchRenderer::new(self.gpu, self.pipeline, settings, requested);
        let generator = &self.pipeline.generator;
        let slices = (0..self.side).map(|slice| {
            let z = self.z(slice);
            let inputs = EvaluateInputs::new(generator, self.values, settings.grid, z, &host)?;
            Ok((slice, inputs))
        });
        let mut non_finite_count = 0;
        batch.render(slices, |slice, picture| {
            let picture = picture?;
            non_finite_count += picture.non_finite_count;
            on_slice(slice, picture.rows)
        })?;
        if non_finite_count > 0 {
            tracing::warn!("{non_finite_count} values are NaN or infinite");
        }
        Ok(())
    }
}
