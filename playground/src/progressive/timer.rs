//! How long evaluations take.

use std::time::Instant;

use noise_playground::gpu::{Gpu, PendingReadback, TimestampQuery};

/// What evaluations are timed by.
pub(crate) enum EvaluationTimer {
    /// The GPU's own clock: a time is known some frames later.
    Gpu(TimestampQuery),
    /// By waiting. Where there is no such clock the processor mostly draws, and has nothing better to do.
    Wall,
    /// Every sample takes so many milliseconds.
    #[cfg(test)]
    Fixed(f64),
}

/// A time, or what will be one.
#[derive(Debug)]
pub(super) enum TimingResult {
    Known(f64),
    Later(PendingReadback),
}

impl EvaluationTimer {
    pub(super) fn new(gpu: &Gpu) -> Self {
        TimestampQuery::new(gpu).map_or(Self::Wall, Self::Gpu)
    }

    /// Records work, or has it done at once, ahead of what is in `encoder`. `work` says of how many samples it is.
    pub(super) fn time(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        work: impl FnOnce(&mut wgpu::CommandEncoder, Option<&TimestampQuery>) -> u64,
    ) -> (TimingResult, u64) {
        match self {
            Self::Gpu(stopwatch) => {
                let samples = work(encoder, Some(stopwatch));
                (
                    TimingResult::Later(stopwatch.request(gpu, encoder)),
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

    /// Milliseconds, once they are known; 0 where the device lost them.
    pub(super) fn read(&self, gpu: &Gpu, time: &TimingResult) -> Option<f64> {
        match (time, self) {
            (TimingResult::Known(ms), _) => Some(*ms),
            (TimingResult::Later(read), Self::Gpu(stopwatch)) => {
                let bytes = read.try_take(gpu)?.unwrap_or_default();
                Some(stopwatch.milliseconds(&bytes).unwrap_or_default())
            }
            (TimingResult::Later(_), _) => Some(0.0),
        }
    }
}

/// Milliseconds from the start of some work to its end, and what it says. What was submitted before it does not count.
fn wait_for<T>(
    gpu: &Gpu,
    work: impl FnOnce(&mut wgpu::CommandEncoder, Option<&TimestampQuery>) -> T,
) -> (f64, T) {
    let descriptor = wgpu::CommandEncoderDescriptor {
        label: Some("Clock"),
    };
    let mut encoder = gpu.device.create_command_encoder(&descriptor);
    let said = work(&mut encoder, None);
    // A lost device is seen elsewhere.
    let wait = || _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    wait();
    let begun = Instant::now();
    gpu.queue.submit([encoder.finish()]);
    wait();
    (begun.elapsed().as_secs_f64() * 1e3, said)
}
