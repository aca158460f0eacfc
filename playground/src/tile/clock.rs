//! How long evaluations take.

use std::time::Instant;

use noise_playground::gpu::{Gpu, PendingRead, Stopwatch};

/// What evaluations are timed by.
pub(crate) enum Clock {
    /// The GPU's own clock: a time is known some frames later.
    Gpu(Stopwatch),
    /// By waiting. Where there is no such clock the processor mostly draws, and has nothing better to do.
    Wall,
    /// Every sample takes so many milliseconds.
    #[cfg(test)]
    Told(f64),
}

/// A time, or what will be one.
#[derive(Debug)]
pub(super) enum Time {
    Known(f64),
    Later(PendingRead),
}

impl Clock {
    pub(super) fn new(gpu: &Gpu) -> Self {
        Stopwatch::new(gpu).map_or(Self::Wall, Self::Gpu)
    }

    /// Records an evaluation of so many samples, or has it done at once, ahead of what is in `encoder`.
    pub(super) fn time(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        #[cfg_attr(not(test), expect(unused_variables, reason = "a clock does not count"))]
        samples: u64,
        evaluate: impl FnOnce(&mut wgpu::CommandEncoder, Option<&Stopwatch>),
    ) -> Time {
        match self {
            Self::Gpu(stopwatch) => {
                evaluate(encoder, Some(stopwatch));
                Time::Later(stopwatch.request(gpu, encoder))
            }
            Self::Wall => Time::Known(wait_for(gpu, evaluate)),
            #[cfg(test)]
            Self::Told(ms_per_sample) => {
                evaluate(encoder, None);
                Time::Known(ms_per_sample * samples as f64)
            }
        }
    }

    /// Milliseconds, once they are known; 0 where the device lost them.
    pub(super) fn read(&self, gpu: &Gpu, time: &Time) -> Option<f64> {
        match (time, self) {
            (Time::Known(ms), _) => Some(*ms),
            (Time::Later(read), Self::Gpu(stopwatch)) => {
                let bytes = read.take(gpu)?.unwrap_or_default();
                Some(stopwatch.milliseconds(&bytes).unwrap_or_default())
            }
            (Time::Later(_), _) => Some(0.0),
        }
    }
}

/// Milliseconds from the start of an evaluation to its end. What was submitted before it does not count.
fn wait_for(
    gpu: &Gpu,
    evaluate: impl FnOnce(&mut wgpu::CommandEncoder, Option<&Stopwatch>),
) -> f64 {
    let descriptor = wgpu::CommandEncoderDescriptor {
        label: Some("Clock"),
    };
    let mut encoder = gpu.device.create_command_encoder(&descriptor);
    evaluate(&mut encoder, None);
    // A lost device is seen elsewhere.
    let wait = || _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    wait();
    let begun = Instant::now();
    gpu.queue.submit([encoder.finish()]);
    wait();
    begun.elapsed().as_secs_f64() * 1e3
}
