//! Writes the built-in shaders to a folder, in which they can be edited.

use std::path::Path;

use noise_playground::source::builtin;

use super::new_folder;

/// The notice when a built-in shader is to be edited, and the end of errors that begin "these are".
pub(crate) const READ_ONLY: &str =
    "built-in shaders; `playground new DIR` writes them to a folder for editing";

/// Writes a complete folder or none. Returns the number of files. Fails if the folder is not empty or not writable.
pub(crate) fn write_out(folder: &Path) -> anyhow::Result<usize> {
    let files = builtin::files().map(|(path, contents)| (path.to_owned(), contents.to_owned()));
    let files: Vec<_> = files.collect();
    new_folder::write(folder, &files)?;
    Ok(files.len())
}
