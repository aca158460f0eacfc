//! The variants of a sweep: `--vary`, `--random` and `--seed`.

use std::path::Path;

use anyhow::{Context as _, bail};
use noise_playground::generator::Generator;
use noise_playground::generator::control::{Settings, Values};
use noise_playground::subject::preset::{PresetFile, preset_file_of};
use noise_playground::subject::sweep::{Axis, AxisText, PRESET, Sweep, SweepError};

use super::SweepArgs;
use crate::documents::folder::{ShaderFolder, locate};
use crate::documents::values::{
    apply, file_and_name, preset_file, require_control, settings_of_preset,
};
use noise_playground::source::builtin;

/// A grid over the axes of `--vary`, or random points. Fails if an axis is not valid for the generator, there is no
/// axis, or an option is invalid.
pub(super) fn sweep(arguments: &SweepArgs, generator: &Generator) -> anyhow::Result<Sweep> {
    let texts = arguments.vary.iter().map(|(_, axis)| axis);
    if let Some(count) = arguments.random {
        let seed = arguments.seed.unwrap_or_default();
        let intervals: Vec<AxisText> = texts.cloned().collect();
        let sweep = Sweep::random(&intervals, generator, count as usize, seed);
        return sweep.map_err(|error| explained(error, generator)).context("--random");
    }
    if arguments.seed.is_some() {
        bail!("--seed needs --random");
    }
    let axes =
        texts.map(|text| axis(text, &arguments.generator.named.generator, arguments, generator));
    let axes: Vec<Axis> = axes.collect::<anyhow::Result<_>>().context("--vary")?;
    if axes.is_empty() {
        bail!("a sweep needs --vary NAME=FROM:TO:COUNT, --vary NAME=V1,V2,… or --random COUNT");
    }
    Sweep::new(axes).context("--vary")
}

/// Parses `--vary`. Returns the text too, which manifests repeat.
pub(super) fn vary(text: &str) -> Result<(String, AxisText), SweepError> {
    Ok((text.to_owned(), text.parse()?))
}

fn axis(
    text: &AxisText,
    address: &str,
    arguments: &SweepArgs,
    generator: &Generator,
) -> anyhow::Result<Axis> {
    let has_control = |name: &str| generator.controls().iter().any(|control| control.name == name);
    match text {
        AxisText::List { name, values } if name == PRESET && !has_control(name) => {
            let folder = arguments.generator.named.root.folder.as_deref();
            let presets = presets(values, address, folder, generator)?;
            Ok(Axis::presets(presets, generator)?)
        }
        _ => Axis::from_text(text, generator).map_err(|error| explained(error, generator)),
    }
}

/// Suggests similar names for an unknown control.
fn explained(error: SweepError, generator: &Generator) -> anyhow::Error {
    match &error {
        SweepError::UnknownControl(name) => {
            let missing = require_control(name, generator);
            missing.err().unwrap_or_else(|| error.into())
        }
        _ => error.into(),
    }
}

/// A name is `FILE#NAME`, or that of a preset beside the shader.
fn presets(
    names: &[String],
    address: &str,
    folder: Option<&Path>,
    generator: &Generator,
) -> anyhow::Result<Vec<(String, Settings)>> {
    let mut beside: Option<PresetFile> = None;
    let mut found = Vec::new();
    for name in names {
        let settings = if is_in_named_file(name) {
            settings_of_preset(name, generator)?
        } else {
            let file = match beside.take() {
                Some(file) => file,
                None => file_beside(address, folder)?,
            };
            let settings = file.find(Some(name), generator)?.values.clone();
            beside = Some(file);
            settings
        };
        apply(&mut Values::default(), generator, &settings)
            .with_context(|| format!("preset {name:?}"))?;
        found.push((name.clone(), settings));
    }
    Ok(found)
}

/// Returns true for `FILE#NAME`: the name of a preset may contain `#`, too.
fn is_in_named_file(name: &str) -> bool {
    let (file, preset) = file_and_name(name);
    let extension = file.extension().unwrap_or_default();
    preset.is_some() && (file.is_file() || extension == "toml" || extension == "png")
}

/// Reads the preset file beside a shader of a folder or of the built-in shaders.
fn file_beside(address: &str, folder: Option<&Path>) -> anyhow::Result<PresetFile> {
    let file = address.rsplit_once("::").map_or(address, |(file, _)| file);
    let (folder, shader) = locate(Path::new(file), folder)?;
    let path = preset_file_of(&shader);
    match folder {
        ShaderFolder::Builtin => {
            let text = builtin::text(&path);
            let text = text.with_context(|| format!("{file} has no presets"))?;
            Ok(PresetFile::parse(text)?)
        }
        ShaderFolder::Folder(folder) => preset_file(&folder.join(path.as_str())),
    }
}
