//! A job under way: pieces that are evaluated, read back and sent on.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use noise_playground::capture::Strip;
use noise_playground::gpu::{
    FieldTexture, GpuError, MeasuredRange, PendingReadback, PendingTexels, PictureTexture,
    SELECT_ROUNDS, ShadeInputs, ShadePipeline, TimeSlicer, ValueRangeBuffer, ValueRangeInput,
    ValueRangePipeline, request_field, request_picture, request_range, request_report,
};
use noise_playground::grid::Region;

use super::tile_row::TileRow;
use super::tiling::{Tile, Tiling};
use super::{ProgressFn, RenderJob};
use crate::process::error::CommandError;

/// Bytes of evaluated pieces that are kept rather than evaluated again.
const KEPT_BYTES: u64 = 512 << 20;

/// A job under way.
pub(super) struct TiledRender<'a> {
    job: &'a RenderJob<'a>,
    /// Keeps each submission short.
    turns: TimeSlicer<'a>,
    cut: Tiling,
    /// Where a picture is wanted, not only samples.
    shades: Option<ShadePipeline>,
    range: ValueRangeBuffer,
    /// Evaluated pieces that are needed again, by their first samples.
    kept: BTreeMap<[u32; 2], FieldTexture>,
    kept_bytes: u64,
    /// Whether pieces are needed again.
    caches_fields: bool,
    wants_samples: bool,
}

/// A piece whose numbers are on their way.
pub(super) struct PendingTile {
    pub(super) piece: Tile,
    pub(super) submission: wgpu::SubmissionIndex,
    pub(super) report: PendingReadback,
    pub(super) samples: Option<PendingTexels>,
    pub(super) pixels: Option<PendingTexels>,
}

impl<'a> TiledRender<'a> {
    /// Begins on all pieces of a cut.
    pub(super) fn new(
        job: &'a RenderJob<'a>,
        cut: Tiling,
        turns: TimeSlicer<'a>,
        wants_picture: bool,
        wants_samples: bool,
    ) -> Self {
        Self {
            job,
            turns,
            cut,
            shades: wants_picture.then(|| ShadePipeline::new(job.gpu)),
            range: ValueRangeBuffer::new(job.gpu),
            kept: BTreeMap::new(),
            kept_bytes: 0,
            caches_fields: false,
            wants_samples,
        }
    }

    /// Finds the values at the palette's ends over all pieces.
    pub(super) fn find_range(
        &mut self,
        progress: &mut ProgressFn<'_>,
    ) -> Result<[f64; 2], CommandError> {
        self.caches_fields = true;
        let begun = Instant::now();
        let gpu = self.job.gpu;
        let pipeline = ValueRangePipeline::new(gpu);
        let pieces = self.cut.pieces();
        let mut encoder = self.encoder();
        self.range.clear(&mut encoder);
        gpu.queue.submit([encoder.finish()]);
        let mut before = None;
        for round in SELECT_ROUNDS {
            for (done, piece) in (1..).zip(&pieces) {
                let was_kept = self.kept.contains_key(&piece.inner.first);
                let mut encoder = self.encoder();
                let field = self.evaluated(&mut encoder, *piece)?;
                let counted = self.range_piece(&field, *piece, round);
                pipeline.count(gpu, &mut encoder, counted, &self.range);
                if done == pieces.len() {
                    pipeline.select(gpu, &mut encoder, counted, &self.range);
                }
                let report = (!was_kept).then(|| request_report(gpu, &mut encoder, &field));
                let submission = gpu.queue.submit([encoder.finish()]);
                // No more than two pieces wait, so that those that are not kept do not pile up.
                if let Some(before) = before.replace((submission, report)) {
                    self.job.check_loops(before)?;
                }
                if round == 0 {
                    progress(0.5 * done as f64 / pieces.len() as f64)?;
                }
            }
        }
        if let Some(last) = before {
            self.job.check_loops(last)?;
        }
        let mut encoder = self.encoder();
        let ends = request_range(gpu, &mut encoder, &self.range);
        let submission = gpu.queue.submit([encoder.finish()]);
        let bytes = ends.wait(gpu, submission)?;
        let lost = || GpuError::Device("the value range did not come back".to_owned());
        let MeasuredRange { ends, finite } = MeasuredRange::read(&bytes).ok_or_else(lost)?;
        self.job
            .warn_non_finite(self.job.count() - u64::from(finite));
        tracing::debug!("value range found in {:.2?}", begun.elapsed());
        Ok(ends.map(f64::from))
    }

