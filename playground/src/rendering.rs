//! Pictures of any size. They are evaluated in pieces; a piece is read back while the next is evaluated, and
//! written while the one after that is.

mod band;
mod cut;
mod sink;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use noise_playground::capture::{Format, Head, Manifest, Output, Strip};
use noise_playground::control::Values;
use noise_playground::generator::{Generator, Returns, Schedule, ScheduleError};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, FoundRange, Gpu, GpuError, PendingRead,
    PendingTexels, PictureTexture, RANGE_ROUNDS, RangeBuffer, RangePiece, RangePipeline,
    ShadeInputs, ShadePipeline, Turns, request_field, request_picture, request_range,
    request_report,
};
use noise_playground::grid::{Region, SampleGrid};
use noise_playground::view::{ValueRange, View};

use crate::failure::Failure;
use band::Band;
use cut::{Cut, Piece};
use sink::Sink;

/// Samples of a piece: enough to fill a large GPU, little enough that writing begins soon.
pub(crate) const PIECE_SAMPLES: u32 = 1 << 21;

/// Bytes of evaluated pieces that are kept rather than evaluated again.
const KEPT_BYTES: u64 = 512 << 20;

/// How long a picture's first samples are waited for, before a shader is given up.
pub(crate) const FIRST_RUN: Duration = Duration::from_secs(60);

/// Strips that wait for a slow disk before the GPU does.
const WAITING_STRIPS: usize = 8;

/// A picture to make.
pub(crate) struct Job<'a> {
    pub(crate) gpu: &'a Gpu,
    pub(crate) pipeline: &'a EvaluatePipeline,
    pub(crate) inputs: &'a EvaluateInputs,
    pub(crate) view: &'a View,
    pub(crate) manifest: &'a Manifest,
    /// Samples of a piece. Whatever else the GPU has to do waits for two of them.
    pub(crate) piece_samples: u32,
}

/// Is told how much of the work is done, 0 to 1. An error ends the work.
pub(crate) type Tell<'a> = dyn FnMut(f64) -> Result<(), Failure> + 'a;

