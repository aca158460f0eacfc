//! The folder's text as it was last read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use noise_playground::source::{ModulePath, Source, SourceTree};

use super::watched::WatchedFolder;
use crate::documents::builtin;

/// Text of all shaders of the folder. Only reading the folder changes it.
pub(super) struct FolderSources {
    /// `None` for the built-in shaders, which never change.
    pub(super) folder: Option<WatchedFolder>,
    pub(super) tree: SourceTree,
    /// Files that the last read found empty for the first time; `tree` has their previous text.
    emptied: BTreeSet<ModulePath>,
}

/// Files that differ from the previous read.
#[derive(Default)]
pub(super) struct SourceChanges {
    /// New, edited and removed files.
    pub(super) files: BTreeSet<ModulePath>,
    /// Edited and removed files.
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

    /// Returns the directory; `None` for the built-in shaders.
    pub(super) fn path(&self) -> Option<&Path> {
        self.folder.as_ref().map(|folder| folder.path.as_path())
    }

    /// Reads the folder: the files in `changed` in any case, others if their metadata differ. Returns the changes and
    /// a notice for the user, if any. Nothing changes if the folder cannot be read.
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

    /// Returns true if [`read_emptied`](Self::read_emptied) is to be called soon.
    pub(super) fn has_emptied(&self) -> bool {
        !self.emptied.is_empty()
    }

    /// Reads the folder again; files that are still empty are accepted as empty.
    pub(super) fn read_emptied(&mut self) -> (SourceChanges, Option<String>) {
        let folder = self.path().unwrap_or(Path::new(""));
        let emptied = self.emptied.iter().map(|path| folder.join(path.as_str()));
        let paths: Vec<PathBuf> = emptied.collect();
        self.read(&paths)
    }

    /// Replaces the text, except that of files which were just truncated: editors write the new text after that.
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
