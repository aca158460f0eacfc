//! How long a pipeline takes, and its first run: few samples, with a time limit.

use std::mem;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, GpuError, Stopwatch};
use crate::grid::Region;
use crate::parts::Parts;

/// What a sample costs, by what others took.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Pace {
    ms_per_sample: f64,
}

impl Pace {
    /// Of what takes no time to speak of.
    pub const AT_ONCE: Self = Self { ms_per_sample: 0.0 };

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
    pub fn after(self, part: Self) -> Self {
        Self {
            ms_per_sample: part.ms_per_sample.max(self.ms_per_sample / 2.0),
        }
    }
}

/// Nothing is known: a shader of the heavier sort on a slow machine.
impl Default for Pace {
    fn default() -> Self {
        Self::new(4096, 8.0)
    }
}

/// Samples across and down that the first run spreads over the picture.
const SPREAD: u32 = 64;

/// Samples across and down of the very first workgroup.
const TINY: u32 = 8;

/// Milliseconds that a submission may take. Drivers end what takes seconds, and the whole device with it.
const TURN_MS: f64 = 100.0;

impl EvaluatePipeline {
    /// Runs the pipeline for the first time: a few samples, and if they came in time some more, spread over the
    /// picture of these inputs. A grid program is not run.
    ///
    /// # Errors
    /// They did not come within `limit`. They may still be under way.
    pub fn first_run(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        limit: Duration,
    ) -> Result<Pace, GpuError> {
        if self.generator.program.is_some() {
            return Ok(Pace::AT_ONCE);
        }
        let side = inputs.grid.size[0].max(inputs.grid.size[1]);
        let spread = inputs.coarse(side.div_ceil(SPREAD));
        let whole = spread.grid.region();
        let tiny = Region {
            first: whole.size.map(|count| count.saturating_sub(TINY) / 2),
            size: whole.size.map(|count| count.min(TINY)),
        };
        let stopwatch = Stopwatch::new(gpu);
        let run = |region| self.timed(gpu, &spread, region, stopwatch.as_ref(), limit);
        let samples = |region: Region| u64::from(region.size[0] * region.size[1]);
        let rest = samples(whole) - samples(tiny);
        let is_heavy = |ms: f64| ms * samples(whole) as f64 > TURN_MS * samples(tiny) as f64;
        let mut of_tiny = run(tiny)?;
        // The driver finishes its own compilation in the first run, and any may have to wait.
        for _ in 0..2 {
            if is_heavy(of_tiny) {
                of_tiny = of_tiny.min(run(tiny)?);
            }
        }
        if rest == 0 || is_heavy(of_tiny) {
            return Ok(Pace::new(samples(tiny), of_tiny));
        }
        // What any run takes beside its samples does not count.
        Ok(Pace::new(rest, run(whole)? - of_tiny))
    }

    /// Does what [`Self::evaluate`] does, in as many submissions as keep each short by a pace that was measured.
    /// What is in `encoder` goes ahead; the last part is left in it.
    pub fn evaluate_in_turns(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        inputs: &EvaluateInputs,
        region: Region,
        field: &FieldTexture,
        pace: Pace,
    ) {
        let mut parts = Parts::new(region.size);
        let room = pace.samples_within(TURN_MS);
        while let Some(part) = parts.take(room) {
            self.evaluate_part(gpu, encoder, inputs, (region, part), field, None);
            if !parts.is_done() {
                let next = wgpu::CommandEncoderDescriptor {
                    label: Some("evaluate_in_turns"),
                };
                let next = gpu.device.create_command_encoder(&next);
                gpu.queue.submit([mem::replace(encoder, next).finish()]);
            }
        }
    }

