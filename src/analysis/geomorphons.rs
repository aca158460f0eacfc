//! Geomorphons: the shares of ten landforms in a height field.
//!
//! After Jasiewicz and Stepinski, "Geomorphons — a pattern recognition approach to classification and mapping of
//! landforms", Geomorphology 182, 2013. Eight lines of sight leave each sample. A direction counts as higher if the
//! angle of the highest point above the horizon and that of the lowest point below it differ by more than the flatness,
//! as lower if they differ by as much the other way, and as level otherwise. The counts of higher and lower directions
//! determine the landform of the sample.

use std::ops::Range;

use super::drainage::NEIGHBORS;
use super::heights::HeightGrid;
use crate::field::parallel;

/// Names of the ten landforms, in the order in which an analysis lists their shares.
pub const GEOMORPHONS: [&str; 10] =
    ["flat", "peak", "ridge", "shoulder", "spur", "slope", "hollow", "footslope", "valley", "pit"];

/// Lines of sight by which landforms are classified.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeomorphonSettings {
    /// Length of a line of sight in world units; `None` for 8 samples in each direction.
    pub radius: Option<f64>,
    /// Smallest angle in degrees by which a direction counts as higher or lower instead of level.
    pub flatness_degrees: f64,
}

impl Default for GeomorphonSettings {
    fn default() -> Self {
        Self { radius: None, flatness_degrees: 1.0 }
    }
}

impl GeomorphonSettings {
    /// Returns the samples within the radius, at least one. From as many as the longer side has, no line is inside.
    fn steps(&self, direction: [isize; 2], grid: &HeightGrid) -> usize {
        let distance = distance(direction, grid.spacing);
        let longest = grid.size[0].max(grid.size[1]);
        self.radius
            .map_or(SEARCH_STEPS, |radius| ((radius / distance + 1e-9) as usize).clamp(1, longest))
    }
}

fn distance([dx, dy]: [isize; 2], spacing: [f64; 2]) -> f64 {
    (spacing[0] * dx as f64).hypot(spacing[1] * dy as f64)
}

const SEARCH_STEPS: usize = 8;

/// Indices of [`GEOMORPHONS`] by the count of lower (row) and higher (column) directions; figure 4 of the paper.
const LANDFORMS: [[usize; 9]; 9] = {
    const FL: usize = 0;
    const PK: usize = 1;
    const RI: usize = 2;
    const SH: usize = 3;
    const SP: usize = 4;
    const SL: usize = 5;
    const HL: usize = 6;
    const FS: usize = 7;
    const VL: usize = 8;
    const PT: usize = 9;
    const NO: usize = NONE;
    [
        [FL, FL, FL, FS, FS, VL, VL, VL, PT],
        [FL, FL, FS, FS, FS, VL, VL, VL, NO],
        [FL, SH, SL, SL, HL, HL, VL, NO, NO],
        [SH, SH, SL, SL, SL, HL, NO, NO, NO],
        [SH, SH, SP, SL, SL, NO, NO, NO, NO],
        [RI, RI, SP, SP, NO, NO, NO, NO, NO],
        [RI, RI, RI, NO, NO, NO, NO, NO, NO],
        [RI, RI, NO, NO, NO, NO, NO, NO, NO],
        [PK, NO, NO, NO, NO, NO, NO, NO, NO],
    ]
};

/// Index for impossible counts, and for samples whose lines of sight are not all finite.
const NONE: usize = GEOMORPHONS.len();

/// Fractions of the samples whose lines of sight are inside and finite; `None` without such samples.
pub(super) fn geomorphons(
    grids: &[HeightGrid],
    settings: &GeomorphonSettings,
) -> Option<[f64; 10]> {
    let mut counts = [0.0; NONE + 1];
    let flatness = settings.flatness_degrees.to_radians().tan();
    for grid in grids {
        let sights = NEIGHBORS.map(|direction| Sight::new(grid, direction, settings));
        let [width, height] = grid.size;
        let margin = |axis: usize| {
            let steps = sights.iter().filter(|sight| sight.direction[axis] != 0);
            steps.map(|sight| sight.slopes.len()).max().unwrap_or_default()
        };
        let [left, top] = [margin(0), margin(1)];
        let columns = left..width.saturating_sub(left);
        if columns.is_empty() {
            continue;
        }
        let parts = parallel::in_parts(height.saturating_sub(2 * top), |part| {
            let mut counts = [0.0; NONE + 1];
            let mut row = Row::default();
            for y in part {
                row.look(grid, columns.clone(), y + top, &sights, flatness);
                row.landforms().for_each(|landform| counts[landform] += 1.0);
            }
            counts
        });
        for part in parts {
            counts.iter_mut().zip(part).for_each(|(total, count)| *total += count);
        }
    }
    let total: f64 = counts[..NONE].iter().sum();
    (total > 0.0).then(|| std::array::from_fn(|index| counts[index] / total))
}

