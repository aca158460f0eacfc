//! Metrics of the difference of two fields: RMSE, largest difference, PSNR, SSIM.
//!
//! SSIM is the mean structural similarity of Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment: from error
//! visibility to structural similarity", IEEE Transactions on Image Processing 13(4), 2004: a Gaussian window of σ 1.5
//! and 11 × 11 samples, K₁ = 0.01, K₂ = 0.03, moments of the population. Only windows inside of the fields count.

use std::collections::VecDeque;

use crate::field::{Channel, Field};

/// Radius in samples: 3.5 standard deviations of the Gaussian, rounded.
const RADIUS: usize = 5;

const WINDOW: usize = 2 * RADIUS + 1;

const SIGMA: f64 = 1.5;
const K1: f64 = 0.01;
const K2: f64 = 0.03;

/// Metrics of a difference. Non-finite samples in either field are ignored, and windows with such samples. Two identical
/// fields differ by 0 and have an infinite PSNR and an SSIM of 1, whatever they contain; NaN is identical to NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferenceMetrics {
    /// Root mean square error; NaN if no sample is finite in both fields.
    pub rmse: f64,
    /// Largest absolute difference; NaN if no sample is finite in both fields.
    pub max: f64,
    /// PSNR in decibels, 20 log₁₀(peak / RMSE); of fields that differ, NaN if the peak is not above 0.
    pub psnr: f64,
    /// SSIM, the mean of all channels; of different fields, NaN without a peak above 0 or a finite window inside.
    pub ssim: f64,
}

/// The compared fields have different sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot compare fields of {first:?} and {second:?} samples")]
pub struct SizeMismatch {
    /// Of the first field in samples.
    pub first: [u32; 2],
    /// Of the second field in samples.
    pub second: [u32; 2],
}

impl DifferenceMetrics {
    /// Compares these channels. `peak` is the width of the first field's value range, for PSNR and SSIM.
    ///
    /// # Errors
    /// The fields differ in size.
    pub fn new(
        first: &Field,
        second: &Field,
        channels: &[Channel],
        peak: f64,
    ) -> Result<Self, SizeMismatch> {
        if first.size != second.size {
            return Err(SizeMismatch { first: first.size, second: second.size });
        }
        let planes: Vec<[Vec<f32>; 2]> = channels
            .iter()
            .map(|channel| [first, second].map(|field| field.channel(*channel).collect()))
            .collect();
        if planes.iter().all(|[first, second]| are_identical(first, second)) {
            return Ok(Self { rmse: 0.0, max: 0.0, psnr: f64::INFINITY, ssim: 1.0 });
        }
        let differences = planes.iter().flat_map(|[first, second]| {
            let pairs = first.iter().zip(second);
            pairs.map(|(first, second)| f64::from(*first) - f64::from(*second))
        });
        let (mut squares, mut max) = (Mean::default(), f64::NAN);
        for difference in differences.filter(|difference| difference.is_finite()) {
            squares.add(difference * difference);
            max = max.max(difference.abs());
        }
        let rmse = squares.get().sqrt();
        let has_peak = peak > 0.0;
        let mut similarities = Mean::default();
        if has_peak {
            let width = first.size[0] as usize;
            for [first, second] in &planes {
                add_similarities(first, second, width, peak, &mut similarities);
            }
        }
        Ok(Self {
            rmse,
            max,
            psnr: if has_peak { 20.0 * (peak / rmse).log10() } else { f64::NAN },
            ssim: similarities.get(),
        })
    }
}

fn are_identical(first: &[f32], second: &[f32]) -> bool {
    let mut pairs = first.iter().zip(second);
    pairs.all(|(first, second)| first == second || (first.is_nan() && second.is_nan()))
}

#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    /// NaN without numbers.
    fn get(self) -> f64 {
        self.sum / self.count as f64
    }
}

/// Weighted sums of x, y, x², y² and xy, where x and y are the values of the two fields.
type Moments = [f64; 5];

/// Adds the similarity of every window to `means`. Has the rows of only one window in memory.
fn add_similarities(first: &[f32], second: &[f32], width: usize, peak: f64, means: &mut Mean) {
    let weights = weights();
    let mut rows: VecDeque<Vec<Moments>> = VecDeque::with_capacity(WINDOW);
    for (first, second) in first.chunks_exact(width).zip(second.chunks_exact(width)) {
        if rows.len() == WINDOW {
            rows.pop_front();
        }
        rows.push_back(row_moments(first, second, &weights));
        if rows.len() < WINDOW {
            continue;
        }
        for column in 0..rows[0].len() {
            let mut moments = Moments::default();
            for (row, weight) in rows.iter().zip(weights) {
                add_weighted(&mut moments, &row[column], weight);
            }
            let similarity = similarity(moments, peak);
            // A non-finite sample makes the similarity of every window that contains it NaN.
            if similarity.is_finite() {
                means.add(similarity);
            }
        }
    }
}

