//! Paths in printed diagnostics, such that editors and scripts find the files.

use std::path::{Path, PathBuf};

use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;

use crate::documents::folder::ShaderFolder;
use noise_playground::source::builtin::PREFIX;

/// Paths are relative to a base folder for files inside it, otherwise absolute.
pub(super) struct FileNames {
    /// `None` if the working directory is not known, or all files are built in.
    base: Option<PathBuf>,
}

impl FileNames {
    pub(super) fn in_working_directory() -> Self {
        let directory = std::env::current_dir();
        let directory = directory.and_then(dunce::canonicalize);
        Self { base: directory.ok() }
    }

    /// Paths are relative to the checked folder, or the nearest one that contains all of them.
    pub(super) fn in_common_folder(origins: &[&ShaderFolder]) -> Self {
        let folders = origins.iter().filter_map(|origin| match origin {
            ShaderFolder::Folder(folder) => Some(folder.clone()),
            ShaderFolder::Builtin => None,
        });
        Self { base: folders.reduce(|one, other| common(&one, &other)) }
    }

    /// Returns the base folder; `builtin:` if there is none.
    pub(super) fn root(&self) -> String {
        let base = self.base.as_ref();
        base.map_or_else(|| PREFIX.to_owned(), |base| base.to_string_lossy().into_owned())
    }

    /// Converts paths in the folder `origin` to printed ones.
    pub(super) fn apply(
        &self,
        origin: &ShaderFolder,
        tree: &SourceTree,
        diagnostics: Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        let is_file = |path: &str| tree.get(&ModulePath::new(path)).is_some();
        let named_note = |note: String| match note.strip_prefix("imported by ") {
            Some(path) if is_file(path) => format!("imported by {}", self.printed(origin, path)),
            _ => match note.split_once(':') {
                Some((path, rest)) if is_file(path) => {
                    format!("{}:{rest}", self.printed(origin, path))
                }
                _ => note,
            },
        };
        let mut diagnostics = diagnostics;
        for diagnostic in &mut diagnostics {
            if let Some(location) = &mut diagnostic.location {
                location.file = ModulePath::new(self.printed(origin, location.file.as_str()));
            }
            let notes = std::mem::take(&mut diagnostic.notes);
            diagnostic.notes = notes.into_iter().map(named_note).collect();
        }
        diagnostics
    }

    fn printed(&self, origin: &ShaderFolder, path: &str) -> String {
        let ShaderFolder::Folder(folder) = origin else {
            return match self.base {
                None => path.to_owned(),
                Some(_) => format!("{PREFIX}{path}"),
            };
        };
        let absolute = folder.join(path);
        let relative = self.base.as_ref();
        let relative = relative.and_then(|base| absolute.strip_prefix(base).ok());
        relative.unwrap_or(&absolute).to_string_lossy().into_owned()
    }
}

/// Returns the nearest folder that contains both.
fn common(one: &Path, other: &Path) -> PathBuf {
    let both = one.components().zip(other.components());
    both.take_while(|(one, other)| one == other).map(|(component, _)| component).collect()
}
