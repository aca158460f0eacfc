//! Sample grids: the world positions at which generators are evaluated.

mod raster;

use std::ops::RangeInclusive;

pub use raster::Raster;
use serde::{Deserialize, Serialize};

/// Largest width and height in samples.
pub const MAX_SIDE: u32 = 1 << 20;

/// Numbers of samples on the sides of a volume.
pub const VOLUME_SIDES: RangeInclusive<u32> = 1..=2048;

/// Width and height in samples are beyond the limits. The message names the option `--size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// The width or the height is 0 or above [`MAX_SIDE`].
    #[error("--size {0}x{1}: each side must be an integer from 1 to {MAX_SIDE}")]
    Side(u32, u32),
    /// There are more samples than a `u32` can index, which shaders do.
    #[error("--size {0}x{1} is more than 4,294,967,295 samples")]
    Count(u32, u32),
    /// The samples of a raster have no place.
    #[error(
        "the center and the distances of samples are not finite numbers, the distances above 0"
    )]
    Placement,
}

/// Checks width and height in samples.
///
/// # Errors
/// A side is 0 or too large, or there are too many samples.
pub fn check_size([width, height]: [u32; 2]) -> Result<(), SizeError> {
    let is_side = |side: u32| (1..=MAX_SIDE).contains(&side);
    if !is_side(width) || !is_side(height) {
        return Err(SizeError::Side(width, height));
    }
    let count = width.checked_mul(height);
    count.map(drop).ok_or(SizeError::Count(width, height))
}

/// A rectangle of evenly spaced positions, with north up. The first row has the largest y.
///
/// The position of sample (i, j), with j counted from the top row, is `x = cx + (i + 0.5 − W/2)·S/W`, `y = cy − (j +
/// 0.5 − H/2)·S/W`.
///
/// ```
/// use noise_playground::SampleGrid;
///
/// let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: [4, 2] };
/// assert_eq!(grid.spacing(), 2.0);
/// assert_eq!(grid.world_from_sample([0.0, 0.0]), [-3.0, 1.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleGrid {
    /// World position of the center, (cx, cy).
    pub center: [f64; 2],
    /// Width in world units, S. Above 0.
    pub span: f64,
    /// Width and height in samples, (W, H). Both at least 1.
    pub size: [u32; 2],
}

/// A rectangle of samples in a sample grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Upper left sample, counted from (0, 0) at the upper left of the grid.
    pub origin: [u32; 2],
    /// Width and height in samples.
    pub size: [u32; 2],
}

impl Region {
    /// Moves the origin to (0, 0).
    #[must_use]
    pub fn at_origin(self) -> Self {
        Self { origin: [0, 0], ..self }
    }
}

impl SampleGrid {
    /// Returns the region of all samples.
    pub fn region(&self) -> Region {
        Region { origin: [0, 0], size: self.size }
    }

    /// Returns the grid of a region.
    #[must_use]
    pub fn cropped(&self, region: Region) -> Self {
        Self {
            center: Raster::from(*self).cropped(region).center,
            span: self.spacing() * f64::from(region.size[0]),
            size: region.size,
        }
    }

    /// Returns the distance between neighboring samples in world units.
    pub fn spacing(&self) -> f64 {
        self.span / f64::from(self.size[0])
    }

    /// Returns true if neighboring samples at the edge of the grid have the same coordinates in `f32`.
    pub fn exceeds_single_precision(&self) -> bool {
        let half = [self.span / 2.0, self.spacing() * f64::from(self.size[1]) / 2.0];
        let reach = (0..2).map(|axis| self.center[axis].abs() + half[axis]);
        let largest = reach.fold(0.0, f64::max) as f32;
        self.spacing() < f64::from(largest.next_up() - largest)
    }

    /// Converts sample coordinates, of which (0, 0) is the center of the first sample, to a world position.
    pub fn world_from_sample(&self, sample: [f64; 2]) -> [f64; 2] {
        Raster::from(*self).world_from_sample(sample)
    }

    /// The inverse of [`Self::world_from_sample`].
    pub fn sample_from_world(&self, world: [f64; 2]) -> [f64; 2] {
        Raster::from(*self).sample_from_world(world)
    }

    /// One sample at the center of every `stride` × `stride`. The last column and row may be outside of this grid.
    #[must_use]
    pub(crate) fn downsampled(&self, stride: u32) -> Self {
        let size = self.size.map(|count| count.div_ceil(stride));
        let beyond = |axis: usize| f64::from(size[axis] * stride - self.size[axis]) / 2.0;
        Self {
            size,
            span: self.spacing() * f64::from(size[0] * stride),
            ..self.panned([beyond(0), beyond(1)])
        }
    }

    /// Shifts the grid by samples in x and y; right and down are positive.
    #[must_use]
    pub fn panned(&self, samples: [f64; 2]) -> Self {
        let center = [
            self.center[0] + samples[0] * self.spacing(),
            self.center[1] - samples[1] * self.spacing(),
        ];
        Self { center, ..*self }
    }

