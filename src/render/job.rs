//! Renders to files or memory: pictures of any size in tiles, and batches of pictures that each fit a texture.
//!
//! Three tiles are processed at once: one is evaluated, the previous one is read back, and the one before that is
//! written by other threads.

pub(super) mod batch;
mod crop;
mod data;
mod difference;
mod file_samples;
mod headers;
mod sink;
mod strips;
#[cfg(test)]
mod tests;
mod tile_row;
mod tiled;
mod tiling;
pub(super) mod volume;

use std::sync::mpsc::sync_channel;
use std::thread;

use crate::capture::{CaptureFile, Manifest};
use crate::field::files::Format;
use crate::field::grid::TileIndex;
use crate::generator::{Domain, Generator};
use crate::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, PendingPicture, ReadPicture};
use crate::subject::derived::Derived;
use crate::view::space::camera::Scene;
use crate::{Field, RenderSettings, SampleGrid};

use crate::render::RenderError;
pub use data::DataSettings;
pub use difference::{DifferencePixels, SecondField};
pub use file_samples::FileSamples;
pub use headers::{RangeEnds, header_of_data, uses_range};
use sink::Sink;
use tiled::TiledRender;
use tiling::Tiling;

/// Default of [`RenderJob::tile_samples`]: enough to occupy a large GPU, few enough that writing starts early.
pub const TILE_SAMPLES: u32 = 1 << 21;

/// For one writer thread; rendering pauses while the queue is full.
const MAX_QUEUED_STRIPS: usize = 8;

/// A picture or field to be rendered in tiles.
pub struct RenderJob<'a> {
    /// Device on which the pipeline was built.
    pub gpu: &'a Gpu,
    /// Pipeline of the generator that the settings need.
    pub pipeline: &'a EvaluatePipeline,
    /// Inputs on the grid that [`Subject::data_grid`](crate::Subject::data_grid) returns.
    pub inputs: &'a EvaluateInputs,
    /// Placement and shading of the picture.
    pub settings: &'a RenderSettings,
    /// What files of samples hold.
    pub data: &'a DataSettings,
    /// In each file, the value range is replaced by the one that the file uses.
    pub manifest: &'a Manifest,
    /// Samples of a tile. Other work on the GPU waits for up to two tiles.
    pub tile_samples: u32,
}

/// Receives the completed fraction, 0 to 1. An error cancels the job.
pub type ProgressFn<'a> = dyn FnMut(f64) -> Result<(), RenderError> + 'a;

