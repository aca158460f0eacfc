//! Preset files, which contain named control values.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use noise_playground::generator::Generator;
use noise_playground::subject::preset::{EditResult, MAX_PRESET_BYTES, PresetEdit, apply_edit};

use super::replace::replace;

/// Fails if the file does not exist, is not a regular file, is too large, or cannot be read.
pub(crate) fn read(file: &Path) -> io::Result<Vec<u8>> {
    // Reading a pipe or a device may never end.
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    let limit = MAX_PRESET_BYTES + 1;
    File::open(file)?.take(limit).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == limit {
        let message = format!("larger than {MAX_PRESET_BYTES} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

/// Replaces the file, or a link's target, in one step. Returns the undoing edit. Fails if the file cannot be edited.
pub(crate) fn edit(
    file: &Path,
    edit: &PresetEdit,
    generator: &Generator,
) -> anyhow::Result<PresetEdit> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let previous = match read(file) {
        Ok(bytes) => String::from_utf8(bytes).with_context(|| format!("{name}: not UTF-8 text"))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => bail!("{name}: {error}"),
    };
    let EditResult { text, undo } =
        apply_edit(&previous, edit, generator).with_context(|| name.clone().into_owned())?;
    replace(file, &text)?;
    Ok(undo)
}

#[cfg(test)]
mod tests;
