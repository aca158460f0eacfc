//! The built-in shaders and data files, which are embedded in the executable.

use std::path::Path;

use include_dir::{Dir, DirEntry, File, include_dir};
use noise_playground::source::{ModulePath, SourceTree, is_input_file, is_shader};

use super::new_folder;

/// As in `builtin:generators/swiss.wgsl`; alone, it names the folder of all.
pub(crate) const PREFIX: &str = "builtin:";

/// The program's own GPU shaders, which are not listed.
const HOST: &str = "host";

/// A page that is not embedded, since its pictures are not.
const GALLERY: &str = "README.md";

/// The notice when a built-in shader is to be edited, and the end of errors that begin "these are".
pub(crate) const READ_ONLY: &str =
    "built-in shaders; `playground new DIR` writes them to a folder for editing";

static SHADERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../shaders");

pub(crate) fn tree() -> SourceTree {
    let files = files(&SHADERS);
    let shaders = files.iter().filter(|file| is_shader(file.path()));
    let named = |file: &&'static File<'_>| Some((name(file), file.contents_utf8()?));
    let mut tree: SourceTree = shaders.filter_map(named).collect();
    for file in files.iter().filter(|file| is_input_file(file.path())) {
        tree.add_embedded(name(file), file.contents());
    }
    tree
}

/// Returns `None` if there is no such file.
pub(crate) fn text(path: &ModulePath) -> Option<&'static str> {
    SHADERS.get_file(path.as_str())?.contents_utf8()
}

/// The folder becomes visible only when it is complete. Returns the number of files. Fails if the folder is not empty,
/// or cannot be written.
pub(crate) fn write_out(folder: &Path) -> anyhow::Result<usize> {
    let files = files(&SHADERS).into_iter();
    let files = files.map(|file| (file.path().to_owned(), file.contents().to_owned()));
    let files: Vec<_> = files.collect();
    new_folder::write(folder, &files)?;
    Ok(files.len())
}

fn name(file: &File<'_>) -> String {
    file.path().to_string_lossy().into_owned()
}

fn files(folder: &'static Dir<'_>) -> Vec<&'static File<'static>> {
    let mut found = Vec::new();
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) if inner.path() == Path::new(HOST) => {}
            DirEntry::Dir(inner) => found.extend(files(inner)),
            DirEntry::File(file) if file.path() == Path::new(GALLERY) => {}
            DirEntry::File(file) => found.push(file),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use noise_playground::generator::compile;

    use super::*;

    #[test]
    fn embedded_shaders_equal_the_folder() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shaders"));
        let on_disk = SourceTree::open(folder).unwrap();
        let embedded = tree();
        let expected = on_disk.iter().filter(|source| !source.path.as_str().starts_with(HOST));
        assert!(embedded.iter().eq(expected));
        assert!(embedded.iter().all(|source| !compile(&embedded, source).has_error()));
    }
}