struct Sight {
    direction: [isize; 2],
    /// Slope to each of the next samples, for a difference of height of 1.
    slopes: Vec<f64>,
}

impl Sight {
    fn new(grid: &HeightGrid, direction: [isize; 2], settings: &GeomorphonSettings) -> Self {
        let distance = distance(direction, grid.runs());
        let steps = 1..=settings.steps(direction, grid);
        Self { direction, slopes: steps.map(|count| 1.0 / (distance * count as f64)).collect() }
    }
}

#[derive(Default)]
struct Row {
    /// Numbers of lower and higher directions; lower ones exceed their maximum where not all heights are finite.
    counts: Vec<[usize; 2]>,
    /// Lowest and highest slope of the lines of one direction, and the sum of all, which is finite if they are.
    slopes: Vec<[f64; 3]>,
}

impl Row {
    /// Looks from `columns` of row `y`, one direction after another: the samples of a row are next to each other.
    fn look(
        &mut self,
        grid: &HeightGrid,
        columns: Range<usize>,
        y: usize,
        sights: &[Sight],
        flatness: f64,
    ) {
        self.counts.clear();
        self.counts.resize(columns.len(), [0; 2]);
        let heights_at = |[dx, dy]: [isize; 2]| {
            let start = y.wrapping_add_signed(dy) * grid.size[0] + columns.start;
            &grid.values[start.wrapping_add_signed(dx)..][..columns.len()]
        };
        let heights = heights_at([0, 0]);
        for sight in sights {
            self.slopes.clear();
            self.slopes.resize(columns.len(), [f64::INFINITY, f64::NEG_INFINITY, 0.0]);
            for (factor, count) in sight.slopes.iter().zip(1..) {
                let seen = heights_at(sight.direction.map(|step| step * count));
                for ((slopes, height), seen) in self.slopes.iter_mut().zip(heights).zip(seen) {
                    let slope = (f64::from(*seen) - f64::from(*height)) * factor;
                    let [low, high, sum] = *slopes;
                    let low = if slope < low { slope } else { low };
                    let high = if slope > high { slope } else { high };
                    *slopes = [low, high, sum + slope];
                }
            }
            for ([lower, higher], [low, high, sum]) in self.counts.iter_mut().zip(&self.slopes) {
                let balance = balance([*low, *high], flatness);
                *higher += usize::from(balance > 0);
                *lower += if sum.is_finite() { usize::from(balance < 0) } else { LANDFORMS.len() };
            }
        }
    }

    fn landforms(&self) -> impl Iterator<Item = usize> {
        let rows = self.counts.iter().map(|[lower, higher]| (LANDFORMS.get(*lower), *higher));
        rows.map(|(row, higher)| row.map_or(NONE, |row| row[higher]))
    }
}

/// 1 for higher, −1 for lower, 0 for level. Slopes stand for angles: the tangent of a sum needs no inverse functions.
fn balance([low, high]: [f64; 2], flatness: f64) -> i32 {
    let (sum, complement) = (low + high, 1.0 - low * high);
    if complement <= 0.0 {
        // The angles have the same sign, and together they are at least 90 degrees.
        return if low > 0.0 { 1 } else { -1 };
    }
    if sum > flatness * complement {
        1
    } else if sum < -flatness * complement {
        -1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balance_is_the_sign_of_a_sum_of_angles() {
        let flatness = 1.0f64.to_radians().tan();
        for low in -89_i32..=89 {
            for high in low..=89 {
                let slopes = [low, high].map(|degrees| f64::from(degrees).to_radians().tan());
                if (low + high).abs() != 1 {
                    assert_eq!(balance(slopes, flatness), (low + high).signum(), "{low} {high}");
                }
            }
        }
    }

    #[test]
    fn every_possible_pair_of_counts_has_a_landform() {
        for (lower, row) in LANDFORMS.iter().enumerate() {
            for (higher, landform) in row.iter().enumerate() {
                assert_eq!(*landform < NONE, lower + higher <= 8);
            }
        }
    }
}