impl RenderJob<'_> {
    /// Renders once, and writes whole pictures or tiles. The caller commits the files. Returns the value ranges that
    /// they use.
    pub fn write(
        &self,
        outputs: Vec<(&mut CaptureFile, Option<TileIndex>)>,
        progress: &mut ProgressFn<'_>,
    ) -> Result<RangeEnds, RenderError> {
        let sinks: Vec<_> = outputs.into_iter().map(Sink::File).collect();
        self.render(self.tiling(&formats(&sinks)), sinks, progress)
    }

    /// Returns red, green, blue and alpha bytes, row by row from the top.
    pub fn pixels(&self, progress: &mut ProgressFn<'_>) -> Result<Vec<u8>, RenderError> {
        Ok(self.picture(progress)?.0)
    }

    /// Like [`Self::pixels`], with the value range.
    pub fn picture(
        &self,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(Vec<u8>, RangeEnds), RenderError> {
        let mut pixels = Vec::new();
        let sinks = vec![Sink::Pixels(&mut pixels)];
        let ends = self.render(self.tiling(&[Format::Png]), sinks, progress)?;
        Ok((pixels, ends))
    }

    /// Returns the samples of the generator as a field: of no scene pass, quantity or mask.
    pub fn field(&self, progress: &mut ProgressFn<'_>) -> Result<Field, RenderError> {
        Ok(Field {
            size: self.inputs.grid.size,
            channels: self.pipeline.generator.channels(),
            samples: self.samples(progress)?,
        })
    }

    /// Returns samples interleaved by channel, row by row from the top.
    pub fn samples(&self, progress: &mut ProgressFn<'_>) -> Result<Vec<f32>, RenderError> {
        let mut samples = Vec::new();
        let sinks = vec![Sink::Samples(&mut samples)];
        self.render(self.tiling(&[Format::R32]), sinks, progress)?;
        Ok(samples)
    }

    /// Measures the ranges that files of these formats use, over the whole picture.
    pub fn range_ends(&self, formats: &[Format]) -> Result<RangeEnds, RenderError> {
        self.gpu.with_error_scope("value range", || {
            let mut tiled = TiledRender::new(self, self.tiling(formats), formats)?;
            RangeEnds::measure(self, &mut tiled, formats, &mut |_| Ok(()))
        })?
    }

    fn tiling(&self, formats: &[Format]) -> Tiling {
        let limit = self.gpu.device.limits().max_texture_dimension_2d;
        if self.scene(formats).is_some() {
            // The rays of a tile fit a texture.
            let rays = self.settings.scene.rays_per_side();
            let samples = self.tile_samples / (rays * rays);
            return Tiling::new(self.settings.grid.size, limit / rays, samples);
        }
        let is_picture = formats.iter().copied().any(Format::holds_picture);
        let sees_sky = self.data.derived.as_ref().is_some_and(Derived::needs_sky);
        // Shading that depends on horizons needs the whole picture as one tile.
        if sees_sky || (is_picture && self.settings.shading.needs_horizons()) {
            return Tiling::whole(self.inputs.grid.size);
        }
        Tiling::new(self.inputs.grid.size, limit, self.tile_samples)
    }

    /// Returns `None` if the files hold samples seen from above.
    fn scene(&self, formats: &[Format]) -> Option<Scene> {
        let is_written = |format: &Format| self.settings.shows_scene(*format);
        let scene = self.settings.shading.mode.info().scene;
        scene.filter(|_| formats.iter().all(is_written))
    }

    fn render(
        &self,
        tiling: Tiling,
        sinks: Vec<Sink<'_>>,
        progress: &mut ProgressFn<'_>,
    ) -> Result<RangeEnds, RenderError> {
        self.gpu.with_error_scope("rendering", || {
            let formats = formats(&sinks);
            let mut tiled = TiledRender::new(self, tiling, &formats)?;
            let ends = RangeEnds::measure(self, &mut tiled, &formats, progress)?;
            self.write_strips(tiled, ends, sinks, progress)?;
            Ok(ends)
        })?
    }

    /// One thread per destination writes the strips.
    fn write_strips(
        &self,
        mut tiled: TiledRender<'_>,
        ends: RangeEnds,
        sinks: Vec<Sink<'_>>,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), RenderError> {
        let kinds: Vec<_> = sinks.iter().map(|sink| (sink.format(), sink.tile())).collect();
        let (headers, size) = (self.headers(&kinds, ends), tiled.tiling.size);
        thread::scope(|scope| {
            let (senders, writers): (Vec<_>, Vec<_>) = sinks
                .into_iter()
                .zip(&headers)
                .map(|(sink, header)| {
                    let (sender, strips) = sync_channel(MAX_QUEUED_STRIPS);
                    (sender, scope.spawn(move || sink.write(header, size, strips)))
                })
                .unzip();
            let rendered = tiled.render_strips(&senders, progress);
            drop(senders);
            // All are joined, so that a panic of one becomes an error.
            let written: Vec<Result<(), RenderError>> = writers
                .into_iter()
                .map(|writer| Ok(writer.join().map_err(|_| RenderError::Encoder)??))
                .collect();
            match rendered? {
                // This error is the reason why the other writers did not finish.
                Some(failed) => written.into_iter().nth(failed).unwrap_or(Ok(())),
                None => written.into_iter().collect(),
            }
        })
    }

    fn sample_count(&self) -> u64 {
        self.inputs.sample_count()
    }

    fn warn_non_finite(&self, count: u64) {
        if count > 0 {
            let samples = self.sample_count();
            tracing::warn!("{count} values of {samples} samples are NaN or infinite");
        }
    }
}

/// Returns a note about the grid of a picture; `None` if its positions are fine enough, or those of a grid program, which
/// are integers.
pub fn precision_note(generator: &Generator, grid: &SampleGrid) -> Option<&'static str> {
    let is_rounded = generator.domain() != Domain::Grid && generator.precision().is_single();
    let is_exceeded = is_rounded && generator.local_grid(*grid).exceeds_single_precision();
    is_exceeded.then_some("f32 precision reached: neighboring pixels share a position")
}

/// Logs why the colors of a picture are not those that the shader returns.
pub fn note_signed_colors() {
    tracing::warn!("{SIGNED_COLORS}");
}

/// Note about a picture of colors most of which have a negative part.
pub const SIGNED_COLORS: &str = "signed colors: shown as 0.5 + 0.5 c";

fn formats(sinks: &[Sink<'_>]) -> Vec<Format> {
    sinks.iter().map(Sink::format).collect()
}

/// Returns an error for a runaway loop.
fn wait(
    gpu: &Gpu,
    pipeline: &EvaluatePipeline,
    pending: PendingPicture,
) -> Result<ReadPicture, RenderError> {
    let read = pending.wait(gpu, pipeline)?;
    match read.runaway {
        Some(runaway) => Err(RenderError::Shader(Box::new(runaway))),
        None => Ok(read),
    }
}

/// NaN or infinite.
fn count_non_finite(samples: &[f32]) -> u64 {
    samples.iter().filter(|value| !value.is_finite()).count() as u64
}
