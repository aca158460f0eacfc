//! What the controls are set to: `--preset`, then `--set`.

use std::cmp::Reverse;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use noise_playground::capture::Manifest;
use noise_playground::control::{Control, Settings, Values};
use noise_playground::generator::Generator;
use noise_playground::preset::PresetFile;

use crate::args::Setting;
use crate::documents::presets;

/// The values that a call asks for, on top of `before`.
pub(in crate::commands) fn values(
    arguments: &Setting,
    generator: &Generator,
    before: Values,
) -> anyhow::Result<Values> {
    let mut values = before;
    if let Some(preset) = &arguments.preset {
        let settings = settings(preset, generator)?;
        let applied = values.apply(&generator.controls, &settings);
        let unknown =
            applied.map_err(|(name, error)| anyhow!("--preset {preset:?}: {name}: {error}"))?;
        if let Some(first) = unknown.first() {
            let more = match unknown.len() - 1 {
                0 => String::new(),
                more => format!(", nor {more} more that it sets"),
            };
            tracing::warn!(
                "--preset {preset:?}: {} has no control {first:?}{more}",
                generator.address
            );
        }
    }
    for assignment in &arguments.set {
        set(&mut values, assignment, generator)?;
    }
    Ok(values)
}

fn set(values: &mut Values, assignment: &str, generator: &Generator) -> anyhow::Result<()> {
    let (name, text) = assignment
        .split_once('=')
        .ok_or_else(|| anyhow!("--set {assignment:?} is not NAME=VALUE"))?;
    let named = controls_named(name, generator).with_context(|| format!("--set {assignment:?}"))?;
    for control in named {
        let value = control
            .parse(text)
            .with_context(|| format!("--set {assignment:?}"))?;
        values.set(control, value);
    }
    Ok(())
}

/// The controls of a name: one, or a member and a parameter that are called the same.
pub(in crate::commands) fn controls_named<'a>(
    name: &str,
    generator: &'a Generator,
) -> anyhow::Result<Vec<&'a Control>> {
    let controls = generator.controls.iter();
    let named: Vec<&Control> = controls.filter(|control| control.name == name).collect();
    if named.is_empty() {
        bail!(
            "{} has no control {name:?}{}",
            generator.address,
            nearest(name, &generator.controls)
        );
    }
    Ok(named)
}

/// The names most like a wrong one.
fn nearest(name: &str, controls: &[Control]) -> String {
    let mut names: Vec<&str> = controls
        .iter()
        .filter(|control| !control.hidden)
        .map(|control| control.name.as_str())
        .collect();
    names.sort_by_key(|known| Reverse((strsim::jaro_winkler(name, known) * 1e6) as i64));
    names.truncate(3);
    if names.is_empty() {
        "; it has none".to_owned()
    } else {
        format!("; did you mean {}?", names.join(", "))
    }
}

/// The values of `FILE` or `FILE#NAME`: a preset file, or a captured PNG.
fn settings(preset: &str, generator: &Generator) -> anyhow::Result<Settings> {
    let (file, name) = file_and_name(preset);
    let ending = file.extension().and_then(|ending| ending.to_str());
    if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        return Ok(Manifest::read_png(file)?.values);
    }
    let presets = preset_file(file).context("--preset")?;
    let found = presets.find(name, generator);
    let found = found.map_err(|error| anyhow!("--preset: {}: {error}", file.display()))?;
    Ok(found.values.clone())
}

/// The parts of `FILE#NAME`. A file whose own name has a `#` is one without.
pub(in crate::commands) fn file_and_name(text: &str) -> (&Path, Option<&str>) {
    match text.rsplit_once('#') {
        Some((file, name)) if !Path::new(text).exists() => (Path::new(file), Some(name)),
        _ => (Path::new(text), None),
    }
}

/// Reads a preset file.
pub(in crate::commands) fn preset_file(file: &Path) -> anyhow::Result<PresetFile> {
    let bytes = presets::read(file).with_context(|| format!("cannot read {file:?}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("cannot read {file:?}"))?;
    PresetFile::parse(&text).map_err(|error| anyhow!("{}: {error}", file.display()))
}
