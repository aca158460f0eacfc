//! Divides a picture into tiles that fit textures and memory.

use std::iter;

use crate::field::files::STRIP_ROWS;
use crate::field::grid::Region;
use crate::gpu::PictureTile;

/// In samples. In narrower tiles, most evaluated samples would be neighbors.
const MIN_WIDTH: u32 = 64;

/// The first row is lower than the others, so that writing starts early.
const FIRST_ROW_DIVISOR: u32 = 8;

/// Each row of tiles is as wide as the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiling {
    /// Of the whole picture.
    pub(super) size: [u32; 2],
    /// In samples; tiles at the edges may be smaller.
    tile: [u32; 2],
    /// In samples.
    first_height: u32,
}

impl Tiling {
    /// Each tile with its neighbors fits `limit` × `limit` samples, and has about `samples`, but at least [`MIN_WIDTH`]
    /// times the rows of a strip. Rows of tiles consist of whole strips.
    pub(super) fn new(size: [u32; 2], limit: u32, samples: u32) -> Self {
        let max_side = limit.saturating_sub(2).max(1);
        let max_width = (samples / STRIP_ROWS).max(MIN_WIDTH);
        let width = size[0].min(max_side).min(max_width);
        let height = (samples / width).min(max_side) / STRIP_ROWS * STRIP_ROWS;
        let height = height.max(STRIP_ROWS);
        let first_height = (height / FIRST_ROW_DIVISOR).next_multiple_of(STRIP_ROWS);
        Self { size, tile: [width, height], first_height: first_height.min(height) }
    }

    /// For shading that depends on samples far away.
    pub(super) fn whole(size: [u32; 2]) -> Self {
        Self { size, tile: size, first_height: size[1] }
    }

    /// Row by row from the top, each from west to east.
    pub(super) fn tiles(&self) -> Vec<PictureTile> {
        let [picture_width, picture_height] = self.size;
        let [width, height] = self.tile;
        let first_height = self.first_height;
        let tops = iter::once(0).chain((first_height..picture_height).step_by(height as usize));
        let rows = tops.map(|top| (top, if top == 0 { first_height } else { height }));
        let lefts = || (0..picture_width).step_by(width as usize);
        rows.flat_map(|(y, height)| lefts().map(move |x| ([x, y], [width, height])))
            .map(|(origin, size)| self.tile_at(origin, size))
            .collect()
    }

    fn tile_at(&self, origin: [u32; 2], size: [u32; 2]) -> PictureTile {
        let ends = [0, 1].map(|axis| (origin[axis] + size[axis]).min(self.size[axis]));
        let outer_ends = [0, 1].map(|axis| (ends[axis] + 1).min(self.size[axis]));
        // Second differences at the edge of a picture need three samples.
        let outer_origin = [0, 1]
            .map(|axis| origin[axis].saturating_sub(1).min(outer_ends[axis].saturating_sub(3)));
        let region = |origin: [u32; 2], ends: [u32; 2]| Region {
            origin,
            size: [0, 1].map(|axis| ends[axis] - origin[axis]),
        };
        PictureTile { inner: region(origin, ends), outer: region(outer_origin, outer_ends) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_picture_once_and_include_neighbors() {
        let tiling = Tiling::new([50, 40], 32, 600);
        let tiles = tiling.tiles();
        let region = |origin, size| Region { origin, size };
        let sizes: Vec<[u32; 2]> = tiles.iter().map(|tile| tile.inner.size).collect();
        assert_eq!(sizes, [[30, 16], [20, 16], [30, 16], [20, 16], [30, 8], [20, 8]]);
        assert_eq!(tiles[0].outer, region([0, 0], [31, 17]));
        assert_eq!(tiles[3].inner, region([30, 16], [20, 16]));
        assert_eq!(tiles[3].outer, region([29, 15], [21, 18]));
    }

    #[test]
    fn first_tile_row_is_low() {
        let tiles = Tiling::new([4096, 1200], 8192, 1 << 21).tiles();
        let rows: Vec<u32> = tiles.iter().map(|tile| tile.inner.size[1]).collect();
        assert_eq!(rows, [64, 512, 512, 112]);
        let tops: Vec<u32> = tiles.iter().map(|tile| tile.inner.origin[1]).collect();
        assert_eq!(tops, [0, 64, 576, 1088]);
    }

    #[test]
    fn few_samples_make_narrow_tiles() {
        let sizes = |samples| {
            let tiles = Tiling::new([150, 16], 8192, samples).tiles();
            let sizes = tiles.iter().map(|tile| tile.inner.size[0]);
            sizes.collect::<Vec<_>>()
        };
        assert_eq!(sizes(100 * STRIP_ROWS), [100, 50]);
        assert_eq!(sizes(1), [64, 64, 22]);
    }

    #[test]
    fn small_picture_is_one_tile() {
        let whole = Region { origin: [0, 0], size: [7, 5] };
        let tile = PictureTile::whole(whole);
        assert_eq!(Tiling::new([7, 5], 8192, 1 << 21).tiles(), [tile]);
        assert_eq!(Tiling::whole([7, 5]).tiles(), [tile]);
        assert_eq!(Tiling::whole([20_000, 9000]).tiles().len(), 1);
    }
}
