//! Variogram: how values differ with the distance.

use super::heights::HeightGrid;

/// Returns (lag, γ): γ(h) = ½ · mean of (z(x + h) − z(x))² over all pairs of samples that are h apart along either
/// axis and finite. Lags are in world units, about √2 apart, up to half of the shorter side.
///
/// A surface with Hurst exponent H has γ ∝ h^(2H). No window and no filled gaps are involved, so it is an independent
/// estimate beside the slope of the spectrum.
pub(super) fn variogram(grids: &[HeightGrid]) -> Vec<[f64; 2]> {
    let Some(first) = grids.first() else {
        return Vec::new();
    };
    let longest = first.size[0].min(first.size[1]) / 2;
    let mut lags: Vec<usize> = (0..)
        .map(|index| 2.0f64.powf(f64::from(index) / 2.0).round() as usize)
        .take_while(|lag| *lag <= longest)
        .collect();
    lags.dedup();
    let points = lags.into_iter().filter_map(|lag| {
        let [sum, count] = grids.iter().fold([0.0; 2], |total, grid| {
            let [sum, count] = squares(grid, lag);
            [total[0] + sum, total[1] + count]
        });
        (count > 0.0).then(|| [lag as f64 * first.spacing, 0.5 * sum / count])
    });
    points.collect()
}

/// Returns the sum of the squared differences of all pairs along both axes, and their count.
fn squares(grid: &HeightGrid, lag: usize) -> [f64; 2] {
    let width = grid.size[0];
    let along_rows = grid.rows().flat_map(|row| row.iter().zip(&row[lag..]));
    let along_columns = grid.values.iter().zip(&grid.values[lag * width..]);
    let differences = along_rows
        .chain(along_columns)
        .map(|(one, other)| f64::from(*other) - f64::from(*one));
    differences
        .filter(|difference| difference.is_finite())
        .fold([0.0; 2], |[sum, count], difference| {
            [sum + difference * difference, count + 1.0]
        })
}
