//! Reports of the compile thread to the window: errors, pictures that show an older text, and files with unsaved text.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use noise_playground::generator::CompiledFile;
use noise_playground::source::ModulePath;

use super::CompilerWorker;
use crate::catalog::GeneratorRef;
use crate::compiler::messages::CompilerEvent;
use crate::compiler::unsaved::UnsavedText;
use crate::workbench::{ERROR_DELAY, FolderStatus};

/// Time between reports of the number of pending files.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

impl<F: Fn(CompilerEvent)> CompilerWorker<F> {
    /// Errors of unsaved text are held back until the text has been wrong for [`ERROR_DELAY`].
    pub(super) fn send_status(&mut self) {
        self.report_unsaved();
        let is_wrong = self.is_unsaved_text_wrong();
        self.wrong_since = self.wrong_since.or_else(|| Some(Instant::now())).filter(|_| is_wrong);
        self.is_status_held = self.wrong_since.is_some_and(|since| since.elapsed() < ERROR_DELAY);
        if self.is_status_held {
            return;
        }
        let mut diagnostics = self.files.diagnostics();
        diagnostics.extend(self.sources.tree.left_out.iter().cloned());
        diagnostics.extend(self.pipelines.diagnostics(&self.files));
        diagnostics.extend(self.presets.diagnostics(&self.files.by_path));
        let shown = &self.selection.shown;
        let is_stale = |target: &&GeneratorRef| self.pipelines.is_stale(target, &self.files);
        let stale: BTreeSet<GeneratorRef> = shown.iter().filter(is_stale).cloned().collect();
        (self.send)(CompilerEvent::Status(FolderStatus {
            entries: self.files.entries(),
            imports: self.files.imports(),
            diagnostics,
            stale,
            quarantined: self.pipelines.quarantined(shown),
            files: self.sources.tree.iter().map(|file| file.path.clone()).collect(),
            input_files: self.sources.tree.input_files().map(|file| file.name.clone()).collect(),
            pending_files: self.files.pending.len(),
        }));
    }

    /// Sends the unsaved files if they changed, with a notice if another editor changes a file.
    fn report_unsaved(&mut self) {
        let (shown, unsaved) = (&self.shown_unsaved, &self.sources.unsaved);
        let editors = |text: &UnsavedText| (Arc::clone(&text.editor), text.other.clone());
        for (path, text) in unsaved {
            let is_new = shown.get(path).map(editors) != Some(editors(text));
            if let Some(other) = text.other.as_ref().filter(|_| is_new) {
                self.notify(Some(format!("{path}: text of {}, also open in {other}", text.editor)));
            }
        }
        if !shown.keys().eq(unsaved.keys()) {
            (self.send)(CompilerEvent::Unsaved(unsaved.keys().cloned().collect()));
        }
        self.shown_unsaved.clone_from(unsaved);
    }

    /// Returns the time after which a status is due that was held back; `None` if there is none.
    pub(super) fn status_delay(&self) -> Option<Duration> {
        let since = self.wrong_since.filter(|_| self.is_status_held)?;
        Some(ERROR_DELAY.saturating_sub(since.elapsed()))
    }

    /// Returns true if a file with unsaved text, or one that imports it, has errors or cannot be shown.
    fn is_unsaved_text_wrong(&self) -> bool {
        let unsaved = &self.sources.unsaved;
        if unsaved.is_empty() {
            return false;
        }
        let reads_unsaved =
            |file: &CompiledFile| file.depends_on.iter().any(|path| unsaved.contains_key(path));
        let mut files = self.files.by_path.values();
        let of_file = |path: &ModulePath| self.files.by_path.get(path);
        let mut shown = self.selection.shown.iter();
        files.any(|file| file.has_error() && reads_unsaved(file))
            || shown.any(|target| {
                let file = target.live_file().and_then(of_file);
                file.is_some_and(reads_unsaved) && self.pipelines.is_stale(target, &self.files)
            })
    }

    /// Returns true at most once per [`PROGRESS_INTERVAL`].
    pub(super) fn is_progress_due(&mut self) -> bool {
        let is_due = self.last_progress.elapsed() >= PROGRESS_INTERVAL;
        if is_due {
            self.last_progress = Instant::now();
        }
        is_due
    }
}
