//! Phase randomization: Gaussian fields of the same spectrum, as a null hypothesis for the measures of a field.
//!
//! A surrogate has the amplitudes of the Fourier transform of the field. Those of a tile have the phases of white noise
//! (Theiler et al., "Testing for nonlinearity in time series: the method of surrogate data", Physica D 58, 1992).
//!
//! A transform takes a field as a tile, whose steps across opposite edges would add power to the surrogates. So of other
//! fields the periodic component is compared: the field minus the smooth one that has these steps (Moisan, "Periodic plus
//! smooth image decomposition", Journal of Mathematical Imaging and Vision 39, 2011). Even if the field is Gaussian, the
//! phases of this component are not independent: it is calmer at its edges. So a surrogate has the phases of the periodic
//! component of [a part of a wider Gaussian tile](Crops) with the spectrum of the field. What is left is that amplitudes
//! and phases of one field depend on each other a little, which raises its slopes; the mean of this effect over all
//! parts, each with its own amplitudes and with those of another, is added to the slopes of the surrogates.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use rayon::prelude::*;
use rustfft::FftDirection;
use rustfft::num_complex::Complex;
use serde::Serialize;

use super::crops::{Crops, first_state, normal};
use super::fourier::transform;
use super::geomorphons::{GEOMORPHONS, geomorphons};
use super::heights::HeightGrid;
use super::settings::AnalysisSettings;
use super::statistics::Statistics;
use super::surface::{Slopes, local_minima_share};
use super::trend::Trend;
use super::window::SpectrumWindow;

/// Largest probability at which a measure is said to differ.
const SIGNIFICANCE: f64 = 0.05;

/// Most bytes of the fields that are computed at the same time, unless a single pair needs more.
const MEMORY: usize = 2 << 30;

/// Bytes that two surrogates need for each sample at the same time.
const PAIR_BYTES: usize = 144;

/// Field whose phases are randomized.
#[derive(Clone, Debug)]
pub struct Surrogates {
    grid: HeightGrid,
    mean: f64,
    /// Absolute values of the Fourier transform.
    amplitudes: Vec<f64>,
    /// `None` if the field is a tile.
    crops: Option<Crops>,
    trend: Trend,
    settings: AnalysisSettings,
}

/// Surrogate, and how much steeper its slopes would be if its amplitudes and its phases were of one field: of
/// [`Slopes::mean_deg`] and [`Slopes::p95_deg`].
struct Surrogate {
    grid: HeightGrid,
    steeper: [f64; 2],
}

/// Measures of one field by their names.
pub type Measures = BTreeMap<String, f64>;

/// Measures of a field beside those of its surrogates.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SurrogateTest {
    /// Number of surrogates.
    pub count: usize,
    /// Results by the name of the measure.
    pub measures: BTreeMap<String, SurrogateMeasure>,
    /// Names of the measures that differ.
    pub differing: Vec<String>,
    /// Number of measures that would differ by chance if they were independent: 0.05 of all.
    pub expected_by_chance: f64,
}

/// One measure of a field beside those of its surrogates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SurrogateMeasure {
    /// Of the field: its periodic component, unless it tiles.
    pub value: f64,
    /// Interval that contains the central 95 % of the surrogates.
    pub band: [f64; 2],
    /// Two-sided probability of a value as extreme: 2 (1 + m) / (N + 1), at most 1, where m of N surrogates are at or
    /// beyond the value on the side that has fewer.
    pub p: f64,
    /// True if `p` is at most 0.05.
    pub differs: bool,
}

impl Surrogates {
    /// With [`SpectrumWindow::None`] the field is taken as a tile, as it is. Otherwise a [`Trend::Plane`] of the settings
    /// is subtracted first. `None` if a value is not finite.
    pub fn new(grid: &HeightGrid, settings: &AnalysisSettings) -> Option<Self> {
        let is_tile = settings.window == SpectrumWindow::None;
        let trend =
            if is_tile || settings.trend == Trend::None { Trend::Mean } else { settings.trend };
        let values = Trend::Mean.subtracted_from(grid)?;
        let mean = f64::from(grid.values[0]) - values[0];
        let values = trend.subtracted_from(grid)?;
        let crops = if is_tile { None } else { Some(Crops::new(grid, trend)?) };
        let transformed =
            if is_tile { forward(&values, grid.size) } else { periodic(&values, grid.size) };
        let amplitudes = transformed.iter().map(|value| value.norm()).collect();
        let settings = *settings;
        let surrogates = Self { grid: grid.clone(), mean, amplitudes, crops, trend, settings };
        Some(Self { grid: surrogates.inverse(transformed), ..surrogates })
    }

