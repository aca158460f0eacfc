//! Source texts of all shader files of the folder: those of editors, else as they were last read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use noise_playground::source::{ModulePath, Source, SourceTree};

use super::unsaved::{UnsavedText, UnsavedTexts};
use super::watched::WatchedFolder;
use noise_playground::source::builtin;

/// Texts change only when the folder or those of editors are read.
pub(super) struct FolderSources {
    /// `None` for the built-in shaders, which never change.
    pub(super) folder: Option<WatchedFolder>,
    /// With the texts of editors in place of those on disk.
    pub(super) tree: SourceTree,
    pub(super) unsaved: BTreeMap<ModulePath, UnsavedText>,
    on_disk: SourceTree,
    texts: UnsavedTexts,
    /// Files found empty only in the last read: an editor may be writing them. `on_disk` has their previous texts.
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
    pub(super) fn new(folder: Option<WatchedFolder>, texts: UnsavedTexts) -> Self {
        Self {
            folder,
            tree: SourceTree::default(),
            unsaved: BTreeMap::new(),
            on_disk: SourceTree::default(),
            texts,
            emptied: BTreeSet::new(),
        }
    }

    /// `None` for the built-in shaders.
    pub(super) fn path(&self) -> Option<&Path> {
        self.folder.as_ref().map(|folder| folder.path.as_path())
    }

    /// Reads files in `changed` and those with changed metadata, unless the folder is unreadable. May return a notice.
    pub(super) fn read(&mut self, changed: &[PathBuf]) -> (SourceChanges, Option<String>) {
        let Some(folder) = &mut self.folder else {
            return (self.adopt(builtin::tree()), None);
        };
        let (tree, notice) = folder.read(&self.on_disk, changed);
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

    pub(super) fn read_unsaved(&mut self) -> SourceChanges {
        let folder = self.folder.as_ref();
        self.unsaved = folder.map_or_else(BTreeMap::new, |folder| {
            self.texts.in_folder(&folder.path, |path, text| {
                let saved = self.on_disk.get(path);
                saved.is_some_and(|saved| saved.text == text && saved.unreadable.is_none())
            })
        });
        let links = self.unsaved.iter().flat_map(|(path, text)| {
            self.on_disk.links_to(path).map(|link| (link.clone(), text.clone()))
        });
        let links: Vec<_> = links.collect();
        self.unsaved.extend(links);
        let texts = self.unsaved.iter().map(|(path, unsaved)| (path, &*unsaved.text));
        let tree = self.on_disk.with_unsaved(texts, &self.tree);
        let files: BTreeSet<ModulePath> = tree.changes_since(&self.tree).into_iter().collect();
        let edited = files.iter().filter(|path| self.tree.get(path).is_some());
        let edited = edited.cloned().collect();
        self.tree = tree;
        SourceChanges { files, edited }
    }

    /// Keeps the texts of files that have just become empty: editors write the new text after that.
    fn adopt(&mut self, mut tree: SourceTree) -> SourceChanges {
        let is_truncated = |path: &ModulePath| {
            let is_empty = |source: &Source| source.text.trim().is_empty();
            let previous = self.on_disk.get(path);
            tree.get(path).is_some_and(|source| is_empty(source))
                && previous.is_some_and(|source| !is_empty(source))
                && !self.emptied.contains(path)
        };
        let changed = tree.changes_since(&self.on_disk).into_iter();
        let emptied: BTreeSet<ModulePath> = changed.filter(is_truncated).collect();
        for path in &emptied {
            tree.keep_previous(path, &self.on_disk);
        }
        self.emptied = emptied;
        self.on_disk = tree;
        self.read_unsaved()
    }
}