/// For each position at which a window is inside the row.
fn row_moments(first: &[f32], second: &[f32], weights: &[f64; WINDOW]) -> Vec<Moments> {
    let products: Vec<Moments> = first
        .iter()
        .zip(second)
        .map(|(x, y)| {
            let (x, y) = (f64::from(*x), f64::from(*y));
            [x, y, x * x, y * y, x * y]
        })
        .collect();
    let windows = products.windows(WINDOW);
    windows
        .map(|window| {
            let mut moments = Moments::default();
            for (products, weight) in window.iter().zip(weights) {
                add_weighted(&mut moments, products, *weight);
            }
            moments
        })
        .collect()
}

fn add_weighted(sums: &mut Moments, numbers: &Moments, weight: f64) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += weight * number;
    }
}

/// Equation 13 of the paper.
fn similarity([x, y, xx, yy, xy]: Moments, peak: f64) -> f64 {
    let (c1, c2) = ((K1 * peak).powi(2), (K2 * peak).powi(2));
    let (variance_x, variance_y, covariance) = (xx - x * x, yy - y * y, xy - x * y);
    (2.0 * x * y + c1) * (2.0 * covariance + c2)
        / ((x * x + y * y + c1) * (variance_x + variance_y + c2))
}

/// Along one axis, with a sum of 1.
fn weights() -> [f64; WINDOW] {
    let gaussian: [f64; WINDOW] = std::array::from_fn(|index| {
        let distance = index as f64 - RADIUS as f64;
        (-0.5 * (distance / SIGMA).powi(2)).exp()
    });
    let sum: f64 = gaussian.iter().sum();
    gaussian.map(|weight| weight / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(size: [u32; 2], of: impl Fn(f32, f32) -> f32) -> Field {
        let samples = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x as f32, y as f32)));
        Field { size, channels: 1, samples: samples.map(|(x, y)| of(x, y)).collect() }
    }

    fn compare(first: &Field, second: &Field, peak: f64) -> DifferenceMetrics {
        DifferenceMetrics::new(first, second, &[Channel::X], peak).unwrap()
    }

    #[test]
    fn metrics_of_equal_fields_are_exact() {
        let waves = field([30, 20], |x, y| (x * 0.3).sin() * y);
        let found = compare(&waves, &waves, 2.0);
        assert_eq!((found.rmse, found.max), (0.0, 0.0));
        assert_eq!(found.psnr, f64::INFINITY);
        assert!((found.ssim - 1.0).abs() < 1e-12);
    }

    #[test]
    fn identical_fields_compare_as_identical_whatever_they_contain() {
        let values: [fn(f32, f32) -> f32; 6] = [
            |_, _| 0.25,
            |_, _| f32::NAN,
            |_, _| f32::NEG_INFINITY,
            |x, y| if x + y == 0.0 { f32::INFINITY } else { x },
            |x, y| f32::MAX * (x - y).signum(),
            |x, y| (x * 0.3).sin() * y,
        ];
        for (value, size) in
            values.into_iter().flat_map(|value| [(value, [1, 1]), (value, [30, 20])])
        {
            let same = field(size, value);
            for peak in [0.0, 1.0, f64::NAN, f64::INFINITY] {
                let found = compare(&same, &same.clone(), peak);
                let expected =
                    DifferenceMetrics { rmse: 0.0, max: 0.0, psnr: f64::INFINITY, ssim: 1.0 };
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn metrics_of_constant_fields_follow_the_formulas() {
        // Without variance only the luminance term remains.
        let found = compare(&field([16, 12], |_, _| 0.5), &field([16, 12], |_, _| 0.25), 1.0);
        assert_eq!((found.rmse, found.max), (0.25, 0.25));
        assert!((found.psnr - 20.0 * 4.0_f64.log10()).abs() < 1e-12);
        let expected = (2.0 * 0.5 * 0.25 + 1e-4) / (0.25 + 0.0625 + 1e-4);
        assert!((found.ssim - expected).abs() < 1e-12);
    }

    #[test]
    fn non_finite_samples_are_ignored() {
        let waves = field([40, 30], |x, y| (x * 0.3).sin() * y);
        let near = field([40, 30], |x, y| (x * 0.3).sin() * y + 0.1);
        let mut holed = near.clone();
        holed.samples[0] = f32::NAN;
        holed.samples[1] = f32::INFINITY;
        let (whole, holed) = (compare(&waves, &near, 9.0), compare(&waves, &holed, 9.0));
        assert!((whole.rmse - holed.rmse).abs() < 1e-6 && whole.max == holed.max);
        assert!(holed.ssim.is_finite() && holed.ssim != whole.ssim);
    }

    #[test]
    fn undefined_metrics_are_nan() {
        let small = field([10, 40], |x, _| x);
        let moved = field([10, 40], |x, _| x + 1.0);
        assert!(compare(&small, &moved, 1.0).ssim.is_nan());
        let flat = compare(&small, &moved, 0.0);
        assert!(flat.psnr.is_nan() && flat.ssim.is_nan() && flat.rmse == 1.0);
        let nothing = compare(&field([20, 20], |_, _| f32::NAN), &field([20, 20], |x, _| x), 1.0);
        assert!(nothing.rmse.is_nan() && nothing.max.is_nan() && nothing.ssim.is_nan());
        let other = field([11, 40], |x, _| x);
        assert!(DifferenceMetrics::new(&small, &other, &[Channel::X], 1.0).is_err());
    }
}
