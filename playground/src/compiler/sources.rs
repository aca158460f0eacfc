//! Source texts of all shader files of the folder, as they were last read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use noise_playground::source::{ModulePath, Source, SourceTree};

use super::watched::WatchedFolder;
use crate::documents::builtin;

/// Source texts of all shaders of the folder, which change only when the folder is read.
pub(super) struct FolderSources {
    /// Watched directory with the shaders; `None` for the built-in shaders, which never change.
    pub(super) folder: Option<WatchedFolder>,
    pub(super) tree: SourceTree,
    /// Files that were found empty in the last read only: an editor may be about to write them. `tree` has their
    /// previous texts.
    emptied: BTreeSet<ModulePath>,
}

/// Changes found by reading the folder: paths of files whose text differs from the previous read.
#[derive(Default)]
pub(super) struct SourceChanges {
    /// Paths of all new, edited and removed shader files.
    pub(super) files: BTreeSet<ModulePath>,
    /// Paths of the edited and removed shader files, without new ones.
    pub(super) edited: Vec<ModulePath>,
}

impl FolderSources {
    pub(super) fn new(folder: Option<WatchedFolder>) -> Self {
        Self {
            folder,
            tree: SourceTree::default(),
            emptied: BTreeSet::new(),
        }
    }

    /// Returns the path of the directory with the shaders; `None` for the built-in shaders.
    pub(super) fn path(&self) -> Option<&Path> {
        self.folder.as_ref().map(|folder| folder.path.as_path())
    }

    /// Reads the files in `changed`, and other files of the folder if their metadata have changed. Returns the changes
    /// and a notice for the user, if any. If the folder cannot be read, nothing changes.
    pub(super) fn read(&mut self, changed: &[PathBuf]) -> (SourceChanges, Option<String>) {
        let Some(folder) = &mut self.folder else {
            return (self.adopt(builtin::tree()), None);
        };
        let (tree, notice) = folder.read(&self.tree, changed);
        let changes = tree.map(|tree| self.adopt(tree));
        if changes.is_none() {
            self.emptied.clear();
        }
        (changes.unwrap_or_default(), notice)
    }

    /// Returns true if files were found empty, so that [`read_emptied`](Self::read_emptied) must be called soon.
    pub(super) fn has_emptied(&self) -> bool {
        !self.emptied.is_empty()
    }

    /// Reads the files again that were found empty; those that still are, are accepted as empty. Returns the changes
    /// and a notice for the user, if any.
    pub(super) fn read_emptied(&mut self) -> (SourceChanges, Option<String>) {
        let folder = self.path().unwrap_or(Path::new(""));
        let emptied = self.emptied.iter().map(|path| folder.join(path.as_str()));
        let paths: Vec<PathBuf> = emptied.collect();
        self.read(&paths)
    }

    /// Replaces all source texts by newly read ones, except those of files that have just become empty: editors write
    /// the new text after that. Returns the changes.
    fn adopt(&mut self, mut tree: SourceTree) -> SourceChanges {
        let mut files: BTreeSet<ModulePath> = tree.changes_since(&self.tree).into_iter().collect();
        let is_truncated = |path: &&ModulePath| {
            let is_empty = |source: &Source| source.text.trim().is_empty();
            let previous = self.tree.get(path);
            tree.get(path).is_some_and(|source| is_empty(source))
                && previous.is_some_and(|source| !is_empty(source))
                && !self.emptied.contains(*path)
        };
        let emptied: BTreeSet<ModulePath> = files.iter().filter(is_truncated).cloned().collect();
        for path in &emptied {
            tree.keep_previous(path, &self.tree);
            files.remove(path);
        }
        let edited = files.iter().filter(|path| self.tree.get(path).is_some());
        let edited = edited.cloned().collect();
        self.emptied = emptied;
        self.tree = tree;
        SourceChanges { files, edited }
    }
}