impl Job<'_> {
    /// Makes the picture once and writes it to all outputs, which are to be published then.
    pub(crate) fn write(
        &self,
        outputs: &mut [Output],
        progress: &mut Tell<'_>,
    ) -> Result<(), Failure> {
        self.make(
            self.cut(),
            outputs.iter_mut().map(Sink::File).collect(),
            progress,
        )
    }

    /// Makes the picture as red, green, blue and alpha bytes, row by row from the top.
    pub(crate) fn pixels(&self, progress: &mut Tell<'_>) -> Result<Vec<u8>, Failure> {
        let mut pixels = Vec::new();
        self.make(self.cut(), vec![Sink::Memory(&mut pixels)], progress)?;
        Ok(pixels)
    }

    /// Evaluates the raw result, row by row from the top, a sample's numbers together.
    pub(crate) fn samples(&self, progress: &mut Tell<'_>) -> Result<Vec<f32>, Failure> {
        let mut samples = Vec::new();
        self.make(self.cut(), vec![Sink::Samples(&mut samples)], progress)?;
        Ok(samples)
    }

    fn cut(&self) -> Cut {
        let limit = self.gpu.device.limits().max_texture_dimension_2d;
        Cut::new(self.inputs.grid.size, limit, self.piece_samples)
    }

    fn make(&self, cut: Cut, sinks: Vec<Sink<'_>>, progress: &mut Tell<'_>) -> Result<(), Failure> {
        self.gpu
            .checked("rendering", || self.make_unchecked(cut, sinks, progress))?
    }

    fn make_unchecked(
        &self,
        cut: Cut,
        sinks: Vec<Sink<'_>>,
        progress: &mut Tell<'_>,
    ) -> Result<(), Failure> {
        let turns = Turns::begin(self.gpu, self.pipeline, self.inputs, FIRST_RUN)?;
        let formats: Vec<_> = sinks.iter().map(Sink::format).collect();
        let wants_picture = formats.iter().any(|format| format.holds_picture());
        let mut run = Run {
            job: self,
            turns,
            cut,
            shades: wants_picture.then(|| ShadePipeline::new(self.gpu)),
            range: RangeBuffer::new(self.gpu),
            kept: BTreeMap::new(),
            kept_bytes: 0,
            keeps: false,
            wants_samples: formats.iter().any(|format| !format.holds_picture()),
        };
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
        (submission, report): (wgpu::SubmissionIndex, Option<PendingRead>),
    ) -> Result<(), Failure> {
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
            Some(runaway) => Err(Failure::Shader(vec![runaway])),
            None => Ok(()),
        }
    }

    fn count(&self) -> u64 {
        self.inputs.grid.size.map(u64::from).iter().product()
    }

    /// Says how many values are NaN or infinite.
    fn warn_of_strange(&self, values: u64) {
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

    fn head(&self, value_range: [f64; 2]) -> Head {
        let generator = &self.pipeline.generator;
        Head {
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

/// A job under way.
struct Run<'a> {
    job: &'a Job<'a>,
    /// Keeps each submission short.
    turns: Turns<'a>,
    cut: Cut,
    /// Where a picture is wanted, not only samples.
    shades: Option<ShadePipeline>,
    range: RangeBuffer,
    /// Evaluated pieces that are needed again, by their first samples.
    kept: BTreeMap<[u32; 2], FieldTexture>,
    kept_bytes: u64,
    /// Whether pieces are needed again.
    keeps: bool,
    wants_samples: bool,
}

/// A piece whose numbers are on their way.
struct InFlight {
    piece: Piece,
    submission: wgpu::SubmissionIndex,
    report: PendingRead,
    samples: Option<PendingTexels>,
    pixels: Option<PendingTexels>,
}

impl Run<'_> {
    /// Finds the values at the palette's ends over all pieces.
    fn find_range(&mut self, progress: &mut Tell<'_>) -> Result<[f64; 2], Failure> {
        self.keeps = true;
        let begun = Instant::now();
        let gpu = self.job.gpu;
        let pipeline = RangePipeline::new(gpu);
        let pieces = self.cut.pieces();
        let mut encoder = self.encoder();
        self.range.clear(&mut encoder);
        gpu.queue.submit([encoder.finish()]);
        let mut before = None;
        for round in RANGE_ROUNDS {
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
        let FoundRange { ends, finite } = FoundRange::read(&bytes).ok_or_else(lost)?;
        self.job
            .warn_of_strange(self.job.count() - u64::from(finite));
        tracing::debug!("value range found in {:.2?}", begun.elapsed());
        Ok(ends.map(f64::from))
    }

    fn range_piece<'a>(&self, field: &'a FieldTexture, piece: Piece, round: u32) -> RangePiece<'a> {
        RangePiece {
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
    fn make_strips(
        &mut self,
        writers: &[SyncSender<Arc<Strip>>],
        progress: &mut Tell<'_>,
    ) -> Result<Option<usize>, Failure> {
        let begun = if self.keeps { 0.5 } else { 0.0 };
        let pieces = self.cut.pieces();
        let (mut done, total) = (0, pieces.len());
        let mut in_flight = VecDeque::new();
        let mut band = Band::default();
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
        if !self.keeps {
            self.job.warn_of_strange(band.strange);
        }
        Ok(None)
    }

    /// Evaluates and shades a piece, and asks for its numbers.
    fn submit(&mut self, piece: Piece) -> Result<InFlight, GpuError> {
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
                let shade = shade.beginning_at(region.first);
                let colors = (&field, tints.as_ref());
                shades.shade(gpu, &mut encoder, &shade, colors, &self.range, &picture);
                request_picture(gpu, &mut encoder, &picture)
            })
            .transpose()?;
        let mut report = request_report(gpu, &mut encoder, &field);
        let submission = gpu.queue.submit([encoder.finish()]);
        report.submitted();
        samples
            .iter_mut()
            .chain(&mut pixels)
            .for_each(PendingTexels::submitted);
        Ok(InFlight {
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
        piece: Piece,
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
        if self.keeps && self.kept_bytes + bytes <= KEPT_BYTES {
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
    job: &Job<'_>,
    turns: &Turns<'_>,
    encoder: &mut wgpu::CommandEncoder,
    piece: Piece,
    field: &FieldTexture,
) -> Result<Option<PictureTexture>, GpuError> {
    if !job.pipeline.generator.is_painted_in(job.view) {
        return Ok(None);
    }
    let tints = PictureTexture::new(job.gpu, piece.outer.size)?;
    turns.paint(encoder, job.inputs, piece.outer, (field, &tints));
    Ok(Some(tints))
}

/// Where a piece's samples begin among those with their neighbours.
fn offset(piece: Piece) -> [u32; 2] {
    [0, 1].map(|axis| piece.inner.first[axis] - piece.outer.first[axis])
}
