//! Chunks of a picture, evaluated one after another, so that each fits a frame or a submission.

use crate::generator::WORKGROUP;
use crate::grid::Region;

/// Iterates over rectangles of whole workgroups of a picture, row by row from the upper left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunks {
    size: [u32; 2],
    /// First workgroup that no chunk contains yet, counted row by row.
    next_workgroup: u32,
}

impl Chunks {
    /// Divides a picture that is `size` samples wide and high.
    pub fn new(size: [u32; 2]) -> Self {
        Self { size, next_workgroup: 0 }
    }

    /// Returns about `samples` samples, but at least one workgroup: either whole rows of workgroups, or a section of
    /// one row. `None` if no samples are left.
    pub fn next_chunk(&mut self, samples: u64) -> Option<Region> {
        let [width, height] = self.groups();
        let (column, row) = (self.next_workgroup % width, self.next_workgroup / width);
        if row >= height {
            return None;
        }
        let groups = (samples / u64::from(WORKGROUP * WORKGROUP)).max(1);
        let [columns, rows] = if column == 0 && groups >= u64::from(width) {
            let rows = (groups / u64::from(width)).min((height - row).into());
            [width, rows as u32]
        } else {
            [groups.min((width - column).into()) as u32, 1]
        };
        self.next_workgroup += columns * rows;
        let origin = [column, row].map(|group| group * WORKGROUP);
        let end = [column + columns, row + rows].map(|group| group * WORKGROUP);
        let size = |axis: usize| end[axis].min(self.size[axis]) - origin[axis];
        Some(Region { origin, size: [size(0), size(1)] })
    }

    /// Returns the fraction of the picture in the chunks so far, 0 to 1.
    pub fn progress(&self) -> f32 {
        let [width, height] = self.groups();
        self.next_workgroup as f32 / (width * height).max(1) as f32
    }

    /// Returns true if the chunks so far contain all samples.
    pub fn is_done(&self) -> bool {
        let [width, height] = self.groups();
        self.next_workgroup >= width * height
    }

    fn groups(&self) -> [u32; 2] {
        self.size.map(|count| count.div_ceil(WORKGROUP))
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
