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

use rustdct::DctPlanner;

use super::heights::HeightGrid;
use super::spectrum::PowerSpectrum;
use super::trend::Trend;

/// Blocks along the shorter side of a field.
const BLOCKS: f64 = 16.0;

/// Largest number of blocks along a side.
const MOST_BLOCKS: usize = 64;

/// Distance in blocks up to which blocks are correlated.
const CORRELATED: f64 = 2.1;

impl PowerSpectrum {
    /// Returns the variance of Σ c ln P over rings, with the coefficient c by the index of the ring, for one of the fields
    /// of this spectrum. 0 or below if the field has too few blocks. `None` if a value is not finite.
    pub(super) fn local_variance(&self, grid: &HeightGrid, coefficients: &[f64]) -> Option<f64> {
        let mut values = Trend::Plane.subtracted_from(grid)?;
        let blocks = Blocks::new(grid);
        let cosines = Cosines::new(self.size);
        cosines.forward(&mut values);
        let gains = self.gains(&values, coefficients);
        let filtered = |sign: f64| {
            let terms = values.iter().zip(&gains);
            let mut filtered: Vec<f64> =
                terms.map(|(value, gain)| value * (sign * gain).max(0.0).sqrt()).collect();
            cosines.backward(&mut filtered);
            filtered
        };
        let [positive, negative] = [filtered(1.0), filtered(-1.0)];
        let squares = positive.iter().zip(&negative);
        let differences: Vec<f64> =
            squares.map(|(positive, negative)| positive * positive - negative * negative).collect();
        let weights = self.weights_of_samples();
        Some(blocks.variance(&differences, &weights))
    }

    /// Coefficients of the rings divided by their total power, at each frequency of the cosine transform.
    fn gains(&self, transformed: &[f64], coefficients: &[f64]) -> Vec<f64> {
        let width = self.size[0];
        let ring = |index: usize| {
            let [x, y] = [index % width, index / width].map(|count| count as f64 / 2.0);
            self.ring_of([x * self.step[0], y * self.step[1]])
        };
        let mut totals = vec![0.0; coefficients.len()];
        for (index, value) in transformed.iter().enumerate() {
            if let Some(total) = totals.get_mut(ring(index)) {
                *total += value * value;
            }
        }
        let gain = |index: usize| {
            let coefficient = coefficients.get(ring(index)).copied().unwrap_or_default();
            let gain = coefficient / totals.get(ring(index)).copied().unwrap_or_default();
            if gain.is_finite() { gain } else { 0.0 }
        };
        (0..transformed.len()).map(gain).collect()
    }

    /// Squared window weights of all samples.
    fn weights_of_samples(&self) -> Vec<f64> {
        let [x, y] = self.size.map(|count| self.window.squares(count));
        y.iter().flat_map(|row| x.iter().map(move |column| row * column)).collect()
    }
}

/// Orthonormal discrete cosine transform along both axes.
struct Cosines {
    size: [usize; 2],
}

impl Cosines {
    fn new(size: [usize; 2]) -> Self {
        Self { size }
    }

    fn forward(&self, values: &mut [f64]) {
        let mut planner = DctPlanner::new();
        self.along_axes(values, |count, line| {
            planner.plan_dct2(count).process_dct2(line);
            scale(line, 1.0);
        });
    }

    fn backward(&self, values: &mut [f64]) {
        let mut planner = DctPlanner::new();
        self.along_axes(values, |count, line| {
            // The transform halves the first value.
            scale(line, 2.0);
            planner.plan_dct3(count).process_dct3(line);
        });
    }

    fn along_axes(&self, values: &mut [f64], mut transform: impl FnMut(usize, &mut [f64])) {
        let [width, height] = self.size;
        values.chunks_exact_mut(width).for_each(|row| transform(width, row));
        let mut column = vec![0.0; height];
        for x in 0..width {
            for (y, value) in column.iter_mut().enumerate() {
                *value = values[y * width + x];
            }
            transform(height, &mut column);
            for (y, value) in column.iter().enumerate() {
                values[y * width + x] = *value;
            }
        }
    }
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

    /// Sums of each block, row by row.
    fn sums(&self, values: &[f64]) -> Vec<f64> {
        let [width, height] = self.size;
        let mut sums = vec![0.0; self.counts[0] * self.counts[1]];
        for (index, value) in values.iter().enumerate() {
            let column = index % width * self.counts[0] / width;
            let row = index / width * self.counts[1] / height;
            sums[row * self.counts[0] + column] += value;
        }
        sums
    }

    /// Variance of the weighted mean of values, whose unweighted sum is 0 and whose samples sum to shares of 1.
    fn variance(&self, values: &[f64], weights: &[f64]) -> f64 {
        let [columns, rows] = self.counts;
        let total: f64 = weights.iter().sum();
        let weights: Vec<f64> = self.sums(weights).iter().map(|sum| sum / total).collect();
        let samples = self.sums(&vec![1.0; values.len()]);
        let all = values.len() as f64;
        let values: Vec<f64> =
            self.sums(values).iter().zip(&samples).map(|(sum, count)| sum * all / count).collect();
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