    fn range_piece<'b>(
        &self,
        field: &'b FieldTexture,
        piece: Tile,
        round: u32,
    ) -> ValueRangeInput<'b> {
        ValueRangeInput {
            field,
            region: Region {
                first: offset(piece),
                size: piece.inner.size,
            },
            channel: self.job.view.channel,
            round,
        }
    }

    /// Makes the picture from top to bottom, and sends its rows to all writers, unless one gives up: which.
    pub(super) fn make_strips(
        &mut self,
        writers: &[SyncSender<Arc<Strip>>],
        progress: &mut ProgressFn<'_>,
    ) -> Result<Option<usize>, CommandError> {
        let begun = if self.caches_fields { 0.5 } else { 0.0 };
        let pieces = self.cut.pieces();
        let (mut done, total) = (0, pieces.len());
        let mut in_flight = VecDeque::new();
        let mut band = TileRow::default();
        for piece in pieces.into_iter().map(Some).chain([None]) {
            if let Some(piece) = piece {
                in_flight.push_back(self.submit(piece)?);
            }
            let most = usize::from(piece.is_some());
            while in_flight.len() > most {
                let Some(front) = in_flight.pop_front() else {
                    break;
                };
                band.add(self.job, front)?;
                if let Some(strip) = band.take_full(self.job.inputs.grid.size[0]) {
                    let strip = Arc::new(strip);
                    let gave_up = |writer: &SyncSender<_>| writer.send(Arc::clone(&strip)).is_err();
                    if let Some(failed) = writers.iter().position(gave_up) {
                        return Ok(Some(failed));
                    }
                }
                done += 1;
                progress(begun + (1.0 - begun) * f64::from(done) / total as f64)?;
            }
        }
        // A picture's own were counted with its range.
        if !self.caches_fields {
            self.job.warn_non_finite(band.strange);
        }
        Ok(None)
    }

    /// Evaluates and shades a piece, and asks for its numbers.
    fn submit(&mut self, piece: Tile) -> Result<PendingTile, GpuError> {
        let gpu = self.job.gpu;
        let mut encoder = self.encoder();
        let field = self.evaluated(&mut encoder, piece)?;
        let region = Region {
            first: offset(piece),
            size: piece.inner.size,
        };
        let mut samples = self
            .wants_samples
            .then(|| request_field(gpu, &mut encoder, &field, region))
            .transpose()?;
        let mut pixels = self
            .shades
            .as_mut()
            .map(|shades| {
                let picture = PictureTexture::new(gpu, piece.inner.size)?;
                let tints = tints(self.job, &self.turns, &mut encoder, piece, &field)?;
                let spacing = self.job.inputs.grid.spacing();
                let shade = ShadeInputs::new(self.job.view, spacing, self.job.is_color());
                let shade = shade.with_origin(region.first);
                let colors = (&field, tints.as_ref());
                shades.shade(gpu, &mut encoder, &shade, colors, &self.range, &picture);
                request_picture(gpu, &mut encoder, &picture)
            })
            .transpose()?;
        let mut report = request_report(gpu, &mut encoder, &field);
        let submission = gpu.queue.submit([encoder.finish()]);
        report.start_mapping();
        samples
            .iter_mut()
            .chain(&mut pixels)
            .for_each(PendingTexels::start_mapping);
        Ok(PendingTile {
            piece,
            submission,
            report,
            samples,
            pixels,
        })
    }

    /// A piece's samples with their neighbours, evaluated now unless they were kept.
    fn evaluated(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        piece: Tile,
    ) -> Result<FieldTexture, GpuError> {
        let first = piece.inner.first;
        if let Some(kept) = self.kept.get(&first) {
            return Ok(kept.clone());
        }
        let job = self.job;
        let channels = job.pipeline.generator.channels;
        let field = FieldTexture::new(job.gpu, piece.outer.size, channels)?;
        self.turns
            .evaluate(encoder, job.inputs, piece.outer, &field);
        let bytes = field.bytes();
        if self.caches_fields && self.kept_bytes + bytes <= KEPT_BYTES {
            self.kept_bytes += bytes;
            self.kept.insert(first, field.clone());
        }
        Ok(field)
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        let descriptor = wgpu::CommandEncoderDescriptor {
            label: Some("rendering"),
        };
        self.job.gpu.device.create_command_encoder(&descriptor)
    }
}

/// The colours that the generator's own file gives a piece's relief.
fn tints(
    job: &RenderJob<'_>,
    turns: &TimeSlicer<'_>,
    encoder: &mut wgpu::CommandEncoder,
    piece: Tile,
    field: &FieldTexture,
) -> Result<Option<PictureTexture>, GpuError> {
    if !job.pipeline.generator.uses_surface(job.view) {
        return Ok(None);
    }
    let tints = PictureTexture::new(job.gpu, piece.outer.size)?;
    turns.paint(encoder, job.inputs, piece.outer, (field, &tints));
    Ok(Some(tints))
}

/// Where a piece's samples begin among those with their neighbours.
fn offset(piece: Tile) -> [u32; 2] {
    [0, 1].map(|axis| piece.inner.first[axis] - piece.outer.first[axis])
}
