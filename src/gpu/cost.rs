//! How long a pipeline takes, and its first run: few samples, with a time limit.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, GridRun, PictureTexture,
    TimestampQuery,
};
use crate::grid::Region;

/// What a sample costs, by what others took.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct SampleCost {
    ms_per_sample: f64,
}

impl SampleCost {
    /// Of what takes no time to speak of.
    pub const FREE: Self = Self { ms_per_sample: 0.0 };

    /// Of so many samples in so many milliseconds.
    pub fn new(samples: u64, ms: f64) -> Self {
        Self {
            ms_per_sample: ms.max(0.0) / samples.max(1) as f64,
        }
    }

    /// How many samples are done in so many milliseconds.
    pub fn samples_within(self, ms: f64) -> u64 {
        (ms / self.ms_per_sample) as u64
    }

    /// What a part of a picture teaches: no more than twice the speed, since a quiet corner says little of the rest.
    #[must_use]
    pub fn updated_with(self, part: Self) -> Self {
        Self {
            ms_per_sample: part.ms_per_sample.max(self.ms_per_sample / 2.0),
        }
    }
}

/// Nothing is known: a shader of the heavier sort on a slow machine.
impl Default for SampleCost {
    fn default() -> Self {
        Self::new(4096, 8.0)
    }
}

/// Samples across and down that the first run spreads over the picture.
const SPREAD: u32 = 64;

/// Samples across and down of the very first workgroup.
const TINY: u32 = 8;

/// A grid program's passes of the first run, behind its very first.
const FIRST_PASSES: u64 = 16;

/// Milliseconds that a submission may take. Drivers end what takes seconds, and the whole device with it.
pub(super) const MAX_SLICE_MS: f64 = 100.0;

/// What a pipeline's work costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct PipelineCost {
    /// Of a sample; of an invocation of its passes, where it is a grid program.
    pub evaluate: SampleCost,
    /// Of a sample's colour by the file's own `surface`.
    pub paint: SampleCost,
}

impl EvaluatePipeline {
    /// Runs the pipeline for the first time: a few samples, and if they came in time some more, spread over the
    /// picture of these inputs. Of a grid program, its first passes.
    ///
    /// # Errors
    /// They did not come within `limit`. They may still be under way.
    pub fn calibrate(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        limit: Duration,
    ) -> Result<PipelineCost, GpuError> {
        let timing = CalibrationTimer::new(gpu, limit);
        let side = inputs.grid.size[0].max(inputs.grid.size[1]);
        let spread = inputs.coarse(side.div_ceil(SPREAD));
        let whole = spread.grid.region();
        let field = FieldTexture::new(gpu, whole.size, self.generator.channels)?;
        let evaluate = match self.run(gpu, inputs, None)? {
            Some(run) => timing.passes(run)?,
            None => timing.samples(whole, |part, encoder, stopwatch| {
                self.evaluate_chunk(gpu, encoder, &spread, (whole, part), &field, stopwatch);
            })?,
        };
        if !self.generator.has_surface {
            let paint = SampleCost::FREE;
            return Ok(PipelineCost { evaluate, paint });
        }
        let tints = PictureTexture::new(gpu, whole.size)?;
        let paint = timing.samples(whole, |part, encoder, stopwatch| {
            let into = (&field, &tints);
            self.paint_part(gpu, encoder, &spread, (whole, part), into, stopwatch);
        })?;
        Ok(PipelineCost { evaluate, paint })
    }
}

/// Submits work and waits for it, so long and no longer.
pub(super) struct CalibrationTimer<'a> {
    gpu: &'a Gpu,
    stopwatch: Option<TimestampQuery>,
    limit: Duration,
}

impl<'a> CalibrationTimer<'a> {
    pub(super) fn new(gpu: &'a Gpu, limit: Duration) -> Self {
        Self {
            gpu,
            stopwatch: TimestampQuery::new(gpu),
            limit,
        }
    }

