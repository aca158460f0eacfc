//! Measurement of the time of GPU work, by GPU timestamps or by waiting.

use std::time::Instant;

use noise_playground::gpu::{Gpu, PendingReadback, TimestampQuery};

/// Clock that measures how long evaluations take on the GPU.
pub(crate) enum EvaluationTimer {
    /// Timestamps of the GPU, read back some frames later.
    Gpu(TimestampQuery),
    /// Clock of the CPU, read after waiting: adapters without timestamps are mostly software, which runs there anyway.
    Wall,
    /// Simulated: every sample takes this number of milliseconds.
    #[cfg(test)]
    Fixed(f64),
    /// Simulated: every submission takes this number of milliseconds.
    #[cfg(test)]
    FixedSubmission(f64),
}

#[derive(Debug)]
pub(super) enum TimingResult {
    /// Milliseconds.
    Known(f64),
    Pending(PendingReadback),
}

impl EvaluationTimer {
    pub(super) fn new(gpu: &Gpu) -> Self {
        TimestampQuery::new(gpu).map_or(Self::Wall, Self::Gpu)
    }

    /// Returns true if durations are measured by waiting for the work.
    pub(crate) fn needs_waiting(&self) -> bool {
        matches!(self, Self::Wall)
    }

    /// Returns true if durations contain the time for which the work waits for the processor.
    pub(super) fn includes_waiting(&self) -> bool {
        match self {
            Self::Wall => true,
            Self::Gpu(_) => false,
            #[cfg(test)]
            Self::FixedSubmission(_) => true,
            #[cfg(test)]
            Self::Fixed(_) => false,
        }
    }

    /// Measures `work`, whose commands go to `encoder` or to one submitted at once. Also returns its samples.
    pub(super) fn time(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        work: impl FnOnce(&mut wgpu::CommandEncoder, Option<&TimestampQuery>) -> u64,
    ) -> (TimingResult, u64) {
        match self {
            Self::Gpu(timestamps) => {
                let samples = work(encoder, Some(timestamps));
                (TimingResult::Pending(timestamps.request(gpu, encoder)), samples)
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
            #[cfg(test)]
            Self::FixedSubmission(ms) => (TimingResult::Known(*ms), work(encoder, None)),
        }
    }

    /// Returns milliseconds; `None` while the readback is pending, 0 if the device was lost.
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

/// Submits what `work` records and waits. Returns its milliseconds, without previous submissions, and its result.
fn wait_for<T>(
    gpu: &Gpu,
    work: impl FnOnce(&mut wgpu::CommandEncoder, Option<&TimestampQuery>) -> T,
) -> (f64, T) {
    let mut encoder = gpu.encoder();
    let result = work(&mut encoder, None);
    // The loss of the device is detected by the next frame.
    let wait = || _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    wait();
    let started = Instant::now();
    gpu.queue.submit([encoder.finish()]);
    wait();
    (started.elapsed().as_secs_f64() * 1e3, result)
}
