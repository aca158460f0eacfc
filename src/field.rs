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
        let start = self.start(x, y);
        &self.samples[start..start + self.channels as usize]
    }

    /// Where the numbers of sample (x, y) begin. A field may have more than 2³² of them.
    fn start(&self, x: u32, y: u32) -> usize {
        let [x, y, width, channels] = [x, y, self.size[0], self.channels].map(|n| n as usize);
        (y * width + x) * channels
    }

    /// One channel of all samples, in their order.
    pub fn channel(&self, channel: Channel) -> impl Iterator<Item = f32> {
        self.samples
            .chunks_exact(self.channels as usize)
            .map(move |sample| channel.of(sample))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_large_fields_are_found() {
        let field = Field {
            size: [100_000, 20_000],
            channels: 4,
            samples: Vec::new(),
        };
        assert_eq!(field.start(99_999, 19_999), 7_999_999_996);
    }
}
