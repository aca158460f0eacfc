//! A pool of mappable buffers for readbacks.

use std::collections::VecDeque;
use std::sync::Mutex;

use crate::gpu::binding::lock;

/// Mappable buffers that are reused by later copies of the same size.
#[derive(Debug, Default)]
pub(in crate::gpu) struct ReadbackPool(Mutex<VecDeque<wgpu::Buffer>>);

/// Limit of the pool in bytes. The buffers added earliest are dropped first.
const MAX_POOL_BYTES: u64 = 8 << 20;

impl ReadbackPool {
    /// Removes and returns a buffer of exactly `bytes` bytes; `None` if the pool has none.
    pub(super) fn try_take(&self, bytes: u64) -> Option<wgpu::Buffer> {
        let mut buffers = lock(&self.0);
        let index = buffers.iter().position(|buffer| buffer.size() == bytes)?;
        buffers.remove(index)
    }

    /// Adds a buffer, which must be unmapped.
    pub(super) fn put(&self, buffer: wgpu::Buffer) {
        let mut buffers = lock(&self.0);
        buffers.push_back(buffer);
        while buffers.iter().map(wgpu::Buffer::size).sum::<u64>() > MAX_POOL_BYTES {
            buffers.pop_front();
        }
    }
}
