//! All diagnostics: of the shader files, and of the pictures, such as runaway loops.

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
