//! Thread that compiles the folders of the open files, with the texts of the editor in place of those on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::CompiledFile;
use noise_playground::source::{ModulePath, SourceTree};

use super::documents::Document;
use crate::STACK_BYTES;
use crate::compiler::CompiledFiles;
use crate::documents::root::{MAX_LEVELS, root_of_folder};
use crate::process::memory;

/// Between a change and its compilation.
const DELAY: Duration = Duration::from_millis(30);

/// State of the editor.
#[derive(Debug, Default)]
pub(super) struct CheckRequest {
    pub(super) documents: BTreeMap<PathBuf, Document>,
    /// Folders that windows have open: their files belong to them, whatever imports they have.
    pub(super) window_folders: Vec<PathBuf>,
    /// Folders that the editor has open, without links. The root of a file in one of them is inside of it.
    pub(super) workspaces: Vec<PathBuf>,
}

/// A folder with open files, compiled.
#[derive(Debug)]
pub(super) struct CheckedFolder {
    /// Absolute, without links.
    pub(super) root: PathBuf,
    /// Texts that were compiled.
    pub(super) tree: SourceTree,
    /// Diagnostics as of `playground check`.
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) compiled: BTreeMap<ModulePath, CompiledFile>,
    /// Versions of the open files.
    pub(super) versions: BTreeMap<ModulePath, i32>,
    /// False while files that are not open are still to be compiled.
    pub(super) is_complete: bool,
}

#[derive(Debug)]
pub(super) struct Checked {
    pub(super) folders: Vec<CheckedFolder>,
}

/// Starts the thread, which ends once the sender is dropped. Of several waiting requests, only the newest is handled.
pub(super) fn start(
    on_checked: impl Fn(Checked) + Send + 'static,
) -> io::Result<Sender<CheckRequest>> {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::Builder::new().name("check".to_owned()).stack_size(STACK_BYTES);
    thread.spawn(move || Checker::default().run(&receiver, &on_checked))?;
    Ok(sender)
}

#[derive(Default)]
struct Checker {
    folders: BTreeMap<PathBuf, Folder>,
}

/// A folder, as it was last read.
#[derive(Default)]
struct Folder {
    on_disk: SourceTree,
    /// With the texts of the editor.
    tree: SourceTree,
    files: CompiledFiles,
}

impl Checker {
    fn run(&mut self, requests: &Receiver<CheckRequest>, on_checked: &impl Fn(Checked)) {
        let mut next = requests.recv().ok();
        while let Some(request) = next {
            // The window, which compiles the text too, comes first.
            thread::sleep(DELAY);
            let request = requests.try_iter().last().unwrap_or(request);
            if self.read(&request) {
                on_checked(self.checked(&request));
            }
            let newer = self.compile(&request, requests, on_checked);
            next = newer.or_else(|| {
                memory::trim_heap();
                requests.recv().ok()
            });
        }
    }

    /// Returns true if a folder is new.
    fn read(&mut self, request: &CheckRequest) -> bool {
        let is_new = self.find_roots(request);
        for (root, folder) in &mut self.folders {
            match SourceTree::read(root, &folder.on_disk, &[]) {
                Ok(tree) => folder.on_disk = tree,
                Err(error) => tracing::warn!("cannot read {root:?}: {error}"),
            }
            let documents = in_folder(root, &request.documents);
            let texts = documents.iter().map(|(path, document)| (path, &*document.text));
            let tree = folder.on_disk.with_unsaved(texts, &folder.tree);
            let changed = tree.changes_since(&folder.tree).into_iter().collect();
            folder.tree = tree;
            folder.files.invalidate(&changed, &folder.tree);
        }
        is_new
    }

