//! Parses the options of `analyze` that do not depend on what is measured.

use anyhow::{Context as _, bail};
use noise_playground::analysis::SpectrumWindow;
use noise_playground::shading::Channel;

use crate::args::AnalyzeArgs;
use crate::commands::options::{channel, number, pair, parse_or, unknown_name};

/// Largest value of `--seeds`.
const MAX_SEEDS: u32 = 10_000;

/// Checked options of `analyze`.
pub(super) struct AnalyzeOptions {
    /// Number of seeds whose spectra are averaged; `None` to measure the present values once.
    pub(super) seeds: Option<u32>,
    /// Lowest and highest frequency of the fitted power law, in cycles per unit; `None` for the default interval.
    pub(super) fit: Option<[f64; 2]>,
    pub(super) window: SpectrumWindow,
    /// Channel to measure; `None` for that of the capture, or the first one.
    pub(super) channel: Option<Channel>,
    /// Third coordinate of a slice in world units; `None` for that of the capture, or 0.
    pub(super) z: Option<f64>,
    /// Time in seconds; `None` for that of the capture or 0.
    pub(super) time: Option<f64>,
}

impl AnalyzeOptions {
    pub(super) fn new(arguments: &AnalyzeArgs) -> anyhow::Result<Self> {
        let view = &arguments.view;
        let number = |option: &'static str, text: Option<&String>| {
            text.map(|text| number(option, text)).transpose()
        };
        Ok(Self {
            seeds: arguments.seeds.as_deref().map(seeds).transpose()?,
            fit: arguments.fit.as_deref().map(fit).transpose()?,
            window: parse_or(arguments.window.as_ref(), window, SpectrumWindow::Hann)?,
            channel: view
                .channel
                .as_ref()
                .map(|name| channel(Some(name), Channel::X))
                .transpose()?,
            z: number("--z", view.z.as_ref())?,
            time: number("--time", view.time.as_ref())?,
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
