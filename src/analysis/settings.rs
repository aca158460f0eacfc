//! Settings of an analysis.

use crate::grid::SampleGrid;
use crate::shading::Channel;

/// Window that a field is multiplied with before its Fourier transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpectrumWindow {
    /// Hann window along both axes, so that opposite edges do not have to match.
    #[default]
    Hann,
    /// No window, for fields that tile exactly.
    None,
}

impl SpectrumWindow {
    /// Returns the weights of the window for `count` samples along an axis, evaluated at the centers of the samples.
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

/// Settings of an analysis: spacing and channel of the field, and parameters of its measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// Distance between neighboring samples along x and y, in world units. Both above 0.
    pub spacing: [f64; 2],
    /// Channel that is measured.
    pub channel: Channel,
    /// Window of the power spectrum.
    pub window: SpectrumWindow,
    /// Lowest and highest frequency of the power law that is fitted, in cycles per unit, both inclusive. `None` for
    /// [`PowerLaw::default_interval`](super::PowerLaw::default_interval).
    pub fit: Option<[f64; 2]>,
    /// True if the values are heights over a plane in the units of the plane, so that slopes and landforms exist.
    pub is_terrain: bool,
    /// Slope of the power spectrum that theory predicts; `None` if it is unknown.
    pub expected_slope: Option<f64>,
}

impl From<[f64; 2]> for AnalysisSettings {
    /// Returns the settings of a height field with this spacing.
    fn from(spacing: [f64; 2]) -> Self {
        Self {
            spacing,
            channel: Channel::X,
            window: SpectrumWindow::Hann,
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
