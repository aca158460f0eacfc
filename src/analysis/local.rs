//! Variance of the slope of a spectrum, from the differences between the parts of a field.
//!
//! Residuals of a regression ignore that rings are correlated, and the theory of Gaussian fields ignores that the
//! octaves of a noise rise and fall together, as those of Swiss turbulence do. Both appear in how much the slope differs
//! from place to place. The slope is Σ c_r ln P_r over rings r; a part of the field where ring r has a share of e_r of its
//! mean power adds ψ = Σ c_r e_r. ψ is the difference of the squares of two filtered fields, one for the positive and one
//! for the negative c_r. Its autocovariance over short distances, weighted as the window weights the field, is the
//! variance of the slope.
//!
//! Filters use the discrete cosine transform, which continues a field by its mirror image: opposite edges need not match.

use std::ops::Range;

use rayon::prelude::*;
use rustdct::DctPlanner;

use super::fourier::transposed;
use super::heights::HeightGrid;
use super::spectrum::PowerSpectrum;
use super::trend::Trend;
use crate::field::parallel;

/// Blocks along the shorter side of a field.
const BLOCKS: f64 = 16.0;

const MOST_BLOCKS: usize = 64;

/// Distance in blocks up to which blocks are correlated.
const CORRELATED: f64 = 2.1;

impl PowerSpectrum {
    /// Returns the variance of Σ c ln P over rings, with the coefficient c by the index of the ring, for one of the fields
    /// of this spectrum. 0 or below if the field has too few blocks. `None` if a value is not finite.
    pub(super) fn local_variance(&self, grid: &HeightGrid, coefficients: &[f64]) -> Option<f64> {
        let columns = forward(Trend::Plane.subtracted_from(grid)?, self.size);
        let is_fitted = |coefficient: &f64| *coefficient != 0.0;
        let rings = coefficients.iter().rposition(is_fitted).map_or(0, |last| last + 1);
        let totals = self.totals(&columns, rings);
        let gains: Vec<f64> = coefficients
            .iter()
            .zip(totals)
            .map(|(coefficient, [total])| coefficient / total)
            .map(|gain| if gain.is_finite() { gain } else { 0.0 })
            .collect();
        let filter = |sign: f64| {
            let factors: Vec<f64> =
                gains.iter().map(|gain| (sign * gain).max(0.0).sqrt()).collect();
            backward(self.filtered(&columns, &factors), self.size)
        };
        let (positive, negative) = rayon::join(|| filter(1.0), || filter(-1.0));
        Some(Blocks::new(grid).variance(
            |index| positive[index].powi(2) - negative[index].powi(2),
            self.size.map(|count| self.window.squares(count)),
        ))
    }

    /// Total power of each ring. `columns` are those of the cosine transform.
    fn totals(&self, columns: &[f64], rings: usize) -> Vec<[f64; 1]> {
        let [width, height] = self.size;
        parallel::sums(width, rings, |part, totals| {
            for x in part {
                let column = &columns[x * height..][..height];
                for (ring, value) in self.rings_of_column(x, rings).zip(column) {
                    totals[ring][0] += value * value;
                }
            }
        })
    }

    /// Multiplies the columns of the cosine transform with the factors of their rings; 0 beyond these.
    fn filtered(&self, columns: &[f64], factors: &[f64]) -> Vec<f64> {
        let height = self.size[1];
        let mut filtered = vec![0.0; columns.len()];
        let targets = filtered.par_chunks_exact_mut(height).enumerate();
        targets.zip(columns.par_chunks_exact(height)).for_each(|((x, target), column)| {
            let rings = self.rings_of_column(x, factors.len());
            for (ring, (target, value)) in rings.zip(target.iter_mut().zip(column)) {
                *target = factors[ring] * value;
            }
        });
        filtered
    }

    /// Indices of the rings of the first frequencies of a column of the cosine transform: those below `rings`.
    fn rings_of_column(&self, x: usize, rings: usize) -> impl Iterator<Item = usize> {
        let at = move |y: usize| [x, y].map(|index| index as f64 / 2.0);
        let ring = move |[x, y]: [f64; 2]| self.ring_of([x * self.step[0], y * self.step[1]]);
        (0..).map(move |y| ring(at(y))).take_while(move |ring| *ring < rings)
    }
}

/// Orthonormal transform along both axes. Returns columns.
fn forward(mut rows: Vec<f64>, [width, height]: [usize; 2]) -> Vec<f64> {
    let mut planner = DctPlanner::new();
    let mut along_lines = |values: &mut [f64], count: usize| {
        let plan = planner.plan_dct2(count);
        let scratch = || vec![0.0; plan.get_scratch_len()];
        values.par_chunks_exact_mut(count).for_each_init(scratch, |scratch, line| {
            plan.process_dct2_with_scratch(line, scratch);
            scale(line, 1.0);
        });
    };
    along_lines(&mut rows, width);
    let mut columns = transposed(&rows, width);
    along_lines(&mut columns, height);
    columns
}

