//! Mean and spread of the numbers of an analysis over several seeds.

use std::collections::BTreeMap;

use super::report::{Analysis, MeanAndDeviation};

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
