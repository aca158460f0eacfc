//! A picture or field from above: each tile is evaluated, shaded, read back and sent to the writers.

use std::collections::BTreeMap;
use std::time::Instant;

use noise_playground::capture::Format;
use noise_playground::gpu::{
    DeriveInput, DerivePipeline, FieldTexture, GpuError, HostPipelines, MeasuredRange,
    PendingPicture, PendingReadback, PictureTargets, SELECT_ROUNDS, TimeSlicer, ValueRangeBuffer,
    ValueRangeInput, request_range, request_report,
};
use noise_playground::grid::Region;
use noise_playground::shading::{Channel, RangeRule};

use super::strips::{Strips, Writers};
use super::tiling::{Tile, Tiling};
use super::{ProgressFn, RenderJob};
use crate::process::error::CommandError;

/// In bytes; fields that do not fit are evaluated again.
const MAX_CACHE_BYTES: u64 = 512 << 20;

pub(super) struct TiledRender<'a> {
    job: &'a RenderJob<'a>,
    slicer: TimeSlicer<'a>,
    tiling: Tiling,
    host: HostPipelines,
    /// Ends for the whole picture.
    value_range: ValueRangeBuffer,
    /// Textures of the previous tile, which the next one reuses if they fit.
    targets: Option<PictureTargets>,
    /// Fields that were evaluated to measure the value range, by the origins of tiles.
    cache: BTreeMap<[u32; 2], FieldTexture>,
    cache_bytes: u64,
    /// True if the range must be measured before tiles are rendered: all fields are then needed twice.
    caches_fields: bool,
    needs_pixels: bool,
    needs_samples: bool,
    /// For what is written in place of the field.
    derive: Option<DerivePipeline>,
    /// Last quantity or mask, with the origin of its tile.
    last_derived: Option<([u32; 2], FieldTexture)>,
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
type SubmittedEvaluation = (wgpu::SubmissionIndex, Option<PendingReadback>);

impl<'a> TiledRender<'a> {
    pub(super) fn new(
        job: &'a RenderJob<'a>,
        tiling: Tiling,
        slicer: TimeSlicer<'a>,
        formats: &[Format],
    ) -> Self {
        let needs_samples = formats.iter().any(|format| !format.holds_picture());
        let derived = job.data.derived.as_ref().filter(|_| needs_samples);
        let (shading, channels) = (&job.settings.shading, job.pipeline.generator.channels);
        let derive = |derived| DerivePipeline::new(job.gpu, derived, shading, channels);
        Self {
            derive: derived.map(derive),
            last_derived: None,
            job,
            slicer,
            tiling,
            host: HostPipelines::new(job.gpu),
            value_range: ValueRangeBuffer::new(job.gpu),
            targets: None,
            cache: BTreeMap::new(),
            cache_bytes: 0,
            caches_fields: false,
            needs_pixels: formats.iter().any(|format| format.holds_picture()),
            needs_samples,
        }
    }

