//! Geomorphons: the shares of ten landforms in a height field.
//!
//! After Jasiewicz and Stepinski, "Geomorphons — a pattern recognition approach to classification and mapping of
//! landforms", Geomorphology 182, 2013. Eight lines of sight leave each sample. A direction counts as higher if the
//! angle of the highest point above the horizon and that of the lowest point below it differ by more than the flatness,
//! as lower if they differ by as much the other way, and as level otherwise. The counts of higher and lower directions
//! determine the landform of the sample.

use super::heights::HeightGrid;

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
    /// Returns the samples of a line of sight in a direction: those within the radius, and at least one.
    fn steps(&self, direction: [isize; 2], spacing: [f64; 2]) -> usize {
        let distance = distance(direction, spacing);
        self.radius.map_or(SEARCH_STEPS, |radius| ((radius / distance + 1e-9) as usize).max(1))
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

/// Offsets in samples (east, south) to the eight neighbors.
const DIRECTIONS: [[isize; 2]; 8] =
    [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// Fractions of the samples whose lines of sight are inside and finite; `None` without such samples.
pub(super) fn geomorphons(
    grids: &[HeightGrid],
    settings: &GeomorphonSettings,
) -> Option<[f64; 10]> {
    let mut counts = [0.0; NONE + 1];
    let flatness = settings.flatness_degrees.to_radians().tan();
    for grid in grids {
        let sight = DIRECTIONS.map(|direction| Sight::new(grid, direction, settings));
        let [width, height] = grid.size;
        let margin = |axis: usize| {
            let steps = sight.iter().filter(|sight| sight.direction[axis] != 0);
            steps.map(|sight| sight.steps).max().unwrap_or_default()
        };
        let [left, top] = [margin(0), margin(1)];
        for y in top..height.saturating_sub(top) {
            for x in left..width.saturating_sub(left) {
                counts[landform(grid, [x, y], &sight, flatness)] += 1.0;
            }
        }
    }
    let total: f64 = counts[..NONE].iter().sum();
    (total > 0.0).then(|| std::array::from_fn(|index| counts[index] / total))
}

/// Lines of sight in one direction.
struct Sight {
    direction: [isize; 2],
    /// Distance to the next sample, in world units.
    distance: f64,
    steps: usize,
}

impl Sight {
    fn new(grid: &HeightGrid, direction: [isize; 2], settings: &GeomorphonSettings) -> Self {
        Self {
            direction,
            distance: distance(direction, grid.spacing),
            steps: settings.steps(direction, grid.spacing),
        }
    }

    /// Lowest and highest slope of the lines from a sample to the next ones.
    fn slopes(&self, grid: &HeightGrid, [x, y]: [usize; 2]) -> Option<[f64; 2]> {
        let width = grid.size[0] as isize;
        let origin = y as isize * width + x as isize;
        let step = self.direction[1] * width + self.direction[0];
        let height = f64::from(grid.values[origin as usize]);
        let mut slopes = [f64::INFINITY, f64::NEG_INFINITY];
        let mut sum = 0.0;
        for count in 1..=self.steps as isize {
            let seen = f64::from(grid.values[(origin + count * step) as usize]);
            let slope = (seen - height) / (self.distance * count as f64);
            slopes = [slopes[0].min(slope), slopes[1].max(slope)];
            sum += slope;
        }
        sum.is_finite().then_some(slopes)
    }
}

fn landform(grid: &HeightGrid, at: [usize; 2], sights: &[Sight], flatness: f64) -> usize {
    let [mut lower, mut higher] = [0, 0];
    for sight in sights {
        let Some(slopes) = sight.slopes(grid, at) else {
            return NONE;
        };
        match balance(slopes, flatness) {
            1 => higher += 1,
            -1 => lower += 1,
            _ => {}
        }
    }
    LANDFORMS[lower][higher]
}

/// Returns 1 for a higher direction, −1 for a lower, 0 for a level one. The angles of its lowest and highest point are
/// given as slopes: the tangent of a sum needs no inverse functions.
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
