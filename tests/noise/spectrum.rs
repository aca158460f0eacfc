//! Tests of the power spectra of noises: slopes of octave sums, anisotropy, frequency bands. Definitions as in the
//! survey of Lagae et al., 2010.

use std::f64::consts::PI;

use noise_playground::field::grid::SampleGrid;

use crate::probe::{channel, evaluate, max_abs, mean, report};

/// Width and height, in samples, of a window that is transformed to a spectrum.
pub(crate) const SIDE: usize = 256;

const IMPORTS: &str = "
import package::noise::value::value;
import package::noise::perlin::{perlin, perlin_cheap};
import package::noise::simplex::simplex;
import package::noise::gabor::gabor_isotropic;
import package::noise::turbulence::{fbm, billowed, ridged};
import package::noise::rotated::{rotated_fbm, rotated_billowed, rotated_ridged};
";

/// Power spectrum of a noise: the power at each frequency in cycles per window, row by row, averaged over distant
/// windows.
pub(crate) struct Spectrum(Vec<f64>);

impl Spectrum {
    /// Measures the spectrum of a WGSL expression of `p` and `seed`, over windows that are `width` world units wide.
    fn of(expression: &str, width: f64, averages: u32) -> Self {
        let window = |average: u32| {
            let grid = SampleGrid {
                center: [137.3 * f64::from(average), -61.7 * f64::from(average)],
                span: width,
                size: [SIDE as u32; 2],
            };
            let body = format!("let seed = {average}u * 101u; return vec4f({expression});");
            channel(&evaluate(IMPORTS, &body, grid), 0).collect()
        };
        Self::of_windows((0..averages).map(window))
    }

    /// Measures the spectrum of windows of samples, each row by row.
    pub(crate) fn of_windows(windows: impl ExactSizeIterator<Item = Vec<f64>>) -> Self {
        let averages = windows.len() as f64;
        let mut power = vec![0.0; SIDE * SIDE];
        for values in windows {
            let mean = mean(values.iter().copied());
            let window = |at: usize| 0.5 - 0.5 * (2.0 * PI * (at as f64 + 0.5) / SIDE as f64).cos();
            let windowed = values
                .iter()
                .enumerate()
                .map(|(at, value)| ((value - mean) * window(at % SIDE) * window(at / SIDE), 0.0));
            for (sum, bin) in power.iter_mut().zip(transform(windowed.collect())) {
                *sum += (bin.0 * bin.0 + bin.1 * bin.1) / averages;
            }
        }
        Self(power)
    }

    /// Iterates over all frequencies of the spectrum as (x, y, power), with x and y from -128 to 127 cycles per window.
    fn bins(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        let signed = |at: usize| at as f64 - if at < SIDE / 2 { 0.0 } else { SIDE as f64 };
        self.0
            .iter()
            .enumerate()
            .map(move |(at, power)| (signed(at % SIDE), signed(at / SIDE), *power))
    }

    /// Returns the mean power of the frequencies in a ring, from `low` to `high` cycles per window.
    fn ring(&self, low: f64, high: f64) -> f64 {
        mean(
            self.bins()
                .filter(|(x, y, _)| (low..high).contains(&x.hypot(*y)))
                .map(|(_, _, power)| power),
        )
    }

