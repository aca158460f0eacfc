//! Autocorrelation of a field in all directions.

use rustfft::FftDirection;
use rustfft::num_complex::Complex;
use serde::Serialize;

use super::fourier::transform;
use super::heights::HeightGrid;
use super::trend::Trend;

/// Autocorrelation r(h): the mean product of all pairs of values that are h apart, without their trend, divided by the
/// mean square. No opposite edges are joined.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Autocorrelation {
    /// Distance in world units at which [`Self::radial`], interpolated, falls to 1/e; NaN if it does not.
    pub length: f64,
    /// Pairs of distance in world units and mean correlation of lags of about this length, up to half of
    /// the shorter side.
    pub radial: Vec<[f64; 2]>,
    /// Width and height of the image in samples, those of the field.
    #[serde(skip)]
    pub size: [usize; 2],
    /// Correlations as rows from north to south, with lag 0 at (W/2, H/2). A sample is as wide as that of the field.
    #[serde(skip)]
    pub image: Vec<f64>,
}

impl Autocorrelation {
    /// Averages the autocovariances of grids of one size; `None` if a value is not finite, or all are equal.
    pub fn of(grids: &[HeightGrid], trend: Trend) -> Option<Self> {
        let first = grids.first()?;
        let size = first.size;
        let mut covariances = vec![0.0; size[0] * size[1]];
        for grid in grids {
            let added = covariances_of(&trend.subtracted_from(grid)?, size);
            covariances.iter_mut().zip(added).for_each(|(sum, value)| *sum += value);
        }
        let variance = covariances[size[1] / 2 * size[0] + size[0] / 2];
        let image: Vec<f64> = covariances.iter().map(|value| value / variance).collect();
        let radial = radial(&image, size, first.spacing);
        (variance > 0.0).then(|| Self { length: length(&radial), radial, size, image })
    }
}

/// The values are padded with zeros to twice the size, so that the transform joins no opposite edges.
fn covariances_of(values: &[f64], [width, height]: [usize; 2]) -> Vec<f64> {
    let padded = [2 * width, 2 * height];
    let mut products = vec![Complex::default(); padded[0] * padded[1]];
    for (row, values) in products.chunks_exact_mut(padded[0]).zip(values.chunks_exact(width)) {
        row.iter_mut().zip(values).for_each(|(target, value)| target.re = *value);
    }
    transform(&mut products, &padded, FftDirection::Forward);
    products.iter_mut().for_each(|value| *value = value.norm_sqr().into());
    transform(&mut products, &padded, FftDirection::Inverse);
    let scale = 1.0 / products.len() as f64;
    let at = |index: usize| {
        let (x, y) = (index % width, index / width);
        let lags = [x.abs_diff(width / 2), y.abs_diff(height / 2)];
        let pairs = (width - lags[0]) * (height - lags[1]);
        let from = [x + padded[0] - width / 2, y + padded[1] - height / 2];
        let value = products[from[1] % padded[1] * padded[0] + from[0] % padded[0]];
        value.re * scale / pairs as f64
    };
    (0..width * height).map(at).collect()
}

fn radial(image: &[f64], [width, height]: [usize; 2], spacing: [f64; 2]) -> Vec<[f64; 2]> {
    let step = spacing[0].max(spacing[1]);
    let half = (width as f64 * spacing[0]).min(height as f64 * spacing[1]) / 2.0;
    let mut sums = vec![[0.0; 3]; (half / step) as usize];
    for (index, value) in image.iter().enumerate() {
        let x = (index % width) as f64 - (width / 2) as f64;
        let y = (index / width) as f64 - (height / 2) as f64;
        let lag = (x * spacing[0]).hypot(y * spacing[1]);
        if let Some(sum) = sums.get_mut((lag / step + 0.5) as usize) {
            *sum = [sum[0] + lag, sum[1] + value, sum[2] + 1.0];
        }
    }
    let rings = sums.into_iter().filter(|[_, _, count]| *count > 0.0);
    rings.map(|[lag, sum, count]| [lag / count, sum / count]).collect()
}

fn length(radial: &[[f64; 2]]) -> f64 {
    let level = (-1.0f64).exp();
    let crossing = radial.windows(2).find(|pair| pair[0][1] > level && pair[1][1] <= level);
    crossing.map_or(f64::NAN, |pair| {
        let fraction = (pair[0][1] - level) / (pair[0][1] - pair[1][1]);
        pair[0][0] + fraction * (pair[1][0] - pair[0][0])
    })
}
