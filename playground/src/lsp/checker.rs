//! Thread that compiles the folders of the open files, with the texts of the editor in place of those on disk. It
//! watches the folders itself, since many editors do not.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Weak};
use std::time::Duration;
use std::{io, thread};

use noise_playground::generator::CompiledFile;
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::documents::Document;
use crate::STACK_BYTES;
use crate::compiler::{Change, CompiledFiles, WatchedFolder};
use crate::process::memory;
use noise_playground::source::{MAX_LEVELS, root_of_folder};

/// Time between a change and its compilation.
const DELAY: Duration = Duration::from_millis(30);

/// Time between scans of folders whose changes the system does not report, or not all.
const SCAN_INTERVAL: Duration = Duration::from_secs(2);

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
}

#[derive(Debug)]
pub(super) struct Checked {
    pub(super) folders: Vec<CheckedFolder>,
}

#[derive(Debug)]
pub(super) enum CheckEvent {
    Checked(Checked),
    /// A panic, after which everything is read again.
    Failed,
}

enum Input {
    Request(CheckRequest),
    /// Change of a folder; an error states why changes may be missed from then on.
    Disk(PathBuf, Result<Change, String>),
}

/// Dropping the value ends the thread.
pub(super) struct CheckHandle(Arc<Sender<Input>>);

impl CheckHandle {
    /// Of several waiting requests, only the newest is handled.
    pub(super) fn check(&self, request: CheckRequest) {
        // The thread ends with this value.
        let _ = self.0.send(Input::Request(request));
    }
}

pub(super) fn start(on_event: impl Fn(CheckEvent) + Send + 'static) -> io::Result<CheckHandle> {
    let (sender, inputs) = mpsc::channel();
    let sender = Arc::new(sender);
    let for_watchers = Arc::downgrade(&sender);
    let thread = thread::Builder::new().name("check".to_owned()).stack_size(STACK_BYTES);
    thread.spawn(move || Checker::new(inputs, for_watchers).run(&on_event))?;
    Ok(CheckHandle(sender))
}

struct Checker {
    inputs: Receiver<Input>,
    /// For the watchers of the folders.
    sender: Weak<Sender<Input>>,
    /// The newest one.
    request: CheckRequest,
    /// Files of each folder that have changed on disk.
    changed: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// True if an input has arrived that is not handled yet.
    is_due: bool,
    folders: BTreeMap<PathBuf, Folder>,
}

/// A folder, as it was last read.
struct Folder {
    watched: WatchedFolder,
    on_disk: SourceTree,
    /// With the texts of the editor.
    tree: SourceTree,
    files: CompiledFiles,
}

impl Checker {
    fn new(inputs: Receiver<Input>, sender: Weak<Sender<Input>>) -> Self {
        Self {
            inputs,
            sender,
            request: CheckRequest::default(),
            changed: BTreeMap::new(),
            is_due: false,
            folders: BTreeMap::new(),
        }
    }

    fn run(&mut self, on_event: &impl Fn(CheckEvent)) {
        while self.wait() {
            if catch_unwind(AssertUnwindSafe(|| self.check(on_event))).is_err() {
                self.folders.clear();
                on_event(CheckEvent::Failed);
            }
        }
    }

