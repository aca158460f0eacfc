//! Transforms along the axes of arrays, on all processor cores.

use rayon::prelude::*;
use rustfft::num_complex::Complex;
use rustfft::{FftDirection, FftPlanner};

use crate::field::parallel;

/// Transforms an array, without a scale. `size` is along each axis; the index of the first one changes fastest.
pub(super) fn transform(values: &mut Vec<Complex<f64>>, size: &[usize], direction: FftDirection) {
    let mut planner = FftPlanner::new();
    for count in size {
        let plan = planner.plan_fft(*count, direction);
        let scratch = || vec![Complex::default(); plan.get_inplace_scratch_len()];
        values.par_chunks_mut(*count).for_each_init(scratch, |scratch, line| {
            plan.process_with_scratch(line, scratch);
        });
        // After all axes, the order of the values is the first one again.
        *values = transposed(values, *count);
    }
}

/// Number of rows of the result that are collected together: several samples of a row share a line of the cache.
const TOGETHER: usize = 8;

pub(super) fn transposed<T: Copy + Default + Send + Sync>(values: &[T], width: usize) -> Vec<T> {
    let mut columns = parallel::zeros(values.len());
    transpose(values, width, &mut columns);
    columns
}

/// Like [`transposed`], into an array of the same length: fresh memory of this size costs as much as the transposition.
pub(super) fn transpose<T: Copy + Send + Sync>(values: &[T], width: usize, columns: &mut [T]) {
    let height = values.len() / width;
    let blocks = columns.par_chunks_mut(TOGETHER * height).enumerate();
    blocks.for_each(|(block, columns)| {
        let count = columns.len() / height;
        for (y, row) in values.chunks_exact(width).enumerate() {
            let samples = &row[block * TOGETHER..][..count];
            for (x, sample) in samples.iter().enumerate() {
                columns[x * height + y] = *sample;
            }
        }
    });
}

/// Returns the index of a frequency with its sign: from −count/2 to (count − 1)/2.
pub(super) fn signed(index: usize, count: usize) -> f64 {
    index as f64 - if 2 * index < count { 0.0 } else { count as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_array_has_rows_as_columns() {
        for [width, height] in [[1, 5], [3, 2], [17, 9]] {
            let values: Vec<usize> = (0..width * height).collect();
            let columns = transposed(&values, width);
            for (index, value) in columns.iter().enumerate() {
                assert_eq!(*value, index % height * width + index / height);
            }
            assert_eq!(transposed(&columns, height), values);
        }
    }

    #[test]
    fn both_directions_along_three_axes_restore_a_volume() {
        let size = [4, 3, 5];
        let at = |index: u32| Complex::new(f64::from(index).sin(), f64::from(index).cos());
        let values: Vec<Complex<f64>> = (0..60).map(at).collect();
        let mut transformed = values.clone();
        transform(&mut transformed, &size, FftDirection::Forward);
        let sum: Complex<f64> = values.iter().sum();
        assert!((transformed[0] - sum).norm() < 1e-12);
        // One period along the second axis.
        let wave = |index: usize| {
            Complex::from_polar(1.0, -std::f64::consts::TAU * (index / 4 % 3) as f64 / 3.0)
        };
        let sum: Complex<f64> =
            values.iter().enumerate().map(|(index, value)| value * wave(index)).sum();
        assert!((transformed[4] - sum).norm() < 1e-12);
        transform(&mut transformed, &size, FftDirection::Inverse);
        let close =
            |(one, other): (&Complex<f64>, &Complex<f64>)| (one / 60.0 - other).norm() < 1e-12;
        assert!(transformed.iter().zip(&values).all(close));
    }
}
