//! Computation of an analysis: of the spectrum on one side and of the values on the other, at the same time.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::anisotropy::AnisotropyRing;
use super::fit::PowerLaw;
use super::geomorphons::geomorphons;
use super::heights::HeightGrid;
use super::histogram::Histogram;
use super::holes::bias_of_slope;
use super::interval::slope_interval;
use super::report::{Analysis, Seam, Spectrum, SquareOrSize};
use super::settings::AnalysisSettings;
use super::spectrum::PowerSpectrum;
use super::statistics::Statistics;
use super::surface::{Slopes, local_minima_share, roughness};
use super::trend::Trend;
use super::variogram::variogram;
use super::window::SpectrumWindow;

const TAPERS_LEAK: &str =
    "sine tapers leak too much at a slope below -3.5; the window without --tapers does not";

/// Analyzes all grids together. Results that need the generator itself stay `None`.
pub(super) fn measure(grids: &[HeightGrid], settings: &AnalysisSettings) -> Analysis {
    let terrain = || settings.is_terrain.then(|| Terrain::of(grids, settings));
    let ((power, spectrum, anisotropy), (statistics, (terrain, variogram))) = rayon::join(
        || of_spectrum(grids, settings),
        || rayon::join(|| Statistics::of(grids), || rayon::join(terrain, || variogram(grids))),
    );
    let leaks = spectrum.slope < settings.window.steepest_slope();
    let fit = spectrum.fit.zip(power.as_ref()).filter(|_| !leaks);
    let number = |number: fn(&Terrain) -> f64| terrain.as_ref().map_or(f64::NAN, number);
    let mut analysis = Analysis {
        address: String::new(),
        size: SquareOrSize(grids[0].size),
        span: grids[0].size[0] as f64 * settings.spacing[0],
        spacing: settings.spacing,
        z_factor: settings.z_factor,
        unit: "unit".to_owned(),
        value_unit: None,
        seeds: grids.len(),
        histogram: Histogram::of(grids, statistics.min, statistics.max),
        anisotropy_mean: fit
            .and_then(|(fit, power)| power.mean_anisotropy(&spectrum.radial, &anisotropy, fit)),
        spectrum,
        variogram,
        variogram_intervals: Vec::new(),
        anisotropy_db: anisotropy,
        hypsometric_integral: terrain
            .as_ref()
            .map_or(f64::NAN, |_| statistics.hypsometric_integral()),
        roughness: number(|terrain| terrain.roughness),
        local_minima_share: number(|terrain| terrain.local_minima_share),
        geomorphons: terrain.as_ref().and_then(|terrain| terrain.geomorphons),
        slopes: terrain.map(|terrain| terrain.slopes),
        gradient: None,
        precision: None,
        digits_left: None,
        gradient_precision: None,
        gradient_digits_left: None,
        kinks: None,
        jumps: None,
        period: None,
        seam: Seam::of(grids),
        over_seeds: BTreeMap::new(),
        per_seed: Vec::new(),
        notes: BTreeMap::new(),
        statistics,
        power,
    };
    analysis.note_missing_numbers(settings.fill);
    if leaks {
        analysis.note("anisotropy_mean", TAPERS_LEAK);
    }
    analysis
}

fn of_spectrum(
    grids: &[HeightGrid],
    settings: &AnalysisSettings,
) -> (Option<PowerSpectrum>, Spectrum, Vec<AnisotropyRing>) {
    let power = PowerSpectrum::new(&filled(grids, settings), settings.window, settings.trend);
    let spectrum = Spectrum::new(power.as_ref(), settings);
    let anisotropy = power.as_ref().map(|power| power.anisotropy(&spectrum.radial));
    (power, spectrum, anisotropy.unwrap_or_default())
}

/// Returns the spectrum for the interval of the slope: without the best planes, if a window is applied.
pub(super) fn level_spectrum(
    grids: &[HeightGrid],
    settings: &AnalysisSettings,
) -> Option<PowerSpectrum> {
    let trend = match settings.window {
        SpectrumWindow::None => Trend::Mean,
        SpectrumWindow::Hann | SpectrumWindow::Sine(_) => Trend::Plane,
    };
    PowerSpectrum::new(&filled(grids, settings), settings.window, trend)
}

struct Terrain {
    slopes: Slopes,
    roughness: f64,
    local_minima_share: f64,
    geomorphons: Option<[f64; 10]>,
}

impl Terrain {
    fn of(grids: &[HeightGrid], settings: &AnalysisSettings) -> Self {
        Self {
            slopes: Slopes::of(grids),
            roughness: roughness(grids),
            local_minima_share: local_minima_share(grids),
            geomorphons: geomorphons(grids, &settings.geomorphons),
        }
    }
}

impl Analysis {
    /// Adds the interval of the slope by the [`level_spectrum`]. [`Self::over_seeds`] must be complete.
    pub(super) fn add_slope_interval(
        &mut self,
        grids: &[HeightGrid],
        settings: &AnalysisSettings,
        level: Option<&PowerSpectrum>,
    ) {
        let spread = self.over_seeds.get("slope").map(|spread| spread.std);
        let steepest = settings.window.steepest_slope();
        let law = self.spectrum.law.filter(|law| law.slope.is_finite() && law.slope >= steepest);
        self.spectrum.slope_interval = law.zip(level).and_then(|(law, level)| {
            let interval = slope_interval(level, &filled(grids, settings), &law, spread)?;
            let bias = bias_of_slope(&grids[0], settings, law.interval)?;
            Some(interval.map(|bound| bound - bias))
        });
        if self.spectrum.slope_interval.is_none() {
            let reason = if self.spectrum.slope < steepest {
                TAPERS_LEAK
            } else if self.spectrum.slope.is_nan() {
                "there is no slope"
            } else {
                "there are too few rings"
            };
            self.note("slope_interval", reason);
        }
    }
}

impl Spectrum {
    fn new(power: Option<&PowerSpectrum>, settings: &AnalysisSettings) -> Self {
        let radial = power.map(PowerSpectrum::radial).unwrap_or_default();
        let fit = settings.fit.or_else(|| PowerLaw::default_interval(&radial));
        let law = fit.map(|interval| PowerLaw::fit(&radial, interval));
        let number = |number: fn(&PowerLaw) -> f64| law.as_ref().map_or(f64::NAN, number);
        let hurst = number(PowerLaw::hurst);
        let angular = fit.zip(power).map(|(fit, power)| power.angular(&radial, fit));
        Self {
            slope: number(|law| law.slope),
            slope_error: number(|law| law.slope_error),
            slope_interval: None,
            r2: number(|law| law.r2),
            fit,
            hurst: if (0.0..=1.0).contains(&hurst) { hurst } else { f64::NAN },
            centroid: power.map_or(f64::NAN, PowerSpectrum::centroid),
            expected_slope: settings.expected_slope,
            bands: radial
                .iter()
                .map(|ring| [ring.frequency, ring.interval[0], ring.interval[1]])
                .collect(),
            angular: angular.unwrap_or_default(),
            radial,
            law,
        }
    }
}

fn filled<'a>(grids: &'a [HeightGrid], settings: &AnalysisSettings) -> Cow<'a, [HeightGrid]> {
    let filled: Vec<_> = grids.iter().map(|grid| grid.filled(settings.fill)).collect();
    if filled.iter().all(|grid| matches!(grid, Cow::Borrowed(_))) {
        return Cow::Borrowed(grids);
    }
    filled.into_iter().map(Cow::into_owned).collect()
}
