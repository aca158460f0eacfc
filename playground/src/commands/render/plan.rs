//! What a call of `render` means: every option read and checked.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use noise_playground::capture::Scene;
use noise_playground::control::{Control, Values};
use noise_playground::generator::Generator;
use noise_playground::grid::SampleGrid;
use noise_playground::view::{Channel, Light, Mode, Palette, ValueRange, View};

use crate::args::Render;

/// The most samples across or down that a picture may have.
const MAX_SIDE: u32 = 1 << 20;

/// A call of `render` as meant.
pub(super) struct RenderPlan {
    pub(super) values: Values,
    pub(super) grid: SampleGrid,
    pub(super) z: f64,
    pub(super) time: f64,
    pub(super) view: View,
    pub(super) outputs: Vec<PathBuf>,
}

impl RenderPlan {
    pub(super) fn new(arguments: &Render, generator: &Generator) -> anyhow::Result<Self> {
        Ok(Self {
            outputs: arguments
                .output
                .iter()
                .map(|path| output(path))
                .collect::<Result<_, _>>()?,
            values: values(&arguments.set, generator)?,
            grid: grid(arguments, generator)?,
            z: number("--z", &arguments.z)?,
            time: number("--time", &arguments.time)?,
            view: view(arguments, generator)?,
        })
    }

    pub(super) fn scene(&self) -> Scene {
        Scene {
            grid: self.grid,
            z: self.z,
            time: self.time,
            view: self.view,
        }
    }
}

fn output(path: &Path) -> anyhow::Result<PathBuf> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("png") => Ok(path.to_owned()),
        _ => bail!("cannot write {path:?}: this version writes .png"),
    }
}

fn values(set: &[String], generator: &Generator) -> anyhow::Result<Values> {
    let mut values = Values::default();
    for assignment in set {
        let (name, text) = assignment
            .split_once('=')
            .ok_or_else(|| anyhow!("--set {assignment:?} is not NAME=VALUE"))?;
        let mut named = generator
            .controls
            .iter()
            .filter(|control| control.name == name)
            .peekable();
        if named.peek().is_none() {
            bail!(
                "--set {assignment:?}: {} has no control {name:?}{}",
                generator.address,
                nearest(name, &generator.controls)
            );
        }
        for control in named {
            values.set(
                control,
                control
                    .parse(text)
                    .with_context(|| format!("--set {assignment:?}"))?,
            );
        }
    }
    Ok(values)
}

/// The names most like a wrong one.
fn nearest(name: &str, controls: &[Control]) -> String {
    let mut names: Vec<&str> = controls
        .iter()
        .filter(|control| !control.hidden)
        .map(|control| control.name.as_str())
        .collect();
    names.sort_by_key(|known| std::cmp::Reverse((strsim::jaro_winkler(name, known) * 1e6) as i64));
    names.truncate(3);
    if names.is_empty() {
        "; it has none".to_owned()
    } else {
        format!("; did you mean {}?", names.join(", "))
    }
}

fn grid(arguments: &Render, generator: &Generator) -> anyhow::Result<SampleGrid> {
    let (hinted_center, hinted_span) = generator.hint.placement.unwrap_or(([0.0, 0.0], 8.0));
    let center = arguments
        .center
        .as_ref()
        .map(|text| pair("--center", text))
        .transpose()?;
    let span = arguments
        .span
        .as_ref()
        .map(|text| number("--span", text))
        .transpose()?
        .unwrap_or(hinted_span);
    if span <= 0.0 {
        bail!("--span {span} is not above 0");
    }
    Ok(SampleGrid {
        center: center.unwrap_or(hinted_center),
        span,
        size: size(&arguments.size)?,
    })
}

fn size(text: &str) -> anyhow::Result<[u32; 2]> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let side = |side: &str| {
        side.parse::<u32>()
            .ok()
            .filter(|side| (1..=MAX_SIDE).contains(side))
    };
    match (side(width), side(height)) {
        (Some(width), Some(height)) => Ok([width, height]),
        _ => bail!("--size {text:?} is not W or WxH with whole numbers from 1 to {MAX_SIDE}"),
    }
}

fn view(arguments: &Render, generator: &Generator) -> anyhow::Result<View> {
    let mode = match arguments.view.as_deref() {
        Some(name @ ("terrain" | "planet" | "solid")) => {
            bail!("--view {name} is not in this version")
        }
        Some(name) => Mode::from_name(name)
            .ok_or_else(|| unknown("--view", name, Mode::ALL.map(Mode::name)))?,
        None => generator.default_mode(),
    };
    let channel = Channel::from_name(&arguments.channel).ok_or_else(|| {
        unknown(
            "--channel",
            &arguments.channel,
            Channel::ALL.map(Channel::name),
        )
    })?;
    if !channel.fits(generator.channels) {
        bail!(
            "--channel {}: {} returns {} number(s)",
            arguments.channel,
            generator.address,
            generator.channels
        );
    }
    let palette = arguments.palette.as_deref();
    let palette = palette.map(|name| {
        Palette::from_name(name)
            .ok_or_else(|| unknown("--palette", name, Palette::ALL.map(Palette::name)))
    });
    let [azimuth, altitude] = pair("--light", &arguments.light)?;
    if !(0.0..=90.0).contains(&altitude) {
        bail!("--light: the altitude {altitude} is not between 0 and 90 degrees");
    }
    Ok(View {
        mode,
        channel,
        light: Light { azimuth, altitude },
        exaggeration: number("--exaggeration", &arguments.exaggeration)?,
        palette: palette.transpose()?,
        value_range: value_range(&arguments.value_range)?,
    })
}

fn value_range(text: &str) -> anyhow::Result<ValueRange> {
    if text == "auto" {
        return Ok(ValueRange::Auto);
    }
    let [min, max] = pair("--value-range", text)?;
    if min < max {
        Ok(ValueRange::Fixed(min, max))
    } else {
        bail!("--value-range: {min} is not below {max}")
    }
}

fn unknown<const N: usize>(option: &str, given: &str, known: [&str; N]) -> anyhow::Error {
    anyhow!("{option}: no {given:?}; there are {}", known.join(", "))
}

fn number(option: &str, text: &str) -> anyhow::Result<f64> {
    let number = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|number| number.is_finite() && (*number as f32).is_finite());
    number.ok_or_else(|| anyhow!("{option}: {text:?} is not a finite number"))
}

fn pair(option: &str, text: &str) -> anyhow::Result<[f64; 2]> {
    match text.split(',').collect::<Vec<_>>()[..] {
        [first, second] => Ok([number(option, first)?, number(option, second)?]),
        _ => bail!("{option}: {text:?} is not two numbers with a comma between them"),
    }
}
