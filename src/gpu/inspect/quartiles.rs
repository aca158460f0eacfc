//! Medians, quartiles and ratios of repeated time measurements.

use serde::Serialize;

/// Median and quartiles of repeated measurements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quartiles {
    /// Median.
    pub median: f64,
    /// A quarter of the measurements is smaller.
    pub low: f64,
    /// A quarter of the measurements is larger.
    pub high: f64,
}

impl Quartiles {
    /// `numbers` must not be empty.
    pub fn of(mut numbers: Vec<f64>) -> Self {
        numbers.sort_by(f64::total_cmp);
        let last = numbers.len().saturating_sub(1) as f64;
        let at = |fraction: f64| numbers[(fraction * last).round() as usize];
        Self { median: at(0.5), low: at(0.25), high: at(0.75) }
    }

    /// Of the ratios `second[i] / first[i]`, after `baseline` is subtracted from both. Returns `None` unless more than
    /// half of the numbers in `first` are above the baseline.
    pub fn of_ratios(first: &[f64], second: &[f64], baseline: f64) -> Option<Self> {
        let pairs = first.iter().zip(second);
        let ratios = pairs
            .filter(|(first, _)| **first > baseline)
            .map(|(first, second)| (second - baseline) / (first - baseline));
        let ratios: Vec<f64> = ratios.collect();
        (2 * ratios.len() > first.len()).then(|| Self::of(ratios))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratio_is_that_of_the_times_above_the_empty_kernel() {
        let quartiles = Quartiles::of(vec![5.0, 1.0, 3.0, 2.0, 4.0]);
        assert_eq!((quartiles.low, quartiles.median, quartiles.high), (2.0, 3.0, 4.0));
        let ratio = Quartiles::of_ratios(&[3.0, 5.0, 4.0], &[5.0, 9.0, 7.0], 1.0).unwrap();
        assert_eq!((ratio.low, ratio.median, ratio.high), (2.0, 2.0, 2.0));
        assert_eq!(Quartiles::of_ratios(&[1.0, 1.0], &[2.0, 2.0], 1.0), None);
    }
}
