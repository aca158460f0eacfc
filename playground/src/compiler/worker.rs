//! Loop of the compile thread.

mod status;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use noise_playground::source::ModulePath;

use super::activity::Activity;
use super::debounce::debounce;
use super::files::CompiledFiles;
use super::messages::{CompilerEvent, CompilerRequest};
use super::pipelines::Pipelines;
use super::presets::{PresetCache, edit_presets};
use super::queue::RequestQueue;
use super::selection::Selection;
use super::sources::{FolderSources, SourceChanges};
use super::unsaved::UnsavedText;
use super::watch::DEBOUNCE;
use super::watched::WatchedFolder;
use crate::catalog::GeneratorRef;
use crate::documents::{builtin, replace};
use crate::process::save_timing::TimedStep;

/// Each field is changed only by its own methods.
pub(super) struct CompilerWorker<F> {
    requests: RequestQueue,
    sources: FolderSources,
    files: CompiledFiles,
    selection: Selection,
    pipelines: Pipelines,
    presets: PresetCache,
    /// As they were last sent to the window.
    shown_unsaved: BTreeMap<ModulePath, UnsavedText>,
    /// `None` while unsaved texts compile.
    wrong_since: Option<Instant>,
    /// True if errors of unsaved text are still to be reported.
    is_status_held: bool,
    /// Time of the last report of the number of pending files.
    last_progress: Instant,
    pub(super) activity: Activity,
    last_group: Instant,
    /// Time of the last scan for changes without an event.
    last_scan: Instant,
    /// Answers to tests, sent when no work is left.
    #[cfg(test)]
    markers: Vec<std::sync::mpsc::Sender<()>>,
    send: F,
}

/// Time between builds of pipelines that no picture needs yet, while pictures are evaluated.
const BUSY_INTERVAL: Duration = Duration::from_millis(500);

/// Time between checks whether pictures are still being evaluated, while a build waits.
const BUSY_POLL: Duration = Duration::from_millis(20);

/// Time between checks of data files outside of the folder, whose changes are not reported.
const OUTSIDE_INTERVAL: Duration = Duration::from_secs(1);

/// Time without requests after which freed memory is returned.
const TRIM_DELAY: Duration = Duration::from_millis(200);

impl<F: Fn(CompilerEvent)> CompilerWorker<F> {
    /// `initial` is shown until the window requests generators; `send` passes events to it.
    pub(super) fn new(
        requests: RequestQueue,
        sources: FolderSources,
        initial: Option<ModulePath>,
        send: F,
    ) -> Self {
        Self {
            requests,
            sources,
            shown_unsaved: BTreeMap::new(),
            wrong_since: None,
            is_status_held: false,
            files: CompiledFiles::default(),
            selection: Selection::new(initial),
            pipelines: Pipelines::default(),
            presets: PresetCache::default(),
            last_progress: Instant::now(),
            activity: Activity::default(),
            last_group: Instant::now(),
            last_scan: Instant::now(),
            #[cfg(test)]
            markers: Vec::new(),
            send,
        }
    }

    pub(super) fn run(&mut self) {
        if self.sources.folder.is_none() {
            self.notify(Some(builtin::READ_ONLY.to_owned()));
        }
        self.read(&[]);
        loop {
            #[cfg(test)]
            self.answer_markers();
            let timeout = self.wait_timeout();
            match self.requests.next(timeout) {
                Ok(request) => {
                    self.activity.set_compiling(true);
                    self.handle(request);
                }
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.on_idle(),
            }
            if self.is_scan_due() {
                self.scan();
            }
            if self.status_delay() == Some(Duration::ZERO) {
                self.send_status();
            }
            self.compile_next();
            self.activity.set_compiling(false);
            self.pipelines.trim_heap_after_many_builds();
        }
    }

    /// Returns the time to wait for a request before [`on_idle`](Self::on_idle); `None` for no limit.
    fn wait_timeout(&self) -> Option<Duration> {
        let due_group = self.pipelines.due_group(&self.selection.shown);
        if !self.files.pending.is_empty() || due_group.is_some_and(|due| self.may_build(due)) {
            Some(Duration::ZERO)
        } else if due_group.is_some() {
            Some(BUSY_POLL)
        } else if self.sources.has_emptied() {
            Some(DEBOUNCE)
        } else {
            let trim = self.pipelines.needs_trim().then_some(TRIM_DELAY);
            let scan = self.scan_interval();
            let scan = scan.map(|interval| interval.saturating_sub(self.last_scan.elapsed()));
            trim.into_iter().chain(scan).chain(self.status_delay()).min()
        }
    }

