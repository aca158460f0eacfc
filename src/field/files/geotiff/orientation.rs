//! Order of the samples of an image that is not north up: rows from south to north, or quarter turns.

/// How samples are reordered so that rows run from west to east, the northernmost first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Orientation {
    /// True if rows of the file become columns, before the flips.
    pub(crate) is_transposed: bool,
    /// True to reverse the order along x, along y.
    pub(crate) flips: [bool; 2],
}

impl Orientation {
    pub(crate) fn size<T>(self, [width, height]: [T; 2]) -> [T; 2] {
        if self.is_transposed { [height, width] } else { [width, height] }
    }

    pub(crate) fn apply<T: Copy>(
        self,
        samples: Vec<T>,
        size: [usize; 2],
        channels: usize,
    ) -> Vec<T> {
        if self == Self::default() {
            return samples;
        }
        let [width, height] = self.size(size);
        let mut ordered = Vec::with_capacity(samples.len());
        for y in 0..height {
            let y = if self.flips[1] { height - 1 - y } else { y };
            for x in 0..width {
                let x = if self.flips[0] { width - 1 - x } else { x };
                let (column, row) = if self.is_transposed { (y, x) } else { (x, y) };
                let at = (row * size[0] + column) * channels;
                ordered.extend_from_slice(&samples[at..at + channels]);
            }
        }
        ordered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_flipped_and_transposed() {
        let ordered = |is_transposed, flips| {
            let orientation = Orientation { is_transposed, flips };
            orientation.apply(vec![1, 2, 3, 4, 5, 6], [3, 2], 1)
        };
        assert_eq!(ordered(false, [false, true]), [4, 5, 6, 1, 2, 3]);
        assert_eq!(ordered(false, [true, false]), [3, 2, 1, 6, 5, 4]);
        assert_eq!(ordered(true, [false, false]), [1, 4, 2, 5, 3, 6]);
        assert_eq!(ordered(true, [true, false]), [4, 1, 5, 2, 6, 3]);
        let pairs = Orientation { is_transposed: false, flips: [true, false] };
        assert_eq!(pairs.apply(vec![1, 2, 3, 4], [2, 1], 2), [3, 4, 1, 2]);
    }
}
