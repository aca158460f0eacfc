//! The compile thread: wait → read → compile what changed → build the pipeline of what is shown.
//!
//! It owns the folder's text. The window never waits for it; the newest save wins.

mod building;
mod checked;
mod choosing;
pub(crate) mod folder;
mod presets;
mod reading;
#[cfg(test)]
mod tests;
mod watch;
mod watched;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, CompiledFile, Generator, merge_diagnostics};
use noise_playground::gpu::{EvaluatePipeline, Gpu};
use noise_playground::preset::PresetEdit;
use noise_playground::source::{ModulePath, SourceTree};

use crate::STACK_BYTES;
use crate::compiler::watch::{Change, DEBOUNCE};
use crate::process::memory;
use crate::process::sentinel::RunSentinel;
use crate::process::shutdown;
use crate::workbench::{GeneratorRef, Quarantined};
use building::compile_safely;
pub(crate) use checked::FolderStatus;
use checked::entries;
use presets::PresetCache;
pub(crate) use presets::PresetLists;
use reading::debounce;
use watched::WatchedFolder;

/// Said when there is no folder to watch.
pub(crate) const EMBEDDED: &str =
    "the embedded shaders; `playground new DIR` writes them out for editing";

/// Of a generator that is set aside.
pub(crate) const LOST: &str = "was running when the graphics device was lost";

/// What the thread tells the window.
#[derive(Debug)]
pub(crate) enum CompilerEvent {
    /// The generator to show where nobody has chosen one.
    Chosen(Address),
    /// A pipeline of what is shown, newer than any before, and the device that it was built on.
    Built(GeneratorRef, Arc<EvaluatePipeline>, DeviceGeneration),
    /// The folder as it stands.
    Checked(FolderStatus),
    /// The presets of what is shown.
    Presets(PresetLists),
    /// Something to say about the folder itself.
    Notice(String),
    /// A preset file was changed: what to say, and what takes it back.
    Edited(String, Arc<Generator>, PresetEdit),
}

/// Number of devices that the window has lost before this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DeviceGeneration(pub(crate) u32);

/// What wakes the thread.
enum CompilerRequest {
    Changed(Change),
    /// Changes may go unseen from now on, for a reason.
    WatchDegraded(String),
    Show(Vec<GeneratorRef>),
    Edit(Arc<Generator>, Box<PresetEdit>),
    Gpu(Box<Gpu>, DeviceGeneration),
    SetAside(Vec<Quarantined>),
    Mark(Arc<RunSentinel>),
    RunAgain(ModulePath),
}

/// The handle by which the window speaks to the thread, which ends with it.
pub(crate) struct CompilerHandle {
    /// The watcher only borrows it now and then, so that nothing else keeps the thread. Taken when that is to end.
    wakes: Option<Arc<Sender<CompilerRequest>>>,
    thread: JoinHandle<()>,
}

impl Drop for CompilerHandle {
    /// Waits for the thread. A graphics driver does not take it well if it is at work while the program ends.
    fn drop(&mut self) {
        self.wakes = None;
        shutdown::join_with_timeout(&self.thread);
    }
}

