//! Joins a row of tiles to a full-width strip.

use crate::field::files::Strip;
use crate::gpu::{PictureTile, ReadPicture};

use super::count_non_finite;

/// Read back so far, from west to east.
#[derive(Default)]
pub(super) struct TileRow {
    /// Width in samples so far.
    width: u32,
    /// Number of non-finite samples in all tiles of the picture so far.
    pub(super) non_finite_count: u64,
    /// Rays at the step limit, in all tiles so far.
    pub(super) rays_at_limit: u64,
    tiles: Vec<Strip>,
}

impl TileRow {
    pub(super) fn add(&mut self, tile: PictureTile, read: ReadPicture) {
        let [width, rows] = tile.inner.size;
        self.width += width;
        self.rays_at_limit += u64::from(read.gave_up);
        self.non_finite_count += count_non_finite(&read.samples);
        self.tiles.push(Strip { rows, samples: read.samples, pixels: read.pixels });
    }

    /// Returns all tiles as one strip if they fill `width` samples.
    pub(super) fn take_full(&mut self, width: u32) -> Option<Strip> {
        if self.width < width {
            return None;
        }
        self.width = 0;
        let mut tiles = std::mem::take(&mut self.tiles);
        if tiles.len() == 1 {
            return tiles.pop();
        }
        let mut strip = Strip { rows: tiles[0].rows, ..Strip::default() };
        for row in 0..strip.rows as usize {
            for tile in &tiles {
                let rows = tile.rows as usize;
                let row_range = |length: usize| row * (length / rows)..(row + 1) * (length / rows);
                strip.samples.extend_from_slice(&tile.samples[row_range(tile.samples.len())]);
                strip.pixels.extend_from_slice(&tile.pixels[row_range(tile.pixels.len())]);
            }
        }
        Some(strip)
    }
}
