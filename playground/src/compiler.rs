//! The compile thread: wait → read → compile what changed → build the pipeline of what is shown.
//!
//! It owns the folder's text. The window never waits for it; the newest save wins.

mod checked;
mod presets;
#[cfg(test)]
mod tests;
mod watched;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use noise_playground::control::{HostInputs, Values};
use noise_playground::diagnostic::Diagnostic;
use noise_playground::generator::{Address, CompiledFile, Generator, compile, merge_diagnostics};
use noise_playground::gpu::{BuildError, EvaluateInputs, EvaluatePipeline, Gpu, Paces};
use noise_playground::preset::{PresetEdit, preset_file_of};
use noise_playground::source::{ModulePath, Source, SourceTree};

use crate::STACK_BYTES;
use crate::builtin;
use crate::crash::{By, Marker};
use crate::presets::edit as edit_file;
use crate::watch::{Change, QUIET};
use crate::workbench::version::Version;
use crate::workbench::{Aside, INVITING, Target};
pub(crate) use checked::Checked;
use checked::entries;
pub(crate) use presets::PresetLists;
use presets::Shelf;
use watched::WatchedFolder;

/// Said when there is no folder to watch.
pub(crate) const EMBEDDED: &str =
    "the embedded shaders; `playground new DIR` writes them out for editing";

/// Of a generator that is set aside.
pub(crate) const LOST: &str = "was running when the graphics device was lost";

/// What the thread tells the window.
#[derive(Debug)]
pub(crate) enum Report {
    /// The generator to show where nobody has chosen one.
    Chosen(Address),
    /// A pipeline of what is shown, newer than any before.
    Built(Target, Arc<EvaluatePipeline>),
    /// The folder as it stands.
    Checked(Checked),
    /// The presets of what is shown.
    Presets(PresetLists),
    /// Something to say about the folder itself.
    Notice(String),
    /// A preset file was changed: what to say, and what takes it back.
    Edited(String, Arc<Generator>, PresetEdit),
}

/// What wakes the thread.
enum Wake {
    Changed(Change),
    /// Changes may go unseen from now on, for a reason.
    Blind(String),
    Show(Vec<Target>),
    Edit(Arc<Generator>, Box<PresetEdit>),
    Gpu(Box<Gpu>),
    SetAside(Vec<Aside>),
    Mark(Arc<Marker>),
    RunAgain(ModulePath),
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
                let folder = folder.map(|folder| WatchedFolder::new(folder, for_watcher));
                if folder.is_none() {
                    report(Report::Notice(EMBEDDED.to_owned()));
                }
                Workshop::new(folder, first, report).run(&received);
            })?;
        Ok(Self { wakes })
    }

    /// Hands over the device to build pipelines with.
    pub(crate) fn use_gpu(&self, gpu: Gpu) {
        let _ = self.wakes.send(Wake::Gpu(Box::new(gpu)));
    }

    /// Has the presets of a generator's file changed.
    pub(crate) fn edit_presets(&self, generator: Arc<Generator>, edit: PresetEdit) {
        let _ = self.wakes.send(Wake::Edit(generator, Box::new(edit)));
    }

    /// Keeps the generators of files from running until these change, or they are told to.
    pub(crate) fn set_aside(&self, aside: Vec<Aside>) {
        let _ = self.wakes.send(Wake::SetAside(aside));
    }

    /// Notes what is tried, should that end the program.
    pub(crate) fn mark(&self, marker: Arc<Marker>) {
        let _ = self.wakes.send(Wake::Mark(marker));
    }

    /// Runs what was set aside.
    pub(crate) fn run_again(&self, file: ModulePath) {
        let _ = self.wakes.send(Wake::RunAgain(file));
    }

    /// Asks for the pipelines of these, the most wanted first, and of no others.
    pub(crate) fn show(&self, targets: Vec<Target>) {
        let _ = self.wakes.send(Wake::Show(targets));
    }
}

