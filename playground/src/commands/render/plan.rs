//! What a call of `render` means: every option read and checked.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use noise_playground::capture::{ENDINGS, Format, Manifest, Scene};
use noise_playground::control::Values;
use noise_playground::generator::Generator;
use noise_playground::view::{Channel, Light, Mode, Palette, ValueRange, View};

use crate::args::{Look, Render};
use crate::commands::options::{grid, number, or_else, pair, values};

/// Samples across and down where no size is given.
const SIDE: u32 = 1024;

/// A call of `render` as meant.
pub(super) struct RenderPlan {
    pub(super) values: Values,
    pub(super) scene: Scene,
    pub(super) outputs: Vec<(PathBuf, Format)>,
}

impl RenderPlan {
    /// Options win over what was captured, and that over what the file asks for.
    pub(super) fn new(
        arguments: &Render,
        generator: &Generator,
        captured: Option<&Manifest>,
    ) -> anyhow::Result<Self> {
        let before = captured.map_or_else(|| hinted_scene(generator), Manifest::scene);
        Ok(Self {
            outputs: outputs(arguments)?,
            values: values(
                &arguments.setting,
                generator,
                captured_values(captured, generator)?,
            )?,
            scene: Scene {
                grid: grid(&arguments.placement, before.grid)?,
                z: or_else(
                    arguments.look.z.as_ref(),
                    |text| number("--z", text),
                    before.z,
                )?,
                time: or_else(
                    arguments.look.time.as_ref(),
                    |text| number("--time", text),
                    before.time,
                )?,
                threshold: or_else(
                    arguments.look.threshold.as_ref(),
                    |text| number("--threshold", text),
                    before.threshold,
                )?,
                view: view(&arguments.look, generator, before.view)?,
            },
        })
    }
}

fn hinted_scene(generator: &Generator) -> Scene {
    Scene {
        grid: generator.home(SIDE),
        z: 0.0,
        time: 0.0,
        threshold: 0.0,
        view: View {
            mode: generator.default_mode(),
            ..View::default()
        },
    }
}

fn captured_values(captured: Option<&Manifest>, generator: &Generator) -> anyhow::Result<Values> {
    let mut values = Values::default();
    let Some(captured) = captured else {
        return Ok(values);
    };
    let applied = values.apply(&generator.controls, &captured.values);
    let unknown =
        applied.map_err(|(name, error)| anyhow!("the manifest is broken: {name}: {error}"))?;
    if let Some(name) = unknown.first() {
        bail!("the manifest is broken: its text has no control {name:?}");
    }
    Ok(values)
}

fn outputs(arguments: &Render) -> anyhow::Result<Vec<(PathBuf, Format)>> {
    let sixteen_bits = match arguments.depth.as_deref() {
        None | Some("8") => false,
        Some("16") => true,
        Some(other) => bail!("--depth {other:?} is neither 8 nor 16"),
    };
    let mut outputs: Vec<(PathBuf, Format)> = Vec::new();
    for path in &arguments.output {
        if outputs.iter().any(|(other, _)| other == path) {
            bail!("-o {path:?} is given twice");
        }
        outputs.push((path.clone(), format(path, sixteen_bits)?));
    }
    if arguments.depth.is_some() && !outputs.iter().any(|(_, format)| is_png(*format)) {
        bail!("--depth is for .png files, and there is none");
    }
    Ok(outputs)
}

fn is_png(format: Format) -> bool {
    matches!(format, Format::Png | Format::Png16)
}

fn format(path: &Path, sixteen_bits: bool) -> anyhow::Result<Format> {
    let format = Format::of(path, sixteen_bits);
    format.ok_or_else(|| anyhow!("-o {path:?}: its ending is none of {ENDINGS}"))
}

fn view(look: &Look, generator: &Generator, before: View) -> anyhow::Result<View> {
    let channel = or_else(
        look.channel.as_ref(),
        |name| {
            let known = Channel::ALL.map(Channel::name);
            Channel::from_name(name).ok_or_else(|| unknown("--channel", name, known))
        },
        before.channel,
    )?;
    if !channel.fits(generator.channels) {
        bail!(
            "--channel {}: {} returns {} number(s)",
            channel.name(),
            generator.address,
            generator.channels
        );
    }
    Ok(View {
        mode: or_else(look.view.as_ref(), mode, before.mode)?,
        channel,
        light: or_else(look.light.as_ref(), light, before.light)?,
        exaggeration: or_else(
            look.exaggeration.as_ref(),
            |text| number("--exaggeration", text),
            before.exaggeration,
        )?,
        palette: or_else(
            look.palette.as_ref(),
            |name| palette(name).map(Some),
            before.palette,
        )?,
        value_range: or_else(look.value_range.as_ref(), value_range, before.value_range)?,
    })
}

fn mode(name: &str) -> anyhow::Result<Mode> {
    if matches!(name, "terrain" | "planet" | "solid") {
        bail!("--view {name} is not in this version");
    }
    Mode::from_name(name).ok_or_else(|| unknown("--view", name, Mode::ALL.map(Mode::name)))
}

fn palette(name: &str) -> anyhow::Result<Palette> {
    let known = Palette::ALL.map(Palette::name);
    Palette::from_name(name).ok_or_else(|| unknown("--palette", name, known))
}

fn light(text: &str) -> anyhow::Result<Light> {
    let [azimuth, altitude] = pair("--light", text)?;
    if !(0.0..=90.0).contains(&altitude) {
        bail!("--light: the altitude {altitude} is not between 0 and 90 degrees");
    }
    Ok(Light { azimuth, altitude })
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
