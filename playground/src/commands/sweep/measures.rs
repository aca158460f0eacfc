//! Statistics and spectrum of each variant of a sweep.

use noise_playground::Subject;
use noise_playground::analysis::{Analysis, AnalysisSettings, Statistics, analyze};
use noise_playground::field::Field;
use serde::Serialize;

/// Added to a variant's line by `sweep --measure`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct VariantMeasures {
    statistics: Statistics,
    spectrum: SpectrumMeasures,
    /// Mean, in decibels.
    anisotropy_db: f64,
}

#[derive(Clone, Debug, Serialize)]
struct SpectrumMeasures {
    slope: f64,
}

impl VariantMeasures {
    /// `samples` are those of the subject's grid.
    pub(super) fn new(subject: &Subject, samples: Vec<f32>) -> Self {
        let (size, channels) = (subject.settings.grid.size, subject.generator.channels);
        let field = Field { size, channels, samples };
        let settings =
            AnalysisSettings { is_terrain: false, ..AnalysisSettings::of_subject(subject) };
        Self::of(&analyze(&field, settings))
    }

    fn of(analysis: &Analysis) -> Self {
        Self {
            statistics: analysis.statistics,
            spectrum: SpectrumMeasures { slope: analysis.spectrum.slope },
            anisotropy_db: analysis.mean_anisotropy_db(),
        }
    }
}
