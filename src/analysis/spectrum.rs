//! Power spectrum of a field by the fast Fourier transform.
//!
//! The periodogram of a field of N samples of area a, with its mean removed and a window W, is
//! P(f) = |F(f)|² · a / (N · mean(W²)), where F is the discrete Fourier transform of the windowed values. The sum of
//! P(f) over all bins, times the area of a bin, is the mean square of the values weighted by W²: without a window the
//! variance. With several window functions, their periodograms are averaged, and their W² added.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};
use rustfft::FftPlanner;

use super::fourier::{signed, transpose, transposed};
use super::heights::HeightGrid;
use super::trend::Trend;
use super::window::SpectrumWindow;
use crate::field::parallel;

/// Power density at each frequency, averaged over the periodograms of fields of one size.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerSpectrum {
    /// Width and height of the fields in samples.
    pub size: [usize; 2],
    /// Width and height of a bin in cycles per unit: 1 / width and 1 / height of the fields.
    pub step: [f64; 2],
    /// Window function by which the fields were multiplied.
    pub window: SpectrumWindow,
    /// Number of averaged periodograms.
    pub averages: usize,
    /// Power densities of the frequencies with x ≥ 0: H rows of W/2 + 1 numbers. Rows below H/2 have their index j as y
    /// frequency, the others j − H. The spectrum of a real field is symmetric about 0.
    power: Vec<f64>,
}

/// A bin of a power spectrum. It stands for one frequency, or for two opposite ones of equal power.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bin {
    /// In cycles per unit, with y toward the south.
    pub(super) frequency: [f64; 2],
    /// Number of frequencies that the bin stands for: 2 if the opposite frequency has no bin of its own.
    pub(super) weight: f64,
    /// Squared units of the values times squared units of the world.
    pub(super) power: f64,
}

impl Bin {
    pub(super) fn radius(&self) -> f64 {
        self.frequency[0].hypot(self.frequency[1])
    }
}

impl PowerSpectrum {
    /// Averages the periodograms of grids of one size, without a trend; `None` if a value is not finite.
    pub fn new(grids: &[HeightGrid], window: SpectrumWindow, trend: Trend) -> Option<Self> {
        let first = grids.first()?;
        let [width, height] = first.size;
        let transform = Transform::new(first.size, window);
        let mut power = vec![0.0; (width / 2 + 1) * height];
        for grid in grids {
            transform.add_periodogram(&trend.subtracted_from(grid)?, &mut power);
        }
        let scale =
            first.spacing[0] * first.spacing[1] / (transform.normalization() * grids.len() as f64);
        power.par_iter_mut().for_each(|power| *power *= scale);
        Some(Self {
            size: first.size,
            step: std::array::from_fn(|axis| 1.0 / (first.size[axis] as f64 * first.spacing[axis])),
            window,
            averages: grids.len(),
            power,
        })
    }

    pub(super) fn bins(&self) -> impl Iterator<Item = Bin> {
        self.bins_of_rows(0..self.size[1])
    }

    fn bins_of_rows(&self, rows: Range<usize>) -> impl Iterator<Item = Bin> {
        let [width, height] = self.size;
        let columns = width / 2 + 1;
        rows.flat_map(move |y| {
            let frequency = signed(y, height) * self.step[1];
            let powers = &self.power[y * columns..][..columns];
            powers.iter().enumerate().map(move |(x, power)| {
                let is_own_opposite = x == 0 || 2 * x == width;
                Bin {
                    frequency: [x as f64 * self.step[0], frequency],
                    weight: if is_own_opposite { 1.0 } else { 2.0 },
                    power: *power,
                }
            })
        })
    }

    /// Returns `length` groups of N sums over all bins, to which `add` adds the terms of a bin.
    pub(super) fn sums<const N: usize>(
        &self,
        length: usize,
        add: impl Fn(Bin, &mut [[f64; N]]) + Sync,
    ) -> Vec<[f64; N]> {
        parallel::sums(self.size[1], length, |rows, sums| {
            self.bins_of_rows(rows).for_each(|bin| add(bin, sums));
        })
    }

    pub(super) fn highest_power(&self) -> f64 {
        self.power.par_iter().copied().reduce(|| 0.0, f64::max)
    }

    /// Returns the width of a ring of the radial average in cycles per unit: the larger side of a bin.
    pub fn ring_width(&self) -> f64 {
        self.step[0].max(self.step[1])
    }

    /// Returns the highest frequency that both axes resolve, in cycles per unit.
    pub fn nyquist(&self) -> f64 {
        let [x, y] = [0, 1].map(|axis| self.size[axis] as f64 * self.step[axis] / 2.0);
        x.min(y)
    }

