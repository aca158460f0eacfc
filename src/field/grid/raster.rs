//! Rasters: rectangles of samples whose distances along x and y may differ.

use serde::{Deserialize, Serialize};

use super::{Region, SampleGrid, SizeError, check_size};

/// A rectangle of evenly spaced samples, with north up, as of a data file. Distances along x and y may differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Raster {
    /// World position of the center.
    pub center: [f64; 2],
    /// Distances between neighboring samples along x and y, in world units. Above 0.
    pub spacing: [f64; 2],
    /// Width and height in samples. Both at least 1.
    pub size: [u32; 2],
}

impl From<SampleGrid> for Raster {
    fn from(grid: SampleGrid) -> Self {
        Self { center: grid.center, spacing: [grid.spacing(); 2], size: grid.size }
    }
}

impl Raster {
    /// Checks numbers of an untrusted file.
    ///
    /// # Errors
    /// The size is beyond its limits.
    pub fn check(&self) -> Result<(), SizeError> {
        let is_placed = self.center.iter().all(|number| number.is_finite())
            && self.spacing.iter().all(|side| side.is_finite() && *side > 0.0);
        if is_placed { check_size(self.size) } else { Err(SizeError::Placement) }
    }

    /// Returns width and height in world units, between the outer edges of the samples.
    pub fn extent(&self) -> [f64; 2] {
        [0, 1].map(|axis| f64::from(self.size[axis]) * self.spacing[axis])
    }

    /// Returns the world position of the northwestern corner, at the outer edges of the samples.
    pub fn corner(&self) -> [f64; 2] {
        self.world_from_sample([-0.5, -0.5])
    }

    /// Converts sample coordinates, of which (0, 0) is the center of the first sample, to a world position.
    pub fn world_from_sample(&self, sample: [f64; 2]) -> [f64; 2] {
        let from_center = |axis: usize| {
            (sample[axis] + 0.5 - f64::from(self.size[axis]) / 2.0) * self.spacing[axis]
        };
        [self.center[0] + from_center(0), self.center[1] - from_center(1)]
    }

    /// The inverse of [`Self::world_from_sample`].
    pub fn sample_from_world(&self, world: [f64; 2]) -> [f64; 2] {
        let first = |axis: usize| f64::from(self.size[axis]) / 2.0 - 0.5;
        let steps = |axis: usize| (world[axis] - self.center[axis]) / self.spacing[axis];
        [first(0) + steps(0), first(1) - steps(1)]
    }

    /// Divides the same rectangle into another number of samples.
    #[must_use]
    pub fn resized(&self, size: [u32; 2]) -> Self {
        let extent = self.extent();
        let is_same = |axis: usize| size[axis] == self.size[axis];
        // An unchanged side keeps its distances to the last bit.
        let spacing = [0, 1].map(|axis| {
            if is_same(axis) { self.spacing[axis] } else { extent[axis] / f64::from(size[axis]) }
        });
        Self { spacing, size, ..*self }
    }

    /// Returns the square samples of about the same rectangle that are as wide as these.
    pub fn square(&self) -> SampleGrid {
        let [width, height] = self.extent();
        let rows = (f64::from(self.size[0]) * height / width).round().max(1.0);
        SampleGrid { center: self.center, span: width, size: [self.size[0], rows as u32] }
    }

    /// Returns the raster of a region.
    #[must_use]
    pub fn cropped(&self, region: Region) -> Self {
        let middle =
            |axis: usize| f64::from(region.origin[axis]) + f64::from(region.size[axis]) / 2.0 - 0.5;
        let center = self.world_from_sample([middle(0), middle(1)]);
        Self { center, size: region.size, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RASTER: Raster = Raster { center: [10.0, -3.0], spacing: [2.0, 1.0], size: [4, 6] };

    #[test]
    fn raster_of_square_samples_is_its_grid() {
        let grid = SampleGrid { center: [10.0, -3.0], span: 8.0, size: [4, 2] };
        let raster = Raster::from(grid);
        assert_eq!(raster.world_from_sample([1.0, 0.5]), grid.world_from_sample([1.0, 0.5]));
        assert_eq!(raster.sample_from_world([7.5, -2.0]), grid.sample_from_world([7.5, -2.0]));
        assert_eq!(raster.square(), grid);
        assert_eq!(RASTER.square().size, [4, 3]);
    }

    #[test]
    fn same_rectangle_has_other_samples() {
        let fine = RASTER.resized([8, 3]);
        assert_eq!((fine.spacing, fine.corner()), ([1.0, 2.0], RASTER.corner()));
        let region = Region { origin: [1, 2], size: [2, 3] };
        let cropped = RASTER.cropped(region);
        assert_eq!(cropped.world_from_sample([0.0, 0.0]), RASTER.world_from_sample([1.0, 2.0]));
    }

    #[test]
    fn numbers_of_a_file_are_checked() {
        assert!(RASTER.check().is_ok());
        for wrong in [
            Raster { spacing: [0.0, 1.0], ..RASTER },
            Raster { center: [f64::NAN, 0.0], ..RASTER },
            Raster { size: [0, 1], ..RASTER },
        ] {
            assert!(wrong.check().is_err());
        }
    }
}
