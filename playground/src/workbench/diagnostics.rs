//! Collects all diagnostics: of the shader files in the open folder, and of the pictures, such as runaway loops.

use noise_playground::diagnostic::Diagnostic;

use super::document::Cell;
use super::{PaneId, Workbench};

impl Workbench {
    /// Returns all diagnostics for the diagnostics panel: the errors and warnings of the folder, then errors about
    /// inner values that do not exist, then the runaway loops found while pictures were evaluated.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = self.folder.diagnostics.clone();
        all.extend(self.compiled.missing_stages().cloned());
        for (pane, stats) in self.measurements.iter() {
            let runaway = stats.runaway.iter();
            for runaway in runaway.filter(|_| !self.is_of_older_text(pane)) {
                if !all.contains(runaway) {
                    all.push(runaway.clone());
                }
            }
        }
        all
    }

    /// Returns true if the file of a pane's cell has changed and does not compile. The pane's picture is then of older
    /// source text, whose runaway loop may be gone.
    fn is_of_older_text(&self, pane: PaneId) -> bool {
        let PaneId::Cell(id) = pane else {
            return false;
        };
        let cell = self.document.cell(id);
        let target = cell.and_then(Cell::build_target);
        target.is_some_and(|target| self.folder.is_stale(&target))
    }
}