    /// Multiplies the width by `factor`, within [`SPAN_LIMITS`]. The world position of `fixed_sample` does not change.
    #[must_use]
    pub fn zoomed(&self, factor: f64, fixed_sample: [f64; 2]) -> Self {
        let fixed = self.world_from_sample(fixed_sample);
        let span = (self.span * factor).clamp(SPAN_LIMITS.0, SPAN_LIMITS.1);
        let factor = span / self.span;
        let toward = |center: f64, fixed: f64| fixed + (center - fixed) * factor;
        Self {
            center: [toward(self.center[0], fixed[0]), toward(self.center[1], fixed[1])],
            span,
            ..*self
        }
    }
}

/// One of the rectangles into which a large picture is divided. Neighboring tiles share the samples at their edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileIndex {
    /// Column from the west and row from the north, counted from 0.
    pub index: [u32; 2],
    /// Number of columns and rows of tiles.
    pub count: [u32; 2],
}

impl TileIndex {
    /// Returns the region in a picture; `None` unless its width is columns · n + 1, and its height rows · n + 1.
    pub fn region(self, size: [u32; 2]) -> Option<Region> {
        let steps = [0, 1].map(|axis| (size[axis] - 1) / self.count[axis]);
        let is_whole = |axis: usize| steps[axis] * self.count[axis] + 1 == size[axis];
        (steps[0] > 0 && steps[1] > 0 && is_whole(0) && is_whole(1)).then(|| Region {
            origin: [0, 1].map(|axis| self.index[axis] * steps[axis]),
            size: steps.map(|steps| steps + 1),
        })
    }
}

/// Widths in world units that zooming can reach. Beyond them, neighboring samples are equal in single precision.
pub const SPAN_LIMITS: (f64, f64) = (1e-6, 1e9);

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: SampleGrid = SampleGrid { center: [10.0, -3.0], span: 8.0, size: [4, 2] };

    #[test]
    fn first_sample_is_northwest_of_the_others() {
        assert_eq!(GRID.world_from_sample([0.0, 0.0]), [7.0, -2.0]);
        assert_eq!(GRID.world_from_sample([3.0, 1.0]), [13.0, -4.0]);
        assert_eq!(GRID.sample_from_world([13.0, -4.0]), [3.0, 1.0]);
    }

    #[test]
    fn zooming_keeps_world_position_of_the_fixed_sample() {
        let zoomed = GRID.zoomed(0.5, [3.0, 0.0]);
        assert_eq!(zoomed.span, 4.0);
        assert_eq!(zoomed.world_from_sample([3.0, 0.0]), GRID.world_from_sample([3.0, 0.0]));
    }

    #[test]
    fn downsampled_grid_has_samples_at_centers_of_blocks() {
        let grid = SampleGrid { size: [5, 3], span: 10.0, ..GRID };
        let coarse = grid.downsampled(2);
        assert_eq!((coarse.size, coarse.spacing()), ([3, 2], 4.0));
        assert_eq!(coarse.world_from_sample([1.0, 1.0]), grid.world_from_sample([2.5, 2.5]));
        assert_eq!(grid.downsampled(1), grid);
    }

    #[test]
    fn tiles_share_the_samples_at_their_edges() {
        let size = [9, 5];
        let region = |index| {
            let tile = TileIndex { index, count: [4, 2] };
            tile.region(size)
        };
        let expected = Region { origin: [4, 2], size: [3, 3] };
        assert_eq!(region([2, 1]), Some(expected));
        let last = region([3, 1]).unwrap();
        assert_eq!([0, 1].map(|axis| last.origin[axis] + last.size[axis]), size);
        let tile = TileIndex { index: [0, 0], count: [4, 3] };
        assert_eq!(tile.region(size), None);
        let grid = SampleGrid { center: [10.0, -3.0], span: 18.0, size };
        let cropped = grid.cropped(expected);
        assert_eq!(cropped.spacing(), 2.0);
        assert_eq!(cropped.world_from_sample([0.0, 0.0]), grid.world_from_sample([4.0, 2.0]));
    }

    #[test]
    fn single_precision_is_exceeded_when_samples_share_positions() {
        let exceeds = |center: f64, span: f64| {
            SampleGrid { center: [center, 0.0], span, size: [1024, 512] }.exceeds_single_precision()
        };
        // At 1000, neighboring f32 numbers are 2⁻¹⁴ apart.
        assert!(!exceeds(1000.0, 1024.0 / 16384.0 * 1.01));
        assert!(exceeds(1000.0, 1024.0 / 16384.0 * 0.99));
        assert!(!exceeds(0.0, 1e-6));
    }

    #[test]
    fn panning_moves_center_by_samples() {
        assert_eq!(GRID.panned([1.0, 1.0]).center, [12.0, -5.0]);
    }
}
