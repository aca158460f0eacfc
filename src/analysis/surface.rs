//! Slope angles and local minima of a height field.

use serde::{Serialize, Serializer};

use super::heights::HeightGrid;

/// Slope angles at the samples whose eight neighbors exist and are finite. Uses the operator of Horn, "Hill shading and
/// the reflectance map", Proceedings of the IEEE 69(1), 1981.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slopes {
    /// Mean in degrees. NaN if there are no slopes.
    pub mean_deg: f64,
    /// 95th percentile in degrees. NaN if there are no slopes.
    pub p95_deg: f64,
    /// Number of samples in each interval of 1 degree, 0 to 90 degrees.
    pub counts: Vec<u64>,
}

impl Slopes {
    /// Returns the percentage of the samples in each interval of 1 degree.
    pub fn percentages(&self) -> impl Iterator<Item = f64> {
        let total = self.counts.iter().sum::<u64>().max(1) as f64;
        self.counts.iter().map(move |count| 100.0 * *count as f64 / total)
    }

    pub(super) fn of(grids: &[HeightGrid]) -> Self {
        let add = |part: &mut SlopesOfPart, degrees: f64| {
            part.sum += degrees;
            part.counts[interval(degrees)] += 1;
        };
        let mut counts = vec![0; INTERVALS];
        let mut sum = 0.0;
        for part in grids.iter().flat_map(|grid| slopes_of(grid, add)) {
            counts.iter_mut().zip(part.counts).for_each(|(total, count)| *total += count);
            sum += part.sum;
        }
        Self {
            mean_deg: sum / counts.iter().sum::<u64>() as f64,
            p95_deg: interpolated_percentile(grids, &counts, 0.95),
            counts,
        }
    }
}

/// Calls `visit` with each slope in degrees. Returns what it made of the parts of the grid, in order.
fn slopes_of<T: Default + Send>(grid: &HeightGrid, visit: impl Fn(&mut T, f64) + Sync) -> Vec<T> {
    let scale = grid.runs().map(|run| 1.0 / (8.0 * run));
    grid.neighborhoods(|part: &mut T, z| {
        let east = (z[2] + 2.0 * z[5] + z[8]) - (z[0] + 2.0 * z[3] + z[6]);
        let north = (z[0] + 2.0 * z[1] + z[2]) - (z[6] + 2.0 * z[7] + z[8]);
        visit(part, (scale[0] * east).hypot(scale[1] * north).atan().to_degrees());
    })
}

const INTERVALS: usize = 90;

struct SlopesOfPart {
    /// In degrees.
    sum: f64,
    counts: [u64; INTERVALS],
}

impl Default for SlopesOfPart {
    fn default() -> Self {
        Self { sum: 0.0, counts: [0; INTERVALS] }
    }
}

fn interval(degrees: f64) -> usize {
    (degrees as usize).min(INTERVALS - 1)
}

impl Serialize for Slopes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Numbers {
            mean_deg: f64,
            p95_deg: f64,
        }
        let Self { mean_deg, p95_deg, .. } = *self;
        Numbers { mean_deg, p95_deg }.serialize(serializer)
    }
}

/// Interpolates between neighboring ranks of all slopes, which have these counts by interval. NaN without slopes.
fn interpolated_percentile(grids: &[HeightGrid], counts: &[u64], fraction: f64) -> f64 {
    let Some(last) = counts.iter().sum::<u64>().checked_sub(1) else {
        return f64::NAN;
    };
    let rank = fraction * last as f64;
    let mut below = 0;
    let lowest = counts.iter().position(|count| {
        let is_here = below + count > rank as u64;
        below += if is_here { 0 } else { *count };
        is_here
    });
    // The slopes of the ranks before are not needed.
    let keep_above = |above: &mut Vec<f64>, degrees: f64| {
        if interval(degrees) >= lowest.unwrap_or_default() {
            above.push(degrees);
        }
    };
    let above = grids.iter().flat_map(|grid| slopes_of(grid, keep_above));
    let mut values: Vec<f64> = above.flatten().collect();
    let index = (rank as u64 - below) as usize;
    let (_, lower, above) = values.select_nth_unstable_by(index, f64::total_cmp);
    let lower = *lower;
    let upper = above.iter().copied().fold(f64::INFINITY, f64::min);
    if rank.fract() == 0.0 { lower } else { lower + rank.fract() * (upper - lower) }
}

/// Mean of the difference between the highest and the lowest of a sample and its eight neighbors: the roughness of Wilson
/// et al., "Multiscale terrain analysis of multibeam bathymetry data for habitat mapping on the continental slope",
/// Marine Geodesy 30, 2007, as in `gdaldem roughness`. It grows with the spacing. NaN without finite samples.
pub(super) fn roughness(grids: &[HeightGrid]) -> f64 {
    mean(grids, |z| {
        let [low, high] = [f64::min, f64::max].map(|pick| z.iter().copied().fold(z[4], pick));
        high - low
    })
}

/// Eroded land has few pits, because water fills or drains them; most noises have many. NaN without finite samples.
pub(super) fn local_minima_share(grids: &[HeightGrid]) -> f64 {
    mean(grids, |z| {
        let is_lowest = (0..9).all(|index| index == 4 || z[4] < z[index]);
        f64::from(u8::from(is_lowest))
    })
}

fn mean(grids: &[HeightGrid], number: impl Fn(&[f64; 9]) -> f64 + Sync) -> f64 {
    let parts = grids.iter().flat_map(|grid| {
        grid.neighborhoods(|[sum, count]: &mut [f64; 2], z| {
            *sum += number(&z);
            *count += 1.0;
        })
    });
    let [sum, count] = parts.fold([0.0; 2], |total, part| [total[0] + part[0], total[1] + part[1]]);
    sum / count
}
