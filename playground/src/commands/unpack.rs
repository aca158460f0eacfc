//! `playground unpack`: writes the shaders and values of a capture as files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use noise_playground::Subject;
use noise_playground::capture::Manifest;
use noise_playground::subject::preset::{PresetEdit, apply_edit, preset_file_of, preset_text};

use crate::documents::{captured, new_folder};
use crate::process::error::CommandError;

#[derive(Debug, Args)]
pub(crate) struct UnpackArgs {
    /// Capture: a picture or data file that the playground wrote.
    pub(crate) capture: PathBuf,

    /// Folder to create; an empty one may exist. Its parent must exist.
    pub(crate) dir: PathBuf,
}

/// Writes a new folder, with a preset beside the generator's file. Each picture of a comparison gets a subfolder,
/// numbered from 1.
pub(crate) fn unpack(arguments: &UnpackArgs) -> Result<ExitCode, CommandError> {
    let capture = &arguments.capture;
    let pictures = captured::cells(capture, captured::any_manifest(capture)?)?;
    let name = capture.file_stem().unwrap_or_default().to_string_lossy();
    let mut files = Vec::new();
    for (number, manifest) in (1..).zip(&pictures) {
        let folder = match pictures.len() {
            1 => PathBuf::new(),
            _ => PathBuf::from(number.to_string()),
        };
        add_files(manifest, &name, &folder, &mut files)?;
    }
    new_folder::write(&arguments.dir, &files)?;
    tracing::info!("wrote {} files", files.len());
    Ok(ExitCode::SUCCESS)
}

/// Appends paths and contents of one picture's shaders and preset.
fn add_files(
    manifest: &Manifest,
    name: &str,
    folder: &Path,
    files: &mut Vec<(PathBuf, Vec<u8>)>,
) -> Result<(), CommandError> {
    for source in manifest.tree().iter() {
        let path = folder.join(source.path.as_str());
        files.push((path, source.text.clone().into_bytes()));
    }
    let path = folder.join(preset_file_of(&manifest.address.file).as_str());
    files.push((path, preset(manifest, name)?.into_bytes()));
    Ok(())
}

/// Warns about data files that are missing or have changed, since the preset refers to them.
fn preset(manifest: &Manifest, name: &str) -> Result<String, CommandError> {
    let missing = captured::data_files::missing(manifest);
    if !missing.is_empty() {
        for reason in missing {
            tracing::warn!("data file of the capture: {reason}");
        }
        let function = &manifest.address.function;
        return Ok(preset_text(name, function, &manifest.values));
    }
    let Subject { generator, values, .. } = captured::subject(manifest)?;
    let preset = apply_edit("", &PresetEdit::Add(name.to_owned(), values), &generator);
    Ok(preset.context("the values cannot be written as a preset")?.text)
}
