//! Phase randomization: Gaussian fields of the same spectrum, as a null hypothesis for the measures of a field.
//!
//! A surrogate has the amplitudes of the Fourier transform of the field, and the phases of white noise (Theiler et al.,
//! "Testing for nonlinearity in time series: the method of surrogate data", Physica D 58, 1992). A transform takes a
//! field as a tile, whose steps across opposite edges would add power to the surrogates. So its periodic component is
//! randomized, and compared: the field minus the smooth one that has these steps (Moisan, "Periodic plus smooth image
//! decomposition", Journal of Mathematical Imaging and Vision 39, 2011).

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use rayon::prelude::*;
use rustfft::FftDirection;
use rustfft::num_complex::Complex;
use serde::Serialize;

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

/// Field whose phases are randomized.
#[derive(Clone, Debug)]
pub struct Surrogates {
    grid: HeightGrid,
    mean: f64,
    /// Absolute values of the Fourier transform.
    amplitudes: Vec<f64>,
    settings: AnalysisSettings,
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
    /// With [`SpectrumWindow::None`] the field is taken as a tile, as it is. `None` if a value is not finite.
    pub fn new(grid: &HeightGrid, settings: &AnalysisSettings) -> Option<Self> {
        let values = Trend::Mean.subtracted_from(grid)?;
        let mean = f64::from(grid.values[0]) - values[0];
        let mut transformed: Vec<Complex<f64>> =
            values.iter().map(|value| (*value).into()).collect();
        transform(&mut transformed, &grid.size, FftDirection::Forward);
        if settings.window != SpectrumWindow::None {
            subtract_smooth(&mut transformed, &values, grid.size);
        }
        let amplitudes = transformed.iter().map(|value| value.norm()).collect();
        let surrogates = Self { grid: grid.clone(), mean, amplitudes, settings: *settings };
        Some(Self { grid: surrogates.inverse(transformed), ..surrogates })
    }

    /// Returns the measures of the field.
    pub fn of_field(&self) -> Measures {
        measures(&self.grid, &self.settings)
    }

    /// Returns the measures of the surrogates with the seeds 1 to `count`, in this order.
    pub fn of_surrogates(&self, count: u32) -> Vec<Measures> {
        let seeds = (1..=count).into_par_iter();
        seeds.map(|seed| measures(&self.surrogate(seed.into()), &self.settings)).collect()
    }

    /// Returns a Gaussian field with the amplitudes of the field. Equal seeds give equal surrogates.
    pub fn surrogate(&self, seed: u64) -> HeightGrid {
        // Seeds far apart: neighboring states of splitmix64 give the same numbers, shifted.
        let mut state = seed << 40;
        let white = (0..self.amplitudes.len()).map(|_| normal(&mut state).into());
        let mut values: Vec<Complex<f64>> = white.collect();
        transform(&mut values, &self.grid.size, FftDirection::Forward);
        for (value, amplitude) in values.iter_mut().zip(&self.amplitudes) {
            let norm = value.norm();
            *value *= if norm > 0.0 { amplitude / norm } else { 0.0 };
        }
        self.inverse(values)
    }

    fn inverse(&self, mut values: Vec<Complex<f64>>) -> HeightGrid {
        transform(&mut values, &self.grid.size, FftDirection::Inverse);
        let count = values.len() as f64;
        let values = values.iter().map(|value| (value.re / count + self.mean) as f32);
        HeightGrid { values: values.collect(), ..self.grid.clone() }
    }
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
    let mut steps: Vec<Complex<f64>> = steps.into_iter().map(Complex::from).collect();
    transform(&mut steps, &[width, height], FftDirection::Forward);
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

/// Box–Muller transform of numbers of splitmix64.
fn normal(state: &mut u64) -> f64 {
    let mut uniform = || {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed ^ (mixed >> 31)) >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    };
    let [radius, angle] = [uniform(), uniform()];
    (-2.0 * radius.ln()).sqrt() * (TAU * angle).cos()
}
