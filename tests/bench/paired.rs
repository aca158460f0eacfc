//! Times of two alternatives, measured in turn.

use std::time::Instant;

use noise_playground::gpu::Gpu;

/// Measures submissions: CPU time of all threads with a software driver on Linux, elapsed time otherwise.
pub(crate) struct Meter {
    is_cpu_time: bool,
}

impl Meter {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self { is_cpu_time: gpu.is_software() && cpu_nanoseconds().is_some() }
    }

    /// Returns what [`Self::nanoseconds`] measures.
    pub(crate) fn unit(&self) -> &'static str {
        if self.is_cpu_time { "CPU time" } else { "time" }
    }

    /// Submits the recorded commands and waits for them.
    pub(crate) fn nanoseconds(
        &self,
        gpu: &Gpu,
        record: impl FnOnce(&mut wgpu::CommandEncoder),
    ) -> f64 {
        let mut encoder = gpu.encoder();
        record(&mut encoder);
        let commands = encoder.finish();
        let (started, cpu) = (Instant::now(), cpu_nanoseconds());
        gpu.queue.submit([commands]);
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the device");
        match (self.is_cpu_time, cpu.zip(cpu_nanoseconds())) {
            (true, Some((before, after))) => (after - before) as f64,
            _ => started.elapsed().as_secs_f64() * 1e9,
        }
    }
}

/// Time that the running threads of this process have spent on a CPU; `None` if the system does not tell.
fn cpu_nanoseconds() -> Option<u64> {
    let threads = std::fs::read_dir("/proc/self/task").ok()?;
    let of_thread = |thread: std::io::Result<std::fs::DirEntry>| {
        let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    };
    threads.map(of_thread).sum()
}

pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
