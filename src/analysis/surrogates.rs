//! Whether the measures of a field are those of Gaussian fields with its spectrum: the method of surrogate data (Theiler
//! et al., "Testing for nonlinearity in time series: the method of surrogate data", Physica D 58, 1992).
//!
//! Surrogates of a tile have the amplitudes of its Fourier transform and the phases of white noise.
//!
//! A transform takes a field as a tile, whose steps across opposite edges would add power to the surrogates. So of other
//! fields the periodic component is compared: the field minus the smooth one that has these steps (Moisan, "Periodic plus
//! smooth image decomposition", Journal of Mathematical Imaging and Vision 39, 2011). Even if the field is Gaussian, the
//! phases of this component are not independent, of each other and of the amplitudes. So surrogates have the phases of
//! periodic components of [parts of wider Gaussian tiles](Crops) with the spectrum of the field; and what is ranked is how
//! much the field differs from the mean of its surrogates, among the same differences of such parts, each of which has
//! surrogates of its own.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use rayon::prelude::*;
use rustfft::FftDirection;
use rustfft::num_complex::Complex;
use serde::Serialize;

use super::crops::{Crops, in_groups, normal};
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

/// Gaussian fields that are made together. Each is compared with surrogates that have the phases of the others.
const GROUP: usize = 4;

/// Bytes that a group needs for each sample.
const GROUP_BYTES: usize = 320;

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
    /// State of the random numbers, which differs between fields: chance must not favor the same measures in all of them.
    first_state: u64,
}

type Transform = Vec<Complex<f64>>;

/// Measures of one field by their names.
type Measures = BTreeMap<String, f64>;

/// What one Gaussian field adds to the comparison.
struct Compared {
    /// Measures of the surrogate of the field that has its phases.
    surrogate: Measures,
    /// Its own measures minus the mean of its surrogates; `None` if the field is a tile.
    difference: Option<Measures>,
}

/// Measures of a field beside those of Gaussian fields with its spectrum.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SurrogateTest {
    /// Number of Gaussian fields.
    pub count: usize,
    /// Results by the name of the measure.
    pub measures: BTreeMap<String, SurrogateMeasure>,
    /// Names of the measures that differ.
    pub differing: Vec<String>,
    /// Number of measures that would differ by chance if they were independent: 0.05 of all.
    pub expected_by_chance: f64,
}

/// One measure of a field beside those of Gaussian fields with its spectrum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SurrogateMeasure {
    /// Of the field: its periodic component, unless it tiles.
    pub value: f64,
    /// The central 95 % of the Gaussian fields. If the field is no tile: of their differences from their own surrogates,
    /// plus the mean of the field's; it may exceed the range of the measure.
    pub band: [f64; 2],
    /// Two-sided probability of a value as extreme: 2 (1 + m) / (N + 1), at most 1, where m of the N that give the band are
    /// at or beyond the value on the side that has fewer.
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
        let amplitudes: Vec<f64> = transformed.iter().map(|value| value.norm()).collect();
        let first_state = amplitudes.iter().sum::<f64>().to_bits();
        let settings = *settings;
        let surrogates =
            Self { grid: grid.clone(), mean, amplitudes, crops, trend, settings, first_state };
        Some(Self { grid: surrogates.inverse(transformed), ..surrogates })
    }

    /// Compares the field with `count` Gaussian fields, always the same.
    pub fn test(&self, count: u32) -> SurrogateTest {
        let groups = u64::from(count).div_ceil(GROUP as u64);
        let bytes = GROUP_BYTES * self.grid.values.len();
        let mut all = in_groups(groups, bytes, |seed| self.group(seed));
        all.truncate(count as usize);
        let (surrogates, differences): (Vec<_>, Vec<_>) =
            all.into_iter().map(|one| (one.surrogate, one.difference)).unzip();
        let mut field = measures(&self.grid, &self.settings);
        field.retain(|name, _| varies(&surrogates, name));
        let differences: Option<Vec<Measures>> = differences.into_iter().collect();
        let others = match differences {
            Some(differences) if count > 0 => expected(&surrogates, &differences),
            _ => surrogates,
        };
        SurrogateTest::new(&field, &others)
    }

    /// Returns four Gaussian fields with the amplitudes of the field. Equal seeds give equal fields.
    pub fn surrogates(&self, seed: u64) -> Vec<HeightGrid> {
        let phases = self.phases(seed);
        phases.iter().map(|phases| self.surrogate(&self.amplitudes, phases)).collect()
    }

    fn group(&self, seed: u64) -> Vec<Compared> {
        let phases = self.phases(seed);
        let measured = |amplitudes: &[f64], phases| {
            measures(&self.surrogate(amplitudes, phases), &self.settings)
        };
        let difference = |index: usize| {
            let amplitudes: Vec<f64> = phases[index].iter().map(|value| value.norm()).collect();
            let mut own = measured(&amplitudes, &phases[index]);
            let others = (0..GROUP).filter(|other| *other != index);
            let surrogates = others.map(|other| measured(&amplitudes, &phases[other]));
            let typical = mean(&surrogates.collect::<Vec<_>>());
            own.iter_mut().for_each(|(name, value)| *value -= typical[name]);
            own
        };
        let compared = |index: usize| Compared {
            surrogate: measured(&self.amplitudes, &phases[index]),
            difference: self.crops.is_some().then(|| difference(index)),
        };
        (0..GROUP).into_par_iter().map(compared).collect()
    }

    /// Transforms whose phases a group of surrogates has.
    fn phases(&self, seed: u64) -> Vec<Transform> {
        match &self.crops {
            Some(crops) => self.periodic_parts(crops, seed),
            None => self.white_phases(seed),
        }
    }

    fn white_phases(&self, seed: u64) -> Vec<Transform> {
        let mut state = self.state(seed);
        let mut white =
            || -> Vec<f64> { self.amplitudes.iter().map(|_| normal(&mut state)).collect() };
        (0..GROUP).map(|_| forward(&white(), self.grid.size)).collect()
    }

    /// Transforms of the periodic components of a group of Gaussian fields, with the power of the field.
    fn periodic_parts(&self, crops: &Crops, seed: u64) -> Vec<Transform> {
        let pairs = (0..GROUP as u64 / 2).flat_map(|pair| crops.pair(self.state(2 * seed + pair)));
        let periodic = pairs.map(|values| {
            let values = values.iter().map(|value| *value as f32).collect();
            let part = HeightGrid { values, ..self.grid.clone() };
            let level = self.trend.subtracted_from(&part);
            let level = level.unwrap_or_else(|| vec![0.0; part.values.len()]);
            self.scaled(periodic(&level, part.size))
        });
        periodic.collect()
    }

    /// States are far apart: neighboring ones of splitmix64 give the same numbers, shifted.
    fn state(&self, seed: u64) -> u64 {
        self.first_state.wrapping_add(seed << 40)
    }

    /// Returns a transform times a factor, with the power of the field.
    fn scaled(&self, mut transformed: Transform) -> Transform {
        let power: f64 =
            self.amplitudes.iter().skip(1).map(|amplitude| amplitude * amplitude).sum();
        let own: f64 = transformed.iter().skip(1).map(|value| value.norm_sqr()).sum();
        let factor = if own > 0.0 { (power / own).sqrt() } else { 0.0 };
        transformed.iter_mut().for_each(|value| *value *= factor);
        transformed
    }

    fn surrogate(&self, amplitudes: &[f64], phases: &[Complex<f64>]) -> HeightGrid {
        let values = phases.iter().zip(amplitudes).map(|(phase, amplitude)| {
            let norm = phase.norm();
            *phase * if norm > 0.0 { amplitude / norm } else { 0.0 }
        });
        self.inverse(values.collect())
    }

    fn inverse(&self, mut values: Transform) -> HeightGrid {
        transform(&mut values, &self.grid.size, FftDirection::Inverse);
        let count = values.len() as f64;
        let values = values.iter().map(|value| (value.re / count + self.mean) as f32);
        HeightGrid { values: values.collect(), ..self.grid.clone() }
    }
}