    /// Returns the measures of the field.
    pub fn of_field(&self) -> Measures {
        measures(&self.grid, &self.settings)
    }

    /// Returns the measures of `count` surrogates, always the same.
    pub fn of_surrogates(&self, count: u32) -> Vec<Measures> {
        let seeds: Vec<u64> = (1..=u64::from(count.div_ceil(2))).collect();
        let together = (MEMORY / PAIR_BYTES / self.grid.values.len()).max(1);
        let of_seed = |seed: &u64| {
            let pair = self.pair(*seed);
            pair.map(|one| (measures(&one.grid, &self.settings), one.steeper))
        };
        let mut found: Vec<(Measures, [f64; 2])> = Vec::new();
        for seeds in seeds.chunks(together) {
            found.par_extend(seeds.par_iter().flat_map_iter(of_seed));
        }
        for (index, name) in ["mean_deg", "p95_deg"].into_iter().enumerate() {
            let steeper = found.iter().map(|(_, steeper)| steeper[index]).sum::<f64>();
            let steeper = steeper / found.len() as f64;
            for slope in found.iter_mut().filter_map(|(measures, _)| measures.get_mut(name)) {
                *slope += steeper;
            }
        }
        found.into_iter().map(|(measures, _)| measures).take(count as usize).collect()
    }

    /// Returns two Gaussian fields with the amplitudes of the field. Equal seeds give equal surrogates.
    pub fn surrogates(&self, seed: u64) -> [HeightGrid; 2] {
        self.pair(seed).map(|surrogate| surrogate.grid)
    }

    fn pair(&self, seed: u64) -> [Surrogate; 2] {
        let Some(crops) = &self.crops else {
            let mut state = first_state(seed);
            return std::array::from_fn(|_| {
                let white: Vec<f64> = self.amplitudes.iter().map(|_| normal(&mut state)).collect();
                let phases = forward(&white, self.grid.size);
                let grid = self.inverse(with_amplitudes(phases, |index| self.amplitudes[index]));
                Surrogate { grid, steeper: [0.0; 2] }
            });
        };
        let pair = crops.pair(seed).map(|values| {
            let values = values.iter().map(|value| *value as f32).collect();
            let crop = HeightGrid { values, ..self.grid.clone() };
            let level = self.trend.subtracted_from(&crop);
            let level = level.unwrap_or_else(|| vec![0.0; crop.values.len()]);
            self.scaled(periodic(&level, crop.size))
        });
        std::array::from_fn(|index| {
            let (own, other) = (&pair[index], &pair[1 - index]);
            let [own_slopes, other_slopes] =
                [own.clone(), with_amplitudes(own.clone(), |index| other[index].norm())]
                    .map(|transformed| self.slopes(transformed));
            let steeper = std::array::from_fn(|index| own_slopes[index] - other_slopes[index]);
            let grid = self.inverse(with_amplitudes(own.clone(), |index| self.amplitudes[index]));
            Surrogate { grid, steeper }
        })
    }

    /// Returns a transform times a factor, with the power of the field.
    fn scaled(&self, mut transformed: Vec<Complex<f64>>) -> Vec<Complex<f64>> {
        let power: f64 =
            self.amplitudes.iter().skip(1).map(|amplitude| amplitude * amplitude).sum();
        let own: f64 = transformed.iter().skip(1).map(|value| value.norm_sqr()).sum();
        let factor = if own > 0.0 { (power / own).sqrt() } else { 0.0 };
        transformed.iter_mut().for_each(|value| *value *= factor);
        transformed
    }

    /// Mean and 95th percentile; 0 for values that are no terrain.
    fn slopes(&self, transformed: Vec<Complex<f64>>) -> [f64; 2] {
        if !self.settings.is_terrain {
            return [0.0; 2];
        }
        let slopes = Slopes::of(&[self.inverse(transformed)]);
        [slopes.mean_deg, slopes.p95_deg]
    }

    fn inverse(&self, mut values: Vec<Complex<f64>>) -> HeightGrid {
        transform(&mut values, &self.grid.size, FftDirection::Inverse);
        let count = values.len() as f64;
        let values = values.iter().map(|value| (value.re / count + self.mean) as f32);
        HeightGrid { values: values.collect(), ..self.grid.clone() }
    }
}

fn forward(values: &[f64], size: [usize; 2]) -> Vec<Complex<f64>> {
    let mut transformed: Vec<Complex<f64>> = values.iter().map(|value| (*value).into()).collect();
    transform(&mut transformed, &size, FftDirection::Forward);
    transformed
}

