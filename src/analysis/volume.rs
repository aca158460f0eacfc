//! Power spectrum of a volume.
//!
//! The periodogram of N samples of volume v, without their mean and with a window W along each axis, is
//! P(f) = |F(f)|² v / (N mean(W²)). Its sum over all frequencies, times the volume of a bin Δf³, is the mean square
//! weighted by W². A volume with the Hurst exponent H has the slope −(2H + 3).

use rustfft::FftDirection;
use rustfft::num_complex::Complex;
use serde::Serialize;

use super::fit::PowerLaw;
use super::fourier::{signed, transform};
use super::radial::RadialRing;
use super::window::SpectrumWindow;

/// Radial power of a cube of samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VolumeSpectrum {
    /// Samples along each side.
    pub size: usize,
    /// Length of a side in world units.
    pub span: f64,
    /// Mean square weighted by the squared window: the sum of the power of all frequencies, times the volume of a bin.
    pub variance: f64,
    /// Pairs of frequency in cycles per unit, and mean power of a shell one bin thick, up to the Nyquist frequency.
    pub radial: Vec<[f64; 2]>,
    /// Frequencies of the fit; `None` if none were given and the default has fewer than four shells.
    pub fit: Option<[f64; 2]>,
    /// d log P / d log f in the fit. NaN without one.
    pub slope: f64,
    /// One standard error of the regression alone, which is too small.
    pub slope_error: f64,
    /// (−slope − 3) / 2; NaN if that is not between 0 and 1.
    pub hurst: f64,
}

impl VolumeSpectrum {
    /// Measures size³ values of a cube of side `span`; x changes fastest. `None` if a value is not finite. `fit` as in
    /// [`AnalysisSettings::fit`](super::AnalysisSettings::fit).
    ///
    /// # Panics
    /// Panics if the number of values is not size³.
    pub fn of(
        values: &[f32],
        size: usize,
        span: f64,
        window: SpectrumWindow,
        fit: Option<[f64; 2]>,
    ) -> Option<Self> {
        assert_eq!(values.len(), size.pow(3), "the values are those of a cube");
        let mean = values.iter().copied().map(f64::from).sum::<f64>() / values.len() as f64;
        if !mean.is_finite() {
            return None;
        }
        let centered: Vec<f64> = values.iter().map(|value| f64::from(*value) - mean).collect();
        let power = periodogram(&centered, size, span, window);
        let step = 1.0 / span;
        let radial = shells(&power, size, step, window);
        let fit = fit.or_else(|| PowerLaw::default_interval(&radial));
        let law = fit.map(|interval| PowerLaw::fit(&radial, interval));
        let slope = law.map_or(f64::NAN, |law| law.slope);
        let hurst = (-slope - 3.0) / 2.0;
        Some(Self {
            size,
            span,
            variance: power.iter().sum::<f64>() * step.powi(3),
            radial: radial.iter().map(|shell| [shell.frequency, shell.power]).collect(),
            fit,
            slope,
            slope_error: law.map_or(f64::NAN, |law| law.slope_error),
            hurst: if (0.0..=1.0).contains(&hurst) { hurst } else { f64::NAN },
        })
    }
}

fn periodogram(values: &[f64], size: usize, span: f64, window: SpectrumWindow) -> Vec<f64> {
    let tapers = window.tapers(size);
    let mut power = vec![0.0; values.len()];
    let triples = tapers.iter().flat_map(|x| {
        let tapers = &tapers;
        tapers.iter().flat_map(move |y| tapers.iter().map(move |z| [x, y, z]))
    });
    for [x, y, z] in triples {
        let weighted = values.iter().enumerate().map(|(index, value)| {
            let weight = x[index % size] * y[index / size % size] * z[index / size / size];
            Complex::from(value * weight)
        });
        let mut transformed: Vec<Complex<f64>> = weighted.collect();
        transform(&mut transformed, &[size; 3], FftDirection::Forward);
        power.iter_mut().zip(&transformed).for_each(|(sum, value)| *sum += value.norm_sqr());
    }
    let squares: f64 = window.squares(size).iter().sum();
    let scale = (span / size as f64).powi(3) / squares.powi(3);
    power.iter_mut().for_each(|power| *power *= scale);
    power
}

/// Means over the shells r − ½ ≤ |f| / Δf < r + ½ from r = 1.
fn shells(power: &[f64], size: usize, step: f64, window: SpectrumWindow) -> Vec<RadialRing> {
    let mut sums = vec![[0.0; 2]; size.saturating_sub(1) / 2 + 1];
    for (index, power) in power.iter().enumerate() {
        let [x, y, z] = [index % size, index / size % size, index / size / size]
            .map(|index| signed(index, size));
        if let Some(sum) = sums.get_mut((x.hypot(y).hypot(z) + 0.5) as usize) {
            *sum = [sum[0] + power, sum[1] + 1.0];
        }
    }
    let shells = sums.into_iter().enumerate().skip(1);
    let shell = |(index, [sum, count]): (usize, [f64; 2])| {
        let degrees = (count / window.correlation().max(1.0)).max(1.0);
        RadialRing::new(index as f64 * step, sum / count, count, degrees)
    };
    shells.map(shell).collect()
}
