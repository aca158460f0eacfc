//! Views of the server's state for requests: files with their folders, controls and windows.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentPositionParams, Url};
use noise_playground::assist::{Definition, DefinitionKind, library_modules};
use noise_playground::generator::CompiledFile;
use noise_playground::generator::control::{Control, ControlSource};
use noise_playground::source::{ModulePath, SourceTree};

use super::checker::CheckedFolder;
use super::documents::path;
use super::file::File;
use super::state::State;
use super::windows::ShownWindow;
use crate::process::window_socket::EditorMessage;

impl State {
    /// Returns an open file, or a file of a folder with open files. Before the folder is read, it is the only file.
    pub(super) fn file(&self, uri: &Url) -> Option<File> {
        let path = path(uri)?;
        let document = self.documents.get(uri);
        let folder = self.folders.iter().find(|folder| path.starts_with(&folder.root));
        let root = folder.map_or_else(|| path.parent(), |folder| Some(folder.root.as_path()))?;
        let relative = path.strip_prefix(root).ok()?;
        let module = ModulePath::new(relative.to_string_lossy());
        let tree = match (folder, document) {
            (Some(folder), _) => folder.tree.clone(),
            (None, Some(document)) => SourceTree::from_iter([(module.as_str(), &*document.text)]),
            (None, None) => return None,
        };
        let source = Arc::clone(tree.get(&module)?);
        Some(File::new(root.to_owned(), tree, source, self.client.encoding))
    }

    /// Returns all files of the folders with open files, then other files of the workspaces, and the built-in library.
    pub(super) fn all_files(&mut self) -> Vec<File> {
        let encoding = self.client.encoding;
        let files = |root: &Path, tree: &SourceTree| -> Vec<File> {
            let file = |source: &Arc<_>| {
                File::new(root.to_owned(), tree.clone(), Arc::clone(source), encoding)
            };
            tree.iter().map(file).collect()
        };
        let folders = self.folders.iter();
        let mut all: Vec<File> =
            folders.flat_map(|folder| files(&folder.root, &folder.tree)).collect();
        for workspace in &self.client.workspaces {
            if self.folders.iter().any(|folder| workspace.starts_with(&folder.root)) {
                continue;
            }
            let tree = self.workspace_trees.entry(workspace.clone()).or_default();
            match SourceTree::read(workspace, tree, &[]) {
                Ok(read) => *tree = read,
                Err(error) => tracing::warn!("cannot read {workspace:?}: {error}"),
            }
            let mut found = files(workspace, tree);
            let is_listed =
                |file: &File| self.folders.iter().any(|known| file.path().starts_with(&known.root));
            found.retain(|file| !is_listed(file));
            all.extend(found);
        }
        let none = SourceTree::default();
        let library = library_modules();
        all.extend(library.map(|source| File::new(PathBuf::new(), none.clone(), source, encoding)));
        all
    }

    /// Look inside follows the cursor.
    pub(super) fn move_cursor(&mut self, place: &TextDocumentPositionParams) {
        if self.cursor.as_ref() == Some(place) {
            return;
        }
        self.cursor = Some(place.clone());
        let has_window = self.windows.as_ref().is_some_and(|windows| !windows.is_empty());
        if let Some(file) = self.file(&place.text_document.uri).filter(|_| has_window) {
            self.tell_windows(&EditorMessage::Cursor(file.cursor(place.position)));
        }
    }

    fn folder(&self, file: &File) -> Option<&CheckedFolder> {
        self.folders.iter().find(|folder| folder.root == file.root)
    }

    pub(super) fn compiled(&self, file: &File) -> Option<&CompiledFile> {
        self.folder(file)?.compiled.get(&file.source.path)
    }

    /// Returns the control that a member or parameter declares, with the file of a generator that has it.
    pub(super) fn control(
        &self,
        file: &File,
        definition: &Definition,
    ) -> Option<(ModulePath, Control)> {
        let source = match definition.kind {
            DefinitionKind::Member | DefinitionKind::Global => ControlSource::Uniform,
            DefinitionKind::Parameter => ControlSource::Argument,
            _ => return None,
        };
        let compiled = &self.folder(file)?.compiled;
        let own = compiled.get(&definition.file).into_iter();
        let generators = own.chain(compiled.values()).flat_map(|compiled| &compiled.generators);
        generators.into_iter().find_map(|generator| {
            let mut controls = generator.controls().iter();
            let control = controls.find(|control| {
                let location = control.location.as_ref();
                control.name == definition.name
                    && control.source == source
                    && location.is_some_and(|location| location.file == definition.file)
            })?;
            Some((generator.address().file.clone(), control.clone()))
        })
    }

    pub(super) fn window_of(&self, file: &Path) -> Option<&ShownWindow> {
        self.windows.as_ref()?.of_file(file)
    }
}
