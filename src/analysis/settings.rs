//! Settings of the statistical analysis of a field.

use super::trend::Trend;
use crate::grid::SampleGrid;
use crate::shading::Channel;

/// Window function that a field is multiplied with before its Fourier transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpectrumWindow {
    /// Hann window along both axes, so that opposite edges of the field do not have to match.
    #[default]
    Hann,
    /// No window function, for fields that tile exactly.
    None,
}

impl SpectrumWindow {
    /// Returns the weights for `count` samples along an axis, evaluated at the centers of the samples.
    pub(super) fn weights(self, count: usize) -> Vec<f64> {
        let weight = |index: usize| match self {
            Self::Hann => {
                let phase = std::f64::consts::TAU * (index as f64 + 0.5) / count as f64;
                0.5 - 0.5 * phase.cos()
            }
            Self::None => 1.0,
        };
        (0..count).map(weight).collect()
    }
}

/// Spacing and channel of the analyzed field, and parameters of the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// Distance between neighboring samples along x and y, in world units. Both above 0.
    pub spacing: [f64; 2],
    /// Analyzed channel.
    pub channel: Channel,
    /// Window function of the power spectrum.
    pub window: SpectrumWindow,
    /// Trend that is subtracted from the field before its Fourier transform.
    pub trend: Trend,
    /// Lowest and highest frequency of the power law's fit in cycles per unit; `None` for
    /// [`PowerLaw::default_interval`](super::PowerLaw::default_interval).
    pub fit: Option<[f64; 2]>,
    /// True if the values are heights over a plane in the units of the plane, so that slopes and landforms are defined.
    pub is_terrain: bool,
    /// Slope of the power spectrum that theory predicts; `None` if it is unknown.
    pub expected_slope: Option<f64>,
}

impl From<[f64; 2]> for AnalysisSettings {
    fn from(spacing: [f64; 2]) -> Self {
        Self {
            spacing,
            channel: Channel::X,
            window: SpectrumWindow::Hann,
            trend: Trend::Mean,
            fit: None,
            is_terrain: true,
            expected_slope: None,
        }
    }
}

impl From<SampleGrid> for AnalysisSettings {
    fn from(grid: SampleGrid) -> Self {
        [grid.spacing(); 2].into()
    }
}
