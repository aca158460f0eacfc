//! Trend of a field, subtracted before its Fourier transform.

use super::heights::HeightGrid;

/// Smooth part of a field that is subtracted before its Fourier transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trend {
    /// Nothing: frequency 0 has the square of the mean.
    None,
    /// The mean.
    #[default]
    Mean,
    /// The plane with the smallest mean square distance. Without it, less power leaks from frequencies below the first
    /// ring to high ones.
    Plane,
}

impl Trend {
    /// Returns the values of a grid without this part; `None` if a value is not finite.
    pub(super) fn subtracted_from(self, grid: &HeightGrid) -> Option<Vec<f64>> {
        let [width, height] = grid.size;
        let count = (width * height) as f64;
        let values = || grid.values.iter().copied().map(f64::from);
        let mean = values().sum::<f64>() / count;
        if !mean.is_finite() {
            return None;
        }
        if self == Self::None {
            return Some(values().collect());
        }
        let offset = |index: usize| {
            let [x, y] = [index % width, index / width];
            [centered(x, width), centered(y, height)]
        };
        let slopes: [f64; 2] = std::array::from_fn(|axis| {
            if self == Self::Mean {
                return 0.0;
            }
            let offsets = (0..width * height).map(|index| offset(index)[axis]);
            let [product, square] =
                values().zip(offsets).fold([0.0; 2], |sums, (value, offset)| {
                    [sums[0] + (value - mean) * offset, sums[1] + offset * offset]
                });
            if square > 0.0 { product / square } else { 0.0 }
        });
        let rest = values().enumerate().map(|(index, value)| {
            let [x, y] = offset(index);
            value - mean - slopes[0] * x - slopes[1] * y
        });
        Some(rest.collect())
    }
}

/// Distance in samples from the middle of an axis.
fn centered(index: usize, count: usize) -> f64 {
    index as f64 - (count as f64 - 1.0) / 2.0
}
