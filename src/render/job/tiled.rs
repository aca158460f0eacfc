//! A picture or field in tiles: each is recorded, read back and sent to the writers.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use crate::field::files::Format;
use crate::field::{Channel, RangeRule};
use crate::gpu::{
    GpuError, MeasuredRange, Outputs, PendingPicture, PendingReadback, PictureTile, Renderer,
    SELECT_ROUNDS, Submission, TileFields, ValueRangeBuffer, ValueRangeInput, request_range,
    request_report,
};

use super::strips::{Strips, Writers};
use super::tiling::Tiling;
use super::{ProgressFn, RenderJob};
use crate::render::RenderError;

/// In bytes; fields that do not fit are evaluated again.
const MAX_CACHE_BYTES: u64 = 512 << 20;

pub(super) struct TiledRender<'a> {
    job: &'a RenderJob<'a>,
    pub(super) renderer: Renderer<'a>,
    pub(super) tiling: Tiling,
    /// Fields that were evaluated to measure the value range, by the origins of tiles.
    cache: BTreeMap<[u32; 2], TileFields>,
    cache_bytes: u64,
    /// True if the range was measured from tiles before they are rendered.
    is_measured: bool,
}

/// Values whose range is measured.
#[derive(Clone, Debug)]
pub(super) enum Measured {
    /// The channel that the picture shows; shading uses its range.
    Picture(Channel),
    /// Channels that are written; they have one common range.
    Data(Vec<Channel>),
}

/// A channel, and the rule for the ends of its range.
#[derive(Clone, Copy, Debug)]
struct Selection {
    rule: RangeRule,
    channel: Channel,
    /// False for a channel that the picture shows.
    is_data: bool,
}

/// The report is `None` if the field was cached.
type SubmittedEvaluation = (Submission, Option<PendingReadback>);

impl<'a> TiledRender<'a> {
    pub(super) fn new(
        job: &'a RenderJob<'a>,
        tiling: Tiling,
        formats: &[Format],
    ) -> Result<Self, GpuError> {
        let samples = formats.iter().any(|format| !format.holds_picture());
        let outputs = Outputs {
            samples,
            pixels: formats.iter().any(|format| format.holds_picture()),
            range: false,
            derived: job.data.derived.clone().filter(|_| samples),
        };
        Ok(Self {
            renderer: Renderer::new(job.gpu, job.pipeline, job.settings, job.inputs, outputs)?,
            job,
            tiling,
            cache: BTreeMap::new(),
            cache_bytes: 0,
            is_measured: false,
        })
    }

    /// Returns lowest and highest value over all tiles, or of the ground of a three-dimensional view.
    pub(super) fn measure_range(
        &mut self,
        rule: RangeRule,
        measured: Measured,
        progress: &mut ProgressFn<'_>,
    ) -> Result<[f64; 2], RenderError> {
        if let Some(ground) = self.renderer.ground()? {
            let range = ground.value_range.clone();
            return Ok(self.read_range(&range)?.ends.map(f64::from));
        }
        let is_first = !self.is_measured;
        self.is_measured = true;
        let started = Instant::now();
        let (channels, is_data) = match measured {
            Measured::Picture(channel) => (vec![channel], false),
            Measured::Data(channels) => (channels, true),
        };
        let mut ranges = Vec::new();
        for channel in channels {
            let selection = Selection { rule, channel, is_data };
            ranges.push(self.measure_channel(selection, progress)?);
        }
        if is_first {
            let finite: u64 = ranges.iter().map(|range| u64::from(range.finite)).sum();
            let count = self.job.sample_count() * ranges.len() as u64 - finite;
            self.job.warn_non_finite(count);
        }
        tracing::debug!("value range measured in {:.2?}", started.elapsed());
        let ends = MeasuredRange::union(&ranges);
        tracing::info!("value range {} to {}", ends[0], ends[1]);
        Ok(ends.map(f64::from))
    }

    /// Returns true if most samples of all tiles, as colors, have a negative part. Shading reads the count.
    pub(super) fn measure_signs(
        &mut self,
        channel: Channel,
        progress: &mut ProgressFn<'_>,
    ) -> Result<bool, RenderError> {
        let is_first = !std::mem::replace(&mut self.is_measured, true);
        let selection = Selection { rule: RangeRule::default(), channel, is_data: false };
        self.select_ends(selection, 0..1, progress)?;
        let range = self.renderer.value_range().1.clone();
        let measured = self.read_range(&range)?;
        if is_first {
            self.job.warn_non_finite(self.job.sample_count() - u64::from(measured.finite));
        }
        Ok(measured.has_signed_colors())
    }

    fn measure_channel(
        &mut self,
        selection: Selection,
        progress: &mut ProgressFn<'_>,
    ) -> Result<MeasuredRange, RenderError> {
        self.select_ends(selection, SELECT_ROUNDS, progress)?;
        let range = self.renderer.value_range().1.clone();
        self.read_range(&range)
    }