    /// Returns `None` if all changes are reported.
    fn scan_interval(&self) -> Option<Duration> {
        let folder = self.sources.folder.as_ref();
        let folder = folder.map(WatchedFolder::wait_timeout);
        let outside = self.sources.tree.has_outside_files();
        let outside = outside.then_some(OUTSIDE_INTERVAL);
        folder.into_iter().chain(outside).min()
    }

    fn is_scan_due(&self) -> bool {
        let is_reading = !self.files.pending.is_empty() || self.sources.has_emptied();
        let interval = self.scan_interval().filter(|_| !is_reading);
        interval.is_some_and(|interval| self.last_scan.elapsed() >= interval)
    }

    /// Detects and applies changes that the system does not report.
    fn scan(&mut self) {
        let folder = self.sources.folder.as_ref();
        if folder.is_some_and(WatchedFolder::should_rescan) {
            self.read(&[]);
        }
        let files: BTreeSet<ModulePath> = self.sources.tree.changed_outside().into_iter().collect();
        if !files.is_empty() {
            let edited = Vec::new();
            self.apply((SourceChanges { files, edited }, None));
        }
        self.last_scan = Instant::now();
    }

    #[cfg(test)]
    fn answer_markers(&mut self) {
        let is_reading = !self.files.pending.is_empty() || self.sources.has_emptied();
        if !is_reading && self.pipelines.due_group(&self.selection.shown).is_none() {
            self.markers.drain(..).for_each(|answer| _ = answer.send(()));
        }
    }

    /// Returns true if a picture needs the group, none is evaluated, or the last build was [`BUSY_INTERVAL`] ago.
    fn may_build(&self, due: &GeneratorRef) -> bool {
        let mut shown = self.selection.shown.iter();
        let mut asked_for = shown.by_ref().take_while(|target| target.is_tapped());
        asked_for.any(|target| target == due)
            || !self.activity.is_refining()
            || self.last_group.elapsed() >= BUSY_INTERVAL
    }

    /// Values inside of what is shown come before files that nobody has opened.
    fn on_idle(&mut self) {
        let mut shown = self.selection.shown.iter().filter_map(GeneratorRef::live_file);
        if shown.any(|file| self.files.pending.contains(file)) {
            return;
        }
        // Only one pipeline is built at a time, so that a saved file is compiled at once.
        let shown = &self.selection.shown;
        if let Some(due) = self.pipelines.due_group(shown) {
            if self.may_build(due) {
                let send = &self.send;
                let files = (&self.files, &self.sources.tree);
                if self.pipelines.build_next_group(shown, files, send) {
                    self.send_status();
                }
                self.last_group = Instant::now();
            }
            return;
        }
        if !self.files.pending.is_empty() {
            return;
        }
        self.pipelines.trim_heap();
        if self.sources.has_emptied() {
            let read = self.sources.read_emptied();
            self.apply(read);
        }
    }

    fn handle(&mut self, request: CompilerRequest) {
        match request {
            CompilerRequest::Show(targets) => {
                self.pipelines.retain(&targets);
                self.selection.shown = targets;
                self.read_presets();
                self.build_shown();
            }
            CompilerRequest::EditPresets(generator, edit) => {
                let edited = edit_presets(self.sources.path(), &generator, &edit);
                (self.send)(match edited {
                    Ok((notice, undo)) => CompilerEvent::PresetsEdited(notice, generator, undo),
                    Err(reason) => CompilerEvent::Notice(reason),
                });
                if self.read_presets() {
                    self.send_status();
                }
            }
            CompilerRequest::EditSource(edit) => {
                let edited = match self.sources.path() {
                    Some(folder) => replace::apply(folder, &edit.text),
                    None => Err(anyhow::anyhow!("these are {}", builtin::READ_ONLY)),
                };
                let edited = edited.map_err(|error| format!("{error:#}"));
                (self.send)(CompilerEvent::SourceEdited(edit, edited));
            }
            CompilerRequest::UseDevice(gpu, device) => {
                self.pipelines.use_gpu(*gpu, device);
                self.build_shown();
            }
            CompilerRequest::Quarantine(files) => self.pipelines.quarantine(files),
            CompilerRequest::UseSentinel(sentinel) => self.pipelines.use_sentinel(sentinel),
            CompilerRequest::RunAnyway(file) => {
                self.pipelines.release(&file);
                self.pipelines.invalidate(|target| target.address().file == file);
                self.build_shown();
            }
            CompilerRequest::FolderChanged(change) => {
                let paths = debounce(change, &mut self.requests);
                if let Some(folder) = &mut self.sources.folder {
                    folder.sync();
                }
                self.read(&paths);
            }
            CompilerRequest::TextsChanged => {
                let changes = self.sources.read_unsaved();
                self.apply((changes, None));
            }
            CompilerRequest::WatchDegraded(reason) => {
                let folder = self.sources.folder.as_mut();
                let notice = folder.and_then(|folder| folder.start_polling(reason));
                self.notify(notice);
                self.read(&[]);
            }
            #[cfg(test)]
            CompilerRequest::Marker(answer) => self.markers.push(answer),
        }
    }

