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

    /// Of the ratios `second[i] / first[i]`, after `baseline` is subtracted from both. Pairs with a number that is not
    /// above the baseline are left out: if only those of `first` were, its larger numbers would remain, and the ratios
    /// would be too small. Returns `None` unless more than half of the pairs are left.
    pub fn of_ratios(first: &[f64], second: &[f64], baseline: f64) -> Option<Self> {
        let ratios = ratios(first, second, baseline);
        (2 * ratios.len() > first.len()).then(|| Self::of(ratios))
    }
}

/// Median of ratios, with its 95 % interval by the sign test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MedianRatio {
    /// Median and quartiles.
    #[serde(flatten)]
    pub quartiles: Quartiles,
    /// Interval of the median; `None` for fewer than 6 ratios.
    pub interval: Option<[f64; 2]>,
}

impl MedianRatio {
    /// Of paired measurements, as [`Quartiles::of_ratios`].
    pub fn of(first: &[f64], second: &[f64], baseline: f64) -> Option<Self> {
        let quartiles = Quartiles::of_ratios(first, second, baseline)?;
        let mut ratios = ratios(first, second, baseline);
        ratios.sort_by(f64::total_cmp);
        let outside = outside(ratios.len());
        let interval = outside.map(|count| [ratios[count], ratios[ratios.len() - 1 - count]]);
        Some(Self { quartiles, interval })
    }

    /// Returns true if the interval does not contain 1.
    pub fn is_distinguishable(&self) -> bool {
        self.interval.is_some_and(|[low, high]| low > 1.0 || high < 1.0)
    }
}

fn ratios(first: &[f64], second: &[f64], baseline: f64) -> Vec<f64> {
    let pairs = first.iter().zip(second);
    let above = pairs.filter(|(first, second)| **first > baseline && **second > baseline);
    above.map(|(first, second)| (second - baseline) / (first - baseline)).collect()
}

/// Number of sorted values on each side that are outside of the interval of the median: as many as are at most 2.5 %
/// likely to be all below it. `None` if that is likelier for a single one.
fn outside(count: usize) -> Option<usize> {
    let mut term = 0.5f64.powi(i32::try_from(count).ok()?);
    let mut probability = term;
    let mut outside = None;
    for index in 0..count / 2 {
        if probability > 0.025 {
            break;
        }
        outside = Some(index);
        term *= (count - index) as f64 / (index + 1) as f64;
        probability += term;
    }
    outside
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

    #[test]
    fn swapped_times_have_the_inverse_ratio_also_if_some_are_below_the_baseline() {
        let times = [[0.5, 2.0], [2.0, 0.9], [3.0, 2.0], [2.0, 3.0], [4.0, 2.0]];
        let [first, second] = [0, 1].map(|side| times.map(|pair| pair[side]));
        let median = |first: &[f64], second: &[f64]| {
            Quartiles::of_ratios(first, second, 1.0).unwrap().median
        };
        assert_eq!(median(&first, &second), 0.5);
        assert_eq!(median(&second, &first), 2.0);
    }

    #[test]
    fn interval_of_the_median_has_the_ranks_of_the_sign_test() {
        // Conover, "Practical Nonparametric Statistics", table A3: ranks from 1.
        assert_eq!([5, 6, 10, 20, 50].map(outside), [None, Some(0), Some(1), Some(5), Some(17)]);
        let first = [1.0; 20];
        let second: Vec<f64> = (0..20).map(|index| 0.9 + 0.01 * f64::from(index)).collect();
        let ratio = MedianRatio::of(&first, &second, 0.0).unwrap();
        let [low, high] = ratio.interval.unwrap();
        assert!((low - 0.95).abs() < 1e-9 && (high - 1.04).abs() < 1e-9, "{low} {high}");
        assert!(!ratio.is_distinguishable());
        let slower: Vec<f64> = second.iter().map(|time| time + 0.1).collect();
        assert!(MedianRatio::of(&first, &slower, 0.0).unwrap().is_distinguishable());
    }
}