/// Returns the rows whose transform are the columns, most of which may be 0.
fn backward(mut columns: Vec<f64>, [width, height]: [usize; 2]) -> Vec<f64> {
    let mut planner = DctPlanner::new();
    let mut along_lines = |values: &mut [f64], count: usize| {
        let plan = planner.plan_dct3(count);
        let scratch = || vec![0.0; plan.get_scratch_len()];
        values.par_chunks_exact_mut(count).for_each_init(scratch, |scratch, line| {
            if line.iter().any(|value| *value != 0.0) {
                // The transform halves the first value.
                scale(line, 2.0);
                plan.process_dct3_with_scratch(line, scratch);
            }
        });
    };
    along_lines(&mut columns, height);
    let mut rows = transposed(&columns, height);
    along_lines(&mut rows, width);
    rows
}

/// Scales to unit length of the cosines, the first one by a further factor.
fn scale(line: &mut [f64], factor_of_first: f64) {
    let count = line.len() as f64;
    line[0] *= factor_of_first * (1.0 / count).sqrt();
    line[1..].iter_mut().for_each(|value| *value *= (2.0 / count).sqrt());
}

/// Division of a field into blocks that are about square in world units.
struct Blocks {
    size: [usize; 2],
    counts: [usize; 2],
}

impl Blocks {
    fn new(grid: &HeightGrid) -> Self {
        let sides: [f64; 2] =
            std::array::from_fn(|axis| grid.size[axis] as f64 * grid.spacing[axis]);
        let block = sides[0].min(sides[1]) / BLOCKS;
        let count = |axis: usize| {
            ((sides[axis] / block).round() as usize).clamp(1, grid.size[axis].min(MOST_BLOCKS))
        };
        Self { size: grid.size, counts: [count(0), count(1)] }
    }

    fn range(&self, axis: usize, block: usize) -> Range<usize> {
        let [start, end] =
            [block, block + 1].map(|block| (block * self.size[axis]).div_ceil(self.counts[axis]));
        start..end
    }

    fn means(&self, value: impl Fn(usize) -> f64 + Sync) -> Vec<f64> {
        let [width, _] = self.size;
        let [columns, rows] = self.counts;
        let mean = |block: usize| {
            let [x, y] = [self.range(0, block % columns), self.range(1, block / columns)];
            let count = (x.len() * y.len()) as f64;
            let sum_of_row = |y: usize| x.clone().map(|x| value(y * width + x)).sum::<f64>();
            y.map(sum_of_row).sum::<f64>() / count
        };
        (0..columns * rows).into_par_iter().map(mean).collect()
    }

    fn shares(&self, weights: &[Vec<f64>; 2]) -> Vec<f64> {
        let [columns, rows] = [0, 1].map(|axis| -> Vec<f64> {
            let weights = &weights[axis];
            let total: f64 = weights.iter().sum();
            let of_block = |block| weights[self.range(axis, block)].iter().sum::<f64>() / total;
            (0..self.counts[axis]).map(of_block).collect()
        });
        rows.iter().flat_map(|row| columns.iter().map(move |column| row * column)).collect()
    }

    /// Variance of the weighted mean of values, whose unweighted sum is 0 and whose samples sum to shares of 1.
    fn variance(&self, value: impl Fn(usize) -> f64 + Sync, weights: [Vec<f64>; 2]) -> f64 {
        let [columns, rows] = self.counts;
        let weights = self.shares(&weights);
        let all = (self.size[0] * self.size[1]) as f64;
        let values: Vec<f64> = self.means(value).iter().map(|mean| mean * all).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let reach = CORRELATED as usize;
        let mut variance = 0.0;
        for (x, y) in (0..=2 * reach).flat_map(|y| (0..=2 * reach).map(move |x| (x, y))) {
            let lag = [x, y].map(|lag| lag as isize - reach as isize);
            if (lag[0] as f64).hypot(lag[1] as f64) > CORRELATED {
                continue;
            }
            let [mut covariance, mut weight, mut count] = [0.0; 3];
            for index in 0..values.len() {
                let [column, row] = [index % columns, index / columns];
                let other = [column.checked_add_signed(lag[0]), row.checked_add_signed(lag[1])];
                let [Some(column), Some(row)] = other else { continue };
                if column < columns && row < rows {
                    let other = row * columns + column;
                    covariance += (values[index] - mean) * (values[other] - mean);
                    weight += weights[index] * weights[other];
                    count += 1.0;
                }
            }
            if count > 0.0 {
                variance += weight * covariance / count;
            }
        }
        variance
    }
}