    /// Returns the slope of the spectrum: that of log power over log frequency, by least squares.
    pub(crate) fn slope(&self, low: usize, high: usize) -> f64 {
        let points: Vec<(f64, f64)> = (low..high)
            .map(|k| ((k as f64).ln(), self.ring(k as f64 - 0.5, k as f64 + 0.5).ln()))
            .collect();
        let (mean_x, mean_y) =
            (mean(points.iter().map(|point| point.0)), mean(points.iter().map(|point| point.1)));
        let product = mean(points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)));
        product / mean(points.iter().map(|(x, _)| (x - mean_x).powi(2)))
    }

    /// Returns the anisotropy of a ring of frequencies: the power near the axes relative to that near the diagonals, in
    /// decibels.
    fn anisotropy_db(&self, low: f64, high: f64) -> f64 {
        let near = |direction: f64| {
            mean(
                self.bins()
                    .filter(|(x, y, _)| {
                        let angle = (y.atan2(*x) - direction).rem_euclid(PI / 2.0);
                        (low..high).contains(&x.hypot(*y))
                            && angle.min(PI / 2.0 - angle) < PI / 16.0
                    })
                    .map(|(_, _, power)| power),
            )
        };
        10.0 * (near(0.0) / near(PI / 4.0)).log10()
    }

    /// Returns the fraction of the spectrum's total power in a band of frequencies, from `low` to `high` cycles per
    /// window.
    fn band_fraction(&self, low: f64, high: f64) -> f64 {
        let within = |low: f64, high: f64| -> f64 {
            self.bins()
                .filter(|(x, y, _)| (low..high).contains(&x.hypot(*y)))
                .map(|(_, _, power)| power)
                .sum()
        };
        within(low, high) / within(0.0, f64::INFINITY)
    }
}

/// Returns the two-dimensional Fourier transform of a window of complex numbers.
fn transform(mut grid: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    for _ in 0..2 {
        grid.chunks_exact_mut(SIDE).for_each(fourier);
        grid = (0..SIDE * SIDE).map(|at| grid[at % SIDE * SIDE + at / SIDE]).collect();
    }
    grid
}

/// Replaces complex numbers by their Fourier transform, by the radix-2 algorithm in place.
fn fourier(values: &mut [(f64, f64)]) {
    let bits = values.len().trailing_zeros();
    for at in 0..values.len() {
        let mirrored = at.reverse_bits() >> (usize::BITS - bits);
        if at < mirrored {
            values.swap(at, mirrored);
        }
    }
    let mut half = 1;
    while half < values.len() {
        let turns: Vec<(f64, f64)> =
            (0..half).map(|at| (-PI * at as f64 / half as f64).sin_cos()).collect();
        for block in values.chunks_exact_mut(2 * half) {
            let (even, odd) = block.split_at_mut(half);
            for ((even, odd), (sin, cos)) in even.iter_mut().zip(odd).zip(&turns) {
                let rotated = (odd.0 * cos - odd.1 * sin, odd.0 * sin + odd.1 * cos);
                *odd = (even.0 - rotated.0, even.1 - rotated.1);
                *even = (even.0 + rotated.0, even.1 + rotated.1);
            }
        }
        half *= 2;
    }
}

#[test]
fn cosine_has_two_bins() {
    let spectrum = Spectrum::of("cos(6.2831853 * 16.0 * p.x / 8.0)", 8.0, 1);
    assert!(spectrum.band_fraction(14.4, 17.6) > 0.999);
    assert!(spectrum.anisotropy_db(14.4, 17.6) > 60.0);
}

#[test]
fn spectral_slopes_follow_from_the_gain() {
    let mut failures = Vec::new();
    for (gain, expected) in [(0.35, 5.03), (0.5, 4.0), (0.6, 3.47), (0.707, 3.0)] {
        let spectrum = Spectrum::of(&format!("fbm(p, seed, 6.0, 2.0, {gain})"), 4.0, 3);
        let slope = -spectrum.slope(6, 64);
        if (slope - expected).abs() > 0.25 {
            failures.push(format!("gain {gain}: slope {slope:.2}, not {expected}"));
        }
    }
    report(&failures);
}

