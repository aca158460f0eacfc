//! Visibility of the seams of a field that is tiled.

use super::heights::HeightGrid;
use super::report::Seam;
use crate::field::parallel;

impl Seam {
    /// `None` if the field has no place inside to compare with, or is linear along both axes there.
    pub(super) fn of(grids: &[HeightGrid]) -> Option<Self> {
        let [x, y] = [0, 1].map(|axis| {
            let bends = bends(grids, axis);
            let Some((border, inside)) = bends.split_first() else { return f64::NAN };
            let ratio = border / inside.iter().copied().fold(0.0, f64::max);
            if ratio.is_finite() { ratio } else { f64::NAN }
        });
        (!x.is_nan() || !y.is_nan()).then_some(Self { x, y })
    }
}

/// Root mean square second differences that cross each line between neighbors along an axis, `z₀ − 2z₁ + z₂` and
/// `z₁ − 2z₂ + z₃`: first those across the border, then those whose four samples are neighbors inside.
fn bends(grids: &[HeightGrid], axis: usize) -> Vec<f64> {
    let Some(first) = grids.first() else { return Vec::new() };
    let (count, lines) = (first.size[axis], first.size[1 - axis]);
    if count < 4 {
        return Vec::new();
    }
    // Sum and number of squares by the index of the first sample.
    let sums = parallel::sums::<2>(lines, count, |part, sums| {
        for grid in grids {
            for line in part.clone() {
                for (start, sum) in sums.iter_mut().enumerate() {
                    let z = [0, 1, 2, 3].map(|step| {
                        let along = (start + step) % count;
                        if axis == 0 { grid.at(along, line) } else { grid.at(line, along) }
                    });
                    let square =
                        (z[0] - 2.0 * z[1] + z[2]).powi(2) + (z[1] - 2.0 * z[2] + z[3]).powi(2);
                    if square.is_finite() {
                        *sum = [sum[0] + square, sum[1] + 1.0];
                    }
                }
            }
        }
    });
    let border = sums.get(count - 2);
    border.into_iter().chain(&sums[..count - 3]).map(|[sum, count]| (sum / count).sqrt()).collect()
}
