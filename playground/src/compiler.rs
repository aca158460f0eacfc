//! The compile thread: wait → read → compile what changed → build the pipeline of what is shown.
//!
//! It owns the folder's text. The window never waits for it; the newest save wins.

mod checked;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, CompiledFile, Generator, compile, merge_diagnostics};
use noise_playground::gpu::{BuildError, EvaluatePipeline, Gpu};
use noise_playground::source::{ModulePath, Source, SourceTree};

use crate::STACK_BYTES;
use crate::builtin;
use crate::watch::{Change, FolderWatcher, QUIET};
pub(crate) use checked::Checked;
use checked::entries;

/// Said when there is no folder to watch.
pub(crate) const EMBEDDED: &str =
    "the embedded shaders; `playground new DIR` writes them out for editing";

/// What the thread tells the window.
#[derive(Debug)]
pub(crate) enum Report {
    /// A pipeline of the shown generator, newer than any before.
    Built(Arc<EvaluatePipeline>),
    /// The folder as it stands.
    Checked(Checked),
    /// Something to say about the folder itself.
    Notice(String),
}

/// What wakes the thread.
enum Wake {
    Changed(Change),
    Show(Address),
    Gpu(Box<Gpu>),
}

/// The handle by which the window speaks to the thread, which ends with it.
pub(crate) struct Compiler {
    /// The watcher only borrows it now and then, so that nothing else keeps the thread.
    wakes: Arc<Sender<Wake>>,
}

impl Compiler {
    /// Starts on a folder, or on the embedded shaders, which never change. `first` is the file to show; else one of the folder's generators is chosen.
    pub(crate) fn start(
        folder: Option<PathBuf>,
        first: Option<ModulePath>,
        report: impl Fn(Report) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (wakes, received) = mpsc::channel();
        let wakes = Arc::new(wakes);
        let for_watcher = Arc::downgrade(&wakes);
        thread::Builder::new()
            .name("compile".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let watcher = folder.as_ref().map(|folder| {
                    FolderWatcher::new(folder, move |change| {
                        if let Some(wakes) = for_watcher.upgrade() {
                            let _ = wakes.send(Wake::Changed(change));
                        }
                    })
                });
                let notice = match &watcher {
                    Some(Ok(watcher)) => watcher
                        .polling
                        .as_ref()
                        .map(|reason| format!("looking for changes now and then: {reason}")),
                    Some(Err(error)) => Some(format!("changes are not seen: {error}")),
                    None => Some(EMBEDDED.to_owned()),
                };
                if let Some(notice) = notice {
                    report(Report::Notice(notice));
                }
                let watcher = watcher.and_then(Result::ok);
                Workshop::new(folder, watcher, first, report).run(&received);
            })?;
        Ok(Self { wakes })
    }

    /// Hands over the device to build pipelines with.
    pub(crate) fn use_gpu(&self, gpu: Gpu) {
        let _ = self.wakes.send(Wake::Gpu(Box::new(gpu)));
    }

    /// Asks for a generator's pipeline.
    pub(crate) fn show(&self, address: Address) {
        let _ = self.wakes.send(Wake::Show(address));
    }
}

/// The thread's own state.
struct Workshop<R> {
    /// Nothing for the embedded shaders.
    folder: Option<PathBuf>,
    watcher: Option<FolderWatcher>,
    report: R,
    gpu: Option<Gpu>,
    tree: SourceTree,
    files: BTreeMap<ModulePath, CompiledFile>,
    /// Files to compile, since they or what they depend on changed.
    pending: BTreeSet<ModulePath>,
    /// The file to show first, before any generator of it is known.
    first: Option<ModulePath>,
    shown: Option<Address>,
    /// What the adapter has against the shown generator although it compiled. An error: it has no pipeline.
    complaint: Option<Diagnostic>,
    /// Files that were found empty and had not been; they are read again soon.
    emptied: BTreeSet<ModulePath>,
}

impl<R: Fn(Report)> Workshop<R> {
    fn new(
        folder: Option<PathBuf>,
        watcher: Option<FolderWatcher>,
        first: Option<ModulePath>,
        report: R,
    ) -> Self {
        Self {
            folder,
            watcher,
            report,
            gpu: None,
            tree: SourceTree::default(),
            files: BTreeMap::new(),
            pending: BTreeSet::new(),
            first,
            shown: None,
            complaint: None,
            emptied: BTreeSet::new(),
        }
    }

