//! Chunks of a picture, evaluated one after another, so that each fits a frame or a submission.

use crate::field::grid::Region;

/// Samples along each side of the squares that chunks consist of.
const SQUARE: u32 = 8;

/// Iterates over rectangles of whole squares of a picture, row by row from the upper left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunks {
    size: [u32; 2],
    /// First square that no chunk contains yet, counted row by row.
    next_square: u32,
}

impl Chunks {
    /// Divides a picture that is `size` samples wide and high.
    pub fn new(size: [u32; 2]) -> Self {
        Self { size, next_square: 0 }
    }

    /// Returns about `samples` samples, but at least one square: either whole rows of squares, or a section of one row.
    /// `None` if no samples are left.
    pub fn next_chunk(&mut self, samples: u64) -> Option<Region> {
        let [width, height] = self.squares();
        let (column, row) = (self.next_square % width, self.next_square / width);
        if row >= height {
            return None;
        }
        let squares = (samples / u64::from(SQUARE * SQUARE)).max(1);
        let [columns, rows] = if column == 0 && squares >= u64::from(width) {
            let rows = (squares / u64::from(width)).min((height - row).into());
            [width, rows as u32]
        } else {
            [squares.min((width - column).into()) as u32, 1]
        };
        self.next_square += columns * rows;
        let origin = [column, row].map(|square| square * SQUARE);
        let end = [column + columns, row + rows].map(|square| square * SQUARE);
        let size = |axis: usize| end[axis].min(self.size[axis]) - origin[axis];
        Some(Region { origin, size: [size(0), size(1)] })
    }

    /// Returns the fraction of the picture in the chunks so far, 0 to 1.
    pub fn progress(&self) -> f32 {
        let [width, height] = self.squares();
        self.next_square as f32 / (width * height).max(1) as f32
    }

    /// Returns true if the chunks so far contain all samples.
    pub fn is_done(&self) -> bool {
        let [width, height] = self.squares();
        self.next_square >= width * height
    }

    fn squares(&self) -> [u32; 2] {
        self.size.map(|count| count.div_ceil(SQUARE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_any_size_cover_each_sample_once() {
        for samples in [0, 63, 64, 200, 400, 1000, 5000, u64::MAX] {
            let mut chunks = Chunks::new([37, 21]);
            let mut times = [[0; 37]; 21];
            let mut first_origin = None;
            while let Some(Region { origin: at, size }) = chunks.next_chunk(samples) {
                first_origin.get_or_insert(at);
                assert!(u64::from(size[0] * size[1]) <= samples.max(64));
                for y in at[1]..at[1] + size[1] {
                    for x in at[0]..at[0] + size[0] {
                        times[y as usize][x as usize] += 1;
                    }
                }
            }
            assert_eq!(first_origin, Some([0, 0]));
            assert!(times.iter().flatten().all(|times| *times == 1));
            assert!(chunks.is_done() && chunks.progress() == 1.0);
        }
    }

    #[test]
    fn chunk_of_enough_samples_covers_the_picture() {
        let mut chunks = Chunks::new([37, 21]);
        assert_eq!(chunks.next_chunk(64 * 5 * 3).map(|chunk| chunk.size), Some([37, 21]));
        assert!(chunks.is_done());
    }
}
