//! How long a pass takes on the GPU, by its own clock.

use super::binding::create_buffer;
use super::{Gpu, PendingReadback};

/// Two timestamps round a compute pass.
#[derive(Debug)]
pub struct TimestampQuery {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// Nanoseconds of a tick.
    period: f32,
}

impl TimestampQuery {
    /// A stopwatch, if the adapter has timestamps. A software adapter's are taken when the commands are
    /// read, not when they run, and say nothing.
    pub fn new(gpu: &Gpu) -> Option<Self> {
        if gpu.is_software()
            || !gpu
                .device
                .features()
                .contains(wgpu::Features::TIMESTAMP_QUERY)
        {
            return None;
        }
        let queries = gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("Stopwatch::queries"),
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let resolved = create_buffer(gpu, "Stopwatch::resolved", 16, usage);
        Some(Self {
            queries,
            resolved,
            period: gpu.queue.get_timestamp_period(),
        })
    }

    /// What a pass is given to be timed.
    pub(super) fn writes(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    /// Copies the two times out, behind the pass; they come later.
    pub fn request(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) -> PendingReadback {
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved, 0);
        let pending = PendingReadback::new(gpu, 16);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, pending.buffer(), 0, 16);
        pending
    }

    /// Milliseconds between the two times.
    pub fn milliseconds(&self, bytes: &[u8]) -> Option<f64> {
        let tick = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let ticks = tick(8)?.checked_sub(tick(0)?)?;
        Some(ticks as f64 * f64::from(self.period) / 1e6)
    }
}
