//! GPU timestamps that measure the duration of compute passes.

use super::binding::create_buffer;
use crate::gpu::{Gpu, PendingReadback};

/// Timestamps of the start and the end of a compute pass.
#[derive(Debug)]
pub struct TimestampQuery {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// Nanoseconds per tick.
    period: f32,
}

impl TimestampQuery {
    /// Returns `None` without useful timestamps: software adapters take them when commands are read, not when executed.
    pub fn new(gpu: &Gpu) -> Option<Self> {
        if gpu.is_software() || !gpu.device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return None;
        }
        let queries = gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("TimestampQuery::queries"),
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let resolved = create_buffer(gpu, "TimestampQuery::resolved", 16, usage);
        Some(Self { queries, resolved, period: gpu.queue.get_timestamp_period() })
    }

    pub(crate) fn writes(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    /// Requests the readback; it must be recorded after the pass.
    pub fn request(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) -> PendingReadback {
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved, 0);
        PendingReadback::of_buffers(gpu, encoder, &[(&self.resolved, 16)])
    }

    /// Returns the duration in milliseconds; `None` if the bytes are invalid.
    pub fn milliseconds(&self, bytes: &[u8]) -> Option<f64> {
        let tick = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let ticks = tick(8)?.checked_sub(tick(0)?)?;
        Some(ticks as f64 * f64::from(self.period) / 1e6)
    }
}
