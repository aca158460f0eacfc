//! Visibility of the seams of a field that is tiled.

use std::ops::Add as _;

use super::heights::HeightGrid;
use super::report::Seam;
use super::variogram::Sum;
use crate::parallel;

impl Seam {
    /// `None` if no neighbors along either axis differ.
    pub(super) fn of(grids: &[HeightGrid]) -> Option<Self> {
        let ratio = |axis: usize| {
            let [across, inside] = grids
                .iter()
                .fold([Sum::default(); 2], |steps, grid| steps_along(grid, axis, steps));
            let ratio =
                (across.squares / across.count).sqrt() / (inside.squares / inside.count).sqrt();
            if ratio.is_finite() { ratio } else { f64::NAN }
        };
        let seam = Self { x: ratio(0), y: ratio(1) };
        (!seam.x.is_nan() || !seam.y.is_nan()).then_some(seam)
    }
}

/// Sums the squared differences of pairs; those that are not finite are ignored.
fn squared_steps(pairs: impl Iterator<Item = (f64, f64)>) -> Sum {
    let steps = pairs.map(|(one, other)| other - one).filter(|step| step.is_finite());
    let squares = steps.map(|step| Sum { squares: step * step, count: 1.0 });
    squares.fold(Sum::default(), Sum::add)
}

/// Adds the differences across opposite edges to `across`, those between neighbors to `inside`, and returns both.
fn steps_along(grid: &HeightGrid, axis: usize, [across, inside]: [Sum; 2]) -> [Sum; 2] {
    let [width, height] = grid.size;
    let row = |y: usize| grid.values[y * width..][..width].iter().copied().map(f64::from);
    let column = |x: usize| (0..height).map(move |y| grid.at(x, y));
    let (edges, lines) = match axis {
        0 => (squared_steps(column(0).zip(column(width - 1))), height),
        _ => (squared_steps(row(0).zip(row(height - 1))), height - 1),
    };
    let parts = parallel::in_parts(lines, |part| {
        let of_line = |y: usize| match axis {
            0 => squared_steps(row(y).zip(row(y).skip(1))),
            _ => squared_steps(row(y).zip(row(y + 1))),
        };
        part.map(of_line).fold(Sum::default(), Sum::add)
    });
    [across + edges, parts.into_iter().fold(inside, Sum::add)]
}
