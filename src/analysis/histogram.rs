//! Histogram of the values of a field.

use serde::Serialize;

use super::heights::HeightGrid;
use crate::field::parallel;

const BINS: usize = 256;

/// Numbers of finite values in bins of equal width, from the lowest to the highest value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Histogram {
    /// Edges of the histogram's bins, one more than there are bins. A value at an edge belongs to the bin above it, the
    /// highest value to the last bin. Empty if no value is finite.
    pub edges: Vec<f64>,
    /// Number of values in each bin.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// `min` and `max` are the extremes. If equal, the bins cover an interval of length 1 around them, or a longer one in
    /// which the edges of values far from 0 differ.
    pub(super) fn of(grids: &[HeightGrid], min: f64, max: f64) -> Self {
        if !(min.is_finite() && max.is_finite()) {
            return Self::default();
        }
        let half = (min.abs() * 2.0 * BINS as f64 * f64::EPSILON).max(0.5);
        let [low, high] = if max > min { [min, max] } else { [min - half, max + half] };
        let edge = |index: usize| match index {
            BINS => high,
            _ => low + (high - low) * (index as f64 / BINS as f64),
        };
        let edges: Vec<f64> = (0..=BINS).map(edge).collect();
        let mut counts = vec![0; BINS];
        for grid in grids {
            let parts = parallel::in_parts(grid.values.len(), |part| {
                let mut counts = vec![0; BINS];
                let values = grid.values[part].iter().copied().map(f64::from);
                for value in values.filter(|value| value.is_finite()) {
                    counts[bin(&edges, value)] += 1;
                }
                counts
            });
            for part in parts {
                counts.iter_mut().zip(part).for_each(|(total, count)| *total += count);
            }
        }
        Self { edges, counts }
    }

    /// Returns the hypsometric curve: pairs of a value, ascending, and the fraction of samples at least as high.
    pub fn hypsometric_curve(&self) -> Vec<[f64; 2]> {
        let total: u64 = self.counts.iter().sum();
        let mut below = 0;
        let counts = std::iter::once(&0).chain(&self.counts);
        self.edges
            .iter()
            .zip(counts)
            .map(|(edge, count)| {
                below += count;
                [*edge, 1.0 - below as f64 / total as f64]
            })
            .collect()
    }

    /// Returns the probability density in each bin, per unit of the value.
    pub fn densities(&self) -> impl Iterator<Item = f64> {
        let total: u64 = self.counts.iter().sum();
        self.edges
            .windows(2)
            .zip(&self.counts)
            .map(move |(edges, count)| *count as f64 / (total as f64 * (edges[1] - edges[0])))
    }
}

/// A rounded division may be off by one bin, so the result is corrected by the edges.
fn bin(edges: &[f64], value: f64) -> usize {
    let [low, high] = [edges[0], edges[BINS]];
    let quotient = (value - low) / (high - low) * BINS as f64;
    let index = (quotient as usize).min(BINS - 1);
    if value < edges[index] {
        index - 1
    } else if index + 1 < BINS && value >= edges[index + 1] {
        index + 1
    } else {
        index
    }
}
