//! Times of evaluations, measured by GPU timestamps or by waiting.

use std::time::Instant;

use noise_playground::gpu::{Gpu, PendingReadback, TimestampQuery};

/// Measures how long evaluations take, by one of several clocks.
pub(crate) enum EvaluationTimer {
    /// Timestamps of the GPU, which are read back some frames later.
    Gpu(TimestampQuery),
    /// The CPU's clock, after waiting for the work. Adapters without timestamps are mostly software, which runs on the
    /// CPU anyway.
    Wall,
    /// For tests: every sample takes this number of milliseconds.
    #[cfg(test)]
    Fixed(f64),
}

/// The time of some work, known or pending.
#[derive(Debug)]
pub(super) enum TimingResult {
    /// The measured milliseconds.
    Known(f64),
    Pending(PendingReadback),
}

impl EvaluationTimer {
    pub(super) fn new(gpu: &Gpu) -> Self {
        TimestampQuery::new(gpu).map_or(Self::Wall, Self::Gpu)
    }

    /// Measures the time of `work`, which records commands and returns its number of samples. The commands go to
    /// `encoder`, or are submitted at once, before the contents of `encoder`. Returns the time and that number.
    pub(super) fn time(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        work: impl FnOnce(&mut wgpu::CommandEncoder, Option<&TimestampQuery>) -> u64,
    ) -> (TimingResult, u64) {
        match self {
            Self::Gpu(timestamps) => {
                let samples = work(encoder, Some(timestamps));
                (
                    TimingResult::Pending(timestamps.request(gpu, encoder)),
                    samples,
                )
            }
            Self::Wall => {
                let (ms, samples) = wait_for(gpu, work);
                (TimingResult::Known(ms), samples)
            }
            #[cfg(test)]
            Self::Fixed(ms_per_sample) => {
                let samples = work(encoder, None);
                (TimingResult::Known(ms_per_sample * samples as f64), samples)
            }
        }
    }

    /// Returns the milliseconds; `None` while the readback is pending, 0 if the device was lost.
    pub(super) fn read(&self, gpu: &Gpu, time: &TimingResult) -> Option<f64> {
        match (time, self) {
            (TimingResult::Known(ms), _) => Some(*ms),
            (TimingResult::Pending(readback), Self::Gpu(timestamps)) => {
                let bytes = readback.try_take(gpu)?.unwrap_or_default();
                Some(timestamps.milliseconds(&bytes).unwrap_or_default())
            }
            (TimingResult::Pending(_), _) => Some(0.0),
        }
    }
}

/// Submits work and waits for it. Returns its milliseconds, excluding previous submissions, and the result of `work`.
fn wait_for<T>(
    gpu: &Gpu,
    work: impl FnOnce(&mut wgpu::CommandEncoder, Option<&TimestampQuery>) -> T,
) -> (f64, T) {
    let descriptor = wgpu::CommandEncoderDescriptor {
        label: Some("EvaluationTimer"),
    };
    let mut encoder = gpu.device.create_command_encoder(&descriptor);
    let result = work(&mut encoder, None);
    // A lost device is detected elsewhere.
    let wait = || _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    wait();
    let started = Instant::now();
    gpu.queue.submit([encoder.finish()]);
    wait();
    (started.elapsed().as_secs_f64() * 1e3, result)
}
