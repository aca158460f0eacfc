//! Statistics and spectrum of each variant of a sweep.

use std::collections::BTreeMap;

use noise_playground::Subject;
use noise_playground::analysis::{Analysis, AnalysisSettings, AnisotropyMean, Statistics, analyze};
use noise_playground::field::Field;
use serde::Serialize;

/// Added to a variant's line by `sweep --measure`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct VariantMeasures {
    statistics: Statistics,
    spectrum: SpectrumMeasures,
    /// Mean, in decibels.
    anisotropy_db: f64,
    anisotropy_mean: Option<AnisotropyMean>,
    /// Why numbers are missing, by their names.
    notes: BTreeMap<String, String>,
}

/// Names of the measurements whose notes are repeated.
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
    /// `samples` are those of the subject's grid.
    pub(super) fn new(subject: &Subject, samples: Vec<f32>) -> Self {
        let (size, channels) = (subject.settings.grid.size, subject.generator.channels);
        let field = Field { size, channels, samples };
        let settings =
            AnalysisSettings { is_terrain: false, ..AnalysisSettings::of_subject(subject) };
        let mut analysis = analyze(&field, settings);
        analysis.describe(subject);
        Self::of(analysis)
    }

    /// Returns true if all values are equal, as those of octaves that all have faded out.
    pub(super) fn is_constant(&self) -> bool {
        self.statistics.min == self.statistics.max
    }

    fn of(mut analysis: Analysis) -> Self {
        analysis.notes.retain(|name, _| NOTED.contains(&name.as_str()));
        let spectrum = &analysis.spectrum;
        Self {
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
            notes: analysis.notes,
        }
    }
}