fn forward(values: &[f64], size: [usize; 2]) -> Transform {
    let mut transformed: Transform = values.iter().map(|value| (*value).into()).collect();
    transform(&mut transformed, &size, FftDirection::Forward);
    transformed
}

/// Returns the transform of the periodic component of a field.
fn periodic(values: &[f64], size: [usize; 2]) -> Transform {
    let mut transformed = forward(values, size);
    subtract_smooth(&mut transformed, values, size);
    transformed
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
        for (name, share) in GEOMORPHONS.iter().zip(shares.unwrap_or([f64::NAN; 10])) {
            measures.insert(format!("geomorphons.{name}"), share);
        }
    }
    measures
}

/// Means of the measures of at least one field.
fn mean(all: &[Measures]) -> Measures {
    let of_name = |name: &String| all.iter().map(|one| one[name]).sum::<f64>() / all.len() as f64;
    all[0].keys().map(|name| (name.clone(), of_name(name))).collect()
}

/// False for a landform that most have not at all, or any other measure that is equal in most: such numbers have no ranks.
fn varies(all: &[Measures], name: &str) -> bool {
    let mut values: Vec<f64> = all.iter().map(|one| one[name]).collect();
    values.sort_by(f64::total_cmp);
    let middle = values.get(values.len() / 2).copied();
    let equal = values.iter().filter(|value| Some(**value) == middle).count();
    2 * equal < values.len() + 2
}

/// Measures that a Gaussian field may have in place of the compared one: the mean of its surrogates plus each of the
/// differences. These are from the mean of few surrogates, which varies more than that of all.
fn expected(surrogates: &[Measures], differences: &[Measures]) -> Vec<Measures> {
    let [of_all, of_few] = [surrogates.len(), GROUP - 1].map(|count| 1.0 + 1.0 / count as f64);
    let factor = (of_all / of_few).sqrt();
    let [typical, middle] = [surrogates, differences].map(mean);
    let plus = |difference: &Measures| {
        let values = difference.iter().map(|(name, value)| {
            let middle = middle[name];
            (name.clone(), typical[name] + middle + factor * (value - middle))
        });
        values.collect()
    };
    differences.iter().map(plus).collect()
}

impl SurrogateTest {
    fn new(field: &Measures, others: &[Measures]) -> Self {
        let compared = field.iter().filter_map(|(name, value)| {
            let mut others: Vec<f64> = others.iter().map(|one| one[name]).collect();
            others.sort_by(f64::total_cmp);
            let is_finite = others.iter().chain([value]).all(|number| number.is_finite());
            (is_finite && !others.is_empty())
                .then(|| (name.clone(), SurrogateMeasure::new(*value, &others)))
        });
        let measures: BTreeMap<String, SurrogateMeasure> = compared.collect();
        let differing = measures.iter().filter(|(_, measure)| measure.differs);
        Self {
            count: others.len(),
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
