//! Results of a statistical analysis of fields, in the form in which they are printed and stored as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::angular::Direction;
use super::anisotropy::{AnisotropyMean, AnisotropyRing};
use super::fit::PowerLaw;
use super::histogram::Histogram;
use super::radial::RadialRing;
use super::spectrum::PowerSpectrum;
use super::statistics::Statistics;
use super::surface::Slopes;

/// All results of the analysis of a generator or file. The members of its JSON are documented in the manual.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// Address of the analyzed generator or name of the analyzed file; empty until the caller sets it.
    pub address: String,
    /// Width and height of the analyzed field in samples.
    pub size: SquareOrSize,
    /// Width of the analyzed field in world units.
    pub span: f64,
    /// Distance between neighboring samples of the analyzed field along x and y, in world units.
    pub spacing: [f64; 2],
    /// World units in a unit of the values, by which slopes and landforms were measured.
    pub z_factor: f64,
    /// Name of the world unit in the results, such as `m`; `unit` if none is stated.
    pub unit: String,
    /// Name of the unit of the values; `None` if none is stated.
    #[serde(skip)]
    pub value_unit: Option<String>,
    /// Number of fields that were analyzed together, each with a different seed.
    pub seeds: usize,
    /// Mean, percentiles and moments.
    pub statistics: Statistics,
    /// Histogram of the values.
    pub histogram: Histogram,
    /// Radial power spectrum, the power law fitted to it, and its mean frequency.
    pub spectrum: Spectrum,
    /// Pairs of lag in world units and semivariance, of all directions.
    pub variogram: Vec<[f64; 2]>,
    /// Lag and 95 % interval of the points of the variogram, by the spread over the seeds; empty for one seed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variogram_intervals: Vec<[f64; 3]>,
    /// Anisotropy by ring; in JSON, pairs of frequency in cycles per unit and anisotropy in decibels.
    #[serde(serialize_with = "frequency_and_decibels")]
    pub anisotropy_db: Vec<AnisotropyRing>,
    /// Mean anisotropy of the rings of the fit, with 95 % intervals; `None` without such rings.
    pub anisotropy_mean: Option<AnisotropyMean>,
    /// Slope angles; `None` if the values are not heights over a plane.
    pub slopes: Option<Slopes>,
    /// [`Statistics::hypsometric_integral`]; NaN if the values are not heights over a plane.
    pub hypsometric_integral: f64,
    /// Mean range of heights of a sample and its eight neighbors; NaN if the values are not heights over a plane.
    pub roughness: f64,
    /// Fraction of samples lower than their eight neighbors; NaN without finite values that are heights over a plane.
    pub local_minima_share: f64,
    /// Shares of the ten landforms [`GEOMORPHONS`](super::GEOMORPHONS); `None` where [`Self::local_minima_share`] is
    /// NaN, or no lines of sight are inside the field and finite.
    pub geomorphons: Option<[f64; 10]>,
    /// Errors of the gradient that the generator returns; `None` if they were not measured.
    pub gradient: Option<GradientCheck>,
    /// Errors of single precision by distance from the origin; `None` if they were not measured.
    pub precision: Option<Vec<PrecisionPoint>>,
    /// Decimal digits that single precision leaves at the center of the field; `None` if they were not measured.
    pub digits_left: Option<f64>,
    /// Errors of the exact gradient in single precision by distance from the origin, like `precision`.
    pub gradient_precision: Option<Vec<PrecisionPoint>>,
    /// Decimal digits that single precision leaves of the exact gradient, like `digits_left`.
    pub gradient_digits_left: Option<f64>,
    /// Kinks and poles of the values; `None` if they were not counted.
    pub kinks: Option<Kinks>,
    /// Steps of the values; `None` if they were not counted.
    pub jumps: Option<Jumps>,
    /// Smallest period in world units along both axes; `None` if there is none, or if it was not measured.
    pub period: Option<f64>,
    /// Visibility of the edges when the field is tiled; `None` without second differences inside.
    pub seam: Option<Seam>,
    /// Mean and standard deviation over the seeds, by the name of the number; empty for one seed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub over_seeds: BTreeMap<String, MeanAndDeviation>,
    /// Statistics of each seed; empty for one seed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub per_seed: Vec<BTreeMap<&'static str, f64>>,
    /// Reasons for missing numbers, by the name of the member of the JSON.
    pub notes: BTreeMap<String, String>,
    /// All frequencies, from which pictures are drawn; `None` if a value is not finite.
    #[serde(skip)]
    pub power: Option<PowerSpectrum>,
}

/// Width and height of a field in samples; written to JSON as a single number if they are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareOrSize(pub [usize; 2]);

impl Serialize for SquareOrSize {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            [width, height] if width == height => width.serialize(serializer),
            size => size.serialize(serializer),
        }
    }
}

