//! Options of `playground analyze` that are valid for generators and data files alike.

use noise_playground::analysis::SpectrumWindow;
use noise_playground::shading::{Channel, ViewMode};
use noise_playground::view_setting::{SettingError, SettingValue, ViewSetting, choice};

use super::AnalyzeArgs;
use crate::args::parse::pair;
use crate::commands::options::parsed;

pub(super) struct AnalyzeOptions {
    /// Seeds whose spectra are averaged; `None` to measure once, with the seed as it is set.
    pub(super) seeds: Option<u32>,
    /// Fitted frequencies, in cycles per unit; `None` for the default interval.
    pub(super) fit: Option<[f64; 2]>,
    pub(super) window: SpectrumWindow,
    /// `None` for the channel of the capture, or the first one.
    pub(super) channel: Option<Channel>,
    /// In world units; `None` for that of the capture, or 0.
    pub(super) z: Option<f64>,
    /// Seconds; `None` for that of the capture, or 0.
    pub(super) time: Option<f64>,
}

impl AnalyzeOptions {
    pub(super) fn new(arguments: &AnalyzeArgs) -> anyhow::Result<Self> {
        let mut options = Self {
            seeds: arguments.seeds,
            fit: arguments.fit,
            window: arguments.window.unwrap_or_default(),
            channel: None,
            z: None,
            time: None,
        };
        for (setting, text) in arguments.view.given() {
            match (setting, parsed(setting, text, ViewMode::Relief)?) {
                (ViewSetting::Z, SettingValue::Number(z)) => options.z = Some(z),
                (ViewSetting::Time, SettingValue::Number(time)) => options.time = Some(time),
                (_, SettingValue::Name(name)) => options.channel = Channel::from_name(name),
                _ => {}
            }
        }
        Ok(options)
    }
}

/// Parses `--fit`, in cycles per unit.
pub(super) fn fit(text: &str) -> Result<[f64; 2], SettingError> {
    let [low, high] = pair(text)?;
    if 0.0 < low && low < high {
        return Ok([low, high]);
    }
    let rule = "the frequencies must be above 0, and the first below the second";
    Err(SettingError::Invalid(text.to_owned(), rule.to_owned()))
}

/// Parses `--window`.
pub(super) fn window(text: &str) -> Result<SpectrumWindow, SettingError> {
    Ok(match choice(text, ["hann", "none"])? {
        "hann" => SpectrumWindow::Hann,
        _ => SpectrumWindow::None,
    })
}