impl CompilerHandle {
    /// Starts on a folder, or on the embedded shaders, which never change. `first` is the file to show; else one of the folder's generators is chosen.
    pub(crate) fn start(
        folder: Option<PathBuf>,
        first: Option<ModulePath>,
        report: impl Fn(CompilerEvent) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (wakes, received) = mpsc::channel();
        let wakes = Arc::new(wakes);
        let for_watcher = Arc::downgrade(&wakes);
        let thread = thread::Builder::new()
            .name("compile".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let folder = folder.map(|folder| WatchedFolder::new(folder, for_watcher));
                if folder.is_none() {
                    report(CompilerEvent::Notice(EMBEDDED.to_owned()));
                }
                CompilerWorker::new(folder, first, report).run(&received);
            })?;
        Ok(Self {
            wakes: Some(wakes),
            thread,
        })
    }

    /// Hands over the device to build pipelines with.
    pub(crate) fn use_gpu(&self, gpu: Gpu, device: DeviceGeneration) {
        self.send(CompilerRequest::Gpu(Box::new(gpu), device));
    }

    /// Has the presets of a generator's file changed.
    pub(crate) fn edit_presets(&self, generator: Arc<Generator>, edit: PresetEdit) {
        self.send(CompilerRequest::Edit(generator, Box::new(edit)));
    }

    /// Keeps the generators of files from running until these change, or they are told to.
    pub(crate) fn set_aside(&self, aside: Vec<Quarantined>) {
        self.send(CompilerRequest::SetAside(aside));
    }

    /// Notes what is tried, should that end the program.
    pub(crate) fn mark(&self, marker: Arc<RunSentinel>) {
        self.send(CompilerRequest::Mark(marker));
    }

    /// Runs what was set aside.
    pub(crate) fn run_again(&self, file: ModulePath) {
        self.send(CompilerRequest::RunAgain(file));
    }

    fn send(&self, wake: CompilerRequest) {
        if let Some(wakes) = &self.wakes {
            let _ = wakes.send(wake);
        }
    }

    /// Asks for the pipelines of these, the most wanted first, and of no others.
    pub(crate) fn show(&self, targets: Vec<GeneratorRef>) {
        self.send(CompilerRequest::Show(targets));
    }
}

/// The thread's own state.
struct CompilerWorker<R> {
    /// Nothing for the embedded shaders.
    folder: Option<WatchedFolder>,
    report: R,
    gpu: Option<Gpu>,
    device: DeviceGeneration,
    tree: SourceTree,
    files: BTreeMap<ModulePath, CompiledFile>,
    /// Files to compile, since they or what they depend on changed.
    pending: BTreeSet<ModulePath>,
    /// The file to show first, before any generator of it is known.
    first: Option<ModulePath>,
    /// What is shown, the most wanted first.
    shown: Vec<GeneratorRef>,
    /// What was built from the text as it is, or could not be: with what the adapter has against it although it
    /// compiled. With an error it has no pipeline.
    built: BTreeMap<GeneratorRef, Option<Diagnostic>>,
    /// Files whose generators do not run, and what these were doing when something went wrong.
    aside: BTreeMap<ModulePath, String>,
    marker: Option<Arc<RunSentinel>>,
    /// Files that were found empty and had not been; they are read again soon.
    emptied: BTreeSet<ModulePath>,
    shelf: PresetCache,
    /// How many builds have freed memory that the system has not got back.
    builds_since_trim: u32,
}

/// After so long without work, memory is given back; at the latest behind so many builds.
const REST: Duration = Duration::from_millis(200);
const MAX_BUILDS_BEFORE_TRIM: u32 = 16;

impl<R: Fn(CompilerEvent)> CompilerWorker<R> {
    fn new(folder: Option<WatchedFolder>, first: Option<ModulePath>, report: R) -> Self {
        Self {
            folder,
            report,
            gpu: None,
            device: DeviceGeneration::default(),
            tree: SourceTree::default(),
            files: BTreeMap::new(),
            pending: BTreeSet::new(),
            first,
            shown: Vec::new(),
            built: BTreeMap::new(),
            aside: BTreeMap::new(),
            marker: None,
            emptied: BTreeSet::new(),
            shelf: PresetCache::default(),
            builds_since_trim: 0,
        }
    }

