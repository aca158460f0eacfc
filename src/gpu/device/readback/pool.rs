//! A pool of mappable buffers, which later readbacks of equal size reuse.

use std::collections::VecDeque;
use std::sync::Mutex;

use crate::gpu::device::binding::lock;

/// Oldest first.
#[derive(Debug, Default)]
pub(crate) struct ReadbackPool(Mutex<VecDeque<wgpu::Buffer>>);

/// Above this size, the oldest are dropped.
const MAX_POOL_BYTES: u64 = 8 << 20;

impl ReadbackPool {
    pub(super) fn try_take(&self, bytes: u64) -> Option<wgpu::Buffer> {
        let mut buffers = lock(&self.0);
        let index = buffers.iter().position(|buffer| buffer.size() == bytes)?;
        buffers.remove(index)
    }

    /// The buffer must be unmapped. Drops the oldest while the pool is too large.
    pub(super) fn recycle(&self, buffer: wgpu::Buffer) {
        let mut buffers = lock(&self.0);
        buffers.push_back(buffer);
        while buffers.iter().map(wgpu::Buffer::size).sum::<u64>() > MAX_POOL_BYTES {
            buffers.pop_front();
        }
    }
}