    /// What a sample costs, by some in the middle and, if these do not cost too much, by all.
    fn samples(
        &self,
        whole: Region,
        record: impl Fn(Region, &mut wgpu::CommandEncoder, Option<&TimestampQuery>),
    ) -> Result<SampleCost, GpuError> {
        let tiny = Region {
            first: whole.size.map(|count| count.saturating_sub(TINY) / 2),
            size: whole.size.map(|count| count.min(TINY)),
        };
        let samples = |region: Region| u64::from(region.size[0] * region.size[1]);
        let run = |region: Region| {
            let record = |encoder: &mut _, stopwatch: Option<&_>| {
                record(region, encoder, stopwatch);
                samples(region)
            };
            self.time(record).map(|timed| timed.ms)
        };
        let rest = samples(whole) - samples(tiny);
        let is_heavy = |ms: f64| ms * samples(whole) as f64 > MAX_SLICE_MS * samples(tiny) as f64;
        let mut of_tiny = run(tiny)?;
        // The driver finishes its own compilation in the first run, and any may have to wait.
        for _ in 0..2 {
            if is_heavy(of_tiny) {
                of_tiny = of_tiny.min(run(tiny)?);
            }
        }
        if rest == 0 || is_heavy(of_tiny) {
            return Ok(SampleCost::new(samples(tiny), of_tiny));
        }
        // What any run takes beside its samples does not count.
        Ok(SampleCost::new(rest, run(whole)? - of_tiny))
    }

    /// What an invocation costs, by a grid program's first pass and, if that was quick, by some more.
    fn passes(&self, mut run: GridRun) -> Result<SampleCost, GpuError> {
        let first = self.time(|encoder, stopwatch| run.advance(encoder, 0, stopwatch))?;
        if run.is_done() || first.ms > MAX_SLICE_MS / FIRST_PASSES as f64 {
            return Ok(first.pace());
        }
        let room = FIRST_PASSES * first.samples;
        let more = self.time(|encoder, stopwatch| run.advance(encoder, room, stopwatch))?;
        Ok(more.pace())
    }

    /// Submits what `record` records, and waits for it. `record` says of how many samples that is.
    pub(super) fn time(
        &self,
        record: impl FnOnce(&mut wgpu::CommandEncoder, Option<&TimestampQuery>) -> u64,
    ) -> Result<Timed, GpuError> {
        let Self {
            gpu,
            stopwatch,
            limit,
        } = self;
        let descriptor = wgpu::CommandEncoderDescriptor {
            label: Some("Timing"),
        };
        let mut encoder = gpu.device.create_command_encoder(&descriptor);
        let samples = record(&mut encoder, stopwatch.as_ref());
        let mut times = stopwatch
            .as_ref()
            .map(|stopwatch| stopwatch.request(gpu, &mut encoder));
        let begun = Instant::now();
        gpu.queue.submit([encoder.finish()]);
        if let Some(times) = &mut times {
            times.start_mapping();
        }
        if !finishes_within(gpu, *limit)? {
            let limit = *limit;
            return Err(GpuError::TooSlow { samples, limit });
        }
        let wall = begun.elapsed().as_secs_f64() * 1e3;
        let by_gpu = || {
            let bytes = times.as_ref()?.try_take(gpu)??;
            stopwatch.as_ref()?.milliseconds(&bytes)
        };
        let ms = by_gpu().unwrap_or(wall);
        Ok(Timed { samples, ms })
    }
}

/// What some samples took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    samples: u64,
    ms: f64,
}

impl Timed {
    pub(super) fn pace(self) -> SampleCost {
        SampleCost::new(self.samples, self.ms)
    }
}

/// Whether all that was submitted ends within a time. It is waited for in glances, so that other threads can submit
/// meanwhile. A wait of wgpu's own with a time limit panics where another thread sees the end first.
fn finishes_within(gpu: &Gpu, limit: Duration) -> Result<bool, GpuError> {
    const GLANCE: Duration = Duration::from_micros(100);
    let (sender, ended) = mpsc::channel();
    gpu.queue
        .on_submitted_work_done(move || _ = sender.send(()));
    let begun = Instant::now();
    while begun.elapsed() < limit {
        let polled = gpu.device.poll(wgpu::PollType::Poll);
        polled.map_err(|error| GpuError::Device(error.to_string()))?;
        if ended.recv_timeout(GLANCE).is_ok() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Values;
    use crate::gpu::testing::{inputs, pipeline};

    #[test]
    fn a_first_run_gives_a_pace_or_ends_at_its_limit() {
        let gpu = Gpu::headless(None).unwrap();
        let text = "fn height(p: vec2f) -> f32 { return sin(p.x) * p.y; }";
        let pipeline = pipeline(&gpu, text);
        let inputs = inputs(&pipeline, &Values::default());
        let pace = pipeline.calibrate(&gpu, &inputs, Duration::from_secs(60));
        assert!(pace.unwrap().evaluate.samples_within(1e6) > 1_000_000);
        let stopped = pipeline.calibrate(&gpu, &inputs, Duration::ZERO);
        assert!(matches!(
            stopped,
            Err(GpuError::TooSlow { samples: 64, .. })
        ));
    }
}
