//! Visibility of the seams of a field that is tiled.

use super::heights::HeightGrid;
use super::report::Seam;

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
    fn add(&mut self, step: f64) {
        if step.is_finite() {
            self.sum += step * step;
            self.count += 1.0;
        }
    }

    fn rms(self) -> f64 {
        (self.sum / self.count).sqrt()
    }
}

/// Adds the differences across opposite edges to `across`, those between neighbors to `inside`, and returns both.
fn steps_along(grid: &HeightGrid, axis: usize, [mut across, mut inside]: [Steps; 2]) -> [Steps; 2] {
    let (length, lines) = (grid.size[axis], grid.size[1 - axis]);
    let at = |along: usize, line: usize| match axis {
        0 => grid.at(along, line),
        _ => grid.at(line, along),
    };
    for line in 0..lines {
        across.add(at(length - 1, line) - at(0, line));
        for along in 1..length {
            inside.add(at(along, line) - at(along - 1, line));
        }
    }
    [across, inside]
}
