//! Window functions that a field is multiplied with before its Fourier transform.

use std::f64::consts::{PI, TAU};

/// Window functions along both axes. The periodograms of several functions are averaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpectrumWindow {
    /// Hann window, so that opposite edges of the field do not have to match.
    #[default]
    Hann,
    /// No window function, for fields that tile exactly.
    None,
    /// Products of the first N sine tapers of each axis, N² in all: √(2 / (n + 1)) sin(πk(t + 1) / (n + 1)) for k from 1
    /// to N and samples t from 0 to n − 1 (Riedel and Sidorenko, "Minimum Bias Multiple Taper Spectral Estimation",
    /// IEEE Transactions on Signal Processing 43, 1995).
    Sine(u32),
}

/// Correlations of the periodogram at distances of −2 to 2 bins along an axis.
const HANN_CORRELATIONS: [f64; 5] = [1.0 / 36.0, 4.0 / 9.0, 1.0, 4.0 / 9.0, 1.0 / 36.0];

impl SpectrumWindow {
    pub(super) fn tapers(self, count: usize) -> Vec<Vec<f64>> {
        let samples = || (0..count).map(|index| index as f64);
        match self {
            Self::Hann => {
                let phase = |index: f64| TAU * (index + 0.5) / count as f64;
                vec![samples().map(|index| 0.5 - 0.5 * phase(index).cos()).collect()]
            }
            Self::None => vec![vec![1.0; count]],
            Self::Sine(tapers) => {
                let length = count as f64 + 1.0;
                let taper = |order: u32| {
                    let wave = |index: f64| (PI * f64::from(order) * (index + 1.0) / length).sin();
                    samples().map(|index| (2.0 / length).sqrt() * wave(index)).collect()
                };
                (1..=tapers).map(taper).collect()
            }
        }
    }

    /// Returns the steepest slope of a spectrum whose interval is known. Sine tapers leave a kink at the edges of the field,
    /// whose power falls with the fourth power of the frequency and hides a spectrum that falls faster.
    pub(super) fn steepest_slope(self) -> f64 {
        match self {
            Self::Sine(_) => -3.5,
            Self::Hann | Self::None => f64::NEG_INFINITY,
        }
    }

    pub(super) fn squares(self, count: usize) -> Vec<f64> {
        let mut squares = vec![0.0; count];
        for taper in self.tapers(count) {
            squares.iter_mut().zip(taper).for_each(|(sum, weight)| *sum += weight * weight);
        }
        squares
    }

    /// Returns the correlations of the periodogram with itself at distances in bins along an axis, symmetric about the
    /// middle: the mean of |Σ v w e^(2πi d t / n)|² over all pairs of functions v, w of unit length. 1 at 0 for a single
    /// function.
    pub(super) fn correlations(self, count: usize) -> Vec<f64> {
        let Self::Sine(order) = self else {
            return match self {
                Self::Hann => HANN_CORRELATIONS.to_vec(),
                _ => vec![1.0],
            };
        };
        let tapers = self.tapers(count);
        let reach = i64::from(order) + 1;
        let correlation = |distance: i64| {
            let pairs = tapers.iter().flat_map(|one| tapers.iter().map(move |other| (one, other)));
            let squares = pairs.map(|(one, other)| {
                let products = one.iter().zip(other).map(|(one, other)| one * other);
                let [cosine, sine] =
                    products.enumerate().fold([0.0; 2], |sums, (index, product)| {
                        let phase = TAU * distance as f64 * index as f64 / count as f64;
                        [sums[0] + product * phase.cos(), sums[1] + product * phase.sin()]
                    });
                cosine * cosine + sine * sine
            });
            squares.sum::<f64>() / f64::from(order * order)
        };
        (-reach..=reach).map(correlation).collect()
    }

    /// Returns the number of frequencies of a ring per statistically independent one: a Hann window widens a bin by 1.5
    /// along each axis. Sine tapers average over about N bins across the ring.
    pub(super) fn correlation(self) -> f64 {
        match self {
            Self::Hann => 2.25,
            Self::None => 1.0,
            Self::Sine(tapers) => (1.0 + 0.5 / f64::from(tapers)) / f64::from(tapers),
        }
    }

    /// Returns the mean square distance in bins, along one axis, over which power is averaged.
    pub(super) fn mean_square_distance(self) -> f64 {
        match self {
            Self::Hann => 1.0 / 3.0,
            Self::None => 0.0,
            Self::Sine(tapers) => f64::from((tapers + 1) * (2 * tapers + 1)) / 24.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sine_tapers_are_orthonormal() {
        let tapers = SpectrumWindow::Sine(5).tapers(33);
        for (row, one) in tapers.iter().enumerate() {
            for (column, other) in tapers.iter().enumerate() {
                let product: f64 = one.iter().zip(other).map(|(one, other)| one * other).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn correlations_sum_to_the_efficiency_of_the_squares() {
        // Parseval's theorem: Σ C(d) = n Σ (mean square)².
        for window in [SpectrumWindow::Hann, SpectrumWindow::Sine(1), SpectrumWindow::Sine(4)] {
            let squares = window.squares(64);
            let total: f64 = squares.iter().sum();
            let efficiency: f64 =
                squares.iter().map(|square| 64.0 * (square / total).powi(2)).sum();
            let sum: f64 = window.correlations(64).iter().sum();
            assert!((sum / efficiency - 1.0).abs() < 0.01, "{window:?} {sum} {efficiency}");
        }
    }
}
