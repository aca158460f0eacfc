//! Variogram: how values differ with the distance.

use super::heights::HeightGrid;

/// Returns (lag, γ) by increasing lag: γ(h) = ½ · mean of (z(x + h) − z(x))² over all pairs of samples that are h apart
/// along either axis and finite. Lags are in world units, about √2 apart, up to half of the shorter side. If the spacing
/// of the axes differs, each has lags of its own.
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
    let is_square = first.spacing[0] == first.spacing[1];
    let mut points = Vec::new();
    for lag in lags {
        let [along_x, along_y] = [squares_along_x, squares_along_y].map(|squares| {
            grids
                .iter()
                .fold(Sum::default(), |sum, grid| sum + squares(grid, lag))
        });
        if is_square {
            points.push((lag as f64 * first.spacing[0], along_x + along_y));
        } else {
            points.push((lag as f64 * first.spacing[0], along_x));
            points.push((lag as f64 * first.spacing[1], along_y));
        }
    }
    points.retain(|(_, sum)| sum.count > 0.0);
    points.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    points
        .into_iter()
        .map(|(lag, sum)| [lag, 0.5 * sum.squares / sum.count])
        .collect()
}

/// Sum of squared differences, and their count.
#[derive(Clone, Copy, Default)]
struct Sum {
    squares: f64,
    count: f64,
}

impl std::ops::Add for Sum {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            squares: self.squares + other.squares,
            count: self.count + other.count,
        }
    }
}

fn squares_along_x(grid: &HeightGrid, lag: usize) -> Sum {
    sum(grid.rows().flat_map(|row| row.iter().zip(&row[lag..])))
}

fn squares_along_y(grid: &HeightGrid, lag: usize) -> Sum {
    sum(grid.values.iter().zip(&grid.values[lag * grid.size[0]..]))
}

fn sum<'a>(pairs: impl Iterator<Item = (&'a f32, &'a f32)>) -> Sum {
    pairs
        .map(|(one, other)| f64::from(*other) - f64::from(*one))
        .filter(|difference| difference.is_finite())
        .fold(Sum::default(), |sum, difference| Sum {
            squares: sum.squares + difference * difference,
            count: sum.count + 1.0,
        })
}
