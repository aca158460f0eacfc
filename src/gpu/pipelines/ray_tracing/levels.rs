//! Levels of the pyramid of maxima of a height field, by which camera rays skip empty space.

/// For 8192 × 8192 samples.
pub(super) const MAX_LEVELS: usize = 13;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// Width and height in entries; each entry is the maximum of a square of samples.
    pub(super) size: u32,
    /// Index of the first entry, counted over all levels.
    pub(super) start: u32,
}

/// An entry of the first level covers 2 × 2 cells (squares between samples), the only entry of the last covers all.
pub(super) fn levels(side: u32) -> Vec<Level> {
    let cells = side.max(2) - 1;
    let mut levels = vec![Level { size: cells.div_ceil(2), start: 0 }];
    while let Some(&Level { size, start }) = levels.last()
        && size > 1
    {
        levels.push(Level { size: size.div_ceil(2), start: start + size * size });
    }
    levels
}

pub(super) fn bound_count(side: u32) -> u32 {
    levels(side).last().map_or(0, |top| top.start + 1)
}

/// Entries of one face or tile of a planet, with `cells` × `cells` cells.
pub(super) fn face_bounds(cells: u32) -> u32 {
    bound_count(cells + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pyramid_ends_with_one_entry() {
        let sizes = |side| -> Vec<u32> { levels(side).iter().map(|level| level.size).collect() };
        assert_eq!(sizes(2), [1]);
        assert_eq!(sizes(3), [1]);
        assert_eq!(sizes(257), [128, 64, 32, 16, 8, 4, 2, 1]);
        assert_eq!(sizes(1000), [500, 250, 125, 63, 32, 16, 8, 4, 2, 1]);
        assert_eq!(levels(8192).len(), MAX_LEVELS);
        assert_eq!(levels(6)[1], Level { size: 2, start: 9 });
    }
}