    /// Waits for an input, or until a folder may have changed without an event. Returns false once the server ends.
    fn wait(&mut self) -> bool {
        while !self.is_due {
            let timeouts = self.folders.values().map(|folder| folder.watched.wait_timeout());
            let timeout = timeouts.min().map(|timeout| timeout.max(SCAN_INTERVAL));
            let received = match timeout {
                Some(timeout) => self.inputs.recv_timeout(timeout),
                None => self.inputs.recv().map_err(Into::into),
            };
            match received {
                Ok(input) => self.add(input),
                Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) => {
                    let mut folders = self.folders.values();
                    self.is_due = folders.any(|folder| folder.watched.should_rescan());
                }
            }
        }
        true
    }

    fn add(&mut self, input: Input) {
        self.is_due = true;
        match input {
            Input::Request(request) => self.request = request,
            Input::Disk(root, Ok(Change::Finished(files) | Change::InProgress(files))) => {
                self.changed.entry(root).or_default().extend(files);
            }
            Input::Disk(root, Err(reason)) => {
                let folder = self.folders.get_mut(&root);
                let notice = folder.and_then(|folder| folder.watched.start_polling(reason));
                notice.iter().for_each(|notice| tracing::warn!("{root:?}: {notice}"));
            }
        }
    }

    /// Returns true if an input has arrived since the last check.
    fn receive(&mut self) -> bool {
        while let Ok(input) = self.inputs.try_recv() {
            self.add(input);
        }
        self.is_due
    }

    fn check(&mut self, on_event: &impl Fn(CheckEvent)) {
        // The window, which compiles the text too, comes first.
        thread::sleep(DELAY);
        self.receive();
        self.is_due = false;
        if self.read() {
            on_event(self.checked());
        }
        if self.compile(on_event) {
            memory::trim_heap();
        }
    }

    /// Returns true if a folder is new.
    fn read(&mut self) -> bool {
        let is_new = self.find_roots();
        let mut changed = std::mem::take(&mut self.changed);
        for (root, folder) in &mut self.folders {
            folder.read(&changed.remove(root).unwrap_or_default());
            let documents = in_folder(root, &self.request.documents);
            let texts = documents.iter().map(|(path, document)| (path, &*document.text));
            let tree = folder.on_disk.with_unsaved(texts, &folder.tree);
            let changed = tree.changes_since(&folder.tree).into_iter().collect();
            folder.tree = tree;
            folder.files.invalidate(&changed, &folder.tree);
        }
        is_new
    }

    /// Adds folders of open files, and removes those without. Returns true if one was added.
    fn find_roots(&mut self) -> bool {
        let mut is_new = false;
        let request = &self.request;
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
            let folder = Folder::new(&root, self.sender.clone());
            self.folders.insert(root, folder);
            is_new = true;
        }
        let is_open = |root: &Path| request.documents.keys().any(|file| file.starts_with(root));
        self.folders.retain(|root, _| is_open(root));
        is_new
    }

    /// Reports once the open files are compiled, and again once all are; false if an input that arrives ends the work.
    fn compile(&mut self, on_event: &impl Fn(CheckEvent)) -> bool {
        for only_open in [true, false] {
            while let Some((root, path)) = self.next_pending(only_open) {
                if let Some(folder) = self.folders.get_mut(&root) {
                    folder.compile(&path);
                }
                if self.receive() {
                    return false;
                }
            }
            on_event(self.checked());
            if self.folders.values().all(|folder| folder.files.pending.is_empty()) {
                break;
            }
        }
        true
    }

    /// Returns the root of a folder, and a file there that is still to be compiled.
    fn next_pending(&self, only_open: bool) -> Option<(PathBuf, ModulePath)> {
        self.folders.iter().find_map(|(root, folder)| {
            let open = in_folder(root, &self.request.documents);
            let mut pending = folder.files.pending.iter();
            let next = pending.find(|path| !only_open || open.contains_key(path))?;
            Some((root.clone(), next.clone()))
        })
    }

    fn checked(&self) -> CheckEvent {
        let folders = self.folders.iter();
        let folders = folders.map(|(root, folder)| folder.checked(root, &self.request));
        CheckEvent::Checked(Checked { folders: folders.collect() })
    }
}

impl Folder {
    fn new(root: &Path, sender: Weak<Sender<Input>>) -> Self {
        let own = root.to_owned();
        let on_change = move |change| {
            if let Some(sender) = sender.upgrade() {
                let _ = sender.send(Input::Disk(own.clone(), change));
            }
        };
        Self {
            watched: WatchedFolder::new(root.to_owned(), Arc::new(on_change)),
            on_disk: SourceTree::default(),
            tree: SourceTree::default(),
            files: CompiledFiles::default(),
        }
    }

    /// Reads the files on disk. A folder that is gone is empty.
    fn read(&mut self, changed: &[PathBuf]) {
        self.watched.sync();
        let (tree, notice) = self.watched.read(&self.on_disk, changed);
        notice.iter().for_each(|notice| tracing::warn!("{notice}"));
        if let Some(tree) = tree {
            self.on_disk = tree;
        } else if !self.watched.exists() {
            self.on_disk = SourceTree::default();
        }
    }

    fn compile(&mut self, path: &ModulePath) {
        match self.tree.get(path) {
            Some(source) => _ = self.files.compile(source, &self.tree),
            None => _ = self.files.pending.remove(path),
        }
    }

    fn checked(&self, root: &Path, request: &CheckRequest) -> CheckedFolder {
        let versions = in_folder(root, &request.documents).into_iter();
        CheckedFolder {
            root: root.to_owned(),
            tree: self.tree.clone(),
            diagnostics: [self.tree.left_out.clone(), self.files.diagnostics()].concat(),
            compiled: self.files.by_path.clone(),
            versions: versions.map(|(path, document)| (path, document.version)).collect(),
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

/// Returns the nearest folder from which the imports of the files beside this one, saved or not, resolve.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panic_is_reported_and_the_next_request_is_checked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().canonicalize().unwrap().join("a.wgsl");
        let (sender, events) = mpsc::channel();
        let is_first = std::sync::atomic::AtomicBool::new(true);
        let checker = start(move |event| {
            let is_first = is_first.swap(false, std::sync::atomic::Ordering::Relaxed);
            assert!(!is_first, "a panic of the checker");
            let _ = sender.send(event);
        });
        let checker = checker.unwrap();
        let request = || {
            let (text, path) = ("fn".into(), file.clone());
            let document = Document { path, version: 1, text, revision: 1, is_saved: false };
            let documents = BTreeMap::from([(file.clone(), document)]);
            CheckRequest { documents, ..CheckRequest::default() }
        };
        checker.check(request());
        assert!(matches!(events.recv().unwrap(), CheckEvent::Failed));
        checker.check(request());
        loop {
            if let CheckEvent::Checked(Checked { folders }) = events.recv().unwrap()
                && folders.iter().any(|folder| !folder.diagnostics.is_empty())
            {
                break;
            }
        }
    }
}
