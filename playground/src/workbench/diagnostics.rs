//! All diagnostics: of the shader files, and of the pictures, such as runaway loops.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use noise_playground::source::ModulePath;
use noise_playground::wgsl::diagnostic::Diagnostic;

use super::derived::{Derived, Revision};
use super::document::Cell;
use super::{GeneratorRef, PaneId, Workbench};

/// Unsaved text must be wrong for this time before its errors are shown, so that half-typed words do not flash.
pub(crate) const ERROR_DELAY: Duration = Duration::from_millis(300);

/// Derived from the revision of the folder's diagnostics, missing taps, and runaway loops.
pub(super) type DerivedDiagnostics =
    Derived<(Revision, Vec<Diagnostic>, Vec<Diagnostic>), Arc<[Diagnostic]>>;

impl Workbench {
    /// Returns errors and warnings of the folder, then missing taps, then runaway loops.
    pub(crate) fn diagnostics(&self) -> Arc<[Diagnostic]> {
        let folder = &self.folder.diagnostics;
        let missing: Vec<Diagnostic> = self.compiled.missing_stages().cloned().collect();
        let stats = self.measurements.iter();
        let runaways = stats.filter_map(|(pane, _)| Some((pane, self.shown_runaway(pane)?)));
        let runaways = runaways.filter(|(pane, _)| !self.is_of_older_text(*pane));
        let runaways: Vec<Diagnostic> = runaways.map(|(_, runaway)| runaway.clone()).collect();
        let inputs = (folder.revision(), missing.clone(), runaways.clone());
        self.derived.diagnostics.get(inputs, || {
            let mut all = folder.to_vec();
            all.extend(missing);
            for runaway in runaways {
                if !all.contains(&runaway) {
                    all.push(runaway);
                }
            }
            for diagnostic in &all {
                tracing::debug!("{diagnostic}");
            }
            all.into()
        })
    }

    /// Returns true if a visible file or one that it imports has an error. Errors of other files open no panel.
    pub(crate) fn has_shown_error(&self) -> bool {
        let diagnostics = self.diagnostics();
        let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).peekable();
        let targets = self.shown_targets();
        let is_old = |target: &GeneratorRef| {
            let file = target.live_file();
            // A file without a generator may have none yet.
            let is_broken =
                |file| self.folder.files.contains(file) && self.folder.has_generator(file);
            self.folder.is_stale(target) && file.is_none_or(is_broken)
        };
        let selected = self.document.selected;
        let is_broken = || self.shown().is_none() && self.missing_generator(selected).is_none();
        let has_old_text = || targets.iter().any(is_old);
        let is_shown = |diagnostic: &Diagnostic| match &diagnostic.location {
            Some(location) => targets.iter().any(|target| target.address().file == location.file),
            None => true,
        };
        errors.peek().is_some() && (is_broken() || has_old_text() || errors.any(is_shown))
    }

    /// Returns the diagnostics, first those of visible files and of files that they import, each part with the severest
    /// first; and the number of diagnostics in the first part.
    pub(crate) fn ranked_diagnostics(&self) -> (Vec<Diagnostic>, usize) {
        let targets = self.shown_targets();
        let mut files: BTreeSet<&ModulePath> =
            targets.iter().map(|target| &target.address().file).collect();
        let shown = self.document.visible_cells().into_iter().filter_map(|id| self.shown_in(id));
        let sources = shown.flat_map(|(_, compiled)| compiled.linked.sources.iter());
        files.extend(sources.map(|source| &source.path));
        let is_other = |diagnostic: &Diagnostic| {
            let location = diagnostic.location.as_ref();
            location.is_some_and(|location| !files.contains(&location.file))
        };
        let mut ranked = self.diagnostics().to_vec();
        ranked.sort_by_key(|diagnostic| (is_other(diagnostic), diagnostic.severity));
        let count = ranked.partition_point(|diagnostic| !is_other(diagnostic));
        (ranked, count)
    }

    pub(crate) fn broken_files(&self) -> usize {
        let diagnostics = self.diagnostics();
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let files = errors.filter_map(|error| Some(&error.location.as_ref()?.file));
        files.collect::<BTreeSet<_>>().len()
    }

    /// Returns the error of a runaway loop: for unsaved text, after [`ERROR_DELAY`], since the loop may be half-typed.
    pub(crate) fn shown_runaway(&self, pane: PaneId) -> Option<&Diagnostic> {
        let stats = self.pane_stats(pane);
        stats.runaway.as_ref().filter(|_| self.runaway_delay(pane).is_none())
    }

    /// Returns the time after which the next error of a runaway loop is to be shown.
    pub(crate) fn next_runaway(&self) -> Option<Duration> {
        self.measurements.iter().filter_map(|(pane, _)| self.runaway_delay(pane)).min()
    }

    fn runaway_delay(&self, pane: PaneId) -> Option<Duration> {
        let PaneId::Cell(id) = pane else {
            return None;
        };
        let target = self.document.cell(id)?.target.as_ref()?;
        let is_unsaved = self.folder.unsaved_files.contains(target.live_file()?);
        let since = self.pane_stats(pane).runaway_since.filter(|_| is_unsaved)?;
        ERROR_DELAY.checked_sub(since.elapsed())
    }

    /// Returns true if newer text does not compile: the picture is of older text, whose runaway loop may be gone.
    fn is_of_older_text(&self, pane: PaneId) -> bool {
        let PaneId::Cell(id) = pane else {
            return false;
        };
        let cell = self.document.cell(id);
        let target = cell.and_then(Cell::build_target);
        target.is_some_and(|target| self.folder.is_stale(&target))
    }
}
