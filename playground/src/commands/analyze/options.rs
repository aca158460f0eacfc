//! Options of `playground analyze` that are valid for generators and data files alike.

use anyhow::{Context as _, bail};
use noise_playground::analysis::SpectrumWindow;
use noise_playground::shading::Channel;
use noise_playground::view_setting::ViewSetting;

use super::AnalyzeArgs;
use crate::commands::options::{channel, number, pair, parse_or, unknown_name};

const MAX_SEEDS: u32 = 10_000;

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
        let view = &arguments.view;
        let name = view.text(ViewSetting::Channel);
        let number = |setting: ViewSetting| {
            let option = format!("--{}", setting.info().option);
            view.text(setting).map(|text| number(&option, text)).transpose()
        };
        Ok(Self {
            seeds: arguments.seeds.as_deref().map(seeds).transpose()?,
            fit: arguments.fit.as_deref().map(fit).transpose()?,
            window: parse_or(arguments.window.as_ref(), window, SpectrumWindow::Hann)?,
            channel: name.map(|name| channel(Some(name), Channel::X)).transpose()?,
            z: number(ViewSetting::Z)?,
            time: number(ViewSetting::Time)?,
        })
    }
}

fn seeds(text: &str) -> anyhow::Result<u32> {
    let count = text.parse().ok();
    count
        .filter(|count| (1..=MAX_SEEDS).contains(count))
        .with_context(|| format!("--seeds {text:?} is not an integer from 1 to {MAX_SEEDS}"))
}

fn fit(text: &str) -> anyhow::Result<[f64; 2]> {
    let [low, high] = pair("--fit", text)?;
    if 0.0 < low && low < high {
        Ok([low, high])
    } else {
        bail!("--fit {text:?}: the frequencies must be above 0, and the first below the second")
    }
}

fn window(name: &str) -> anyhow::Result<SpectrumWindow> {
    match name {
        "hann" => Ok(SpectrumWindow::Hann),
        "none" => Ok(SpectrumWindow::None),
        _ => Err(unknown_name("--window", name, ["hann", "none"])),
    }
}
