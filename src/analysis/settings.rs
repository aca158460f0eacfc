//! Settings of an analysis.

use crate::field::Field;
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
    /// Returns the weights along an axis of `count` samples, each at the center of its sample.
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

/// What is measured of a field, and where the field is in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// Width of the field in world units. Above 0.
    pub span: f64,
    /// Channel that is measured.
    pub channel: Channel,
    /// Window of the power spectrum.
    pub window: SpectrumWindow,
    /// Lowest and highest frequency of the power law that is fitted, in cycles per unit, both inclusive. `None` for
    /// [`PowerLaw::default_interval`].
    pub fit: Option<[f64; 2]>,
    /// True if the values are heights over a plane in the units of the plane, so that slopes and landforms exist.
    pub is_terrain: bool,
    /// Slope of the power spectrum that theory expects; `None` if it is unknown.
    pub expected_slope: Option<f64>,
}

impl AnalysisSettings {
    /// Returns the distance between neighboring samples in world units.
    pub(super) fn spacing(&self, field: &Field) -> f64 {
        self.span / f64::from(field.size[0].max(1))
    }
}

impl From<SampleGrid> for AnalysisSettings {
    fn from(grid: SampleGrid) -> Self {
        Self {
            span: grid.span,
            channel: Channel::X,
            window: SpectrumWindow::Hann,
            fit: None,
            is_terrain: true,
            expected_slope: None,
        }
    }
}
