//! Calibration: measures the costs of a generator's pipelines within a time limit.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::grid_run::GridRun;
use crate::field::grid::Region;
use crate::gpu::device::cost::{MAX_COARSE_SIDE, MAX_SLICE_MS, Pace, TimedSamples};
use crate::gpu::{
    EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, PictureTexture, PipelineCost,
    Run, SampleCost, TimestampQuery,
};

const MAX_COARSE_VOLUME_SIDE: u32 = 16;

const FIRST_SIDE: u32 = 8;

const CALIBRATION_PASSES: u64 = 16;

impl EvaluatePipeline {
    /// Measures with few samples first and, if they are cheap, with a coarse grid over the whole picture; of a grid
    /// program, the first passes. Field inputs that other generators fill are empty meanwhile.
    ///
    /// # Errors
    /// Fails if a submission takes longer than `limit`; it may still be running then.
    pub fn calibrate(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        limit: Duration,
    ) -> Result<PipelineCost, GpuError> {
        let timer = CalibrationTimer::new(gpu, limit);
        let coarse_side = match inputs.volume() {
            Some(_) => MAX_COARSE_VOLUME_SIDE,
            None => MAX_COARSE_SIDE,
        };
        let coarse = inputs.coarse(inputs.side().div_ceil(coarse_side));
        let region = coarse.grid.region();
        let field = FieldTexture::of_generator(gpu, region.size, &self.generator)?;
        let evaluate = match self.run_without_sources(gpu, inputs)? {
            Some(run) => timer.measure_pass_cost(run)?,
            None => timer.measure_sample_cost(region, |chunk, encoder, timestamps| {
                self.evaluate_chunk(gpu, encoder, &coarse, (region, chunk), &field, timestamps);
            })?,
        };
        let surface = if self.generator.has_surface {
            self.calibrate_surface(&timer, &coarse, &field)?
        } else {
            SampleCost::FREE
        };
        Ok(PipelineCost { evaluate, surface })
    }

    fn calibrate_surface(
        &self,
        timer: &CalibrationTimer<'_>,
        coarse: &EvaluateInputs,
        field: &FieldTexture,
    ) -> Result<SampleCost, GpuError> {
        let (gpu, region) = (timer.gpu, coarse.grid.region());
        let albedo = PictureTexture::albedo(gpu, region.size)?;
        timer.measure_sample_cost(region, |chunk, encoder, timestamps| {
            let (placed, targets) = ((region, chunk), (field, &albedo));
            self.evaluate_surface_chunk(gpu, encoder, coarse, placed, targets, timestamps);
        })
    }
}

#[derive(Debug)]
pub(crate) struct CalibrationTimer<'a> {
    gpu: &'a Gpu,
    timestamps: Option<TimestampQuery>,
    limit: Duration,
}

impl<'a> CalibrationTimer<'a> {
    pub(crate) fn new(gpu: &'a Gpu, limit: Duration) -> Self {
        Self { gpu, timestamps: TimestampQuery::new(gpu), limit }
    }

    fn measure_sample_cost(
        &self,
        region: Region,
        record: impl Fn(Region, &mut wgpu::CommandEncoder, Option<&TimestampQuery>),
    ) -> Result<SampleCost, GpuError> {
        let first = Region {
            origin: region.size.map(|count| count.saturating_sub(FIRST_SIDE) / 2),
            size: region.size.map(|count| count.min(FIRST_SIDE)),
        };
        self.compile(|encoder| record(Region { size: [0; 2], ..first }, encoder, None))?;
        let samples = |region: Region| u64::from(region.size[0] * region.size[1]);
        let run = |chunk: Region| {
            let record = |encoder: &mut _, timestamps: Option<&_>| {
                record(chunk, encoder, timestamps);
                samples(chunk)
            };
            self.time(record).map(|timed| timed.ms)
        };
        let rest = samples(region) - samples(first);
        let is_heavy = |ms: f64| ms * samples(region) as f64 > MAX_SLICE_MS * samples(first) as f64;
        let mut first_ms = run(first)?;
        // The first run may include compilation by the driver, and any run may have to wait for other processes.
        for _ in 0..2 {
            if is_heavy(first_ms) {
                first_ms = first_ms.min(run(first)?);
            }
        }
        if rest == 0 || is_heavy(first_ms) {
            return Ok(SampleCost::measured(samples(first), first_ms));
        }
        let region_ms = run(region)?;
        // The first run had few samples: it takes that long only with compilation by the driver, or if both are short.
        if 2.0 * first_ms > region_ms {
            first_ms = first_ms.min(run(first)?);
        }
        // The difference excludes the fixed cost of a submission.
        Ok(SampleCost::measured(rest, region_ms - first_ms))
    }