    /// Returns lowest and highest value over all tiles.
    pub(super) fn measure_range(
        &mut self,
        rule: RangeRule,
        measured: Measured,
        progress: &mut ProgressFn<'_>,
    ) -> Result<[f64; 2], CommandError> {
        let is_first = !self.caches_fields;
        self.caches_fields = true;
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

    fn measure_channel(
        &mut self,
        selection: Selection,
        progress: &mut ProgressFn<'_>,
    ) -> Result<MeasuredRange, CommandError> {
        self.select_ends(selection, progress)?;
        let gpu = self.job.gpu;
        let mut encoder = self.encoder();
        let range = request_range(gpu, &mut encoder, &self.value_range);
        let bytes = range.wait(gpu, gpu.queue.submit([encoder.finish()]))?;
        let lost = || GpuError::Device("the value range was not read back".to_owned());
        Ok(MeasuredRange::read(&bytes).ok_or_else(lost)?)
    }

    /// Needs several rounds over all tiles.
    fn select_ends(
        &mut self,
        selection: Selection,
        progress: &mut ProgressFn<'_>,
    ) -> Result<(), CommandError> {
        let tiles = self.tiling.tiles();
        let mut encoder = self.encoder();
        self.value_range.clear(&mut encoder);
        self.job.gpu.queue.submit([encoder.finish()]);
        let mut previous = None;
        for round in SELECT_ROUNDS {
            for (done, tile) in (1..).zip(&tiles) {
                let is_last = done == tiles.len();
                let submitted = self.submit_round(*tile, (selection, round), is_last)?;
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
        tile: Tile,
        (selection, round): (Selection, u32),
        is_last: bool,
    ) -> Result<SubmittedEvaluation, GpuError> {
        let gpu = self.job.gpu;
        let was_cached = self.cache.contains_key(&tile.inner.origin);
        let mut encoder = self.encoder();
        let field = self.field(&mut encoder, tile)?;
        let derived = match selection.is_data {
            true => self.derived(&mut encoder, tile, &field)?,
            false => None,
        };
        let input = ValueRangeInput {
            field: derived.as_ref().unwrap_or(&field),
            region: match &derived {
                Some(derived) => whole(derived),
                None => tile.inner_in_outer(),
            },
            channel: selection.channel,
            rule: selection.rule,
            round,
        };
        let pipeline = self.host.value_range(gpu);
        pipeline.count(gpu, &mut encoder, input, &self.value_range);
        if is_last {
            pipeline.select(gpu, &mut encoder, input, &self.value_range);
        }
        let report = (!was_cached).then(|| request_report(gpu, &mut encoder, &field));
        Ok((gpu.queue.submit([encoder.finish()]), report))
    }

    /// Returns an error for a runaway loop.
    fn check_loops(&self, (submission, report): SubmittedEvaluation) -> Result<(), CommandError> {
        let Some(report) = report else {
            let wait = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
            let waited = self.job.gpu.device.poll(wait);
            let lost = |error: wgpu::PollError| GpuError::Device(error.to_string());
            return Ok(waited.map(drop).map_err(lost)?);
        };
        let report = report.wait(self.job.gpu, submission)?;
        match self.job.pipeline.runaway(&report) {
            Some(runaway) => Err(CommandError::Shader(vec![runaway])),
            None => Ok(()),
        }
    }

    /// Sends full-width strips to every writer, from top to bottom. Returns the index of the first writer that failed.
    pub(super) fn render_strips(
        &mut self,
        writers: &Writers,
        progress: &mut ProgressFn<'_>,
    ) -> Result<Option<usize>, CommandError> {
        let (job, is_measured) = (self.job, self.caches_fields);
        let strips = Strips {
            gpu: job.gpu,
            pipeline: job.pipeline,
            tiles: self.tiling.tiles(),
            width: job.inputs.grid.size[0],
            started: if is_measured { 0.5 } else { 0.0 },
        };
        let (failed, row) = strips.render(|tile| self.submit(tile), writers, progress)?;
        // If the value range was measured, its measurement has already warned of non-finite values.
        if !is_measured && failed.is_none() {
            job.warn_non_finite(row.non_finite_count);
        }
        Ok(failed)
    }

    /// Evaluates and shades a tile, and requests its readback.
    fn submit(&mut self, tile: Tile) -> Result<PendingPicture, GpuError> {
        let job = self.job;
        let mut encoder = self.encoder();
        let field = self.field(&mut encoder, tile)?;
        let derived = self.derived(&mut encoder, tile, &field)?;
        let mut targets = self.targets(tile, field)?;
        targets.derived = derived;
        let inner = tile.inner_in_outer();
        if self.needs_pixels {
            let (host, placed) = (&mut self.host, (tile.outer, inner.origin));
            self.slicer.shade(
                &mut encoder,
                host,
                job.inputs,
                placed,
                &job.settings.shading,
                &targets,
            )?;
        }
        let written = targets.derived.as_ref().map_or(inner, whole);
        let samples = self.needs_samples.then_some(written);
        let pending = targets.submit(job.gpu, encoder, samples, self.needs_pixels);
        self.targets = Some(targets);
        pending
    }

    /// Includes one neighboring sample on each side; may be cached.
    fn field(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        tile: Tile,
    ) -> Result<FieldTexture, GpuError> {
        let first = tile.inner.origin;
        if let Some(cached) = self.cache.get(&first) {
            return Ok(cached.clone());
        }
        let job = self.job;
        let generator = &job.pipeline.generator;
        let field = FieldTexture::of_generator(job.gpu, tile.outer.size, generator)?;
        self.slicer.evaluate(encoder, job.inputs, tile.outer, &field)?;
        let bytes = field.bytes();
        if self.caches_fields && self.cache_bytes + bytes <= MAX_CACHE_BYTES {
            self.cache_bytes += bytes;
            self.cache.insert(first, field.clone());
        }
        Ok(field)
    }

    /// Returns `None` if the files hold the field itself.
    fn derived(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        tile: Tile,
        field: &FieldTexture,
    ) -> Result<Option<FieldTexture>, GpuError> {
        let Some(derive) = &self.derive else {
            return Ok(None);
        };
        let last = self.last_derived.take();
        if let Some(last) = last.filter(|(origin, _)| *origin == tile.inner.origin) {
            return Ok(Some(self.last_derived.insert(last).1.clone()));
        }
        let gpu = self.job.gpu;
        let output = FieldTexture::new(gpu, tile.inner.size, derive.channels())?;
        let input = DeriveInput {
            field,
            grid: self.job.inputs.grid,
            region: tile.outer,
            origin: tile.inner_in_outer().origin,
        };
        derive.run(gpu, encoder, &mut self.host, input, &output)?;
        self.last_derived = Some((tile.inner.origin, output.clone()));
        Ok(Some(output))
    }

    /// Reuses the textures of the previous tile if the sizes are equal.
    fn targets(&mut self, tile: Tile, field: FieldTexture) -> Result<PictureTargets, GpuError> {
        let previous = self.targets.take().filter(|previous| {
            previous.picture.size() == tile.inner.size && previous.field.size() == field.size()
        });
        match previous {
            Some(previous) => Ok(PictureTargets { field, ..previous }),
            None => {
                let job = self.job;
                let field = (field, self.value_range.clone());
                let uses_albedo =
                    self.needs_pixels && job.pipeline.generator.uses_surface(&job.settings.shading);
                PictureTargets::of_field(job.gpu, field, tile.inner.size, uses_albedo)
            }
        }
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("TiledRender") };
        self.job.gpu.device.create_command_encoder(&descriptor)
    }
}

fn whole(field: &FieldTexture) -> Region {
    Region { origin: [0, 0], size: field.size() }
}
