//! Statistics of the values of a field.

use serde::Serialize;

use super::heights::HeightGrid;
use super::percentiles::percentiles;
use crate::field::parallel;

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
        let (percentiles, (counts, [min, max], [mean, second, third, fourth])) =
            rayon::join(|| percentiles(grids), || moments(grids));
        let [count, nan, inf] = counts;
        let variance = second / count;
        let [p001, p999] = percentiles.map_or([f64::NAN; 2], |pair| pair.map(f64::from));
        Self {
            min,
            max,
            mean,
            std: variance.sqrt(),
            skewness: third / count / variance.powf(1.5),
            kurtosis: fourth / count / (variance * variance) - 3.0,
            p001,
            p999,
            nan: nan as u64,
            inf: inf as u64,
        }
    }

    /// Returns (mean − min) / (max − min): the fraction of the space between the lowest and the highest point of a
    /// terrain that is below its surface (Pike and Wilson, 1971). NaN if all values are equal.
    pub fn hypsometric_integral(&self) -> f64 {
        (self.mean - self.min) / (self.max - self.min)
    }
}

fn finite(values: &[f32]) -> impl Iterator<Item = f64> {
    values.iter().copied().map(f64::from).filter(|value| value.is_finite())
}

/// Numbers of finite, NaN and infinite values, extremes, and mean with the sums of the powers 2 to 4 of the deviations.
fn moments(grids: &[HeightGrid]) -> ([f64; 3], [f64; 2], [f64; 4]) {
    let parts: Vec<_> = grids
        .iter()
        .flat_map(|grid| {
            parallel::in_parts(grid.values.len(), |part| {
                let values = &grid.values[part];
                let nan = values.iter().filter(|value| value.is_nan()).count();
                let count = finite(values).count();
                let counts = [count, nan, values.len() - count - nan].map(|count| count as f64);
                let [low, high] =
                    [f64::min, f64::max].map(|pick| finite(values).fold(f64::NAN, pick));
                (counts, [low, high], finite(values).sum::<f64>())
            })
        })
        .collect();
    let counts = [0, 1, 2].map(|index| parts.iter().map(|(counts, _, _)| counts[index]).sum());
    let extreme = |index: usize, pick: fn(f64, f64) -> f64| {
        parts.iter().map(|(_, extremes, _)| extremes[index]).fold(f64::NAN, pick)
    };
    let extremes = [extreme(0, f64::min), extreme(1, f64::max)];
    let mean = parts.iter().map(|(_, _, sum)| sum).sum::<f64>() / counts[0];
    let mut moments = [mean, 0.0, 0.0, 0.0];
    for grid in grids {
        let sums = parallel::sums(grid.values.len(), 1, |part, sums| {
            let [sum] = sums else { return };
            for value in finite(&grid.values[part]) {
                let deviation = value - mean;
                let square = deviation * deviation;
                *sum = [sum[0] + square, sum[1] + square * deviation, sum[2] + square * square];
            }
        });
        moments[1..].iter_mut().zip(sums[0]).for_each(|(total, sum)| *total += sum);
    }
    (counts, extremes, moments)
}
