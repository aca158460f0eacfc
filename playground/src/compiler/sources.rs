//! Source texts of all shader files of the folder, as they were last read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use noise_playground::source::{ModulePath, Source, SourceTree};

use super::watched::WatchedFolder;
use crate::documents::builtin;

/// Texts change only when the folder is read.
pub(super) struct FolderSources {
    /// `None` for the built-in shaders, which never change.
    pub(super) folder: Option<WatchedFolder>,
    pub(super) tree: SourceTree,
    /// Files found empty in the last read only: an editor may be about to write them. `tree` has their previous texts.
    emptied: BTreeSet<ModulePath>,
}

/// Files whose text differs from the previous read.
#[derive(Default)]
pub(super) struct SourceChanges {
    /// New, edited and removed files.
    pub(super) files: BTreeSet<ModulePath>,
    /// Without new files.
    pub(super) edited: Vec<ModulePath>,
}

impl FolderSources {
    pub(super) fn new(folder: Option<WatchedFolder>) -> Self {
        Self { folder, tree: SourceTree::default(), emptied: BTreeSet::new() }
    }

    /// `None` for the built-in shaders.
    pub(super) fn path(&self) -> Option<&Path> {
        self.folder.as_ref().map(|folder| folder.path.as_path())
    }

    /// Reads the files in `changed`, and others whose metadata have changed. Returns a notice for the user, if any. If
    /// the folder cannot be read, nothing changes.
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

    /// Returns true if [`read_emptied`](Self::read_emptied) must be called soon.
    pub(super) fn has_emptied(&self) -> bool {
        !self.emptied.is_empty()
    }

    /// Reads the empty files again; those that still are, are accepted as empty.
    pub(super) fn read_emptied(&mut self) -> (SourceChanges, Option<String>) {
        let folder = self.path().unwrap_or(Path::new(""));
        let emptied = self.emptied.iter().map(|path| folder.join(path.as_str()));
        let paths: Vec<PathBuf> = emptied.collect();
        self.read(&paths)
    }

    /// Keeps the texts of files that have just become empty: editors write the new text after that.
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