/// Checks that rotation reduces the axis bias of octave sums, since each rotated octave is biased along other axes. An
/// angle of 0 changes nothing.
#[test]
fn rotated_octaves_have_less_axis_bias() {
    // Windows of 16 units: 1 cycle per unit is bin 16. The rings are the bands with most of the power of octaves 1, 2 and 3.
    let bias = |expression: &str| {
        let spectrum = Spectrum::of(expression, 16.0, 6);
        let octave = |frequency: f64| spectrum.anisotropy_db(9.6 * frequency, 14.4 * frequency);
        mean([2.0, 4.0, 8.0].into_iter().map(octave))
    };
    let plain = bias("fbm(p, seed, 5.0, 2.0, 0.5)");
    let rotated = bias("rotated_fbm(p, seed, 5.0, 2.0, 0.5, radians(37.0))");
    assert!(
        plain > 0.4 && rotated.abs() < 0.5 * plain,
        "plain {plain:.2} dB, rotated {rotated:.2} dB"
    );
    let grid = SampleGrid { center: [0.3, 0.7], span: 64.0, size: [64; 2] };
    let body =
        "let o = 7.5; return vec4f(rotated_fbm(p, 3u, o, 1.92, 0.5, 0.0) - fbm(p, 3u, o, 1.92, 0.5),
        rotated_billowed(p, 3u, o, 1.92, 0.5, 0.0) - billowed(p, 3u, o, 1.92, 0.5),
        rotated_ridged(p, 3u, o, 1.92, 0.5, 0.0) - ridged(p, 3u, o, 1.92, 0.5), 0.0);";
    let difference = evaluate(IMPORTS, body, grid);
    assert_eq!(max_abs((0..3).flat_map(|at| channel(&difference, at))), 0.0);
}

/// Checks that the axis bias of the noises is too small to be visible, and that the cheap hash is as good as the
/// default one.
#[test]
fn noises_have_published_bands_and_isotropy() {
    // Windows of 64 units: 1 cycle per unit is bin 64.
    let at = |frequency: f64| 64.0 * frequency;
    let mut failures = Vec::new();
    // Fractions of the power below .5, in .5 .. 1, and above 1 cycle per unit; anisotropy in decibels of the ring .6 .. .9.
    let cases = [
        ("perlin(p, seed)", [0.309, 0.653, 0.037], 0.8),
        ("perlin_cheap(p, seed)", [0.309, 0.653, 0.037], 0.8),
        ("simplex(p, seed)", [0.066, 0.444, 0.49], -0.13),
    ];
    for (noise, shares, decibels) in cases {
        let spectrum = Spectrum::of(noise, 64.0, 6);
        let found = [
            spectrum.band_fraction(0.0, at(0.5)),
            spectrum.band_fraction(at(0.5), at(1.0)),
            spectrum.band_fraction(at(1.0), f64::INFINITY),
        ];
        let bias = spectrum.anisotropy_db(at(0.6), at(0.9));
        if found.iter().zip(shares).any(|(found, share)| (found - share).abs() > 0.02)
            || (bias - decibels).abs() > 0.6
        {
            failures.push(format!("{noise}: fractions {found:.3?}, bias {bias:.2} dB"));
        }
    }
    report(&failures);
}

#[test]
fn gabor_spectrum_is_a_ring_and_value_noise_has_low_frequencies() {
    let gabor = Spectrum::of("gabor_isotropic(p, seed, 1.0, 0.5, 8)", 64.0, 4);
    assert!(gabor.band_fraction(32.0, 96.0) > 0.97, "share {}", gabor.band_fraction(32.0, 96.0));
    let bias = gabor.anisotropy_db(48.0, 80.0);
    assert!(bias.abs() < 0.6, "bias {bias:.2} dB");
    let (value, perlin) =
        (Spectrum::of("value(p, seed)", 32.0, 3), Spectrum::of("perlin(p, seed)", 32.0, 3));
    let low = |spectrum: &Spectrum| spectrum.ring(2.0, 4.0) / spectrum.ring(12.0, 20.0);
    assert!(
        low(&value) > 1.0 && low(&perlin) < 0.1,
        "value {}, perlin {}",
        low(&value),
        low(&perlin)
    );
}
