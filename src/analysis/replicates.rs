//! 95 % intervals of the measures of one field, from the spread of Gaussian fields with its spectrum.

use std::collections::BTreeMap;

use serde::Serialize;

use super::crops::{Crops, in_groups};
use super::heights::HeightGrid;
use super::settings::AnalysisSettings;
use super::statistics::Statistics;
use super::surface::{Slopes, roughness};
use super::variogram::{longest, variogram};
use super::window::SpectrumWindow;

/// Bytes that a pair of fields needs for each sample.
const PAIR_BYTES: usize = 200;

/// The lowest frequencies, on which the spread depends most, are those whose power one field shows least. Calibrated with
/// Gaussian fields and noises by the benchmark `coverage`.
const WIDER_DIFFERENCE: f64 = 1.15;
const WIDER_RATIO: f64 = 1.05;

/// 95 % intervals of the means of measures over fields like the measured one: what a field with another seed, or the next
/// piece of the same land, differs by. They are as wide as those of a Gaussian field with its spectrum would have to be.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Replicates {
    /// Number of Gaussian fields.
    pub count: usize,
    /// Intervals by the name of the measure.
    pub intervals: BTreeMap<&'static str, [f64; 2]>,
    /// Lag and interval of the points of the variogram whose lag is up to a quarter of the shorter side. Beyond, one field
    /// has too few pairs that do not share most of their ground.
    pub variogram: Vec<[f64; 3]>,
}

/// Measures of one field.
struct Measures {
    /// Compared by their differences.
    shapes: BTreeMap<&'static str, f64>,
    /// Above 0; compared by their ratios.
    sizes: BTreeMap<&'static str, f64>,
    variogram: Vec<[f64; 2]>,
}

impl Replicates {
    /// Measures `count` Gaussian fields, always the same. With [`SpectrumWindow::None`] they tile. `None` if a value is
    /// not finite.
    pub fn of(grid: &HeightGrid, settings: &AnalysisSettings, count: u32) -> Option<Self> {
        let crops = match settings.window {
            SpectrumWindow::None => Crops::tiles(grid)?,
            SpectrumWindow::Hann | SpectrumWindow::Sine(_) => Crops::new(grid, settings.trend)?,
        };
        let expected = crops.mean_square_step();
        let factor = if expected > 0.0 { (mean_square_step(grid) / expected).sqrt() } else { 0.0 };
        // Chance must not favor the same side in all fields.
        let first_state = expected.to_bits();
        let pair = |seed: u64| {
            crops.pair(first_state.wrapping_add(seed << 40)).map(|values| {
                let values = values.iter().map(|value| (value * factor) as f32).collect();
                Measures::of(&HeightGrid { values, ..grid.clone() }, settings)
            })
        };
        let pairs = u64::from(count).div_ceil(2);
        let mut others = in_groups(pairs, PAIR_BYTES * grid.values.len(), pair);
        others.truncate(count as usize);
        Some(Self::new(&Measures::of(grid, settings), &others, longest(grid) / 2.0))
    }

    fn new(field: &Measures, others: &[Measures], longest: f64) -> Self {
        let shapes = field.shapes.iter().filter_map(|(name, value)| {
            let others = others.iter().map(|other| other.shapes[name]).collect();
            Some((*name, interval_by_difference(*value, others)?))
        });
        let sizes = field.sizes.iter().filter_map(|(name, value)| {
            let others = others.iter().map(|other| other.sizes[name]).collect();
            Some((*name, interval_by_ratio(*value, others)?))
        });
        let points = field.variogram.iter().enumerate().take_while(|(_, [lag, _])| *lag <= longest);
        let points = points.filter_map(|(index, [lag, value])| {
            let others = others.iter().map(|other| other.variogram[index][1]).collect();
            let [low, high] = interval_by_ratio(*value, others)?;
            Some([*lag, low, high])
        });
        Self {
            count: others.len(),
            intervals: shapes.chain(sizes).collect(),
            variogram: points.collect(),
        }
    }
}

impl Measures {
    fn of(grid: &HeightGrid, settings: &AnalysisSettings) -> Self {
        let grids = std::slice::from_ref(grid);
        let all = Statistics::of(grids);
        let mut shapes = BTreeMap::from([("skewness", all.skewness), ("kurtosis", all.kurtosis)]);
        let mut sizes = BTreeMap::new();
        if settings.is_terrain {
            shapes.insert("hypsometric_integral", all.hypsometric_integral());
            let Slopes { mean_deg, p95_deg, .. } = Slopes::of(grids);
            let roughness = roughness(grids);
            sizes.extend([("mean_deg", mean_deg), ("p95_deg", p95_deg), ("roughness", roughness)]);
        }
        Self { shapes, sizes, variogram: variogram(grids) }
    }
}

/// The mean over fields is within the interval if the value differs from it by less than the others do from theirs.
fn interval_by_difference(value: f64, others: Vec<f64>) -> Option<[f64; 2]> {
    let mean = others.iter().sum::<f64>() / others.len() as f64;
    let bounds = central(others)?.map(|other| value + WIDER_DIFFERENCE * (mean - other));
    let bounds = [bounds[1], bounds[0]];
    bounds.iter().all(|bound| bound.is_finite()).then_some(bounds)
}

fn interval_by_ratio(value: f64, others: Vec<f64>) -> Option<[f64; 2]> {
    let mean = others.iter().sum::<f64>() / others.len() as f64;
    let bounds = central(others)?.map(|other| value * (mean / other).powf(WIDER_RATIO));
    let bounds = [bounds[1], bounds[0]];
    bounds.iter().all(|bound| bound.is_finite()).then_some(bounds)
}

/// The values between which another one of the same distribution is in 95 %, with as many below as above. With fewer than
/// 39 values, the lowest and the highest.
fn central(mut values: Vec<f64>) -> Option<[f64; 2]> {
    values.sort_by(f64::total_cmp);
    let rank = (0.025 * (values.len() + 1) as f64 - 1.0).max(0.0);
    let between = |low: f64, high: f64| low + rank.fract() * (high - low);
    let [low, next] = [values.get(rank as usize)?, values.get(rank.ceil() as usize)?];
    let last = values.len() - 1;
    let [high, before] = [values[last - rank as usize], values[last - rank.ceil() as usize]];
    Some([between(*low, *next), between(high, before)])
}

/// Mean square difference between neighboring samples along x plus that along y.
fn mean_square_step(grid: &HeightGrid) -> f64 {
    let [width, height] = grid.size;
    let mean = |steps: &mut dyn Iterator<Item = f64>| {
        let [sum, count] =
            steps.fold([0.0, 0.0], |[sum, count], step| [sum + step * step, count + 1.0]);
        if count > 0.0 { sum / count } else { 0.0 }
    };
    let along_x = |y: usize| (1..width).map(move |x| grid.at(x, y) - grid.at(x - 1, y));
    let along_y = |y: usize| (0..width).map(move |x| grid.at(x, y) - grid.at(x, y - 1));
    mean(&mut (0..height).flat_map(along_x)) + mean(&mut (1..height).flat_map(along_y))
}
