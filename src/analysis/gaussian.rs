//! Variance of sums over a periodogram, for Gaussian fields.
//!
//! Two bins of the periodogram of a stationary Gaussian field have the correlation |V(f − g)|² + |V(f + g)|², where V is
//! the Fourier transform of the squared window, 1 at 0 (Percival and Walden, "Spectral Analysis for Physical
//! Applications", 1993, section 6.6). For the Hann window that is 1, 4/9 and 1/36 at distances of 0, 1 and 2 bins along
//! each axis. The average over several window functions has the mean of |V|² over all pairs of them.

use super::spectrum::PowerSpectrum;

impl PowerSpectrum {
    /// Returns the variance of the sum over all frequencies of a coefficient times the power there, relative to its
    /// expected value. Opposite frequencies must have equal coefficients.
    pub(super) fn variance_of_sum(&self, coefficient: impl Fn([f64; 2]) -> f64) -> f64 {
        let [width, height] = self.size;
        let signed = |index: usize, count: usize| {
            index as f64 - if 2 * index < count { 0.0 } else { count as f64 }
        };
        let samples = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
        let coefficients: Vec<f64> = samples
            .map(|[x, y]| {
                coefficient([signed(x, width) * self.step[0], signed(y, height) * self.step[1]])
            })
            .collect();
        let [x, y] = self.size.map(|count| self.window.correlations(count));
        let along_x = filtered(&coefficients, self.size, 0, &x);
        let filtered = filtered(&along_x, self.size, 1, &y);
        let products = coefficients.iter().zip(&filtered).map(|(one, other)| one * other);
        2.0 * products.sum::<f64>() / self.averages as f64
    }
}

/// Convolution along an axis. Both ends of the axis are neighbors.
fn filtered(values: &[f64], [width, height]: [usize; 2], axis: usize, taps: &[f64]) -> Vec<f64> {
    let (count, stride) = if axis == 0 { (width, 1) } else { (height, width) };
    let at = |index: usize| {
        let position = index / stride % count;
        let terms = taps.iter().enumerate().map(|(tap, weight)| {
            let neighbor = (position + count * taps.len() + tap - taps.len() / 2) % count;
            weight * values[index + neighbor * stride - position * stride]
        });
        terms.sum()
    };
    (0..values.len()).map(at).collect()
}
