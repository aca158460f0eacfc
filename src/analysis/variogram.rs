//! Variogram of a field: half the mean squared difference of values by the distance between them.

use rayon::prelude::*;

use super::heights::HeightGrid;

/// Returns the variogram as pairs (lag, γ) by increasing lag: γ(h) = ½ · mean of (z(x + h) − z(x))² over all pairs of
/// samples that are h apart along either axis and finite. Lags are distances in world units, each about √2 times the
/// previous one, up to half of the shorter side. If the spacing of the axes differs, each axis adds lags of its own.
///
/// A surface with Hurst exponent H has γ ∝ h^(2H). This estimate of H needs no window function and no filled gaps,
/// unlike that by the slope of the spectrum.
pub(super) fn variogram(grids: &[HeightGrid]) -> Vec<[f64; 2]> {
    let Some(first) = grids.first() else {
        return Vec::new();
    };
    let point = |lag: f64| {
        let sum = grids.iter().flat_map(|grid| {
            let squares = [squares_along_x, squares_along_y].into_iter();
            let steps = [0, 1].map(|axis| steps(grid, axis, lag));
            let both = steps.into_iter().zip(squares);
            both.filter_map(|(steps, squares)| Some(squares(grid, steps?)))
        });
        let sum = sum.fold(Sum::default(), |total, sum| total + sum);
        (sum.count > 0.0).then(|| [lag, 0.5 * sum.squares / sum.count])
    };
    lags(first).into_par_iter().filter_map(point).collect()
}

/// Products of sample counts and spacing have rounding errors.
const LAG_TOLERANCE: f64 = 1e-9;

/// In world units, in increasing order without duplicates.
fn lags(grid: &HeightGrid) -> Vec<f64> {
    let sides = [0, 1].map(|axis| grid.size[axis] as f64 * grid.spacing[axis]);
    let longest = sides[0].min(sides[1]) / 2.0 * (1.0 + LAG_TOLERANCE);
    let along_axis = |spacing: f64| {
        let steps = (0..).map(|index| 2.0f64.powf(f64::from(index) / 2.0).round());
        steps.map(move |steps| steps * spacing).take_while(move |lag| *lag <= longest)
    };
    let mut lags: Vec<f64> = grid.spacing.into_iter().flat_map(along_axis).collect();
    lags.sort_by(f64::total_cmp);
    lags.dedup_by(|next, lag| *next - *lag <= LAG_TOLERANCE * *lag);
    lags
}

/// `None` if the lag is not a whole number of samples, or not shorter than the field.
fn steps(grid: &HeightGrid, axis: usize, lag: f64) -> Option<usize> {
    let steps = (lag / grid.spacing[axis]).round();
    let is_whole = (steps * grid.spacing[axis] - lag).abs() <= LAG_TOLERANCE * lag;
    (is_whole && steps < grid.size[axis] as f64).then_some(steps as usize)
}

/// Sum and number of squared differences.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) squares: f64,
    pub(super) count: f64,
}

impl std::ops::Add for Sum {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { squares: self.squares + other.squares, count: self.count + other.count }
    }
}

fn squares_along_x(grid: &HeightGrid, lag: usize) -> Sum {
    grid.rows().fold(Sum::default(), |sum, row| sum + squared_differences(row, &row[lag..]))
}

fn squares_along_y(grid: &HeightGrid, lag: usize) -> Sum {
    let rows = grid.rows().zip(grid.rows().skip(lag));
    rows.fold(Sum::default(), |sum, (row, other)| sum + squared_differences(row, other))
}

/// Number of sums side by side: the processor adds them at once.
const LANES: usize = 8;

fn squared_differences(ones: &[f32], others: &[f32]) -> Sum {
    let [mut squares, mut counts] = [[0.0; LANES]; 2];
    for (ones, others) in ones.chunks(LANES).zip(others.chunks(LANES)) {
        for (lane, (one, other)) in ones.iter().zip(others).enumerate() {
            let difference = f64::from(*other) - f64::from(*one);
            let is_finite = difference.is_finite();
            squares[lane] += if is_finite { difference * difference } else { 0.0 };
            counts[lane] += f64::from(u8::from(is_finite));
        }
    }
    Sum { squares: squares.iter().sum(), count: counts.iter().sum() }
}
