//! Mean and spread of the numbers of an analysis over several seeds.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF as _, StudentsT};

use super::report::{Analysis, MeanAndDeviation};

impl MeanAndDeviation {
    pub(super) fn of(numbers: &[f64]) -> Self {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let std = (squares / (count - 1.0)).sqrt();
        let student = StudentsT::new(0.0, 1.0, count - 1.0).map(|law| law.inverse_cdf(0.975));
        let half = student.map_or(f64::NAN, |factor| factor * std / count.sqrt());
        Self { mean, std, interval: [mean - half, mean + half] }
    }
}

/// 95 % interval of the mean of numbers of independent fields; `None` for less than two, or without a number.
pub(super) fn interval_of_mean(numbers: &[f64]) -> Option<[f64; 2]> {
    let interval = MeanAndDeviation::of(numbers).interval;
    interval.iter().all(|bound| bound.is_finite()).then_some(interval)
}

/// Returns lag and 95 % interval of each point of the variogram that all seeds have, from those of the seeds.
pub(super) fn variogram_intervals(variograms: &[Vec<[f64; 2]>]) -> Vec<[f64; 3]> {
    let count = variograms.iter().map(Vec::len).min().unwrap_or_default();
    let point = |index: usize| {
        let values: Vec<f64> = variograms.iter().map(|points| points[index][1]).collect();
        let lags = variograms.iter().map(|points| points[index][0]);
        let lag = lags.sum::<f64>() / values.len() as f64;
        interval_of_mean(&values).map(|[low, high]| [lag, low, high])
    };
    (0..count).filter_map(point).collect()
}

/// A number that is missing in one of the seeds is left out.
pub(super) fn over_seeds(
    per_seed: &[BTreeMap<&'static str, f64>],
) -> BTreeMap<String, MeanAndDeviation> {
    let mut numbers: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (name, number) in per_seed.iter().flatten() {
        numbers.entry(name).or_default().push(*number);
    }
    numbers
        .into_iter()
        .filter(|(_, numbers)| numbers.iter().all(|number| number.is_finite()))
        .map(|(name, numbers)| (name.to_owned(), MeanAndDeviation::of(&numbers)))
        .collect()
}

/// Numbers of the analysis of one seed by their names; a missing one is NaN.
pub(super) fn numbers(analysis: &Analysis) -> BTreeMap<&'static str, f64> {
    let (statistics, spectrum) = (&analysis.statistics, &analysis.spectrum);
    let mut numbers = BTreeMap::from([
        ("min", statistics.min),
        ("max", statistics.max),
        ("mean", statistics.mean),
        ("std", statistics.std),
        ("skewness", statistics.skewness),
        ("kurtosis", statistics.kurtosis),
        ("p001", statistics.p001),
        ("p999", statistics.p999),
        ("slope", spectrum.slope),
        ("hurst", spectrum.hurst),
        ("centroid", spectrum.centroid),
        ("anisotropy_db", analysis.mean_anisotropy_db()),
        ("hypsometric_integral", analysis.hypsometric_integral),
        ("roughness", analysis.roughness),
        ("local_minima_share", analysis.local_minima_share),
    ]);
    if let Some(slopes) = &analysis.slopes {
        numbers.extend([("mean_deg", slopes.mean_deg), ("p95_deg", slopes.p95_deg)]);
    }
    numbers
}
