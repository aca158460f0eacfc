//! The folder of shaders: all its shader files and data files.

mod read;
mod walk;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::field_source::{FieldSource, FileSource};
use super::input_file::{InputFile, InputFiles};
use super::stamp::Stamp;
use super::{ModulePath, Source};
use crate::wgsl::diagnostic::{Diagnostic, Severity};
use crate::wgsl::features::Features;

/// Largest number of shaders in a folder. More suggest the wrong folder, such as a home directory.
pub const MAX_FILES: usize = 10_000;

/// All shader files in the order of their paths, and the data files. Clones share the texts.
#[derive(Clone, Debug, Default)]
pub struct SourceTree {
    sources: BTreeMap<ModulePath, Arc<Source>>,
    stamps: BTreeMap<ModulePath, Stamp>,
    root: Option<PathBuf>,
    inputs: InputFiles,
    /// Shader files that are links, or in linked folders, with the files of the folder to which they lead.
    links: BTreeMap<ModulePath, ModulePath>,
    /// Notes about unread links to targets outside of the folder, and warnings about unreadable subfolders.
    pub left_out: Vec<Diagnostic>,
    /// States that the user has set, which override those of the files.
    pub features: Features,
    /// Sources that the user has set, which override those of the files.
    pub field_sources: FieldSources,
}

/// Sources by names of field inputs: `mask.ground` is the input `ground` of the generator that fills `mask`.
pub type FieldSources = BTreeMap<String, FieldSource>;

/// Stands for all import paths (`#define_import_path`) of the folder in a list of files. No file has this path.
pub(crate) const IMPORT_PATHS: &str = "#define_import_path";

impl<P: AsRef<str>, T: Into<String>> FromIterator<(P, T)> for SourceTree {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(files: I) -> Self {
        let sources = files.into_iter().map(|(path, text)| {
            let source = Source::new(path, text);
            (source.path.clone(), Arc::new(source))
        });
        Self { sources: sources.collect(), ..Self::default() }
    }
}

