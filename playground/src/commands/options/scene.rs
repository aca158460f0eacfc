//! Where and how samples are looked at: `--view --channel --z --time --light` and so on.

use anyhow::{anyhow, bail};
use noise_playground::capture::Scene;
use noise_playground::generator::Generator;
use noise_playground::view::{Channel, Light, Mode, Palette, ValueRange, View};

use super::{grid, number, or_else, pair};
use crate::args::{Look, Placement};

/// Samples across and down where no size is given.
const SIDE: u32 = 1024;

/// How a file asks to be seen.
pub(in crate::commands) fn hinted_scene(generator: &Generator) -> Scene {
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

/// What a call asks for; where it says nothing, `before`.
pub(in crate::commands) fn scene(
    placement: &Placement,
    look: &Look,
    generator: &Generator,
    before: Scene,
) -> anyhow::Result<Scene> {
    let or = |option: &'static str, text: Option<&String>, before: f64| {
        or_else(text, |text| number(option, text), before)
    };
    Ok(Scene {
        grid: grid(placement, before.grid)?,
        z: or("--z", look.z.as_ref(), before.z)?,
        time: or("--time", look.time.as_ref(), before.time)?,
        threshold: or("--threshold", look.threshold.as_ref(), before.threshold)?,
        view: view(look, generator, before.view)?,
    })
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
    if Mode::PLANNED.contains(&name) {
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