/// Radial power spectrum and numbers derived from it. Without a spectrum, lists are empty and numbers NaN.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spectrum {
    /// Mean power by ring; in JSON, pairs of frequency in cycles per unit and power density.
    #[serde(serialize_with = "frequency_and_power")]
    pub radial: Vec<RadialRing>,
    /// Exponent of the fitted power law, d log P / d log f.
    pub slope: f64,
    /// Standard error of the exponent by the regression alone, [`PowerLaw::slope_error`].
    pub slope_error: f64,
    /// 95 % interval of the exponent, in which leakage and correlated rings are considered; `None` if there is none.
    pub slope_interval: Option<[f64; 2]>,
    /// R² of the fit.
    pub r2: f64,
    /// Frequencies between which the power law is fitted, in cycles per unit; `None` if neither given nor by default.
    pub fit: Option<[f64; 2]>,
    /// Hurst exponent H of the fitted power law, whose slope is −(2H + 2); NaN if that is not between 0 and 1.
    pub hurst: f64,
    /// Mean frequency, weighted by power, in cycles per unit.
    pub centroid: f64,
    /// Exponent that theory predicts; `None` if it is unknown.
    pub expected_slope: Option<f64>,
    /// Frequency and 95 % interval of the mean power of each ring, for a stationary process.
    pub bands: Vec<[f64; 3]>,
    /// Power in 36 directions over the rings of the fit; empty without a fit.
    pub angular: Vec<Direction>,
    /// Power law fitted to the radial spectrum; `None` if there is no interval of frequencies.
    #[serde(skip)]
    pub law: Option<PowerLaw>,
}

impl Spectrum {
    /// Returns the ends of a power law with the given exponent, as frequency and power: over the fitted interval, and
    /// equal to the fitted law in the middle of it. Empty without a fitted law.
    pub fn law_of_slope(&self, slope: f64) -> Vec<[f64; 2]> {
        let Some(law) = &self.law else {
            return Vec::new();
        };
        let [low, high] = law.interval;
        let middle = (low * high).sqrt();
        let power = |frequency: f64| law.power(middle) * (frequency / middle).powf(slope);
        [low, high].map(|frequency| [frequency, power(frequency)]).into()
    }
}

/// Differences of a generator's gradient from central differences in double precision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GradientCheck {
    /// Largest length of the difference.
    pub max_error: f64,
    /// Root mean square of the length of the difference.
    pub rms_error: f64,
    /// World position of the largest difference.
    pub at: [f64; 2],
}

/// Kinks and poles of a generator's values, where its exact gradient jumps or is not finite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Kinks {
    /// Share of the steps from sample to sample, along x and along y, that cross a jump of the gradient.
    pub share: f64,
    /// World positions of the largest jumps, at most 8, the largest first.
    pub at: Vec<[f64; 2]>,
    /// Share of points at which the gradient is not finite.
    pub not_finite_share: f64,
    /// World positions of such points, at most 8.
    pub not_finite_at: Vec<[f64; 2]>,
}

/// Jumps of a generator's values, as by `floor`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Jumps {
    /// Share of the steps from sample to sample, along x and along y, that cross a jump.
    pub share: f64,
    /// World positions of the largest jumps, at most 8, the largest first.
    pub at: Vec<[f64; 2]>,
}

/// Members of the JSON that are measured of a generator, not of samples.
pub(crate) const MEASURED: [&str; 8] = [
    "gradient", "precision", "digits_left", "gradient_precision", "gradient_digits_left", "kinks",
    "jumps", "period",
];

/// Rounding error in single precision at one distance from the origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PrecisionPoint {
    /// Distance from the origin along both axes, in world units.
    pub offset: f64,
    /// Root mean square difference between results in single precision, at rounded positions, and in double precision.
    pub rms_error: f64,
    /// Part of it that is due to rounded positions: both results are in double precision. `None` for an estimate.
    pub position_error: Option<f64>,
    /// Part of it that is due to arithmetic: both results are at rounded positions. `None` for an estimate.
    pub arithmetic_error: Option<f64>,
}

/// Visibility of the seams when a field is repeated like a tile: the root mean square second difference across opposite
/// edges, divided by that at the most bent place inside. A ratio of up to about 1 is no visible seam.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Seam {
    /// Between the eastern and the western edge; NaN without second differences along x inside.
    pub x: f64,
    /// Between the northern and the southern edge; NaN without second differences along y inside.
    pub y: f64,
}

/// Mean and sample standard deviation of a number over several seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MeanAndDeviation {
    /// Mean over the seeds.
    pub mean: f64,
    /// Standard deviation with n − 1 degrees of freedom.
    pub std: f64,
    /// 95 % interval of the mean, with Student's t; also of numbers for which one field gives none, since a field with
    /// power at all wavelengths has no independent parts.
    pub interval: [f64; 2],
}

impl Analysis {
    /// Returns the mean anisotropy of all listed rings in decibels, weighted by their power. NaN without rings.
    pub fn mean_anisotropy_db(&self) -> f64 {
        let rings = self.anisotropy_db.iter();
        let [sum, total] = rings.fold([0.0; 2], |[sum, total], ring| {
            [sum + ring.energy * ring.db, total + ring.energy]
        });
        sum / total
    }

    /// Records in [`Self::notes`] why a member is missing.
    pub fn note(&mut self, member: &str, reason: impl Into<String>) {
        self.notes.insert(member.to_owned(), reason.into());
    }
}

fn frequency_and_power<S: serde::Serializer>(
    rings: &[RadialRing],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rings.iter().map(|ring| [ring.frequency, ring.power]))
}

fn frequency_and_decibels<S: serde::Serializer>(
    rings: &[AnisotropyRing],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rings.iter().map(|ring| [ring.frequency, ring.db]))
}