    /// Makes a software driver compile the shader by a run without samples, so that compilation does not count toward the
    /// time limit of the runs. Other drivers compile when a pipeline is created.
    fn compile(&self, record: impl FnOnce(&mut wgpu::CommandEncoder)) -> Result<(), GpuError> {
        if self.gpu.is_software() {
            let mut encoder = self.gpu.encoder();
            record(&mut encoder);
            self.gpu.queue.submit([encoder.finish()]);
            finishes_within(self.gpu, COMPILE_LIMIT)?;
        }
        Ok(())
    }

    fn measure_pass_cost(&self, mut run: GridRun) -> Result<SampleCost, GpuError> {
        let first =
            self.time(|encoder, timestamps| run.advance(self.gpu, encoder, 0, timestamps))?;
        if run.is_done() || first.ms > MAX_SLICE_MS / CALIBRATION_PASSES as f64 {
            return Ok(first.cost());
        }
        let count = CALIBRATION_PASSES * first.samples;
        let more =
            self.time(|encoder, timestamps| run.advance(self.gpu, encoder, count, timestamps))?;
        Ok(more.cost())
    }

    pub(crate) fn finish(&self, run: &mut Run, pace: &mut Pace) -> Result<(), GpuError> {
        let mut source_pace = Pace::default();
        while !run.is_done() {
            let pace = if run.is_filled() { &mut *pace } else { &mut source_pace };
            let (count, stage) = (pace.next_count(), run.completed_stages());
            let slice =
                self.time(|encoder, timestamps| run.advance(self.gpu, encoder, count, timestamps))?;
            pace.add(slice);
            if run.completed_stages() != stage {
                source_pace = Pace::default();
            }
        }
        Ok(())
    }

    /// `record` returns the number of samples that it recorded.
    pub(crate) fn time(
        &self,
        record: impl FnOnce(&mut wgpu::CommandEncoder, Option<&TimestampQuery>) -> u64,
    ) -> Result<TimedSamples, GpuError> {
        let Self { gpu, timestamps, limit } = self;
        let mut encoder = self.gpu.encoder();
        let samples = record(&mut encoder, timestamps.as_ref());
        let readback = timestamps.as_ref().map(|timestamps| timestamps.request(gpu, &mut encoder));
        let started = Instant::now();
        gpu.queue.submit([encoder.finish()]);
        if !finishes_within(gpu, *limit)? {
            let limit = *limit;
            return Err(GpuError::TooSlow { samples, limit });
        }
        let wall_ms = started.elapsed().as_secs_f64() * 1e3;
        let gpu_ms = || {
            let bytes = readback.as_ref()?.try_take(gpu)??;
            timestamps.as_ref()?.milliseconds(&bytes)
        };
        let ms = gpu_ms().unwrap_or(wall_ms);
        Ok(TimedSamples { samples, ms })
    }
}

const COMPILE_LIMIT: Duration = Duration::from_secs(60);

/// Polls, so that other threads can submit. wgpu's own timed wait panics when another thread sees the completion first.
fn finishes_within(gpu: &Gpu, limit: Duration) -> Result<bool, GpuError> {
    const POLL_INTERVAL: Duration = Duration::from_micros(100);
    let (sender, done) = mpsc::channel();
    gpu.queue.on_submitted_work_done(move || _ = sender.send(()));
    let started = Instant::now();
    loop {
        // Before the poll: a process that was paused finds what was finished meanwhile.
        let is_late = started.elapsed() >= limit;
        let polled = gpu.device.poll(wgpu::PollType::Poll);
        polled.map_err(|error| GpuError::Device(error.to_string()))?;
        let is_done = done.recv_timeout(POLL_INTERVAL).is_ok();
        if is_done || is_late {
            return Ok(is_done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::control::Values;
    use crate::gpu::testing::{inputs, pipeline};

    #[test]
    fn calibration_measures_cost_or_fails_at_its_limit() {
        let gpu = Gpu::headless(None).unwrap();
        let text = "fn height(p: vec2f) -> f32 { return sin(p.x) * p.y; }";
        let pipeline = pipeline(&gpu, text);
        let inputs = inputs(&pipeline, &Values::default());
        let limit = Duration::from_secs(60);
        let cost = pipeline.calibrate(&gpu, &inputs, limit).unwrap();
        // However busy the machine is, the first submission, of 64 samples, took less than the limit.
        assert!(cost.evaluate.samples_within(60_000.0) >= 64);
        assert_eq!(cost.surface, SampleCost::FREE);
        // On a busy machine, the samples can be finished before this thread asks for the first time.
        let is_stopped = |_| {
            let stopped = pipeline.calibrate(&gpu, &inputs, Duration::ZERO);
            matches!(stopped, Err(GpuError::TooSlow { samples: 64, .. }))
        };
        assert!((0..100).any(is_stopped));
    }
}
