//! Crops the strips of a picture to a rectangle, such as one tile of the picture.

use std::iter;
use std::sync::Arc;

use crate::field::files::{STRIP_ROWS, Strip};
use crate::field::grid::Region;

/// `width` is that of the whole picture, with `channels` numbers per sample.
pub(super) fn cropped(
    mut strips: impl Iterator<Item = Arc<Strip>>,
    width: u32,
    channels: u32,
    region: Region,
) -> impl Iterator<Item = Arc<Strip>> {
    let [left, top] = region.origin;
    let bottom = top + region.size[1];
    let columns = left..left + region.size[0];
    let mut next_row = 0;
    let mut pending = Strip::default();
    iter::from_fn(move || {
        for strip in strips.by_ref() {
            for row in 0..strip.rows {
                if (top..bottom).contains(&(next_row + row)) {
                    let of_row = |numbers: u32| {
                        let start = row * width;
                        let numbers = numbers as usize;
                        (start + columns.start) as usize * numbers
                            ..(start + columns.end) as usize * numbers
                    };
                    if !strip.samples.is_empty() {
                        let samples = &strip.samples[of_row(channels)];
                        pending.samples.extend_from_slice(samples);
                    }
                    if !strip.pixels.is_empty() {
                        pending.pixels.extend_from_slice(&strip.pixels[of_row(4)]);
                    }
                    pending.rows += 1;
                }
            }
            next_row += strip.rows;
            // All strips except the last consist of a multiple of `STRIP_ROWS` rows.
            if pending.rows >= STRIP_ROWS && pending.rows.is_multiple_of(STRIP_ROWS) {
                return Some(Arc::new(std::mem::take(&mut pending)));
            }
        }
        (pending.rows > 0).then(|| Arc::new(std::mem::take(&mut pending)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn region_is_cut_out_of_strips_of_any_height() {
        let (width, height) = (5, 70);
        let number = |x: u32, y: u32| (y * width + x) as f32;
        for heights in [vec![16, 32, 16, 6], vec![64, 6], vec![16, 16, 16, 16, 6]] {
            let mut first = 0;
            let strips = heights.iter().map(|rows| {
                let samples = (first * width..(first + rows) * width).map(|index| index as f32);
                let samples = samples.collect();
                first += rows;
                Arc::new(Strip { rows: *rows, samples, pixels: Vec::new() })
            });
            let strips: Vec<_> = strips.collect();
            assert_eq!(first, height);
            let region = Region { origin: [1, 20], size: [3, 45] };
            let found: Vec<_> = cropped(strips.into_iter(), width, 1, region).collect();
            let (last, others) = found.split_last().unwrap();
            assert!(others.iter().all(|strip| strip.rows % STRIP_ROWS == 0));
            assert_eq!(found.iter().map(|strip| strip.rows).sum::<u32>(), 45);
            assert!(last.rows > 0);
            let samples: Vec<f32> = found.iter().flat_map(|strip| strip.samples.clone()).collect();
            let wanted = (20..65).flat_map(|y| (1..4).map(move |x| number(x, y)));
            assert_eq!(samples, wanted.collect::<Vec<_>>());
        }
    }
}
