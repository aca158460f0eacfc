//! A pool of mappable buffers, which later readbacks of equal size reuse.

use std::collections::VecDeque;
use std::sync::Mutex;

use crate::gpu::device::binding::lock;

/// Unused mappable buffers, oldest first, which later readbacks of equal size reuse.
#[derive(Debug, Default)]
pub(crate) struct ReadbackPool(Mutex<VecDeque<wgpu::Buffer>>);

/// Maximum total size in bytes of the unused buffers in the pool; the oldest are dropped first.
const MAX_POOL_BYTES: u64 = 8 << 20;

impl ReadbackPool {
    /// Removes a buffer of exactly `bytes` bytes from the pool and returns it; `None` if the pool has none.
    pub(super) fn try_take(&self, bytes: u64) -> Option<wgpu::Buffer> {
        let mut buffers = lock(&self.0);
        let index = buffers.iter().position(|buffer| buffer.size() == bytes)?;
        buffers.remove(index)
    }

    /// Adds an unmapped buffer to the pool, and drops the oldest buffers while the pool is too large.
    pub(super) fn put(&self, buffer: wgpu::Buffer) {
        let mut buffers = lock(&self.0);
        buffers.push_back(buffer);
        while buffers.iter().map(wgpu::Buffer::size).sum::<u64>() > MAX_POOL_BYTES {
            buffers.pop_front();
        }
    }
}
