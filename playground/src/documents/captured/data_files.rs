//! The data files that a capture was rendered from, found by name and hash.

use std::path::{Path, PathBuf};

use noise_playground::capture::Manifest;
use noise_playground::source::{FileSource, SourceTree};

use crate::documents::folder::ShaderFolder;
use noise_playground::source::builtin;

/// Returns the shaders and data files of a capture. A data file is searched in the default folder, the working
/// directory and the built-in shaders: first one with the recorded contents, else one with the same name.
pub(super) fn tree(manifest: &Manifest) -> SourceTree {
    let mut tree = manifest.tree();
    let files = manifest.input_files();
    if files.is_empty() {
        return tree;
    }
    tree.add_input_files_of(&builtin::tree());
    for file in files.iter().filter(|file| !Path::new(&file.path).is_absolute()) {
        let is_embedded = tree.input_file(file).is_some();
        let mut found = candidates(file).into_iter().filter(|path| path.is_file());
        let same = found.clone().find(|path| has_contents(path, file));
        // An embedded file of this name is the right one, or a later version of it.
        let other = || found.next().filter(|_| !is_embedded);
        if let Some(path) = same.or_else(other) {
            tree.add_input_file(&file.path, &path);
        }
    }
    tree
}

fn candidates(file: &FileSource) -> Vec<PathBuf> {
    let folder = match ShaderFolder::named(None) {
        ShaderFolder::Folder(folder) => Some(folder.join(&file.path)),
        ShaderFolder::Builtin => None,
    };
    folder.into_iter().chain([PathBuf::from(&file.path)]).collect()
}

/// Returns a message for each data file that is missing, unreadable, or has other contents than recorded.
pub(crate) fn missing(manifest: &Manifest) -> Vec<String> {
    let tree = tree(manifest);
    let reason = |file: &FileSource| {
        let read = tree.input_file(file).map(|found| found.read(file.reading()));
        match (read, &file.digest) {
            (None, _) => Some(format!("{:?} is not there", file.path)),
            (Some(Err(error)), _) => Some(error.to_string()),
            (Some(Ok(read)), Some(expected)) => expected.difference(&file.path, &read.key.digest),
            (Some(Ok(_)), None) => None,
        }
    };
    manifest.input_files().iter().filter_map(reason).collect()
}

fn has_contents(path: &Path, file: &FileSource) -> bool {
    let mut tree = SourceTree::default();
    tree.add_input_file(&file.path, path);
    let read = tree.input_file(file).map(|found| found.read(file.reading()));
    let read = read.and_then(Result::ok);
    file.digest.as_ref().is_none_or(|expected| {
        read.is_some_and(|read| expected.difference(&file.path, &read.key.digest).is_none())
    })
}
