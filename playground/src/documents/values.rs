//! The options `--preset` and `--set`.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use noise_playground::Subject;
use noise_playground::capture::Manifest;
use noise_playground::field::files::Fill;
use noise_playground::generator::Generator;
use noise_playground::generator::control::{
    Control, Setting, SettingError, Settings, Values, Widget,
};
use noise_playground::source::{FieldSource, FieldSources, FileSource, ModulePath, SourceTree};
use noise_playground::subject::preset::PresetFile;
use noise_playground::wgsl::diagnostic::Diagnostic;
use noise_playground::wgsl::suggest::closest;

use super::presets;
use crate::args;

/// Changes the values by `--preset` and then by each `--set`, which can set the controls that a source before it adds.
pub(crate) fn set_values(subject: &mut Subject, arguments: &args::ValueArgs) -> anyhow::Result<()> {
    fill(subject)?;
    if let Some(preset) = &arguments.preset {
        let applied = settings_of_preset(preset, &subject.generator)
            .and_then(|settings| set_preset(subject, &settings));
        applied.with_context(|| format!("--preset {preset:?}"))?;
    }
    for assignment in &arguments.set {
        let set = set(subject, assignment).and_then(|()| fill(subject));
        set.with_context(|| format!("--set {assignment:?}"))?;
    }
    if let Some(rule) = arguments.fill {
        fill_holes(subject, rule)?;
    }
    Ok(())
}

/// Applies to data files that have no rule of their own. Fails if there is no data file.
fn fill_holes(subject: &mut Subject, rule: Fill) -> anyhow::Result<()> {
    let Subject { generator, values, .. } = &mut *subject;
    let files = generator.input_files();
    if files.is_empty() {
        bail!("--fill: {} has no data file as a source", generator.address());
    }
    for (name, mut file, _) in files {
        let control = generator.controls().iter().find(|control| control.name == name);
        let Some(control) = control else { continue };
        file.fill = file.fill.or(Some(rule));
        if let Some(FieldSource::File(stated)) = values.get(control).source() {
            file.digest.clone_from(&stated.digest);
        }
        values.set(control, FieldSource::File(file).into());
    }
    fill(subject)
}

/// Compiles with the sources in the values; fails if one cannot be compiled or read.
fn fill(subject: &mut Subject) -> anyhow::Result<()> {
    let filled = subject.generator.with_values(&subject.values);
    let first = |errors: Vec<Diagnostic>| match errors.into_iter().find(Diagnostic::is_error) {
        Some(error) => anyhow!("{}", error.message),
        None => anyhow!("the generator does not compile with these values"),
    };
    subject.generator = filled.map_err(first)?;
    if !subject.values.field_sources().is_empty() {
        for (_, _, input) in subject.generator.input_files() {
            input.read_file().map_err(|error| anyhow!("{}", error.message))?;
        }
    }
    Ok(())
}

/// Applies features and sources, which add controls, then other settings. Fails if one is invalid or does not compile.
pub(super) fn set_preset(subject: &mut Subject, settings: &Settings) -> anyhow::Result<()> {
    fill_by(settings, subject)?;
    apply(&mut subject.values, &subject.generator, settings)
}

/// Stores features and sources and compiles with them, until none is left: each can add further inputs.
fn fill_by(settings: &Settings, subject: &mut Subject) -> anyhow::Result<()> {
    let mut applied = BTreeSet::new();
    loop {
        let is_input = |name: &&String| {
            let mut controls = subject.generator.controls().iter();
            controls.any(|control| control.name == **name && control.is_compiled())
        };
        let mut inputs = settings.keys().filter(is_input);
        let Some(name) = inputs.find(|name| applied.insert((*name).clone())) else {
            return Ok(());
        };
        let only = Settings::from([(name.clone(), settings[name].clone())]);
        apply(&mut subject.values, &subject.generator, &only)?;
        fill(subject)?;
    }
}

/// Unknown names only warn, since controls may be gone since the preset was saved. Fails if a setting is invalid.
pub(crate) fn apply(
    values: &mut Values,
    generator: &Generator,
    settings: &Settings,
) -> anyhow::Result<()> {
    let (unknown, invalid): (Vec<_>, Vec<_>) = values
        .apply(generator.controls(), settings)
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
        tracing::warn!("{}: {first}{more}", generator.address());
    }
    Ok(())
}