/// Returns the transform of the periodic component of a field.
fn periodic(values: &[f64], size: [usize; 2]) -> Vec<Complex<f64>> {
    let mut transformed = forward(values, size);
    subtract_smooth(&mut transformed, values, size);
    transformed
}

/// Replaces the absolute values of a transform by those of each index.
fn with_amplitudes(
    mut phases: Vec<Complex<f64>>,
    amplitude: impl Fn(usize) -> f64,
) -> Vec<Complex<f64>> {
    for (index, value) in phases.iter_mut().enumerate() {
        let norm = value.norm();
        *value *= if norm > 0.0 { amplitude(index) / norm } else { 0.0 };
    }
    phases
}

/// Subtracts the transform of the smooth component, whose discrete Laplacian is the steps across opposite edges.
fn subtract_smooth(transformed: &mut [Complex<f64>], values: &[f64], [width, height]: [usize; 2]) {
    let mut steps = vec![0.0; values.len()];
    for x in 0..width {
        let last = (height - 1) * width + x;
        let step = values[last] - values[x];
        steps[x] += step;
        steps[last] -= step;
    }
    for first in (0..height).map(|y| y * width) {
        let last = first + width - 1;
        let step = values[last] - values[first];
        steps[first] += step;
        steps[last] -= step;
    }
    let steps = forward(&steps, [width, height]);
    let cosine = |index: usize, count: usize| (TAU * index as f64 / count as f64).cos();
    for (index, (value, step)) in transformed.iter_mut().zip(&steps).enumerate().skip(1) {
        let laplacian = 2.0 * (cosine(index % width, width) + cosine(index / width, height)) - 4.0;
        *value -= step / laplacian;
    }
}

/// Measures that the power spectrum does not determine. Without terrain, moments and percentiles alone.
fn measures(grid: &HeightGrid, settings: &AnalysisSettings) -> Measures {
    let grids = std::slice::from_ref(grid);
    let all = Statistics::of(grids);
    let mut measures: Measures = [
        ("min", all.min),
        ("max", all.max),
        ("skewness", all.skewness),
        ("kurtosis", all.kurtosis),
        ("p001", all.p001),
        ("p999", all.p999),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    if settings.is_terrain {
        let slopes = Slopes::of(grids);
        let terrain = [
            ("hypsometric_integral", all.hypsometric_integral()),
            ("local_minima_share", local_minima_share(grids)),
            ("mean_deg", slopes.mean_deg),
            ("p95_deg", slopes.p95_deg),
        ];
        measures.extend(terrain.map(|(name, value)| (name.to_owned(), value)));
        let shares = geomorphons(grids, &settings.geomorphons);
        for (name, share) in GEOMORPHONS.iter().zip(shares.into_iter().flatten()) {
            measures.insert(format!("geomorphons.{name}"), share);
        }
    }
    measures
}

impl SurrogateTest {
    /// Compares the measures of a field with those of at least one surrogate.
    pub fn new(field: &Measures, surrogates: &[Measures]) -> Self {
        let compared = field.iter().filter_map(|(name, value)| {
            let mut others: Vec<f64> =
                surrogates.iter().filter_map(|one| one.get(name).copied()).collect();
            others.sort_by(f64::total_cmp);
            let is_complete = !others.is_empty() && others.iter().all(|other| other.is_finite());
            let is_compared = is_complete && value.is_finite();
            is_compared.then(|| (name.clone(), SurrogateMeasure::new(*value, &others)))
        });
        let measures: BTreeMap<String, SurrogateMeasure> = compared.collect();
        let differing = measures.iter().filter(|(_, measure)| measure.differs);
        Self {
            count: surrogates.len(),
            differing: differing.map(|(name, _)| name.clone()).collect(),
            expected_by_chance: SIGNIFICANCE * measures.len() as f64,
            measures,
        }
    }
}

impl SurrogateMeasure {
    /// `others` are in increasing order.
    fn new(value: f64, others: &[f64]) -> Self {
        let below = others.iter().filter(|other| **other <= value).count();
        let above = others.iter().filter(|other| **other >= value).count();
        let p = 2.0 * (1.0 + below.min(above) as f64) / (others.len() as f64 + 1.0);
        let quantile = |fraction: f64| {
            let rank = fraction * (others.len() - 1) as f64;
            let [low, high] = [rank.floor(), rank.ceil()].map(|rank| others[rank as usize]);
            low + rank.fract() * (high - low)
        };
        let band = [0.025, 0.975].map(quantile);
        Self { value, band, p: p.min(1.0), differs: p <= SIGNIFICANCE }
    }
}