/// The thread's own state.
struct Workshop<R> {
    /// Nothing for the embedded shaders.
    folder: Option<WatchedFolder>,
    report: R,
    gpu: Option<Gpu>,
    tree: SourceTree,
    files: BTreeMap<ModulePath, CompiledFile>,
    /// Files to compile, since they or what they depend on changed.
    pending: BTreeSet<ModulePath>,
    /// The file to show first, before any generator of it is known.
    first: Option<ModulePath>,
    /// What is shown, the most wanted first.
    shown: Vec<Target>,
    /// What was built from the text as it is, or could not be: with what the adapter has against it although it
    /// compiled. With an error it has no pipeline.
    built: BTreeMap<Target, Option<Diagnostic>>,
    /// Files whose generators do not run, and what these were doing when something went wrong.
    aside: BTreeMap<ModulePath, String>,
    marker: Option<Arc<Marker>>,
    /// Files that were found empty and had not been; they are read again soon.
    emptied: BTreeSet<ModulePath>,
    shelf: Shelf,
}

impl<R: Fn(Report)> Workshop<R> {
    fn new(folder: Option<WatchedFolder>, first: Option<ModulePath>, report: R) -> Self {
        Self {
            folder,
            report,
            gpu: None,
            tree: SourceTree::default(),
            files: BTreeMap::new(),
            pending: BTreeSet::new(),
            first,
            shown: Vec::new(),
            built: BTreeMap::new(),
            aside: BTreeMap::new(),
            marker: None,
            emptied: BTreeSet::new(),
            shelf: Shelf::default(),
        }
    }

