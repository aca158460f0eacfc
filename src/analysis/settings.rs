//! Settings of the statistical analysis of a field.

use super::geomorphons::GeomorphonSettings;
use super::heights::HeightGrid;
use super::trend::Trend;
use super::window::SpectrumWindow;
use crate::field::files::Fill;
use crate::field::grid::SampleGrid;
use crate::field::{Channel, Field};

/// Spacing and channel of the analyzed field, and parameters of the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// Distance between neighboring samples along x and y, in world units. Both above 0.
    pub spacing: [f64; 2],
    /// World units in a unit of the values, by which slopes and landforms are measured. Above 0.
    pub z_factor: f64,
    /// Analyzed channel.
    pub channel: Channel,
    /// Window function of the power spectrum.
    pub window: SpectrumWindow,
    /// Trend that is subtracted from the field before its Fourier transform.
    pub trend: Trend,
    /// Rule by which samples that are not finite are filled for the power spectrum, if they are at most
    /// [`MAX_FILLED`](super::MAX_FILLED) of a field; `None` for no spectrum of such fields.
    pub fill: Option<Fill>,
    /// Lowest and highest frequency of the power law's fit in cycles per unit; `None` for
    /// [`PowerLaw::default_interval`](super::PowerLaw::default_interval).
    pub fit: Option<[f64; 2]>,
    /// True if the values are heights over a plane, so that slopes and landforms are defined.
    pub is_terrain: bool,
    /// Lines of sight of the landforms.
    pub geomorphons: GeomorphonSettings,
    /// Slope of the power spectrum that theory predicts; `None` if it is unknown.
    pub expected_slope: Option<f64>,
}

impl AnalysisSettings {
    /// Returns the analyzed channel of a field.
    pub fn heights(&self, field: &Field) -> HeightGrid {
        let z_factor = self.z_factor;
        HeightGrid { z_factor, ..HeightGrid::new(field, self.channel, self.spacing) }
    }
}

impl From<[f64; 2]> for AnalysisSettings {
    fn from(spacing: [f64; 2]) -> Self {
        Self {
            spacing,
            z_factor: 1.0,
            channel: Channel::X,
            window: SpectrumWindow::Hann,
            trend: Trend::Mean,
            fill: None,
            fit: None,
            is_terrain: true,
            geomorphons: GeomorphonSettings::default(),
            expected_slope: None,
        }
    }
}

impl From<SampleGrid> for AnalysisSettings {
    fn from(grid: SampleGrid) -> Self {
        [grid.spacing(); 2].into()
    }
}
