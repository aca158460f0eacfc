//! Measurements of each variant of a sweep.

use std::collections::BTreeMap;

use noise_playground::Subject;
use noise_playground::analysis::{
    Analysis, AnalysisSettings, AnisotropyMean, MeanAndDeviation, Statistics, analyze_seeds,
};
use noise_playground::field::Field;
use noise_playground::subject::view_setting::{SettingError, choice};
use serde::Serialize;
use serde_json::Value;

/// Measurements of `--measure LIST` besides those that are always made, and the members of the JSON of `analyze` that
/// they add.
const MEASURES: [(&str, &[&str]); 7] = [
    ("histogram", &["histogram"]),
    ("hypsometry", &["hypsometric_integral"]),
    ("landforms", &["geomorphons", "local_minima_share"]),
    ("roughness", &["roughness"]),
    ("seam", &["seam"]),
    ("slopes", &["slopes"]),
    ("variogram", &["variogram"]),
];

/// Names of the members that `--measure LIST` adds; empty without a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MeasureList(Vec<&'static str>);

/// Parses the value of `--measure`.
pub(super) fn measure_list(text: &str) -> Result<MeasureList, SettingError> {
    let mut members = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let names = MEASURES.map(|(name, _)| name);
        choice(name, names)?;
        members.extend(MEASURES.iter().filter(|row| row.0 == name).flat_map(|row| row.1));
    }
    Ok(MeasureList(members))
}

/// Added to a variant's line by `sweep --measure`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct VariantMeasures {
    statistics: Statistics,
    spectrum: SpectrumMeasures,
    /// Mean, in decibels.
    anisotropy_db: f64,
    anisotropy_mean: Option<AnisotropyMean>,
    /// Members of a list.
    #[serde(flatten)]
    listed: BTreeMap<&'static str, Value>,
    /// Number of fields; `None` without `--seeds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    seeds: Option<usize>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    over_seeds: BTreeMap<String, MeanAndDeviation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    per_seed: Vec<BTreeMap<&'static str, f64>>,
    /// Why numbers are missing, by their names.
    notes: BTreeMap<String, String>,
}

/// Names of the measurements whose notes are always repeated.
const NOTED: [&str; 5] =
    ["statistics", "spectrum", "slope_interval", "anisotropy_db", "anisotropy_mean"];

#[derive(Clone, Debug, Serialize)]
struct SpectrumMeasures {
    slope: f64,
    slope_interval: Option<[f64; 2]>,
    slope_error: f64,
    r2: f64,
    fit: Option<[f64; 2]>,
}

impl VariantMeasures {
    /// `fields` are one with the seed of the subject, or one for each seed of `--seeds`, on the subject's grid.
    pub(super) fn new(
        subject: &Subject,
        fields: &[Field],
        list: &MeasureList,
        has_seeds: bool,
    ) -> anyhow::Result<Self> {
        let settings = AnalysisSettings::of_subject(subject);
        let is_terrain = settings.is_terrain && !list.0.is_empty();
        let mut analysis = analyze_seeds(fields, AnalysisSettings { is_terrain, ..settings });
        analysis.describe(subject);
        let is_noted = |name: &str| NOTED.contains(&name) || list.0.contains(&name);
        analysis.notes.retain(|name, _| is_noted(name));
        Self::of(analysis, list, has_seeds)
    }

    /// Returns true if all values are equal, as those of octaves that all have faded out.
    pub(super) fn is_constant(&self) -> bool {
        self.statistics.min == self.statistics.max
    }

    fn of(analysis: Analysis, list: &MeasureList, has_seeds: bool) -> anyhow::Result<Self> {
        let mut all =
            if list.0.is_empty() { Value::Null } else { serde_json::to_value(&analysis)? };
        let listed = list.0.iter().map(|name| (*name, all[*name].take())).collect();
        let spectrum = &analysis.spectrum;
        Ok(Self {
            statistics: analysis.statistics,
            spectrum: SpectrumMeasures {
                slope: spectrum.slope,
                slope_interval: spectrum.slope_interval,
                slope_error: spectrum.slope_error,
                r2: spectrum.r2,
                fit: spectrum.fit,
            },
            anisotropy_db: analysis.mean_anisotropy_db(),
            anisotropy_mean: analysis.anisotropy_mean,
            listed,
            seeds: has_seeds.then_some(analysis.seeds),
            over_seeds: analysis.over_seeds,
            per_seed: analysis.per_seed,
            notes: analysis.notes,
        })
    }
}
