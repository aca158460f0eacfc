//! Radial average of a power spectrum: the mean power by the length of the frequency vector.

use rayon::prelude::*;
use statrs::distribution::{ChiSquared, ContinuousCDF as _, Normal};

use super::spectrum::PowerSpectrum;

/// Ring of a radial power spectrum: the mean power of the frequencies r − ½ ≤ |f| / w < r + ½, where w is the
/// [width](PowerSpectrum::ring_width) of a ring and r is its index from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RadialRing {
    /// Frequency in the middle of the ring, in cycles per unit.
    pub frequency: f64,
    /// Mean power density.
    pub power: f64,
    /// Number of frequencies.
    pub count: f64,
    /// Bounds of the 95 % confidence interval of the mean power, for a stationary process.
    pub interval: [f64; 2],
    degrees: f64,
}

impl RadialRing {
    pub(super) fn new(frequency: f64, power: f64, count: f64, degrees: f64) -> Self {
        let bound = |deviations: f64| power * degrees / chi_square_quantile(degrees, deviations);
        let interval = [bound(NORMAL_975), bound(-NORMAL_975)];
        Self { frequency, power, count, interval, degrees }
    }

    /// Returns the lower bound of the interval that a normal distribution has at so many standard deviations.
    pub(super) fn lower_bound(&self, deviations: f64) -> f64 {
        self.power * self.degrees / chi_square_quantile(self.degrees, deviations)
    }
}

impl PowerSpectrum {
    /// Returns the radial average: all rings that are entirely below the Nyquist frequency of both axes.
    pub fn radial(&self) -> Vec<RadialRing> {
        let width = self.ring_width();
        let sums = self.sums(self.ring_count() + 1, |bin, sums| {
            if let Some([power, count]) = sums.get_mut(self.ring_of(bin.frequency)) {
                *power += bin.weight * bin.power;
                *count += bin.weight;
            }
        });
        let rings = sums.into_par_iter().enumerate().skip(1);
        rings
            .filter(|(_, [_, count])| *count > 0.0)
            .map(|(index, [sum, count])| {
                let (frequency, degrees) = (index as f64 * width, self.degrees_of_freedom(count));
                RadialRing::new(frequency, sum / count, count, degrees)
            })
            .collect()
    }

    /// Index of the ring of a frequency; 0 for frequencies below the first ring.
    pub(super) fn ring_of(&self, frequency: [f64; 2]) -> usize {
        (frequency[0].hypot(frequency[1]) / self.ring_width() + 0.5) as usize
    }

    pub(super) fn ring_count(&self) -> usize {
        (self.nyquist() / self.ring_width() - 0.5).max(0.0) as usize
    }

    /// Each periodogram gives one degree of freedom per frequency: two per pair of opposite frequencies.
    pub(super) fn degrees_of_freedom(&self, count: f64) -> f64 {
        (self.averages as f64 * count / self.window.correlation()).max(1.0)
    }
}

pub(super) const NORMAL_975: f64 = 1.959_963_984_540_054;

/// Quantile at the probability that a standard normal variable is below `deviations`.
fn chi_square_quantile(degrees: f64, deviations: f64) -> f64 {
    let probability = Normal::standard().cdf(deviations);
    let distribution = ChiSquared::new(degrees);
    distribution.map_or(degrees, |distribution| distribution.inverse_cdf(probability))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        // Abramowitz and Stegun, table 26.8.
        for (degrees, low, high) in
            [(4.0, 0.484, 11.143), (10.0, 3.247, 20.483), (100.0, 74.222, 129.561)]
        {
            let [found_low, found_high] =
                [-1.0, 1.0].map(|sign| chi_square_quantile(degrees, sign * NORMAL_975));
            assert!((found_low / low - 1.0).abs() < 0.002, "{degrees}: {found_low}");
            assert!((found_high / high - 1.0).abs() < 0.002, "{degrees}: {found_high}");
        }
    }
}
