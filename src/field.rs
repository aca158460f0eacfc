//! Samples read back from the GPU.

use crate::view::Channel;

/// Raw results: H rows of W samples of C numbers, row 0 at the top (north).
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Samples across and down, (W, H).
    pub size: [u32; 2],
    /// Numbers of a sample, C.
    pub channels: u32,
    /// W·H·C numbers, a sample's together, a row's samples from west to east.
    pub samples: Vec<f32>,
}

impl Field {
    /// The numbers of sample (x, y), counted from the top left.
    pub fn sample(&self, x: u32, y: u32) -> &[f32] {
        let start = ((y * self.size[0] + x) * self.channels) as usize;
        &self.samples[start..start + self.channels as usize]
    }

    /// One channel of all samples, in their order.
    pub fn channel(&self, channel: Channel) -> impl Iterator<Item = f32> {
        self.samples
            .chunks_exact(self.channels as usize)
            .map(move |sample| channel.of(sample))
    }
}