    fn run(&mut self, wakes: &Receiver<Wake>) {
        self.read(&[]);
        loop {
            let wake = match self.patience() {
                Some(patience) => wakes.recv_timeout(patience),
                None => wakes.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match wake {
                Ok(wake) => self.wake(wake, wakes),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.look(),
            }
            self.compile_next();
        }
    }

    /// How long to wait for what wakes; for ever where nothing else is to be done.
    fn patience(&self) -> Option<Duration> {
        if !self.pending.is_empty() {
            Some(Duration::ZERO)
        } else if !self.emptied.is_empty() {
            Some(QUIET)
        } else {
            self.folder.as_ref().map(WatchedFolder::patience)
        }
    }

    /// What there is to do when nothing wakes.
    fn look(&mut self) {
        if !self.pending.is_empty() {
            return;
        }
        if !self.emptied.is_empty() {
            self.accept_emptied();
        } else if self
            .folder
            .as_ref()
            .is_some_and(WatchedFolder::needs_a_look)
        {
            self.read(&[]);
        }
    }

    fn wake(&mut self, wake: Wake, wakes: &Receiver<Wake>) {
        match wake {
            Wake::Show(targets) => {
                self.shown = targets;
                let shown = &self.shown;
                self.built.retain(|target, _| shown.contains(target));
                self.read_presets();
                self.build_shown();
                self.tell();
            }
            Wake::Edit(generator, edit) => {
                (self.report)(match self.edit_presets(&generator, &edit) {
                    Ok((said, undo)) => Report::Edited(said, generator, undo),
                    Err(why) => Report::Notice(format!("not saved: {why}")),
                });
                if self.read_presets() {
                    self.tell();
                }
            }
            Wake::Gpu(gpu) => {
                self.gpu = Some(*gpu);
                self.built.clear();
                self.build_shown();
                self.tell();
            }
            Wake::SetAside(aside) => {
                let aside = aside.into_iter().map(|aside| (aside.file, aside.why));
                self.aside.extend(aside);
            }
            Wake::Mark(marker) => self.marker = Some(marker),
            Wake::RunAgain(file) => {
                self.aside.remove(&file);
                self.built.retain(|target, _| target.address().file != file);
                self.build_shown();
                self.tell();
            }
            Wake::Changed(change) => {
                let (paths, others) = settle(change, wakes);
                if let Some(folder) = &mut self.folder {
                    folder.catch_up();
                }
                self.read(&paths);
                for other in others {
                    self.wake(other, wakes);
                }
            }
            Wake::Blind(reason) => {
                let notice = self
                    .folder
                    .as_mut()
                    .and_then(|folder| folder.look_through(reason));
                self.say(notice);
                self.read(&[]);
            }
        }
    }

    /// Reads the folder, and notes what has to be compiled.
    fn read(&mut self, changed: &[PathBuf]) {
        let Some(folder) = &mut self.folder else {
            return self.adopt(builtin::tree());
        };
        let (tree, notice) = folder.read(&self.tree, changed);
        self.say(notice);
        match tree {
            Some(tree) => self.adopt(tree),
            None => self.emptied.clear(),
        }
        if self.read_presets() {
            self.tell();
        }
    }

    fn say(&self, notice: Option<String>) {
        if let Some(notice) = notice {
            (self.report)(Report::Notice(notice));
        }
    }

    /// Reads the preset files of what is shown. Whether they changed.
    fn read_presets(&mut self) -> bool {
        let shaders = self
            .shown
            .iter()
            .map(|target| target.address().file.clone());
        let folder = self.folder.as_ref().map(|folder| folder.path.as_path());
        let changed = self.shelf.read(folder, shaders.collect());
        if changed {
            (self.report)(Report::Presets(self.shelf.lists()));
        }
        changed
    }

    /// Edits a preset file. Gives what there is to say of it, and what takes it back.
    fn edit_presets(
        &self,
        generator: &Generator,
        edit: &PresetEdit,
    ) -> Result<(String, PresetEdit), String> {
        let Some(folder) = &self.folder else {
            return Err(format!("these are {EMBEDDED}"));
        };
        let path = preset_file_of(&generator.address.file);
        let edited = edit_file(&folder.path.join(path.as_str()), edit, generator);
        let undo = edited.map_err(|error| format!("{error:#}"))?;
        let done = match edit {
            PresetEdit::Add(name, _) => format!("saved {name:?}"),
            PresetEdit::Update(listed, _) => format!("updated {:?}", listed.name),
            PresetEdit::Rename(_, name) => format!("renamed to {name:?}"),
            PresetEdit::Delete(listed) => format!("deleted {:?}", listed.name),
            PresetEdit::Move(listed, _) => format!("moved {:?}", listed.name),
            PresetEdit::Insert(listed, _) | PresetEdit::Replace(listed, _) => {
                format!("put {:?} back", listed.name)
            }
        };
        Ok((format!("{done} in {path}"), undo))
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
        let known = |path: &&ModulePath| self.tree.get(path).is_some();
        for edited in changes.iter().filter(known) {
            self.aside.remove(edited);
        }
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
        let emptied = self.emptied.iter();
        let paths: Vec<PathBuf> = match &self.folder {
            Some(folder) => emptied
                .map(|path| folder.path.join(path.as_str()))
                .collect(),
            None => Vec::new(),
        };
        self.read(&paths);
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
        let is_of_file = |target: &Target| target.live_file() == Some(&path);
        let is_shown = self.shown.iter().any(is_of_file);
        if is_shown {
            self.built.retain(|target, _| !is_of_file(target));
            self.build_shown();
        }
        if is_shown || self.pending.is_empty() {
            self.tell();
        }
    }

    fn next_file(&self) -> Option<ModulePath> {
        let live = self.shown.iter().filter_map(Target::live_file);
        let mut wanted = live.chain(&self.first);
        let wanted = wanted.find(|path| self.pending.contains(*path));
        let likely = || {
            let nothing_shown = self.shown.is_empty();
            let first = self.pending.iter().min_by_key(|path| likelihood(path));
            first.filter(|_| nothing_shown)
        };
        let next = wanted.or_else(likely).or_else(|| self.pending.first());
        next.cloned()
    }

    /// Shows the main generator of the file that was asked for, else of the first compiled file that has one: the
    /// likely ones are compiled first.
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
        let chosen = match file.main() {
            Some(main) => main.address.clone(),
            // The file that was asked for is waited for until it compiles.
            None if file.has_error() && self.first.as_ref() == Some(path) => Address {
                file: path.clone(),
                function: path.stem().to_owned(),
            },
            None => return,
        };
        self.shown = vec![Target::Live(chosen.clone())];
        self.read_presets();
        (self.report)(Report::Chosen(chosen));
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

    /// Builds what is shown and has not been built since it changed.
    fn build_shown(&mut self) {
        let Some(gpu) = self.gpu.clone() else { return };
        for target in self.shown.clone() {
            if self.built.contains_key(&target) {
                continue;
            }
            // Another device is on its way.
            if gpu.lost().is_some() {
                return;
            }
            let aside = self.aside.get(&target.address().file).cloned();
            if let Some(why) = aside {
                let message = format!("{} {why}: it does not run", target.address().file);
                let complaint = Diagnostic::error(None, message);
                self.built.insert(target, Some(complaint));
                continue;
            }
            let file = target.address().file.clone();
            self.note([file].into());
            let built = match &target {
                Target::Live(address) => match self.find(address) {
                    Some((file, generator)) => build(&gpu, file, generator),
                    // Built when it compiles.
                    None => {
                        self.note(BTreeSet::new());
                        continue;
                    }
                },
                Target::Pinned(version) => build_version(&gpu, version),
            };
            self.note(BTreeSet::new());
            let complaint = match built {
                Ok(pipeline) => {
                    let warning = pipeline.warning.clone();
                    (self.report)(Report::Built(target.clone(), Arc::new(pipeline)));
                    warning
                }
                Err(_) if gpu.lost().is_some() => {
                    // It may be what the device was lost to. The next one tells.
                    let why = LOST.to_owned();
                    self.aside.insert(target.address().file.clone(), why);
                    return;
                }
                Err(complaint) => Some(*complaint),
            };
            self.built.insert(target, complaint);
        }
    }

    fn note(&self, running: BTreeSet<ModulePath>) {
        if let Some(marker) = &self.marker {
            marker.note(By::Compiler, running);
        }
    }

    fn tell(&self) {
        let mut diagnostics = merge_diagnostics(self.files.values());
        diagnostics.extend(self.tree.unread.iter().cloned());
        let compiling = self
            .built
            .iter()
            .filter(|(target, _)| self.compiles(target) && !self.is_aside(target));
        diagnostics.extend(compiling.filter_map(|(_, complaint)| complaint.clone()));
        diagnostics.extend(self.shelf.complaints(&self.files));
        let stale = self.shown.iter().filter(|target| self.is_stale(target));
        (self.report)(Report::Checked(Checked {
            entries: self.files.values().flat_map(entries).collect(),
            diagnostics,
            stale: stale.cloned().collect(),
            aside: self.aside_shown(),
            complete: self.pending.is_empty(),
        }));
    }

    /// Whether a target's text, as it is now, gives no pipeline.
    fn is_stale(&self, target: &Target) -> bool {
        let complaint = self.built.get(target).and_then(Option::as_ref);
        !self.compiles(target) || complaint.is_some_and(Diagnostic::is_error)
    }

    fn is_aside(&self, target: &Target) -> bool {
        self.aside.contains_key(&target.address().file)
    }

    fn aside_shown(&self) -> Vec<Aside> {
        let is_shown = |file: &ModulePath| {
            let mut shown = self.shown.iter().map(Target::address);
            shown.any(|address| address.file == *file)
        };
        let shown = self.aside.iter().filter(|(file, _)| is_shown(file));
        let aside = shown.map(|(file, why)| Aside {
            file: file.clone(),
            why: why.clone(),
        });
        aside.collect()
    }

    fn compiles(&self, target: &Target) -> bool {
        match target {
            Target::Live(address) => self.find(address).is_some(),
            Target::Pinned(_) => true,
        }
    }
}

/// How likely a file is what somebody wants to see who asked for none, the likeliest first: the inviting one, then
/// generators, then what they are made of; each in the order of their names.
fn likelihood(path: &ModulePath) -> (bool, bool) {
    let path = path.as_str();
    (path != INVITING, !path.starts_with("generators/"))
}

/// Builds a generator's pipeline and runs it for the first time; a fault of the driver becomes a diagnostic.
fn build(
    gpu: &Gpu,
    file: &CompiledFile,
    generator: &Arc<Generator>,
) -> Result<EvaluatePipeline, Box<Diagnostic>> {
    let nothing = || {
        Box::new(Diagnostic::error(
            None,
            format!("{} has no text", generator.address),
        ))
    };
    let linked = file.linked.as_ref().ok_or_else(nothing)?;
    let build = || {
        let built = EvaluatePipeline::new(gpu, linked, generator);
        let mut pipeline = built.map_err(|error| match error {
            BuildError::Shader(diagnostic) => diagnostic,
            BuildError::Gpu(error) => Box::new(Diagnostic::error(None, error.to_string())),
        })?;
        pipeline.paces = Some(first_run(gpu, &pipeline)?);
        Ok(pipeline)
    };
    let fault = |_| Err(Box::new(Diagnostic::error(None, FAULT)));
    catch_unwind(AssertUnwindSafe(build)).unwrap_or_else(fault)
}

/// The longest that the first samples of a pipeline are waited for.
const FIRST_RUN: Duration = Duration::from_secs(2);

/// Samples across and down of the picture of which the first run evaluates a few.
const FIRST_SIDE: u32 = 1024;

/// Runs a pipeline on a few samples, so that one that stops the machine never reaches the window.
fn first_run(gpu: &Gpu, pipeline: &EvaluatePipeline) -> Result<Paces, Box<Diagnostic>> {
    let generator = &pipeline.generator;
    let grid = generator.home(FIRST_SIDE);
    let host = HostInputs::default();
    let Ok(inputs) = EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host) else {
        return Ok(Paces::default());
    };
    let begun = Instant::now();
    let paces = pipeline.first_run(gpu, &inputs, FIRST_RUN);
    tracing::debug!(
        "first run of {} in {:.1?}: {paces:?}",
        generator.address,
        begun.elapsed()
    );
    paces.map_err(|error| {
        Box::new(Diagnostic::error(
            None,
            format!("{}: {error}", generator.address),
        ))
    })
}

