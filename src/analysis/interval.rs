//! 95 % interval of the slope of a power spectrum.

use statrs::distribution::{ContinuousCDF as _, StudentsT};

use super::fit::PowerLaw;
use super::heights::HeightGrid;
use super::radial::RadialRing;
use super::spectrum::PowerSpectrum;
use super::window::SpectrumWindow;

/// Least half width of the interval in standard errors. More than that of a normal distribution, since the standard error is
/// an estimate; calibrated with Gaussian fields, fBm and Swiss turbulence by the benchmark `coverage`.
pub(super) const STANDARD_ERRORS: f64 = 2.07;

/// Least variance as a fraction of that of a Gaussian field of the same spectrum.
const LEAST_VARIANCE: f64 = 0.45;

/// Slopes at which the power that a window leaks from the lowest frequencies starts to matter, and beyond which it grows
/// no more, since the spectrum of the window is as steep.
const LEAKING_SLOPES: [f64; 2] = [-4.0, -6.0];

/// Relative increase of the variance by leaked power at a slope 1 below the first of [`LEAKING_SLOPES`]; it grows with the
/// square. Calibrated with Gaussian fields by the same benchmark.
const LEAKED_VARIANCE: f64 = 0.3;

/// Least number of fields whose spread replaces the estimate from the differences within fields.
const MANY_SEEDS: usize = 8;

/// Returns the interval of the slope of a power law that was fitted to the averaged spectrum of the grids; `None` if
/// there is none. `power` is their spectrum without the best planes, or without the means if the spectrum has no
/// window; `spread` is the standard deviation of the slopes of single fields, if there are several. The interval is
/// around the slope of the fields without their best planes, minus the expected error of the regression ([`bias`]). It
/// is not symmetric about the fitted slope.
pub(super) fn slope_interval(
    power: &PowerSpectrum,
    grids: &[HeightGrid],
    law: &PowerLaw,
    spread: Option<f64>,
) -> Option<[f64; 2]> {
    let rings = power.radial();
    let level = PowerLaw::fit(&rings, law.interval);
    let coefficients = coefficients(power, &rings, law.interval);
    let center = level.slope - bias(power, &rings, &level, &coefficients);
    let half = match spread.filter(|_| grids.len() >= MANY_SEEDS) {
        Some(spread) => {
            let count = grids.len() as f64;
            StudentsT::new(0.0, 1.0, count - 1.0).ok()?.inverse_cdf(0.975) * spread / count.sqrt()
        }
        None => {
            let leaked = match power.window {
                SpectrumWindow::None => 0.0,
                SpectrumWindow::Hann | SpectrumWindow::Sine(_) => leaked_variance(level.slope),
            };
            let variance = variance_within(power, &rings, grids, &coefficients)?;
            let fitted = coefficients.iter().filter(|coefficient| **coefficient != 0.0).count();
            standard_errors(fitted)? * (variance * (1.0 + leaked)).sqrt()
        }
    };
    (center + half).is_finite().then_some([center - half, center + half])
}

/// Half width of the interval in standard errors. The variance of few rings is an estimate from few of them.
fn standard_errors(rings: usize) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, rings as f64 - 1.0).ok()?;
    Some(student.inverse_cdf(0.975).max(STANDARD_ERRORS))
}

fn leaked_variance(slope: f64) -> f64 {
    let [first, last] = LEAKING_SLOPES;
    LEAKED_VARIANCE * (first - slope.clamp(last, first)).powi(2)
}

/// Coefficients c of the regression by the index of the ring: the slope is Σ c ln P.
fn coefficients(power: &PowerSpectrum, rings: &[RadialRing], [low, high]: [f64; 2]) -> Vec<f64> {
    let mut coefficients = vec![0.0; power.ring_count() + 1];
    let fitted: Vec<&RadialRing> = rings
        .iter()
        .filter(|ring| (low..=high).contains(&ring.frequency) && ring.power > 0.0)
        .collect();
    let logarithms = || fitted.iter().map(|ring| ring.frequency.ln());
    let mean = logarithms().sum::<f64>() / fitted.len() as f64;
    let squares: f64 = logarithms().map(|logarithm| (logarithm - mean).powi(2)).sum();
    for (ring, logarithm) in fitted.iter().zip(logarithms()) {
        coefficients[power.ring_of([ring.frequency, 0.0])] = (logarithm - mean) / squares;
    }
    coefficients
}

/// Expected error of the slope of a Gaussian field that has a power law. The logarithm of a mean of n squares is
/// expected 1/n too low; the frequencies of a ring are not all in its middle; and a window averages P over neighbors at
/// a mean square distance of d step² along each axis, d = 1/3 for Hann, which adds d s² step²/2f² to ln P for the slope
/// s.
fn bias(power: &PowerSpectrum, rings: &[RadialRing], law: &PowerLaw, coefficients: &[f64]) -> f64 {
    let width = power.ring_width();
    let sums = power.sums::<1>(coefficients.len(), |bin, sums| {
        let index = power.ring_of(bin.frequency);
        if coefficients.get(index).is_some_and(|coefficient| *coefficient != 0.0) {
            let ratio = bin.radius() / (index as f64 * width);
            sums[index][0] += bin.weight * ratio.powf(law.slope);
        }
    });
    let step = (power.step[0].powi(2) + power.step[1].powi(2)) / 2.0;
    let smear = law.slope.powi(2) * step * power.window.mean_square_distance() / 2.0;
    let terms = rings.iter().filter_map(|ring| {
        let index = power.ring_of([ring.frequency, 0.0]);
        let coefficient = coefficients.get(index).filter(|coefficient| **coefficient != 0.0)?;
        let within = (sums[index][0] / ring.count).ln();
        let smeared = (smear / ring.frequency.powi(2)).ln_1p();
        Some(coefficient * (within + smeared - 1.0 / power.degrees_of_freedom(ring.count)))
    });
    terms.sum()
}

/// Variance of the slope of the averaged spectrum, from the differences within the fields. A field that varies more
/// than a Gaussian one has few large features, whose mean it does not show, so the excess counts twice.
fn variance_within(
    power: &PowerSpectrum,
    rings: &[RadialRing],
    grids: &[HeightGrid],
    coefficients: &[f64],
) -> Option<f64> {
    let mut counts = vec![0.0; coefficients.len()];
    for ring in rings {
        counts[power.ring_of([ring.frequency, 0.0])] = ring.count;
    }
    let highest = coefficients.iter().rposition(|coefficient| *coefficient != 0.0)? + 1;
    let gaussian = power.variance_of_sum(highest as f64 * power.ring_width(), |frequency| {
        let index = power.ring_of(frequency);
        coefficients.get(index).map_or(0.0, |coefficient| coefficient / counts[index].max(1.0))
    });
    let locals = grids.iter().map(|grid| power.local_variance(grid, coefficients));
    let locals = locals.collect::<Option<Vec<f64>>>()?;
    let count = grids.len() as f64;
    let local = locals.iter().sum::<f64>() / count / count;
    let excess = (local - gaussian).max(0.0);
    Some((local + excess).max(LEAST_VARIANCE * gaussian))
}
