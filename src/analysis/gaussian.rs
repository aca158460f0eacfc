//! Variance of sums over a periodogram, for Gaussian fields.
//!
//! Two bins of the periodogram of a stationary Gaussian field have the correlation |V(f − g)|² + |V(f + g)|², where V is
//! the Fourier transform of the squared window, 1 at 0 (Percival and Walden, "Spectral Analysis for Physical
//! Applications", 1993, section 6.6). For the Hann window that is 1, 4/9 and 1/36 at distances of 0, 1 and 2 bins along
//! each axis. The average over several window functions has the mean of |V|² over all pairs of them.

use rayon::prelude::*;

use super::fourier::signed;
use super::spectrum::PowerSpectrum;
use crate::field::parallel;

impl PowerSpectrum {
    /// Returns the variance of the sum over all frequencies of a coefficient times the power there, relative to its
    /// expected value. Opposite frequencies must have equal coefficients; those longer than `highest` have 0.
    pub(super) fn variance_of_sum(
        &self,
        highest: f64,
        coefficient: impl Fn([f64; 2]) -> f64 + Sync,
    ) -> f64 {
        let taps = self.size.map(|count| self.window.correlations(count));
        // With a margin of zeros, so that the ends of an axis can be neighbors.
        let size: [usize; 2] = std::array::from_fn(|axis| {
            let longest = (highest / self.step[axis]).ceil() as usize;
            self.size[axis].min(longest.saturating_mul(2) + 1 + taps[axis].len())
        });
        let [width, height] = size;
        let rows: Vec<Vec<f64>> = (0..height)
            .into_par_iter()
            .map(|y| {
                let y = signed(y, height) * self.step[1];
                (0..width).map(|x| coefficient([signed(x, width) * self.step[0], y])).collect()
            })
            .collect();
        let along_x: Vec<Vec<f64>> = rows.par_iter().map(|row| filtered(row, &taps[0])).collect();
        let products = parallel::in_parts(height, |part| {
            let of_row = |y: usize| {
                let mut filtered = vec![0.0; width];
                for (tap, weight) in taps[1].iter().enumerate() {
                    let neighbor = &along_x[neighbor(y, tap, &taps[1], height)];
                    filtered.iter_mut().zip(neighbor).for_each(|(sum, one)| *sum += weight * one);
                }
                rows[y].iter().zip(&filtered).map(|(one, other)| one * other).sum::<f64>()
            };
            part.map(of_row).sum::<f64>()
        });
        2.0 * products.iter().sum::<f64>() / self.averages as f64
    }
}

/// Convolution along a row, whose ends are neighbors.
fn filtered(row: &[f64], taps: &[f64]) -> Vec<f64> {
    let first = neighbor(0, 0, taps, row.len());
    let count = row.len() + taps.len() - 1;
    let extended: Vec<f64> = row.iter().copied().cycle().skip(first).take(count).collect();
    let product = |near: &[f64]| near.iter().zip(taps).map(|(one, tap)| one * tap).sum();
    extended.windows(taps.len()).map(product).collect()
}

/// Index of the sample at a tap from `position` on an axis whose ends are neighbors.
fn neighbor(position: usize, tap: usize, taps: &[f64], count: usize) -> usize {
    (position + count * taps.len() + tap - taps.len() / 2) % count
}
