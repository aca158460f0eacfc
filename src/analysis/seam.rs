//! Visibility of the seams of a field that is tiled.

use super::heights::HeightGrid;
use super::report::Seam;
use crate::parallel;

impl Seam {
    /// `None` if no neighbors along either axis differ.
    pub(super) fn of(grids: &[HeightGrid]) -> Option<Self> {
        let ratio = |axis: usize| {
            let [across, inside] = grids
                .iter()
                .fold([Steps::default(); 2], |steps, grid| steps_along(grid, axis, steps));
            let ratio = across.rms() / inside.rms();
            if ratio.is_finite() { ratio } else { f64::NAN }
        };
        let seam = Self { x: ratio(0), y: ratio(1) };
        (!seam.x.is_nan() || !seam.y.is_nan()).then_some(seam)
    }
}

/// Sum and count of the squared differences between neighboring samples. Non-finite differences are ignored.
#[derive(Clone, Copy, Default)]
struct Steps {
    sum: f64,
    count: f64,
}

impl Steps {
    fn of(pairs: impl Iterator<Item = (f64, f64)>) -> Self {
        let steps = pairs.map(|(one, other)| other - one).filter(|step| step.is_finite());
        steps.fold(Self::default(), |steps, step| Self {
            sum: steps.sum + step * step,
            count: steps.count + 1.0,
        })
    }

    fn plus(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, count: self.count + other.count }
    }

    fn rms(self) -> f64 {
        (self.sum / self.count).sqrt()
    }
}

/// Adds the differences across opposite edges to `across`, those between neighbors to `inside`, and returns both.
fn steps_along(grid: &HeightGrid, axis: usize, [across, inside]: [Steps; 2]) -> [Steps; 2] {
    let [width, height] = grid.size;
    let row = |y: usize| grid.values[y * width..][..width].iter().copied().map(f64::from);
    let column = |x: usize| (0..height).map(move |y| grid.at(x, y));
    let (edges, lines) = match axis {
        0 => (Steps::of(column(0).zip(column(width - 1))), height),
        _ => (Steps::of(row(0).zip(row(height - 1))), height - 1),
    };
    let parts = parallel::in_parts(lines, |part| {
        let of_line = |y: usize| match axis {
            0 => Steps::of(row(y).zip(row(y).skip(1))),
            _ => Steps::of(row(y).zip(row(y + 1))),
        };
        part.map(of_line).fold(Steps::default(), Steps::plus)
    });
    [across.plus(edges), parts.into_iter().fold(inside, Steps::plus)]
}