    fn run(&mut self, wakes: &Receiver<Wake>) {
        self.read(&[]);
        loop {
            let idle = self.pending.is_empty();
            let wake = match (idle, self.emptied.is_empty()) {
                (false, _) => wakes
                    .try_recv()
                    .map_err(|error| error == mpsc::TryRecvError::Disconnected),
                (true, false) => wakes
                    .recv_timeout(QUIET)
                    .map_err(|error| error == RecvTimeoutError::Disconnected),
                (true, true) => wakes.recv().map_err(|_| true),
            };
            match wake {
                Ok(wake) => self.wake(wake, wakes),
                Err(true) => return,
                Err(false) if idle => self.accept_emptied(),
                Err(false) => {}
            }
            self.compile_next();
        }
    }

    fn wake(&mut self, wake: Wake, wakes: &Receiver<Wake>) {
        match wake {
            Wake::Show(address) => {
                self.shown = Some(address);
                self.build_shown();
                self.tell();
            }
            Wake::Gpu(gpu) => {
                self.gpu = Some(*gpu);
                self.build_shown();
                self.tell();
            }
            Wake::Changed(change) => {
                let (paths, others) = settle(change, wakes);
                if let Some(watcher) = &mut self.watcher {
                    watcher.catch_up();
                }
                self.read(&paths);
                for other in others {
                    self.wake(other, wakes);
                }
            }
        }
    }

    /// Reads the folder, and notes what has to be compiled.
    fn read(&mut self, changed: &[PathBuf]) {
        let Some(folder) = &self.folder else {
            return self.adopt(builtin::tree());
        };
        match SourceTree::read(folder, &self.tree, changed) {
            Ok(tree) => self.adopt(tree),
            Err(error) => {
                (self.report)(Report::Notice(format!("cannot read {folder:?}: {error}")));
            }
        }
    }

    fn adopt(&mut self, mut tree: SourceTree) {
        let emptied = |path: &&ModulePath| {
            let is_empty = |tree: &SourceTree| {
                tree.get(path)
                    .is_some_and(|source| source.text.trim().is_empty())
            };
            is_empty(&tree) && self.tree.get(path).is_some() && !is_empty(&self.tree)
        };
        let changes = tree.changes_since(&self.tree);
        // A truncated file is a save under way: its old text stays until it is quiet.
        let held: BTreeSet<ModulePath> = changes
            .iter()
            .filter(emptied)
            .filter(|path| !self.emptied.contains(path))
            .cloned()
            .collect();
        for path in &held {
            tree.keep(path, &self.tree);
        }
        let changes: BTreeSet<ModulePath> = changes
            .into_iter()
            .filter(|path| !held.contains(path))
            .collect();
        self.emptied = held;
        self.tree = tree;
        let any_removed = changes.iter().any(|path| self.tree.get(path).is_none());
        let depends =
            |file: &CompiledFile| file.depends_on.iter().any(|path| changes.contains(path));
        self.pending.extend(
            self.files
                .values()
                .filter(|file| depends(file))
                .map(|file| file.path.clone()),
        );
        self.pending.extend(changes);
        self.pending.retain(|path| self.tree.get(path).is_some());
        let tree = &self.tree;
        self.files.retain(|path, _| tree.get(path).is_some());
        if any_removed && self.pending.is_empty() {
            self.tell();
        }
    }

    /// Files that stayed empty are meant to be.
    fn accept_emptied(&mut self) {
        let folder = self.folder.iter();
        let paths: Vec<PathBuf> = folder
            .flat_map(|folder| self.emptied.iter().map(|path| folder.join(path.as_str())))
            .collect();
        self.read(&paths);
        self.emptied.clear();
    }

    /// Compiles one file, the shown one first, and tells the window where it matters.
    fn compile_next(&mut self) {
        let Some(path) = self.next_file() else { return };
        self.pending.remove(&path);
        let Some(source) = self.tree.get(&path).cloned() else {
            return;
        };
        let mut compiled = compile_safely(&self.tree, &source);
        if let Some(before) = self.files.get(&path).filter(|_| compiled.has_error()) {
            // The list goes on naming what was there before the error.
            compiled.generators.clone_from(&before.generators);
        }
        self.files.insert(path.clone(), compiled);
        if self.shown.is_none() {
            self.choose_first(&path);
        }
        let is_shown = self.shown.as_ref().is_some_and(|shown| shown.file == path);
        if is_shown {
            self.build_shown();
        }
        if is_shown || self.pending.is_empty() {
            self.tell();
        }
    }

