//! Fields on another raster, interpolated in double precision.

use super::Field;
use crate::field::grid::Raster;

/// In samples: a position this close to a sample is that sample, whatever the rounding of coordinates.
const SAME: f64 = 1e-6;

impl Field {
    /// Interpolates all channels bilinearly at the samples of `to`; `from` is the raster of this field. Beyond the
    /// outermost samples the ground continues with its slope up to their outer edges; farther, values are NaN. Where the
    /// nearest sample is NaN the result is, and elsewhere samples that are NaN are left out of the mean.
    #[must_use]
    pub fn resampled(&self, from: &Raster, to: &Raster) -> Self {
        self.resampled_above(from, to, 0.0)
    }

    /// Like [`Self::resampled`], with `base` subtracted before rounding, so that small differences are kept.
    #[must_use]
    pub fn resampled_above(&self, from: &Raster, to: &Raster, base: f32) -> Self {
        if from == to && base == 0.0 {
            return self.clone();
        }
        let base = f64::from(base);
        let [columns, rows] = [0, 1].map(|axis| self.places(from, to, axis));
        let mut samples = Vec::with_capacity(columns.len() * rows.len() * self.channels as usize);
        for row in &rows {
            for column in &columns {
                match (column, row) {
                    (Some(column), Some(row)) => {
                        let between =
                            |channel| (self.between(*column, *row, channel) - base) as f32;
                        samples.extend((0..self.channels as usize).map(between));
                    }
                    _ => samples.extend((0..self.channels).map(|_| f32::NAN)),
                }
            }
        }
        Self { size: to.size, channels: self.channels, samples }
    }

    /// Positions of the columns or rows of `to` in this field; `None` outside of it.
    fn places(&self, from: &Raster, to: &Raster, axis: usize) -> Vec<Option<Place>> {
        let last = self.size[axis] - 1;
        let place = |index: u32| {
            let world = to.world_from_sample([f64::from(index); 2]);
            let at = from.sample_from_world(world)[axis];
            let is_inside = at > -0.5 - SAME && at < f64::from(last) + 0.5 + SAME;
            is_inside.then(|| Place::new(at, last))
        };
        (0..to.size[axis]).map(place).collect()
    }

    fn between(&self, column: Place, row: Place, channel: usize) -> f64 {
        let at = |x: u32, y: u32| f64::from(self.sample(x, y)[channel]);
        let nearest = at(column.nearest(), row.nearest());
        if nearest.is_nan() || (column.fraction == 0.0 && row.fraction == 0.0) {
            return nearest;
        }
        let mean = |column: Place, row: Place| {
            let (mut sum, mut weights) = (0.0, 0.0);
            for (y, along) in row.weighted() {
                for (x, across) in column.weighted() {
                    let (value, weight) = (at(x, y), along * across);
                    if weight != 0.0 && !value.is_nan() {
                        sum += weight * value;
                        weights += weight;
                    }
                }
            }
            (sum, weights)
        };
        let (sum, weights) = mean(column, row);
        // The weights of all samples add up to 1.
        if (weights - 1.0).abs() < SAME {
            return sum;
        }
        let (sum, weights) = mean(column.inside(), row.inside());
        sum / weights
    }
}

/// Position between two columns or rows, which may be the same.
#[derive(Clone, Copy)]
struct Place {
    index: [u32; 2],
    /// Distance from the first, 0 to 1; beyond the outermost samples -0.5 to 1.5.
    fraction: f64,
}

impl Place {
    fn new(at: f64, last: u32) -> Self {
        let rounded = at.round();
        if (at - rounded).abs() < SAME || last == 0 {
            return Self { index: [(rounded as u32).min(last); 2], fraction: 0.0 };
        }
        let first = (at.floor().max(0.0) as u32).min(last - 1);
        Self { index: [first, first + 1], fraction: at - f64::from(first) }
    }

    /// Without a continuation beyond the outermost samples.
    fn inside(self) -> Self {
        Self { fraction: self.fraction.clamp(0.0, 1.0), ..self }
    }

    fn nearest(self) -> u32 {
        self.index[usize::from(self.fraction > 0.5)]
    }

    fn weighted(self) -> [(u32, f64); 2] {
        [(self.index[0], 1.0 - self.fraction), (self.index[1], self.fraction)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: Raster = Raster { center: [5e5, 4e6], spacing: [30.0, 20.0], size: [3, 2] };

    fn field(samples: [f32; 6]) -> Field {
        Field { size: [3, 2], channels: 1, samples: samples.to_vec() }
    }

    #[test]
    fn same_samples_stay_as_they_are() {
        let field = field([1.1, f32::NAN, 3.3, -0.0, 5.5, f32::INFINITY]);
        let bits = |field: &Field| field.samples.iter().map(|n| n.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&field.resampled(&FROM, &FROM)), bits(&field));
        // Equal but for rounding.
        let moved = Raster { center: [5e5 + 1e-7, 4e6], ..FROM };
        assert_eq!(bits(&field.resampled(&FROM, &moved)), bits(&field));
    }

    #[test]
    fn values_beside_a_hole_are_those_of_the_samples_that_exist() {
        let field = field([0.0, 30.0, f32::NAN, 20.0, 50.0, 80.0]);
        let at = |x: f64, y: f64| {
            let world = FROM.world_from_sample([x, y]);
            let to = Raster { center: world, spacing: [1.0; 2], size: [1, 1] };
            field.resampled(&FROM, &to).samples[0]
        };
        assert_eq!(at(0.25, 0.5), 17.5);
        assert!(at(1.75, 0.0).is_nan() && at(2.0, 0.25).is_nan());
        assert_eq!(at(1.25, 0.0), 30.0);
        assert_eq!(at(2.0, 0.75), 80.0);
        assert_eq!(at(-0.4, 1.0), 8.0);
        // Rows at y = 0 and 1 are −12 and 8 there.
        assert!((at(-0.4, 1.4) - 16.0).abs() < 1e-4);
        assert!(at(-0.6, 0.0).is_nan() && at(0.0, 1.6).is_nan());
    }
}
