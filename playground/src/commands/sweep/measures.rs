//! Statistics and spectrum of each variant of a sweep.

use noise_playground::analysis::{Analysis, AnalysisSettings, Statistics, analyze};
use noise_playground::control::Values;
use noise_playground::field::Field;
use noise_playground::generator::Generator;
use noise_playground::grid::SampleGrid;
use noise_playground::shading::Channel;
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
    pub(super) fn new(
        (generator, values): (&Generator, &Values),
        grid: SampleGrid,
        samples: Vec<f32>,
        channel: Channel,
    ) -> Self {
        let field = Field { size: grid.size, channels: generator.channels, samples };
        let settings = AnalysisSettings {
            is_terrain: false,
            ..AnalysisSettings::of_generator(generator, values, grid, channel)
        };
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