    /// Adds folders of open files, and removes those without. Returns true if one was added.
    fn find_roots(&mut self, request: &CheckRequest) -> bool {
        let mut is_new = false;
        for file in request.documents.keys() {
            let windows = request.window_folders.iter();
            let in_window = windows.filter(|folder| file.starts_with(folder)).min();
            let is_known = self.folders.keys().any(|root| file.starts_with(root));
            let root = match in_window {
                Some(folder) if !self.folders.contains_key(folder) => folder.clone(),
                None if !is_known => root_of(file, request),
                _ => continue,
            };
            tracing::info!("{file:?} is in the folder {root:?}");
            self.folders.retain(|known, _| !known.starts_with(&root));
            self.folders.insert(root, Folder::default());
            is_new = true;
        }
        let is_open = |root: &Path| request.documents.keys().any(|file| file.starts_with(root));
        self.folders.retain(|root, _| is_open(root));
        is_new
    }

    /// Reports once the open files are compiled, and again once all are. Returns a newer request, which ends the work.
    fn compile(
        &mut self,
        request: &CheckRequest,
        requests: &Receiver<CheckRequest>,
        on_checked: &impl Fn(Checked),
    ) -> Option<CheckRequest> {
        for only_open in [true, false] {
            for (root, folder) in &mut self.folders {
                let open: BTreeSet<ModulePath> =
                    in_folder(root, &request.documents).into_keys().collect();
                let next = |folder: &Folder| {
                    let mut pending = folder.files.pending.iter();
                    pending.find(|path| !only_open || open.contains(path)).cloned()
                };
                while let Some(path) = next(folder) {
                    let Some(source) = folder.tree.get(&path) else {
                        folder.files.pending.remove(&path);
                        continue;
                    };
                    folder.files.compile(source, &folder.tree);
                    if let Some(newer) = requests.try_iter().last() {
                        return Some(newer);
                    }
                }
            }
            let checked = self.checked(request);
            let is_complete = checked.folders.iter().all(|folder| folder.is_complete);
            on_checked(checked);
            if is_complete {
                break;
            }
        }
        None
    }
}

impl Checker {
    fn checked(&self, request: &CheckRequest) -> Checked {
        let folders = self.folders.iter();
        Checked { folders: folders.map(|(root, folder)| folder.checked(root, request)).collect() }
    }
}

impl Folder {
    fn checked(&self, root: &Path, request: &CheckRequest) -> CheckedFolder {
        let versions = in_folder(root, &request.documents).into_iter();
        CheckedFolder {
            root: root.to_owned(),
            tree: self.tree.clone(),
            diagnostics: [self.tree.left_out.clone(), self.files.diagnostics()].concat(),
            compiled: self.files.by_path.clone(),
            versions: versions.map(|(path, document)| (path, document.version)).collect(),
            is_complete: self.files.pending.is_empty(),
        }
    }
}

/// Returns the shaders among the open files that are in a folder, by their paths there.
pub(super) fn in_folder<D>(
    root: &Path,
    documents: impl IntoIterator<Item = (impl AsRef<Path>, D)>,
) -> BTreeMap<ModulePath, D> {
    let inside = documents.into_iter().filter_map(|(file, document)| {
        let relative = file.as_ref().strip_prefix(root).ok()?;
        Some((ModulePath::new(relative.to_string_lossy()), document))
    });
    inside.collect()
}

/// Returns the nearest folder from which the imports of the files beside this one resolve, also those that are not
/// saved.
fn root_of(file: &Path, request: &CheckRequest) -> PathBuf {
    let own = file.parent().unwrap_or(file);
    let on_disk = SourceTree::open(own).unwrap_or_default();
    let documents = in_folder(own, &request.documents);
    let texts = documents.iter().map(|(path, document)| (path, &*document.text));
    let tree = on_disk.with_unsaved(texts, &on_disk);
    let inside = request.workspaces.iter().filter_map(|folder| own.strip_prefix(folder).ok());
    let levels = inside.map(|inside| inside.components().count()).max().unwrap_or(MAX_LEVELS);
    root_of_folder(own, &tree, levels).unwrap_or_else(|| own.to_owned())
}