/// Builds a generator from the text that it once had.
fn build_version(gpu: &Gpu, version: &Version) -> Result<EvaluatePipeline, Box<Diagnostic>> {
    let tree = version.tree();
    let gone = || {
        let message = format!("the kept text of {} does not compile", version.address);
        Box::new(Diagnostic::error(None, message))
    };
    let source = tree.get(&version.address.file).ok_or_else(gone)?;
    let file = compile_safely(&tree, source);
    if let Some(error) = file
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.is_error())
    {
        return Err(Box::new(error.clone()));
    }
    let mut generators = file.generators.iter();
    let generator = generators.find(|generator| generator.address == version.address);
    build(gpu, &file, generator.ok_or_else(gone)?)
}

/// Said where a compiler panicked.
const FAULT: &str = "the compiler ran into a fault of its own on this file";

/// Compiles a file; a fault of the compiler itself becomes a diagnostic.
fn compile_safely(tree: &SourceTree, source: &Arc<Source>) -> CompiledFile {
    catch_unwind(AssertUnwindSafe(|| compile(tree, source))).unwrap_or_else(|_| CompiledFile {
        path: source.path.clone(),
        depends_on: BTreeSet::from([source.path.clone()]),
        diagnostics: vec![Diagnostic::error(Some(source.place(0..0)), FAULT)],
        generators: Vec::new(),
        linked: None,
    })
}

/// The longest that a stream of changes is waited for.
const PATIENCE: Duration = Duration::from_millis(300);

/// Waits until a change is finished or quiet, and takes what has come behind it: one reading serves all. Gives
/// the files, and what else woke the thread meanwhile.
fn settle(first: Change, wakes: &Receiver<Wake>) -> (Vec<PathBuf>, Vec<Wake>) {
    let (mut paths, mut others) = (Vec::new(), Vec::new());
    let begun = Instant::now();
    let mut change = first;
    loop {
        match change {
            Change::Finished(files) => {
                paths.extend(files);
                break;
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
    for wake in wakes.try_iter() {
        match wake {
            Wake::Changed(Change::Finished(next) | Change::Unsettled(next)) => paths.extend(next),
            other => others.push(other),
        }
    }
    (paths, others)
}