    fn read_range(&self, range: &ValueRangeBuffer) -> Result<MeasuredRange, RenderError> {
        let gpu = self.job.gpu;
        let mut encoder = self.job.gpu.encoder();
        let range = request_range(gpu, &mut encoder, range);
        let bytes = range.wait(gpu, gpu.queue.submit([encoder.finish()]))?;
        let lost = || GpuError::Device("the value range was not read back".to_owned());
        Ok(MeasuredRange::read(&bytes).ok_or_else(lost)?)
    }

    /// Each round goes over all tiles.
    fn select_ends(
        &mut self,
        selection: Selection,
        rounds: Range<u32>,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), RenderError> {
        let tiles = self.tiling.tiles();
        let mut encoder = self.job.gpu.encoder();
        self.renderer.value_range().1.clear(&mut encoder);
        self.job.gpu.queue.submit([encoder.finish()]);
        let mut previous = None;
        for round in rounds {
            for (done, tile) in (1..).zip(&tiles) {
                let is_last = done == tiles.len();
                let submitted = self.submit_round(*tile, selection, round, is_last)?;
                // At most two tiles are pending, so that fields that are not cached do not pile up.
                if let Some(previous) = previous.replace(submitted) {
                    self.check_loops(previous)?;
                }
                if round == 0 {
                    progress(0.5 * done as f64 / tiles.len() as f64)?;
                }
            }
        }
        previous.map_or(Ok(()), |last| self.check_loops(last))
    }

    /// The last tile completes the round.
    fn submit_round(
        &mut self,
        tile: PictureTile,
        selection: Selection,
        round: u32,
        is_last: bool,
    ) -> Result<SubmittedEvaluation, GpuError> {
        let gpu = self.job.gpu;
        let mut encoder = self.job.gpu.encoder();
        let cached = self.cache.get(&tile.inner.origin).cloned();
        let was_cached = cached.is_some();
        let fields = match cached {
            Some(cached) => cached,
            None => self.renderer.evaluate(&mut encoder, tile)?,
        };
        let (field, region) = if selection.is_data {
            fields.written(tile)
        } else {
            (&fields.field, tile.inner_in_outer())
        };
        let Selection { rule, channel, .. } = selection;
        let input = ValueRangeInput { field, region, channel, rule, round };
        let (pipeline, range) = self.renderer.value_range();
        pipeline.count(gpu, &mut encoder, input, range);
        if is_last {
            pipeline.select(gpu, &mut encoder, input, range);
        }
        let report = (!was_cached).then(|| request_report(gpu, &mut encoder, &fields.field));
        if !was_cached && self.cache_bytes + fields.bytes() <= MAX_CACHE_BYTES {
            self.cache_bytes += fields.bytes();
            self.cache.insert(tile.inner.origin, fields);
        }
        Ok((gpu.queue.submit([encoder.finish()]), report))
    }

    /// Returns an error for a runaway loop.
    fn check_loops(&self, (submission, report): SubmittedEvaluation) -> Result<(), RenderError> {
        let Some(report) = report else {
            return Ok(self.job.gpu.wait_for(submission)?);
        };
        let report = report.wait(self.job.gpu, submission)?;
        match self.job.pipeline.runaway(&report) {
            Some(runaway) => Err(RenderError::Shader(Box::new(runaway))),
            None => Ok(()),
        }
    }

    /// Sends full-width strips to every writer, from top to bottom. Returns the index of the first writer that failed.
    pub(super) fn render_strips(
        &mut self,
        writers: &Writers,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Option<usize>, RenderError> {
        let (job, is_scene) = (self.job, self.renderer.is_scene());
        let strips = Strips {
            gpu: job.gpu,
            pipeline: job.pipeline,
            tiles: self.tiling.tiles(),
            width: self.tiling.size[0],
            started: if self.is_measured { 0.5 } else { 0.0 },
        };
        let (failed, row) = strips.render(|tile| self.submit(tile), writers, progress)?;
        if row.rays_at_limit > 0 {
            tracing::warn!("{} rays gave up", row.rays_at_limit);
        }
        if failed.is_some() {
            return Ok(failed);
        }
        // Rays that miss the ground have no finite hit.
        if is_scene {
            self.warn_of_ground()?;
        } else if !self.is_measured {
            // If the value range was measured, its measurement has already warned.
            job.warn_non_finite(row.non_finite_count);
        }
        Ok(None)
    }

    /// Warns of values of a three-dimensional view that are not finite.
    fn warn_of_ground(&mut self) -> Result<(), RenderError> {
        let (gpu, shading) = (self.job.gpu, &self.job.settings.shading);
        let Some(field) = self.renderer.ground()?.map(|ground| ground.field.clone()) else {
            return Ok(());
        };
        let (pipeline, range) = self.renderer.value_range();
        let mut encoder = gpu.encoder();
        pipeline.run(gpu, &mut encoder, &field, shading.channel, RangeRule::default(), range);
        gpu.queue.submit([encoder.finish()]);
        let range = range.clone();
        let finite = self.read_range(&range)?.finite;
        self.job.warn_non_finite(self.job.sample_count() - u64::from(finite));
        Ok(())
    }

    fn submit(&mut self, tile: PictureTile) -> Result<PendingPicture, GpuError> {
        let cached = self.cache.get(&tile.inner.origin).cloned();
        self.renderer.submit(tile, cached)
    }
}