    fn next_file(&self) -> Option<ModulePath> {
        let wanted = self
            .shown
            .as_ref()
            .map(|shown| &shown.file)
            .or(self.first.as_ref());
        let wanted = wanted.filter(|path| self.pending.contains(*path));
        let likely = || {
            self.pending
                .iter()
                .find(|path| path.as_str().starts_with("generators/"))
        };
        let likely = if self.shown.is_none() {
            wanted.or_else(likely)
        } else {
            wanted
        };
        likely.or_else(|| self.pending.first()).cloned()
    }

    /// Shows the main generator of the file that was asked for, else of the first file that has one.
    fn choose_first(&mut self, path: &ModulePath) {
        if self
            .first
            .as_ref()
            .is_some_and(|first| first != path && self.pending.contains(first))
        {
            return;
        }
        let Some(file) = self.files.get(path) else {
            return;
        };
        self.shown = match file.main() {
            Some(main) => Some(main.address.clone()),
            // The file that was asked for is waited for until it compiles.
            None if file.has_error() && self.first.as_ref() == Some(path) => Some(Address {
                file: path.clone(),
                function: path.stem().to_owned(),
            }),
            None => None,
        };
    }

    /// A generator of a file without errors; the file's main one where it has none of this name. So does a
    /// renamed one stay in sight, and a file that never compiled, which is listed by its own name.
    fn find(&self, address: &Address) -> Option<(&CompiledFile, &Arc<Generator>)> {
        let file = self
            .files
            .get(&address.file)
            .filter(|file| !file.has_error())?;
        let mut generators = file.generators.iter();
        let named = generators.find(|generator| generator.address == *address);
        Some((file, named.or_else(|| file.main())?))
    }

    fn build_shown(&mut self) {
        self.complaint = None;
        let Some((address, gpu)) = self.shown.as_ref().zip(self.gpu.as_ref()) else {
            return;
        };
        let Some((file, generator)) = self.find(address) else {
            return;
        };
        let Some(linked) = &file.linked else { return };
        match EvaluatePipeline::new(gpu, linked, generator) {
            Ok(pipeline) => {
                self.complaint.clone_from(&pipeline.warning);
                (self.report)(Report::Built(Arc::new(pipeline)));
            }
            Err(BuildError::Shader(diagnostic)) => self.complaint = Some(*diagnostic),
            Err(BuildError::Gpu(error)) => {
                self.complaint = Some(Diagnostic::error(None, error.to_string()));
            }
        }
    }

    fn tell(&self) {
        let mut diagnostics = merge_diagnostics(self.files.values());
        diagnostics.extend(self.tree.unread.iter().cloned());
        let compiles = self
            .shown
            .as_ref()
            .is_none_or(|address| self.find(address).is_some());
        diagnostics.extend(self.complaint.clone().filter(|_| compiles));
        (self.report)(Report::Checked(Checked {
            entries: self.files.values().flat_map(entries).collect(),
            diagnostics,
            stale: !compiles || self.complaint.as_ref().is_some_and(Diagnostic::is_error),
            complete: self.pending.is_empty(),
        }));
    }
}

/// Compiles a file; a fault of the compiler itself becomes a diagnostic.
fn compile_safely(tree: &SourceTree, source: &Arc<Source>) -> CompiledFile {
    catch_unwind(AssertUnwindSafe(|| compile(tree, source))).unwrap_or_else(|_| CompiledFile {
        path: source.path.clone(),
        depends_on: BTreeSet::from([source.path.clone()]),
        diagnostics: vec![Diagnostic::error(
            Some(source.place(0..0)),
            "the compiler ran into a fault of its own on this file",
        )],
        generators: Vec::new(),
        linked: None,
    })
}

/// The longest that a stream of changes is waited for.
const PATIENCE: Duration = Duration::from_millis(300);

/// Waits until a change is finished or quiet. Gives the files, and what else woke the thread meanwhile.
fn settle(first: Change, wakes: &Receiver<Wake>) -> (Vec<PathBuf>, Vec<Wake>) {
    let (mut paths, mut others) = (Vec::new(), Vec::new());
    let begun = Instant::now();
    let mut change = first;
    loop {
        match change {
            Change::Finished(files) => {
                paths.extend(files);
                return (paths, others);
            }
            Change::Unsettled(files) => paths.extend(files),
        }
        change = loop {
            match wakes.recv_timeout(QUIET) {
                Ok(Wake::Changed(next)) if begun.elapsed() < PATIENCE => break next,
                Ok(Wake::Changed(Change::Finished(next) | Change::Unsettled(next))) => {
                    paths.extend(next);
                    return (paths, others);
                }
                Ok(other) => others.push(other),
                Err(_) => return (paths, others),
            }
        };
    }
}