impl SourceTree {
    /// Returns all shader files in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.sources.values()
    }

    /// Returns the shader file with this path.
    pub fn get(&self, path: &ModulePath) -> Option<&Arc<Source>> {
        self.sources.get(path)
    }

    /// Returns the other paths of a shader file, which are links to it.
    pub fn links_to<'t>(&'t self, target: &ModulePath) -> impl Iterator<Item = &'t ModulePath> {
        let links = self.links.iter().filter(move |(_, leads_to)| *leads_to == target);
        links.map(|(link, _)| link)
    }

    /// Returns the reason why a file, or the folder that it is in, was left out.
    pub fn reason_left_out(&self, path: &str) -> Option<&str> {
        let is_at = |note: &&Diagnostic| {
            let file = note.location.as_ref().map_or("", |location| location.file.as_str());
            path.strip_prefix(file).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let mut notes = self.left_out.iter().filter(|found| found.severity == Severity::Note);
        notes.find(is_at).map(|note| note.message.as_str())
    }

    /// Returns the absolute path; `None` if the files are not on a disk.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Returns the data files in the order of their paths.
    pub fn input_files(&self) -> impl Iterator<Item = &Arc<InputFile>> {
        self.inputs.of_folder.values()
    }

    /// Returns a data file of the folder, or one outside of it by absolute path. `None` if it does not exist.
    pub fn input_file(&self, source: &FileSource) -> Option<Arc<InputFile>> {
        self.inputs.find(source)
    }

    /// Returns true if data files outside of the folder were found or looked for.
    pub fn has_outside_files(&self) -> bool {
        self.inputs.has_outside()
    }

    /// Returns the data files outside of the folder that have changed since they were last found.
    pub fn changed_outside(&self) -> Vec<ModulePath> {
        self.inputs.changed_outside()
    }

    /// Adds a data file that is embedded in the executable.
    pub fn add_embedded(&mut self, path: impl AsRef<str>, bytes: &'static [u8]) {
        let file = InputFile::embedded(path.as_ref(), bytes);
        let path = ModulePath::new(path);
        self.inputs.of_folder.insert(path, Arc::new(file));
    }

    /// Adds a data file on disk under its path in the folder.
    pub fn add_input_file(&mut self, path: impl AsRef<str>, file: &Path) {
        let none = InputFiles::default();
        self.inputs.add(ModulePath::new(path), file, &none);
    }

    /// Returns the folder with added or replaced files. `are_unsaved` is true for texts that an editor had not saved.
    #[must_use]
    pub fn with_texts(&self, texts: &[(ModulePath, String)], are_unsaved: bool) -> Self {
        let mut tree = self.clone();
        for (path, text) in texts {
            let mut source = Source::new(path.as_str(), text.as_str());
            source.is_unsaved = are_unsaved;
            tree.sources.insert(path.clone(), Arc::new(source));
        }
        tree
    }

    /// Returns the folder with the texts of editors in place of those on disk. Parsed texts of `previous` are used
    /// again. A text that equals the one on disk changes nothing. The text of a file is also that of all links to it.
    #[must_use]
    pub fn with_unsaved<'t>(
        &'t self,
        texts: impl IntoIterator<Item = (&'t ModulePath, &'t str)>,
        previous: &Self,
    ) -> Self {
        let mut tree = self.clone();
        let with_links = texts.into_iter().flat_map(|(path, text)| {
            let paths = std::iter::once(path).chain(self.links_to(path));
            paths.map(move |path| (path, text))
        });
        for (path, text) in with_links {
            let unsaved = Source::unsaved(path, text);
            let equals = |saved: &Arc<Source>| {
                (&saved.text, &saved.unreadable) == (&unsaved.text, &unsaved.unreadable)
            };
            if tree.get(path).is_some_and(equals) {
                continue;
            }
            let known = previous.get(path).filter(|known| ***known == unsaved).cloned();
            tree.sources.insert(path.clone(), known.unwrap_or_else(|| Arc::new(unsaved)));
        }
        tree
    }

    /// Replaces the data files by those of another folder.
    pub fn add_input_files_of(&mut self, other: &Self) {
        self.inputs.clone_from(&other.inputs);
    }

    /// The folder for the generator that fills the input `name`: with features and sources under names `name.…`.
    pub(crate) fn of_input(&self, name: &str) -> Self {
        fn of_input<T: Clone>(all: &BTreeMap<String, T>, name: &str) -> BTreeMap<String, T> {
            let inner = |full: &String| {
                let rest = full.strip_prefix(name)?.strip_prefix('.')?;
                Some(rest.to_owned())
            };
            let all = all.iter();
            all.filter_map(|(full, value)| Some((inner(full)?, value.clone()))).collect()
        }
        Self {
            features: of_input(&self.features, name),
            field_sources: of_input(&self.field_sources, name),
            ..self.clone()
        }
    }

    /// Returns the shader file that an import names, with either extension.
    pub fn module(&self, components: &[String]) -> Option<&Arc<Source>> {
        let stem = components.join("/");
        ["wgsl", "wesl"]
            .iter()
            .find_map(|extension| self.get(&ModulePath::new(format!("{stem}.{extension}"))))
    }

    pub(crate) fn with_import_path(&self, path: &[String]) -> Option<&Arc<Source>> {
        self.iter().find(|source| source.import_path() == Some(path))
    }

    /// Restores a file from a previous read, and removes its stamp, so that the next read opens the file again.
    pub fn keep_previous(&mut self, path: &ModulePath, previous: &Self) {
        if let Some(source) = previous.sources.get(path) {
            self.sources.insert(path.clone(), Arc::clone(source));
            self.stamps.remove(path);
        }
    }

    /// Returns added, removed and changed files, and `IMPORT_PATHS` if one of them declares an import path.
    pub fn changes_since(&self, previous: &Self) -> Vec<ModulePath> {
        let differs =
            |path: &&ModulePath| match (self.sources.get(*path), previous.sources.get(*path)) {
                (Some(now), Some(then)) => !Arc::ptr_eq(now, then) && now != then,
                _ => true,
            };
        let removed = previous.sources.keys().filter(|path| !self.sources.contains_key(*path));
        let changed = self.sources.keys().chain(removed).filter(differs);
        let changed = changed.chain(self.inputs.changes_since(&previous.inputs));
        let mut changed: Vec<ModulePath> = changed.cloned().collect();
        let has_import_path = |path: &ModulePath| {
            let versions = [self.get(path), previous.get(path)];
            let mut versions = versions.into_iter().flatten();
            versions.any(|source| source.import_path().is_some())
        };
        if changed.iter().any(has_import_path) {
            changed.push(ModulePath::new(IMPORT_PATHS));
        }
        changed
    }
}
