//! Measurement of the time of GPU work, by GPU timestamps or by waiting.

use std::time::Instant;

use noise_playground::gpu::{Gpu, PendingReadback, TimestampQuery};

/// Clock that measures how long evaluations take on the GPU.
pub(crate) enum EvaluationTimer {
    /// Clock of the GPU: timestamps, which are read back some frames later.
    Gpu(TimestampQuery),
    /// Clock of the CPU, read after waiting for the GPU work. Adapters without timestamps are mostly software, which
    /// runs on the CPU anyway.
    Wall,
    /// Simulated clock for tests, by which every sample takes this number of milliseconds.
    #[cfg(test)]
    Fixed(f64),
}

/// Duration of some GPU work, measured or still to be read back.
#[derive(Debug)]
pub(super) enum TimingResult {
    /// Measured duration of GPU work in milliseconds.
    Known(f64),
    Pending(PendingReadback),
}

impl EvaluationTimer {
    pub(super) fn new(gpu: &Gpu) -> Self {
        TimestampQuery::new(gpu).map_or(Self::Wall, Self::Gpu)
    }

    /// Returns true if the duration of GPU work is measured by waiting for it.
    pub(crate) fn needs_waiting(&self) -> bool {
        matches!(self, Self::Wall)
    }

    /// Measures the duration of `work`, a function that records commands and returns its number of samples. The
    /// commands are recorded in `encoder`, or submitted at once, before the contents of `encoder`. Returns the duration
    /// and the number of samples.
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

    /// Returns the measured duration in milliseconds; `None` while its readback is pending, 0 if the device was lost.
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

/// Submits the commands that `work` records, and waits for them. Returns their milliseconds on the GPU, excluding
/// previous submissions, and the result of `work`.
fn wait_for<T>(
    gpu: &Gpu,
    work: impl FnOnce(&mut wgpu::CommandEncoder, Option<&TimestampQuery>) -> T,
) -> (f64, T) {
    let descriptor = wgpu::CommandEncoderDescriptor {
        label: Some("EvaluationTimer"),
    };
    let mut encoder = gpu.device.create_command_encoder(&descriptor);
    let result = work(&mut encoder, None);
    // The loss of the device is detected by the next frame.
    let wait = || _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    wait();
    let started = Instant::now();
    gpu.queue.submit([encoder.finish()]);
    wait();
    (started.elapsed().as_secs_f64() * 1e3, result)
}
