//! How a picture is cut into pieces that the GPU and the memory can hold.

use std::iter;

use noise_playground::capture::STRIP_ROWS;
use noise_playground::grid::Region;

/// Narrower pieces would mostly be neighbours of others.
const LEAST_ACROSS: u32 = 64;

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    /// Its samples.
    pub(super) inner: Region,
    /// These with their neighbours, as far as the picture has some.
    pub(super) outer: Region,
}

/// The first band has this share of the others' rows: writing begins as soon as it is there.
const FIRST_SHARE: u32 = 8;

/// Bands from top to bottom, as wide as the picture, each cut into pieces from west to east.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiling {
    size: [u32; 2],
    /// Samples of a piece across and down; those of the first band and the last ones have fewer.
    piece: [u32; 2],
}

impl Tiling {
    /// Cuts a picture so that a piece with its neighbours fits a texture of `limit` samples each way, and holds
    /// about `samples` of them, but no fewer than [`LEAST_ACROSS`] times a strip's rows. Bands are strips.
    pub(super) fn new(size: [u32; 2], limit: u32, samples: u32) -> Self {
        let room = limit.saturating_sub(2).max(1);
        let wanted = (samples / STRIP_ROWS).max(LEAST_ACROSS);
        let across = size[0].min(room).min(wanted);
        let rows = (samples / across).min(room) / STRIP_ROWS * STRIP_ROWS;
        Self {
            size,
            piece: [across, rows.max(STRIP_ROWS)],
        }
    }

    /// The pieces, band by band.
    pub(super) fn pieces(&self) -> Vec<Tile> {
        let [width, height] = self.size;
        let [across, rows] = self.piece;
        let early = (rows / FIRST_SHARE).next_multiple_of(STRIP_ROWS).min(rows);
        let tops = iter::once(0).chain((early..height).step_by(rows as usize));
        let bands = tops.map(|top| (top, if top == 0 { early } else { rows }));
        let starts = || (0..width).step_by(across as usize);
        bands
            .flat_map(|(y, rows)| starts().map(move |x| ([x, y], [across, rows])))
            .map(|(first, size)| self.at(first, size))
            .collect()
    }

    fn at(&self, first: [u32; 2], size: [u32; 2]) -> Tile {
        let ends = [0, 1].map(|axis| (first[axis] + size[axis]).min(self.size[axis]));
        let outer_first = first.map(|first| first.saturating_sub(1));
        let outer_ends = [0, 1].map(|axis| (ends[axis] + 1).min(self.size[axis]));
        let region = |first: [u32; 2], ends: [u32; 2]| Region {
            first,
            size: [0, 1].map(|axis| ends[axis] - first[axis]),
        };
        Tile {
            inner: region(first, ends),
            outer: region(outer_first, outer_ends),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_a_picture_once_and_know_their_neighbours() {
        let cut = Tiling::new([50, 40], 32, 600);
        let pieces = cut.pieces();
        let region = |first, size| Region { first, size };
        let sizes: Vec<[u32; 2]> = pieces.iter().map(|piece| piece.inner.size).collect();
        assert_eq!(
            sizes,
            [[30, 16], [20, 16], [30, 16], [20, 16], [30, 8], [20, 8]]
        );
        assert_eq!(pieces[0].outer, region([0, 0], [31, 17]));
        assert_eq!(pieces[3].inner, region([30, 16], [20, 16]));
        assert_eq!(pieces[3].outer, region([29, 15], [21, 18]));
    }

    #[test]
    fn the_first_rows_come_soon() {
        let pieces = Tiling::new([4096, 1200], 8192, 1 << 21).pieces();
        let rows: Vec<u32> = pieces.iter().map(|piece| piece.inner.size[1]).collect();
        assert_eq!(rows, [64, 512, 512, 112]);
        let tops: Vec<u32> = pieces.iter().map(|piece| piece.inner.first[1]).collect();
        assert_eq!(tops, [0, 64, 576, 1088]);
    }

    #[test]
    fn few_samples_are_narrow_pieces() {
        let sizes = |samples| {
            let pieces = Tiling::new([150, 16], 8192, samples).pieces();
            let sizes = pieces.iter().map(|piece| piece.inner.size[0]);
            sizes.collect::<Vec<_>>()
        };
        assert_eq!(sizes(100 * STRIP_ROWS), [100, 50]);
        assert_eq!(sizes(1), [64, 64, 22]);
    }

    #[test]
    fn a_small_picture_is_one_piece() {
        let whole = Region {
            first: [0, 0],
            size: [7, 5],
        };
        let cut = Tiling::new([7, 5], 8192, 1 << 21);
        assert_eq!(
            cut.pieces(),
            [Tile {
                inner: whole,
                outer: whole
            }]
        );
    }
}