    fn run(&mut self, wakes: &Receiver<CompilerRequest>) {
        self.read(&[]);
        loop {
            let wake = match self.wait_timeout() {
                Some(patience) => wakes.recv_timeout(patience),
                None => wakes.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match wake {
                Ok(wake) => self.wake(wake, wakes),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.on_idle(),
            }
            self.compile_next();
            if self.builds_since_trim >= MAX_BUILDS_BEFORE_TRIM {
                self.give_back();
            }
        }
    }

    /// Gives memory back, where builds have freed some.
    fn give_back(&mut self) {
        if self.builds_since_trim > 0 {
            self.builds_since_trim = 0;
            memory::trim_heap();
        }
    }

    /// How long to wait for what wakes; for ever where nothing else is to be done.
    fn wait_timeout(&self) -> Option<Duration> {
        if !self.pending.is_empty() {
            Some(Duration::ZERO)
        } else if !self.emptied.is_empty() {
            Some(DEBOUNCE)
        } else {
            let rest = (self.builds_since_trim > 0).then_some(REST);
            let look = self.folder.as_ref().map(WatchedFolder::wait_timeout);
            rest.into_iter().chain(look).min()
        }
    }

    /// What there is to do when nothing wakes.
    fn on_idle(&mut self) {
        if !self.pending.is_empty() {
            return;
        }
        self.give_back();
        if !self.emptied.is_empty() {
            self.accept_emptied();
        } else if self
            .folder
            .as_ref()
            .is_some_and(WatchedFolder::should_rescan)
        {
            self.read(&[]);
        }
    }

    fn wake(&mut self, wake: CompilerRequest, wakes: &Receiver<CompilerRequest>) {
        match wake {
            CompilerRequest::Show(targets) => {
                self.shown = targets;
                let shown = &self.shown;
                self.built.retain(|target, _| shown.contains(target));
                self.read_presets();
                self.build_shown();
                self.send_status();
            }
            CompilerRequest::Edit(generator, edit) => {
                (self.report)(match self.edit_presets(&generator, &edit) {
                    Ok((said, undo)) => CompilerEvent::Edited(said, generator, undo),
                    Err(why) => CompilerEvent::Notice(format!("not saved: {why}")),
                });
                if self.read_presets() {
                    self.send_status();
                }
            }
            CompilerRequest::Gpu(gpu, device) => {
                self.gpu = Some(*gpu);
                self.device = device;
                self.built.clear();
                self.build_shown();
                self.send_status();
            }
            CompilerRequest::SetAside(aside) => {
                let aside = aside.into_iter().map(|aside| (aside.file, aside.why));
                self.aside.extend(aside);
            }
            CompilerRequest::Mark(marker) => self.marker = Some(marker),
            CompilerRequest::RunAgain(file) => {
                self.aside.remove(&file);
                self.built.retain(|target, _| target.address().file != file);
                self.build_shown();
                self.send_status();
            }
            CompilerRequest::Changed(change) => {
                let (paths, others) = debounce(change, wakes);
                if let Some(folder) = &mut self.folder {
                    folder.catch_up();
                }
                self.read(&paths);
                for other in others {
                    self.wake(other, wakes);
                }
            }
            CompilerRequest::WatchDegraded(reason) => {
                let notice = self
                    .folder
                    .as_mut()
                    .and_then(|folder| folder.start_polling(reason));
                self.say(notice);
                self.read(&[]);
            }
        }
    }

    fn say(&self, notice: Option<String>) {
        if let Some(notice) = notice {
            (self.report)(CompilerEvent::Notice(notice));
        }
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
        if self.files.insert(path.clone(), compiled).is_some() {
            self.aside.remove(&path);
        }
        if self.shown.is_empty() {
            self.choose_first(&path);
        }
        let is_of_file = |target: &GeneratorRef| target.live_file() == Some(&path);
        let is_shown = self.shown.iter().any(is_of_file);
        if is_shown {
            self.built.retain(|target, _| !is_of_file(target));
            self.build_shown();
        }
        if is_shown || self.pending.is_empty() {
            self.send_status();
        }
    }

    fn send_status(&self) {
        let mut diagnostics = merge_diagnostics(self.files.values());
        diagnostics.extend(self.tree.unreadable.iter().cloned());
        let compiling = self
            .built
            .iter()
            .filter(|(target, _)| self.compiles(target) && !self.is_aside(target));
        diagnostics.extend(compiling.filter_map(|(_, complaint)| complaint.clone()));
        diagnostics.extend(self.shelf.diagnostics(&self.files));
        let stale = self.shown.iter().filter(|target| self.is_stale(target));
        (self.report)(CompilerEvent::Checked(FolderStatus {
            entries: self.files.values().flat_map(entries).collect(),
            diagnostics,
            stale: stale.cloned().collect(),
            aside: self.aside_shown(),
            complete: self.pending.is_empty(),
        }));
    }
}
