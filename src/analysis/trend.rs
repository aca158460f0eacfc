//! Trend of a field, subtracted before its Fourier transform.

use rayon::prelude::*;

use super::heights::HeightGrid;
use crate::field::parallel;

/// Smooth part of a field that is subtracted before its Fourier transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trend {
    /// Nothing: frequency 0 has the square of the mean.
    None,
    /// The mean.
    #[default]
    Mean,
    /// The best-fitting plane by least squares. Without it, less power leaks from low frequencies to high ones.
    Plane,
}

impl Trend {
    /// Returns the values of a grid without this part; `None` if a value is not finite.
    pub(super) fn subtracted_from(self, grid: &HeightGrid) -> Option<Vec<f64>> {
        let [width, height] = grid.size;
        let row = |y: usize| grid.values[y * width..][..width].iter().copied().map(f64::from);
        let sums = parallel::sums(height, 1, |part, sums| {
            sums[0][0] = part.map(|y| row(y).sum::<f64>()).sum();
        });
        let [sum] = sums[0];
        let mean = sum / (width * height) as f64;
        if !mean.is_finite() {
            return None;
        }
        let slopes = if self == Self::Plane { slopes(grid, mean) } else { [0.0; 2] };
        let mean = if self == Self::None { 0.0 } else { mean };
        let mut rest = vec![0.0; width * height];
        rest.par_chunks_exact_mut(width).enumerate().for_each(|(y, rest)| {
            let plane = mean + slopes[1] * centered(y, height);
            for (x, (rest, value)) in rest.iter_mut().zip(row(y)).enumerate() {
                *rest = value - plane - slopes[0] * centered(x, width);
            }
        });
        Some(rest)
    }
}

/// Slopes per sample along both axes of the plane with the smallest mean square distance.
fn slopes(grid: &HeightGrid, mean: f64) -> [f64; 2] {
    let [width, height] = grid.size;
    let products = parallel::sums::<2>(height, 1, |part, products| {
        for y in part {
            for (x, value) in grid.values[y * width..][..width].iter().enumerate() {
                let rest = f64::from(*value) - mean;
                products[0][0] += rest * centered(x, width);
                products[0][1] += rest * centered(y, height);
            }
        }
    });
    let squares = |axis: usize| -> f64 {
        let offsets = (0..grid.size[axis]).map(|index| centered(index, grid.size[axis]));
        offsets.map(|offset| offset * offset).sum::<f64>() * grid.size[1 - axis] as f64
    };
    std::array::from_fn(|axis| {
        let square = squares(axis);
        if square > 0.0 { products[0][axis] / square } else { 0.0 }
    })
}

fn centered(index: usize, count: usize) -> f64 {
    index as f64 - (count as f64 - 1.0) / 2.0
}
