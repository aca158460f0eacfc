//! Parses the options of view and shading: `--view`, `--channel`, `--z`, `--time`, `--light` and others.

use anyhow::{Context as _, bail, ensure};
use noise_playground::capture::{Format, RenderSettings};
use noise_playground::generator::Generator;
use noise_playground::shading::{Channel, Light, Palette, Shading, ValueRange, ViewMode};

use super::scene::{check_kind, check_mode, lighting, map_size, scene};
use super::{grid, number, on_or_off, pair, parse_or, unknown_name};
use crate::args::{Picture, ViewArgs};

/// Default width and height of a rendered picture in samples.
const DEFAULT_SIDE: u32 = 1024;

/// Returns the default render settings of a generator: those in the tags of its file, otherwise the general defaults.
pub(in crate::commands) fn default_settings(generator: &Generator) -> RenderSettings {
    RenderSettings::new(generator, DEFAULT_SIDE)
}

/// Returns the render settings `defaults`, changed by the command-line options of a picture.
pub(in crate::commands) fn settings(
    picture: &Picture,
    generator: &Generator,
    defaults: RenderSettings,
) -> anyhow::Result<RenderSettings> {
    let Picture {
        placement,
        view: arguments,
        ..
    } = picture;
    let mut shading = shading(arguments, generator, defaults.shading)?;
    check_mode(shading.mode, generator)?;
    shading.lighting = lighting(&picture.scene, shading.mode, shading.lighting)?;
    check_kind(&shading, picture)?;
    let parse = |option: &'static str, text: Option<&String>, default: f64| {
        parse_or(text, |text| number(option, text), default)
    };
    let mut settings = RenderSettings {
        grid: grid(placement, defaults.grid)?,
        z: parse("--z", arguments.field.z.as_ref(), defaults.z)?,
        time: parse("--time", arguments.field.time.as_ref(), defaults.time)?,
        threshold: parse(
            "--threshold",
            arguments.threshold.as_ref(),
            defaults.threshold,
        )?,
        shading,
        scene: scene(&picture.scene, shading.mode, (generator, &defaults))?,
    };
    settings.grid.size = map_size(&settings, placement.size.as_ref())?;
    Ok(settings)
}

fn shading(
    arguments: &ViewArgs,
    generator: &Generator,
    defaults: Shading,
) -> anyhow::Result<Shading> {
    let channel = parse_or(
        arguments.field.channel.as_ref(),
        |name| channel_of(generator, name),
        defaults.channel,
    )?;
    check_channel(channel, generator)?;
    let mut defaults = defaults;
    defaults.set_mode(parse_or(arguments.view.as_ref(), mode, defaults.mode)?);
    Ok(Shading {
        lighting: defaults.lighting,
        mode: defaults.mode,
        channel,
        light: parse_or(arguments.light.as_ref(), light, defaults.light)?,
        shadow: parse_or(
            arguments.shadow.as_ref(),
            |text| on_or_off("--shadow", text).map(Some),
            defaults.shadow,
        )?,
        exaggeration: parse_or(
            arguments.exaggeration.as_ref(),
            |text| number("--exaggeration", text),
            defaults.exaggeration,
        )?,
        palette: parse_or(
            arguments.palette.as_ref(),
            |name| palette(name).map(Some),
            defaults.palette,
        )?,
        value_range: parse_or(
            arguments.value_range.as_ref(),
            value_range,
            defaults.value_range,
        )?,
    })
}

/// Returns the value range by which data are scaled to integers: the one in `settings` if it is fixed, if
/// `--value-range` is given or if the capture holds such data; otherwise the full range.
pub(in crate::commands) fn scaled_range(
    arguments: &ViewArgs,
    settings: &RenderSettings,
    captured: Option<Format>,
) -> ValueRange {
    let is_chosen = arguments.value_range.is_some() || captured.is_some_and(Format::is_scaled);
    match settings.shading.value_range {
        range if is_chosen => range,
        range => range.of_scaled_data(),
    }
}

/// Parses `--channel`, the name of a channel; returns `default` without the option.
pub(in crate::commands) fn channel(
    name: Option<&String>,
    default: Channel,
) -> anyhow::Result<Channel> {
    parse_or(
        name,
        |name| {
            let names = Channel::ALL.map(Channel::name);
            Channel::from_name(name).ok_or_else(|| unknown_name("--channel", name, names))
        },
        default,
    )
}

/// Parses the channel of a generator's result by the name of a struct's member, or by the channel's own name.
fn channel_of(generator: &Generator, name: &str) -> anyhow::Result<Channel> {
    generator.channel_named(name).ok_or_else(|| {
        let members = generator.channel_names.iter().map(String::as_str);
        let names: Vec<&str> = members.chain(Channel::ALL.map(Channel::name)).collect();
        unknown_name("--channel", name, names)
    })
}

fn mode(name: &str) -> anyhow::Result<ViewMode> {
    ViewMode::from_name(name)
        .ok_or_else(|| unknown_name("--view", name, ViewMode::ALL.map(ViewMode::name)))
}

fn palette(name: &str) -> anyhow::Result<Palette> {
    let names = Palette::ALL.map(Palette::name);
    Palette::from_name(name).ok_or_else(|| unknown_name("--palette", name, names))
}

fn light(text: &str) -> anyhow::Result<Light> {
    let [azimuth, altitude] = pair("--light", text)?;
    if !(0.0..=90.0).contains(&altitude) {
        bail!("--light: the altitude {altitude} is not between 0 and 90 degrees");
    }
    Ok(Light { azimuth, altitude })
}

fn value_range(text: &str) -> anyhow::Result<ValueRange> {
    match text {
        "auto" => return Ok(ValueRange::Auto),
        "full" => return Ok(ValueRange::Full),
        _ => {}
    }
    let ends = pair("--value-range", text);
    let [min, max] = ends.context("MIN,MAX, full or auto is expected")?;
    if min < max {
        Ok(ValueRange::Fixed(min, max))
    } else {
        bail!("--value-range: {min} is not below {max}")
    }
}

/// Checks that the result of a generator has a channel.
pub(in crate::commands) fn check_channel(
    channel: Channel,
    generator: &Generator,
) -> anyhow::Result<()> {
    ensure!(
        channel.is_available(generator.channels),
        "--channel {}: {} returns {} number(s)",
        channel.name(),
        generator.address,
        generator.channels
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use noise_playground::compile;

    use super::*;

    #[test]
    fn unknown_channel_lists_the_names_that_work() {
        let text =
            "struct R { first: f32, second: f32 }\nfn f(p: vec2f) -> R { return R(p.x, p.y); }";
        let generator = &compile(text).unwrap()[0];
        assert_eq!(channel_of(generator, "second").unwrap(), Channel::Y);
        let error = channel_of(generator, "third").unwrap_err().to_string();
        let expected = "--channel \"third\" is none of first, second, x, y, z, w, y-x, length";
        assert_eq!(error, expected);
    }
}
