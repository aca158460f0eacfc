//! Fourier transform along all axes of an array.

use rustfft::num_complex::Complex;
use rustfft::{FftDirection, FftPlanner};

/// Transforms an array in place, without a scale. `size` is along each axis; the index of the first one changes fastest.
pub(super) fn transform(values: &mut [Complex<f64>], size: &[usize], direction: FftDirection) {
    let mut planner = FftPlanner::new();
    let mut stride = 1;
    for count in size {
        let plan = planner.plan_fft(*count, direction);
        let mut line = vec![Complex::default(); *count];
        for start in (0..values.len()).filter(|index| index / stride % count == 0) {
            for (step, value) in line.iter_mut().enumerate() {
                *value = values[start + step * stride];
            }
            plan.process(&mut line);
            for (step, value) in line.iter().enumerate() {
                values[start + step * stride] = *value;
            }
        }
        stride *= count;
    }
}

/// Returns the index of a frequency with its sign: from −count/2 to (count − 1)/2.
pub(super) fn signed(index: usize, count: usize) -> f64 {
    index as f64 - if 2 * index < count { 0.0 } else { count as f64 }
}
