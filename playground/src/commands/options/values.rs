//! Parses the options of the values: `--preset` and `--set`.

use std::path::Path;

use anyhow::{Context as _, bail};
use noise_playground::capture::Manifest;
use noise_playground::control::{Control, Setting, SettingError, Settings, Values};
use noise_playground::generator::Generator;
use noise_playground::preset::PresetFile;
use noise_playground::suggest::closest;

use crate::args;
use crate::documents::presets;

/// Returns `defaults` with first `--preset` and then each `--set` applied.
pub(in crate::commands) fn values(
    arguments: &args::ValueArgs,
    generator: &Generator,
    defaults: Values,
) -> anyhow::Result<Values> {
    let mut values = defaults;
    if let Some(preset) = &arguments.preset {
        settings_of_preset(preset, generator)
            .and_then(|settings| apply(&mut values, generator, &settings))
            .with_context(|| format!("--preset {preset:?}"))?;
    }
    for assignment in &arguments.set {
        set(&mut values, assignment, generator).with_context(|| format!("--set {assignment:?}"))?;
    }
    Ok(values)
}

/// Applies the settings of a preset. Unknown names only cause a warning, since controls may have been removed from the
/// shader after the preset was saved.
///
/// # Errors
/// A control cannot take its value.
pub(in crate::commands) fn apply(
    values: &mut Values,
    generator: &Generator,
    settings: &Settings,
) -> anyhow::Result<()> {
    let (unknown, invalid): (Vec<_>, Vec<_>) = values
        .apply(&generator.controls, settings)
        .into_iter()
        .partition(SettingError::is_unknown);
    if let Some(error) = invalid.into_iter().next() {
        return Err(error.into());
    }
    if let [first, more @ ..] = unknown.as_slice() {
        let more = match more.len() {
            0 => String::new(),
            count => format!(" (and {count} more)"),
        };
        tracing::warn!("{}: {first}{more}", generator.address);
    }
    Ok(())
}

fn set(values: &mut Values, assignment: &str, generator: &Generator) -> anyhow::Result<()> {
    let (name, text) = assignment.split_once('=').context("expected NAME=VALUE")?;
    require_control(name, generator)?;
    let settings = Settings::from([(name.to_owned(), Setting::Text(text.to_owned()))]);
    match values.apply(&generator.controls, &settings).pop() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// Checks that a generator has a control with this name.
///
/// # Errors
/// There is no such control; the message suggests similar names.
pub(in crate::commands) fn require_control(
    name: &str,
    generator: &Generator,
) -> anyhow::Result<()> {
    let controls = &generator.controls;
    if controls.iter().any(|control| control.name == name) {
        return Ok(());
    }
    let hint = similar_names_hint(name, controls);
    bail!("{} has no control {name:?}{hint}", generator.address)
}

/// Returns the end of a message about an unknown control: the name that was probably meant, else all names.
fn similar_names_hint(name: &str, controls: &[Control]) -> String {
    let names = controls.iter().filter(|control| !control.hidden);
    let names: Vec<&str> = names.map(|control| control.name.as_str()).collect();
    match (closest(name, names.iter().copied()), names.as_slice()) {
        (Some(similar), _) => format!("; did you mean {similar}?"),
        (None, []) => "; it has none".to_owned(),
        (None, names) => format!("; it has {}", names.join(", ")),
    }
}

/// Reads the settings in `FILE` or `FILE#NAME`: a preset file, or a captured PNG.
///
/// # Errors
/// The file cannot be read, is invalid, or has no such preset.
pub(in crate::commands) fn settings_of_preset(
    preset: &str,
    generator: &Generator,
) -> anyhow::Result<Settings> {
    let (file, name) = file_and_name(preset);
    let extension = file.extension();
    if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        return Ok(Manifest::read_png(file)?.values);
    }
    let presets = preset_file(file)?;
    let preset = presets.find(name, generator);
    Ok(preset.with_context(|| format!("{file:?}"))?.values.clone())
}

/// Splits `FILE#NAME`. The whole text is the file if a file with that name exists.
pub(in crate::commands) fn file_and_name(text: &str) -> (&Path, Option<&str>) {
    match text.rsplit_once('#') {
        Some((file, name)) if !Path::new(text).exists() => (Path::new(file), Some(name)),
        _ => (Path::new(text), None),
    }
}

/// Reads and parses a preset file.
pub(in crate::commands) fn preset_file(file: &Path) -> anyhow::Result<PresetFile> {
    let bytes = presets::read(file).with_context(|| format!("cannot read {file:?}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("cannot read {file:?}"))?;
    PresetFile::parse(&text).with_context(|| format!("{file:?}"))
}