    /// Milliseconds of an evaluation.
    fn timed(
        &self,
        gpu: &Gpu,
        inputs: &EvaluateInputs,
        region: Region,
        stopwatch: Option<&Stopwatch>,
        limit: Duration,
    ) -> Result<f64, GpuError> {
        let field = FieldTexture::new(gpu, region.size, self.generator.channels)?;
        let descriptor = wgpu::CommandEncoderDescriptor {
            label: Some("first run"),
        };
        let mut encoder = gpu.device.create_command_encoder(&descriptor);
        self.evaluate(gpu, &mut encoder, inputs, region, &field, stopwatch);
        let mut times = stopwatch.map(|stopwatch| stopwatch.request(gpu, &mut encoder));
        let begun = Instant::now();
        gpu.queue.submit([encoder.finish()]);
        if let Some(times) = &mut times {
            times.submitted();
        }
        if !ends_within(gpu, limit)? {
            let samples = region.size.iter().product();
            return Err(GpuError::TooSlow { samples, limit });
        }
        let wall = begun.elapsed().as_secs_f64() * 1e3;
        let by_gpu = || {
            let bytes = times.as_ref()?.take(gpu)??;
            stopwatch?.milliseconds(&bytes)
        };
        Ok(by_gpu().unwrap_or(wall))
    }
}

/// Whether all that was submitted ends within a time. It is waited for in glances, so that other threads can submit
/// meanwhile. A wait of wgpu's own with a time limit panics where another thread sees the end first.
fn ends_within(gpu: &Gpu, limit: Duration) -> Result<bool, GpuError> {
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
    use crate::control::{HostInputs, Values};
    use crate::generator::compile;
    use crate::grid::SampleGrid;
    use crate::source::{ModulePath, SourceTree};

    const GRID: SampleGrid = SampleGrid {
        center: [0.0, 0.0],
        span: 8.0,
        size: [200, 100],
    };

    fn pipeline(gpu: &Gpu) -> (EvaluatePipeline, EvaluateInputs) {
        let text = "fn height(p: vec2f) -> f32 { return sin(p.x) * p.y; }";
        let tree = SourceTree::from_iter([("a.wgsl", text)]);
        let compiled = compile(&tree, tree.get(&ModulePath::new("a.wgsl")).unwrap());
        let generator = compiled.main().unwrap();
        let linked = compiled.linked.as_ref().unwrap();
        let (values, host) = (Values::default(), HostInputs::default());
        let inputs = EvaluateInputs::new(generator, &values, GRID, 0.0, &host).unwrap();
        (
            EvaluatePipeline::new(gpu, linked, generator).unwrap(),
            inputs,
        )
    }

    #[test]
    fn a_first_run_gives_a_pace_or_ends_at_its_limit() {
        let gpu = Gpu::headless(None).unwrap();
        let (pipeline, inputs) = pipeline(&gpu);
        let pace = pipeline.first_run(&gpu, &inputs, Duration::from_secs(60));
        assert!(pace.unwrap().samples_within(1e6) > 1_000_000);
        let stopped = pipeline.first_run(&gpu, &inputs, Duration::ZERO);
        assert!(matches!(
            stopped,
            Err(GpuError::TooSlow { samples: 64, .. })
        ));
    }

    #[test]
    fn turns_leave_what_one_evaluation_leaves() {
        let gpu = Gpu::headless(None).unwrap();
        let (pipeline, inputs) = pipeline(&gpu);
        let region = Region {
            first: [3, 5],
            size: [150, 90],
        };
        // All at once, turns of 1000 samples, of 100, and of the fewest.
        let samples = [0.0, 0.1, 1.0, 1e9].map(|ms| {
            let field = FieldTexture::new(&gpu, region.size, 1).unwrap();
            let descriptor = wgpu::CommandEncoderDescriptor::default();
            let mut encoder = gpu.device.create_command_encoder(&descriptor);
            let pace = Pace::new(1, ms);
            pipeline.evaluate_in_turns(&gpu, &mut encoder, &inputs, region, &field, pace);
            gpu.queue.submit([encoder.finish()]);
            crate::gpu::read_field(&gpu, &field).unwrap().samples
        });
        assert!(samples[1..].iter().all(|others| *others == samples[0]));
    }
}
