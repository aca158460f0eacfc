//! The built-in shaders and data files, which are embedded.

use std::path::Path;

use include_dir::{Dir, DirEntry, File, include_dir};

use super::{ModulePath, SourceTree, is_input_file, is_shader};

/// As in `builtin:generators/swiss.wgsl`; alone, it names the folder of all.
pub const PREFIX: &str = "builtin:";

/// The program's own GPU shaders, which are not listed.
const HOST: &str = "host";

/// A page that does not count, since its pictures are not embedded.
const GALLERY: &str = "README.md";

static SHADERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/shaders");

/// Returns all shaders and data files as a folder.
pub fn tree() -> SourceTree {
    let shaders = files().filter(|(path, _)| is_shader(path));
    let named = |(path, contents): (&'static Path, &'static [u8])| {
        Some((path.to_str()?, std::str::from_utf8(contents).ok()?))
    };
    let mut tree: SourceTree = shaders.filter_map(named).collect();
    for (path, contents) in files().filter(|(path, _)| is_input_file(path)) {
        tree.add_embedded(path.to_string_lossy(), contents);
    }
    tree
}

/// Returns the text of a shader; `None` if there is no such file.
pub fn text(path: &ModulePath) -> Option<&'static str> {
    SHADERS.get_file(path.as_str())?.contents_utf8()
}

/// Returns the paths and contents of all files.
pub fn files() -> impl Iterator<Item = (&'static Path, &'static [u8])> {
    in_folder(&SHADERS).into_iter().map(|file| (file.path(), file.contents()))
}

fn in_folder(folder: &'static Dir<'_>) -> Vec<&'static File<'static>> {
    let mut found = Vec::new();
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) if inner.path() == Path::new(HOST) => {}
            DirEntry::Dir(inner) => found.extend(in_folder(inner)),
            DirEntry::File(file) if file.path() == Path::new(GALLERY) => {}
            DirEntry::File(file) => found.push(file),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_shaders_equal_the_folder() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders"));
        let on_disk = SourceTree::open(folder).unwrap();
        let expected = on_disk.iter().filter(|source| !source.path.as_str().starts_with(HOST));
        assert!(tree().iter().eq(expected));
    }
}
