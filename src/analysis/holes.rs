//! Error of the slope of a spectrum by samples without data that were filled, from Gaussian fields with the same holes.

use rayon::prelude::*;

use super::crops::Crops;
use super::fit::PowerLaw;
use super::heights::HeightGrid;
use super::settings::AnalysisSettings;
use super::spectrum::PowerSpectrum;
use super::trend::Trend;

const PAIRS: u64 = 8;

/// Returns the mean difference of the slope of filled fields from that of whole ones; 0 without holes.
pub(super) fn bias_of_slope(
    grid: &HeightGrid,
    settings: &AnalysisSettings,
    fit: [f64; 2],
) -> Option<f64> {
    if grid.missing() == 0 {
        return Some(0.0);
    }
    let crops = Crops::new(&grid.filled(settings.fill), Trend::Mean)?;
    let slope = |grid: &HeightGrid| {
        let grids = std::slice::from_ref(grid);
        let power = PowerSpectrum::new(grids, settings.window, settings.trend)?;
        Some(PowerLaw::fit(&power.radial(), fit).slope)
    };
    let difference = |values: Vec<f64>| {
        let values = values.into_iter().map(|value| value as f32).collect();
        let whole = HeightGrid { values, ..grid.clone() };
        let mut holed = whole.clone();
        let holes = holed.values.iter_mut().zip(&grid.values).filter(|(_, one)| !one.is_finite());
        holes.for_each(|(value, _)| *value = f32::NAN);
        Some(slope(&holed.filled(settings.fill))? - slope(&whole)?)
    };
    let differences: Option<Vec<f64>> = (1..=PAIRS)
        .into_par_iter()
        .flat_map_iter(|seed| crops.pair(seed).map(difference))
        .collect();
    let differences = differences?;
    let bias = differences.iter().sum::<f64>() / differences.len() as f64;
    bias.is_finite().then_some(bias)
}