    fn notify(&self, notice: Option<String>) {
        if let Some(notice) = notice {
            tracing::debug!("{notice}");
            (self.send)(CompilerEvent::Notice(notice));
        }
    }

    /// Reads the files in `changed`, and others whose metadata have changed, and marks them to be compiled.
    fn read(&mut self, changed: &[PathBuf]) {
        let stage = TimedStep::start("read");
        let before = self.sources.path().map(Path::to_owned);
        let read = self.sources.read(changed);
        drop(stage);
        if let Some(folder) = self.sources.path().filter(|folder| before.as_deref() != Some(folder))
        {
            (self.send)(CompilerEvent::FolderMoved(folder.to_owned()));
        }
        self.apply(read);
    }

    /// Marks files to be compiled, releases edited ones from quarantine, and builds pipelines whose inputs changed.
    fn apply(&mut self, (changes, notice): (SourceChanges, Option<String>)) {
        self.notify(notice);
        for file in &changes.edited {
            self.pipelines.release(file);
        }
        let filled = self.pipelines.filled_by(&changes.files);
        self.pipelines.invalidate(|target| filled.contains(target));
        // A live generator compiles again, since it contains its field inputs' sources.
        let roots = filled.iter().filter_map(GeneratorRef::live_file);
        let mut changed = changes.files.clone();
        changed.extend(roots.cloned());
        let tree = &self.sources.tree;
        self.files.invalidate(&changed, tree);
        let any_removed = changes.files.iter().any(|path| tree.get(path).is_none());
        if filled.iter().any(|target| target.live_file().is_none()) {
            self.build_shown();
        } else if self.read_presets() || any_removed && self.files.pending.is_empty() {
            self.send_status();
        }
    }

    /// Sends all presets if any changed. Returns true if so.
    fn read_presets(&mut self) -> bool {
        let shown = self.selection.shown.iter();
        let shaders = shown.map(|target| target.address().file.clone());
        let changed = self.presets.read(self.sources.path(), shaders.collect());
        if changed {
            (self.send)(CompilerEvent::Presets(self.presets.lists()));
        }
        changed
    }

    fn compile_next(&mut self) {
        let Some(path) = self.selection.next_file(&self.files) else {
            return;
        };
        let tree = &self.sources.tree;
        let Some(source) = tree.get(&path) else {
            return;
        };
        let stage = TimedStep::start("compile");
        let is_recompiled = self.files.compile(source, tree);
        drop(stage);
        if is_recompiled {
            self.pipelines.release(&path);
        }
        if let Some(chosen) = self.selection.choose(&path, &self.files) {
            self.read_presets();
            let file = self.files.by_path.get(&path);
            if file.is_some_and(|file| file.generators.is_empty() && !file.has_error()) {
                tracing::warn!(
                    "{path} has no generator: a function whose first parameter is a vec2f, vec3f or vec4f"
                );
            }
            (self.send)(CompilerEvent::Chosen(chosen));
        }
        let is_of_file = |target: &GeneratorRef| target.live_file() == Some(&path);
        if self.selection.shown.iter().any(is_of_file) {
            self.pipelines.invalidate(is_of_file);
            self.build_shown();
        } else if self.files.pending.is_empty() || self.is_progress_due() {
            self.send_status();
        }
    }

    fn build_shown(&mut self) {
        self.pipelines.build(
            &self.selection.shown,
            (&self.files, &self.sources.tree),
            &self.send,
            || self.requests.has_show(),
        );
        self.send_status();
    }
}