    /// Returns the sum of all bins times their area: the mean square without trend, weighted by the squared window.
    pub fn variance(&self) -> f64 {
        let sums = self.sums::<1>(1, |bin, sums| sums[0][0] += bin.weight * bin.power);
        sums[0][0] * self.step[0] * self.step[1]
    }

    /// Returns the mean length of the frequency vectors, weighted by power, in cycles per unit. NaN without power.
    pub fn centroid(&self) -> f64 {
        let sums = self.sums(1, |bin, sums| {
            let power = bin.weight * bin.power;
            sums[0] = [sums[0][0] + power * bin.radius(), sums[0][1] + power];
        });
        let [sum, total] = sums[0];
        sum / total
    }

    /// Returns the power density at a sample of the [centered](Self::centered) spectrum, from the upper left.
    ///
    /// # Panics
    /// Panics if the sample is outside.
    pub fn at_centered(&self, [x, y]: [usize; 2]) -> f64 {
        let [width, height] = self.size;
        let columns = width / 2 + 1;
        let row = (y + height.div_ceil(2)) % height;
        let column = (x + width.div_ceil(2)) % width;
        if column < columns {
            self.power[row * columns + column]
        } else {
            self.power[(height - row) % height * columns + width - column]
        }
    }

    /// Returns W·H power densities as rows from north to south, with frequency 0 at (W/2, H/2).
    pub fn centered(&self) -> Vec<f64> {
        let [width, height] = self.size;
        let samples = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
        samples.map(|sample| self.at_centered(sample)).collect()
    }
}

/// Plan for the Fourier transforms of grids of one size: FFTs of rows and columns, and the window functions.
pub(super) struct Transform {
    rows: Arc<dyn RealToComplex<f64>>,
    columns: Arc<dyn rustfft::Fft<f64>>,
    tapers: [Vec<Vec<f64>>; 2],
    size: [usize; 2],
}

impl Transform {
    pub(super) fn new(size: [usize; 2], window: SpectrumWindow) -> Self {
        Self {
            rows: RealFftPlanner::new().plan_fft_forward(size[0]),
            columns: FftPlanner::new().plan_fft_forward(size[1]),
            tapers: size.map(|count| window.tapers(count)),
            size,
        }
    }

    /// Sum of the squared weights over all samples and window functions, by which periodograms are divided.
    fn normalization(&self) -> f64 {
        let sums = self
            .tapers
            .each_ref()
            .map(|tapers| -> f64 { tapers.iter().flatten().map(|weight| weight * weight).sum() });
        sums[0] * sums[1]
    }

    /// Adds the unscaled periodogram of the values of all samples to `power`.
    fn add_periodogram(&self, values: &[f64], power: &mut [f64]) {
        self.for_each_taper([values], |[half_plane]| {
            let sums = power.par_iter_mut().zip(&half_plane);
            sums.for_each(|(sum, value)| *sum += value.norm_sqr());
        });
    }

    /// Calls `visit` with the transforms of N fields times each window function, at [`PowerSpectrum::bins`].
    pub(super) fn for_each_taper<const N: usize>(
        &self,
        fields: [&[f64]; N],
        mut visit: impl FnMut([Vec<Complex<f64>>; N]),
    ) {
        for row_weights in &self.tapers[0] {
            for column_weights in &self.tapers[1] {
                let weights = [&row_weights[..], column_weights];
                visit(fields.map(|values| self.transformed(values, weights)));
            }
        }
    }

    fn transformed(&self, values: &[f64], weights: [&[f64]; 2]) -> Vec<Complex<f64>> {
        let height = self.size[1];
        let mut rows = self.transform_rows(values, weights);
        let mut columns = transposed(&rows, self.size[0] / 2 + 1);
        let scratch = || vec![Complex::default(); self.columns.get_inplace_scratch_len()];
        columns.par_chunks_mut(height).for_each_init(scratch, |scratch, column| {
            self.columns.process_with_scratch(column, scratch);
        });
        transpose(&columns, height, &mut rows);
        rows
    }

    fn transform_rows(&self, values: &[f64], weights: [&[f64]; 2]) -> Vec<Complex<f64>> {
        let [width, height] = self.size;
        let columns = width / 2 + 1;
        let mut half_plane = parallel::zeros(columns * height);
        let rows = values.par_chunks_exact(width).zip(weights[1]);
        let buffers = || (vec![0.0; width], self.rows.make_scratch_vec());
        rows.zip(half_plane.par_chunks_exact_mut(columns)).for_each_init(
            buffers,
            |(windowed, scratch), ((values, row_weight), output)| {
                let weighted = values.iter().zip(weights[0]);
                for (target, (value, weight)) in windowed.iter_mut().zip(weighted) {
                    *target = value * weight * row_weight;
                }
                let transformed = self.rows.process_with_scratch(windowed, output, scratch);
                debug_assert!(transformed.is_ok(), "the buffers have the length of the plan");
            },
        );
        half_plane
    }
}
