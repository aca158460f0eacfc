//! Thumbnails of the states that the history lists.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::ColorImage;

use crate::workbench::Workbench;

/// Width and height, in pixels.
pub(crate) const THUMBNAIL: usize = 48;

/// Thumbnails of older states are removed.
const MAX: usize = 600;

/// What the selected cell showed after a step or a save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StateId(pub(in crate::workbench) u64);

impl StateId {
    /// Before the first step.
    pub(crate) const OPENED: Self = Self(0);
    /// After all others.
    pub(crate) const END: Self = Self(u64::MAX);
}

#[derive(Clone, Debug, Default)]
pub(in crate::workbench) struct Thumbnails {
    images: BTreeMap<StateId, Arc<ColorImage>>,
    pub(in crate::workbench) current: StateId,
    last: StateId,
}

impl Thumbnails {
    /// Returns the state that now begins.
    pub(in crate::workbench) fn next_state(&mut self) -> StateId {
        self.last.0 += 1;
        self.current = self.last;
        self.current
    }
}

impl Workbench {
    /// Returns the present state if it has no thumbnail, and no drag is in progress.
    pub(crate) fn state_without_thumbnail(&self) -> Option<StateId> {
        let Thumbnails { images, current, .. } = &self.history.thumbnails;
        let is_wanted = !images.contains_key(current) && self.history.committed == self.document;
        is_wanted.then_some(*current)
    }

    /// `pixels` are red, green, blue and alpha bytes of a picture, row by row from the top.
    pub(crate) fn set_thumbnail(&mut self, state: StateId, pixels: &[u8], size: [usize; 2]) {
        let image = Arc::new(reduced(pixels, size));
        let images = &mut self.0.history.thumbnails.images;
        images.insert(state, image);
        while images.len() > MAX {
            images.pop_first();
        }
    }

    pub(crate) fn thumbnail(&self, state: StateId) -> Option<&Arc<ColorImage>> {
        self.history.thumbnails.images.get(&state)
    }
}

/// Returns the square at the center of the picture; each pixel is the mean of a few.
fn reduced(pixels: &[u8], [width, height]: [usize; 2]) -> ColorImage {
    const STEPS: usize = 4;
    let side = width.min(height).max(1);
    let corner = [(width - side.min(width)) / 2, (height - side.min(height)) / 2];
    let count = STEPS * THUMBNAIL;
    let mut reduced = vec![0; 3 * THUMBNAIL * THUMBNAIL];
    for (index, color) in reduced.chunks_exact_mut(3).enumerate() {
        let (column, row) = (index % THUMBNAIL, index / THUMBNAIL);
        let mut sum = [0_u32; 3];
        for step in 0..STEPS * STEPS {
            let x = corner[0] + (STEPS * column + step % STEPS) * side / count;
            let y = corner[1] + (STEPS * row + step / STEPS) * side / count;
            let pixel = pixels.get(4 * (y * width + x)..).unwrap_or_default();
            for (sum, byte) in sum.iter_mut().zip(pixel) {
                *sum += u32::from(*byte);
            }
        }
        for (byte, sum) in color.iter_mut().zip(sum) {
            *byte = (sum / (STEPS * STEPS) as u32) as u8;
        }
    }
    ColorImage::from_rgb([THUMBNAIL, THUMBNAIL], &reduced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thumbnail_is_the_reduced_center() {
        // Black, but for a white square of 100 pixels in the middle of 300.
        let white = |index: usize| (100..200).contains(&(index % 300));
        let pixels: Vec<u8> =
            (0..300 * 100).flat_map(|index| [255 * u8::from(white(index)); 4]).collect();
        let image = reduced(&pixels, [300, 100]);
        assert!(image.pixels.iter().all(|pixel| *pixel == egui::Color32::WHITE));
        assert_eq!(reduced(&[], [0, 0]).size, [THUMBNAIL, THUMBNAIL]);
    }
}
