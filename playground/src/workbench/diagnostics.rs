//! All diagnostics: of the shader files, and of the pictures, such as runaway loops.

use std::collections::BTreeSet;
use std::sync::Arc;

use noise_playground::diagnostic::Diagnostic;

use super::derived::{Derived, Revision};
use super::document::Cell;
use super::{PaneId, Workbench};

/// Depends on the revision of those of the folder, missing taps, and runaway loops.
pub(super) type DerivedDiagnostics =
    Derived<(Revision, Vec<Diagnostic>, Vec<Diagnostic>), Arc<[Diagnostic]>>;

impl Workbench {
    /// Returns errors and warnings of the folder, then missing taps, then runaway loops.
    pub(crate) fn diagnostics(&self) -> Arc<[Diagnostic]> {
        let folder = &self.folder.diagnostics;
        let missing: Vec<Diagnostic> = self.compiled.missing_stages().cloned().collect();
        let stats = self.measurements.iter();
        let runaways = stats.filter_map(|(pane, stats)| Some((pane, stats.runaway.as_ref()?)));
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

    /// Returns true if a visible file has an error, or one of those that it imports. Errors of other files open no
    /// panel.
    pub(crate) fn has_shown_error(&self) -> bool {
        let diagnostics = self.diagnostics();
        let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).peekable();
        let targets = self.shown_targets();
        let has_old_text = || targets.iter().any(|target| self.folder.is_stale(target));
        let is_shown = |diagnostic: &Diagnostic| match &diagnostic.location {
            Some(location) => targets.iter().any(|target| target.address().file == location.file),
            None => true,
        };
        errors.peek().is_some()
            && (self.shown().is_none() || has_old_text() || errors.any(is_shown))
    }

    /// Returns the number of files with errors.
    pub(crate) fn broken_files(&self) -> usize {
        let diagnostics = self.diagnostics();
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        let files = errors.filter_map(|error| Some(&error.location.as_ref()?.file));
        files.collect::<BTreeSet<_>>().len()
    }

    /// Returns true if the file has changed and does not compile. The picture is of older text, whose runaway loop may
    /// be gone.
    fn is_of_older_text(&self, pane: PaneId) -> bool {
        let PaneId::Cell(id) = pane else {
            return false;
        };
        let cell = self.document.cell(id);
        let target = cell.and_then(Cell::build_target);
        target.is_some_and(|target| self.folder.is_stale(&target))
    }
}
