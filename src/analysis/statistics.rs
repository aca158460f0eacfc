//! Statistics of the values of a field.

use serde::Serialize;

use super::heights::HeightGrid;
use crate::field::percentiles;

/// Statistics of the finite values of a field. All members except the counts are NaN if no value is finite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// Lowest value.
    pub min: f64,
    /// Highest value.
    pub max: f64,
    /// Mean.
    pub mean: f64,
    /// Standard deviation, as of a population.
    pub std: f64,
    /// Third standardized moment: 0 for a symmetric distribution. NaN if all values are equal.
    pub skewness: f64,
    /// Fourth standardized moment minus 3: 0 for a normal distribution. NaN if all values are equal.
    pub kurtosis: f64,
    /// 0.1 percentile.
    pub p001: f64,
    /// 99.9 percentile.
    pub p999: f64,
    /// Number of values that are NaN.
    pub nan: u64,
    /// Number of values that are infinite.
    pub inf: u64,
}

/// Points of [`Statistics::normal_curve`].
const NORMAL_POINTS: usize = 128;

impl Statistics {
    /// Returns pairs of value and density of the normal distribution with the same mean and standard deviation, from
    /// the lowest value to the highest. Densities are NaN if all values are equal.
    pub fn normal_curve(&self) -> Vec<[f64; 2]> {
        let at = |index: usize| {
            let last = (NORMAL_POINTS - 1) as f64;
            let value = self.min + (self.max - self.min) * index as f64 / last;
            let deviations = (value - self.mean) / self.std;
            let density =
                (-0.5 * deviations * deviations).exp() / (self.std * std::f64::consts::TAU.sqrt());
            [value, density]
        };
        (0..NORMAL_POINTS).map(at).collect()
    }

    pub(super) fn of(grids: &[HeightGrid]) -> Self {
        let values = || grids.iter().flat_map(|grid| grid.values.iter().copied());
        let finite = || values().map(f64::from).filter(|value| value.is_finite());
        let count = finite().count() as f64;
        let mean = finite().sum::<f64>() / count;
        let [second, third, fourth] = finite().fold([0.0; 3], |sums, value| {
            let deviation = value - mean;
            let square = deviation * deviation;
            [sums[0] + square, sums[1] + square * deviation, sums[2] + square * square]
        });
        let variance = second / count;
        let [p001, p999] = percentiles(values()).map_or([f64::NAN; 2], |pair| pair.map(f64::from));
        Self {
            min: finite().fold(f64::NAN, f64::min),
            max: finite().fold(f64::NAN, f64::max),
            mean,
            std: variance.sqrt(),
            skewness: third / count / variance.powf(1.5),
            kurtosis: fourth / count / (variance * variance) - 3.0,
            p001,
            p999,
            nan: values().filter(|value| value.is_nan()).count() as u64,
            inf: values().filter(|value| value.is_infinite()).count() as u64,
        }
    }

    /// Returns (mean − min) / (max − min): the fraction of the space between the lowest and the highest point of a
    /// terrain that is below its surface (Pike and Wilson, 1971). NaN if all values are equal.
    pub fn hypsometric_integral(&self) -> f64 {
        (self.mean - self.min) / (self.max - self.min)
    }
}
