//! The render settings that the options of the command line select.

use anyhow::{anyhow, ensure};
use noise_playground::RenderSettings;
use noise_playground::field::Channel;
use noise_playground::field::files::Format;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::Generator;
use noise_playground::subject::view_setting::{
    SettingError, SettingValue, ViewSetting, plain_number,
};
use noise_playground::view::shading::{Normals, Shading, ValueRange, ViewMode};

use super::view_checks::{check_applies, check_combination, check_mode, map_size};
use crate::args::{GridSettings, Picture, PictureSettings, SettingArgs};
use crate::documents::opened::{Opened, Origin};

/// Returns the settings to which options are applied: those of the subject, except that a picture of a data file from
/// above covers all samples unless its size is given.
pub(in crate::commands) fn initial_settings(opened: &Opened, picture: &Picture) -> RenderSettings {
    let mut settings = opened.subject.settings;
    let mode = picture.view.text(ViewSetting::Mode);
    let mode = mode.and_then(ViewMode::from_name);
    let is_from_above = mode.is_none_or(|mode| mode.info().scene.is_none());
    if let Origin::DataFile(grid) = opened.origin
        && is_from_above
        && !picture.grid.has(ViewSetting::Size)
    {
        settings.grid = grid;
    }
    settings
}

/// Takes the whole rectangle of a data file where only a width is given.
pub(in crate::commands) fn in_proportion(
    settings: RenderSettings,
    opened: &Opened,
    picture: &Picture,
) -> RenderSettings {
    let is_width = picture.grid.text(ViewSetting::Size).is_some_and(|size| !size.contains('x'));
    let has_place = picture.grid.has(ViewSetting::Center) || picture.grid.has(ViewSetting::Span);
    let is_from_above = settings.shading.mode.info().scene.is_none();
    match opened.origin {
        Origin::DataFile(file) if is_width && !has_place && is_from_above => {
            let [columns, rows] = file.size.map(f64::from);
            let width = settings.grid.size[0];
            let height = (f64::from(width) * rows / columns).round().max(1.0) as u32;
            RenderSettings { grid: SampleGrid { size: [width, height], ..file }, ..settings }
        }
        _ => settings,
    }
}

/// Fails if a value is not valid, the view has no such setting, or options contradict each other.
pub(in crate::commands) fn settings(
    picture: &Picture,
    generator: &Generator,
    defaults: RenderSettings,
) -> anyhow::Result<RenderSettings> {
    let mut settings = defaults;
    settings.grid = grid(&picture.grid, defaults.grid)?;
    if let Some(text) = picture.view.text(ViewSetting::Mode) {
        let value = parsed(ViewSetting::Mode, text, defaults.shading.mode)?;
        ViewSetting::Mode.set(&mut settings, value);
    }
    let mode = settings.shading.mode;
    check_mode(mode, generator)?;
    settings.adapt_to_mode(generator, defaults.shading.mode);
    for (setting, text) in picture.view.given() {
        check_applies(setting, text, mode)?;
        let value = match setting {
            ViewSetting::Mode => continue,
            ViewSetting::Channel => SettingValue::Name(channel_of(generator, text)?.name()),
            _ => parsed(setting, text, mode)?,
        };
        setting.set(&mut settings, value);
    }
    check_channel(settings.shading.channel, generator)?;
    check_normals(&settings.shading, generator)?;
    check_combination(&settings, &picture.view)?;
    settings.grid.size = map_size(&settings, picture.grid.text(ViewSetting::Size))?;
    Ok(settings)
}

/// Changes `defaults` by the options for size, center and span.
pub(in crate::commands) fn grid(
    arguments: &SettingArgs<GridSettings>,
    defaults: SampleGrid,
) -> anyhow::Result<SampleGrid> {
    let mut settings = RenderSettings::from(defaults);
    for (setting, text) in arguments.given() {
        let value = parsed(setting, text, ViewMode::Relief)?;
        setting.set(&mut settings, value);
    }
    let checked = ViewSetting::Size.check(&settings);
    checked.map_err(|error| anyhow!(error.about("--size")))?;
    Ok(settings.grid)
}

/// Fails if the text is not a value of the setting in this view mode. The message names the option.
pub(in crate::commands) fn parsed(
    setting: ViewSetting,
    text: &str,
    mode: ViewMode,
) -> anyhow::Result<SettingValue> {
    let value = setting.parse(text, mode, plain_number);
    value.map_err(|error| anyhow!(error.about(&format!("--{}", setting.info().option))))
}

/// Returns the range in `settings` if it is fixed, if `--value-range` is given or if the capture holds such data;
/// otherwise the full range.
pub(in crate::commands) fn scaled_range(
    arguments: &SettingArgs<PictureSettings>,
    settings: &RenderSettings,
    captured: Option<Format>,
) -> ValueRange {
    let is_chosen =
        arguments.has(ViewSetting::ValueRange) || captured.is_some_and(Format::is_scaled);
    match settings.shading.value_range {
        range if is_chosen => range,
        range => range.of_scaled_data(),
    }
}

/// Finds a struct's member, or a channel by its own name.
fn channel_of(generator: &Generator, name: &str) -> anyhow::Result<Channel> {
    generator.channel_named(name).ok_or_else(|| {
        let members = generator.channel_names().iter().map(String::as_str);
        let names: Vec<&str> = members.chain(Channel::ALL.map(Channel::name)).collect();
        anyhow!(SettingError::unknown_name(name, &names).about("--channel"))
    })
}

pub(in crate::commands) fn check_channel(
    channel: Channel,
    generator: &Generator,
) -> anyhow::Result<()> {
    ensure!(
        channel.is_available(generator.channels()),
        "--channel {}: {} returns {} number(s)",
        channel.name(),
        generator.address(),
        generator.channels()
    );
    Ok(())
}

/// Fails if normals are to be exact, and cannot be.
fn check_normals(shading: &Shading, generator: &Generator) -> anyhow::Result<()> {
    if shading.normals != Normals::Exact || !shading.mode.info().has_normals {
        return Ok(());
    }
    ensure!(
        shading.has_exact_normals(),
        "--normals exact: --light-model hillshade is the light of gdaldem, whose slopes are those of the samples"
    );
    let checked = generator.check_exact_normals(shading.channel);
    checked.map_err(|error| anyhow!("--normals exact: {error}"))
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