fn set(subject: &mut Subject, assignment: &str) -> anyhow::Result<()> {
    let Subject { generator, values, .. } = subject;
    let (name, text) = assignment.split_once('=').context("expected NAME=VALUE")?;
    require_control(name, generator)?;
    let mut controls = generator.controls().iter();
    let input = controls.find(|control| control.name == name && control.widget == Widget::Field);
    if let Some(input) = input {
        let source = FieldSource::parse(text)?;
        let source = match generator.folder() {
            Some(folder) => located(source, folder)?,
            None => source,
        };
        values.set(input, source.into());
        return Ok(());
    }
    let settings = Settings::from([(name.to_owned(), Setting::Text(text.to_owned()))]);
    match values.apply(generator.controls(), &settings).pop() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// Returns all values of `--set` that name a shader or a data file. Fails if there is no such file.
pub(super) fn sources(assignments: &[String], folder: &SourceTree) -> anyhow::Result<FieldSources> {
    let source = |assignment: &String| {
        let (name, text) = assignment.split_once('=')?;
        let source = FieldSource::parse(text).ok()?;
        let located = located(source, folder).map(|source| (name.to_owned(), source));
        Some(located.with_context(|| format!("--set {assignment:?}")))
    };
    assignments.iter().filter_map(source).collect()
}

/// Returns the path as it is written in the generator's folder. A path that exists in the folder is unchanged; any
/// other is relative to the working directory, and becomes relative to the folder if it is inside, otherwise absolute.
fn located(source: FieldSource, folder: &SourceTree) -> anyhow::Result<FieldSource> {
    let path = match &source {
        FieldSource::Generator { file, .. } => file.as_str(),
        FieldSource::File(file) => file.path.as_str(),
    };
    let is_inside = match &source {
        FieldSource::Generator { file, .. } => folder.get(file).is_some(),
        FieldSource::File(file) => folder.input_file(file).is_some(),
    };
    if is_inside && !source.is_outside() {
        return Ok(source);
    }
    let absolute = dunce::canonicalize(path);
    let absolute = absolute.map_err(|_| {
        anyhow!("there is no file {path:?}, neither in the folder nor in the working directory")
    })?;
    let relative = folder.root().and_then(|root| absolute.strip_prefix(root).ok());
    let found = relative.unwrap_or(&absolute).to_string_lossy();
    Ok(match source {
        FieldSource::Generator { function, .. } => {
            FieldSource::Generator { file: ModulePath::new(found), function }
        }
        FieldSource::File(file) => {
            FieldSource::File(FileSource { path: found.into_owned(), ..file })
        }
    })
}

/// Fails if there is no such control; the message suggests similar names.
pub(crate) fn require_control(name: &str, generator: &Generator) -> anyhow::Result<()> {
    let controls = generator.controls();
    if controls.iter().any(|control| control.name == name) {
        return Ok(());
    }
    let hint = similar_names_hint(name, controls);
    bail!("{} has no control {name:?}{hint}", generator.address())
}

/// Returns the most similar name, or all names.
fn similar_names_hint(name: &str, controls: &[Control]) -> String {
    let names = controls.iter().filter(|control| !control.hidden);
    let names: Vec<&str> = names.map(|control| control.name.as_str()).collect();
    match (closest(name, names.iter().copied()), names.as_slice()) {
        (Some(similar), _) => format!("; did you mean {similar}?"),
        (None, []) => "; it has none".to_owned(),
        (None, names) => format!("; it has {}", names.join(", ")),
    }
}

/// Reads a preset, or a captured PNG. Fails if the file cannot be read, is invalid, or has no such preset.
pub(crate) fn settings_of_preset(preset: &str, generator: &Generator) -> anyhow::Result<Settings> {
    let (file, name) = file_and_name(preset);
    let extension = file.extension();
    if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        return Ok(Manifest::read_png(file)?.values);
    }
    let presets = preset_file(file)?;
    let preset = presets.find(name, generator);
    Ok(preset.with_context(|| format!("{file:?}"))?.values.clone())
}

/// Splits `FILE#NAME`, of which both may contain `#`: at the first one before which the text names a file, else at the
/// first. If a file with the whole text as its name exists, returns that path and no name.
pub(crate) fn file_and_name(text: &str) -> (&Path, Option<&str>) {
    let splits =
        || text.match_indices('#').map(|(at, _)| (Path::new(&text[..at]), &text[at + 1..]));
    let split = splits().find(|(file, _)| file.is_file()).or_else(|| splits().next());
    match split {
        Some((file, name)) if !Path::new(text).exists() => (file, Some(name)),
        _ => (Path::new(text), None),
    }
}

pub(crate) fn preset_file(file: &Path) -> anyhow::Result<PresetFile> {
    let bytes = presets::read(file).with_context(|| format!("cannot read {file:?}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("cannot read {file:?}"))?;
    PresetFile::parse(&text).with_context(|| format!("{file:?}"))
}
