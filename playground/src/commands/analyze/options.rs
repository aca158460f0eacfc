//! Options of `playground analyze` that are valid for generators and data files alike.

use noise_playground::analysis::{AnalysisSettings, GeomorphonSettings, SpectrumWindow, Trend};
use noise_playground::field::Channel;
use noise_playground::field::files::Fill;
use noise_playground::subject::view_setting::{SettingError, SettingValue, ViewSetting};
use noise_playground::view::shading::ViewMode;

use super::AnalyzeArgs;
use crate::args::parse::pair;
use crate::commands::options::parsed;

pub(super) struct AnalyzeOptions {
    /// Seeds whose spectra are averaged; `None` to measure once, with the seed as it is set.
    pub(super) seeds: Option<u32>,
    /// Fitted frequencies, in cycles per unit; `None` for the default interval.
    pub(super) fit: Option<[f64; 2]>,
    pub(super) window: SpectrumWindow,
    pub(super) trend: Trend,
    /// Rule for the missing samples of a data file.
    pub(super) fill: Option<Fill>,
    pub(super) geomorphons: GeomorphonSettings,
    /// Side in samples of the cube whose spectrum is measured.
    pub(super) volume: Option<u32>,
    /// `None` for the channel of the capture, or the first one.
    pub(super) channel: Option<Channel>,
    /// In world units; `None` for that of the capture, or 0.
    pub(super) z: Option<f64>,
    /// Seconds; `None` for that of the capture, or 0.
    pub(super) time: Option<f64>,
    /// World units in a unit of the values; `None` for that of the capture or file.
    pub(super) z_factor: Option<f64>,
}

impl AnalyzeOptions {
    pub(super) fn new(arguments: &AnalyzeArgs) -> anyhow::Result<Self> {
        let further = &arguments.further;
        let default = GeomorphonSettings::default();
        let window = further.tapers.map(SpectrumWindow::Sine).or(arguments.window);
        let mut options = Self {
            seeds: arguments.seeds,
            fit: arguments.fit,
            window: window.unwrap_or_default(),
            trend: further.detrend.unwrap_or_default(),
            fill: arguments.values.fill,
            geomorphons: GeomorphonSettings {
                radius: further.geomorphon_radius,
                flatness_degrees: further.geomorphon_flatness.unwrap_or(default.flatness_degrees),
            },
            volume: further.volume,
            channel: None,
            z: None,
            time: None,
            z_factor: None,
        };
        for (setting, text) in arguments.view.given() {
            match (setting, parsed(setting, text, ViewMode::Relief)?) {
                (ViewSetting::Z, SettingValue::Number(z)) => options.z = Some(z),
                (ViewSetting::Time, SettingValue::Number(time)) => options.time = Some(time),
                (ViewSetting::ZFactor, SettingValue::Number(factor)) => {
                    options.z_factor = Some(factor);
                }
                (_, SettingValue::Name(name)) => options.channel = Channel::from_name(name),
                _ => {}
            }
        }
        Ok(options)
    }

    /// Returns the settings of an analysis with these options.
    pub(super) fn applied_to(&self, settings: AnalysisSettings) -> AnalysisSettings {
        let Self { window, trend, fill, fit, geomorphons, .. } = *self;
        let z_factor = self.z_factor.unwrap_or(settings.z_factor);
        AnalysisSettings { window, trend, fill, fit, geomorphons, z_factor, ..settings }
    }
}

/// Names of the trends on the command line and in JSON.
pub(super) const TRENDS: [(&str, Trend); 3] =
    [("none", Trend::None), ("mean", Trend::Mean), ("plane", Trend::Plane)];

/// Parses `--fit`, in cycles per unit.
pub(super) fn fit(text: &str) -> Result<[f64; 2], SettingError> {
    let [low, high] = pair(text)?;
    if 0.0 < low && low < high {
        return Ok([low, high]);
    }
    let rule = "the frequencies must be above 0, and the first below the second";
    Err(SettingError::Invalid(text.to_owned(), rule.to_owned()))
}

pub(super) const WINDOWS: [(&str, SpectrumWindow); 2] =
    [("hann", SpectrumWindow::Hann), ("none", SpectrumWindow::None)];
