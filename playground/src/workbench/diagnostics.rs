//! What is wrong with the folder, and with what is drawn of it.

use noise_playground::diagnostic::Diagnostic;
use noise_playground::source::ModulePath;

use super::{PaneId, Workbench};

impl Workbench {
    /// Returns the errors and warnings of the folder, then the runaway loops of the pictures.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = self.folder.diagnostics.clone();
        for (pane, measured) in self.measurements.iter() {
            let runaway = measured.runaway.iter();
            for runaway in runaway.filter(|_| !self.is_of_older_text(pane)) {
                if !all.contains(runaway) {
                    all.push(runaway.clone());
                }
            }
        }
        all
    }

    /// The file that the selected cell's picture is of, where that is gone or has no generator left: no error says so.
    pub(crate) fn file_without_generator(&self) -> Option<&ModulePath> {
        self.shown().filter(|_| self.folder.is_scan_complete)?;
        let target = self.document.selected().target.as_ref()?;
        let file = target.live_file()?;
        let is_gone = self.folder.stale.contains(target) && !self.folder.lists(file);
        is_gone.then_some(file)
    }

    /// Whether a picture's text has changed to one that gives no picture: what was found in it may be gone.
    fn is_of_older_text(&self, pane: PaneId) -> bool {
        let PaneId::Cell(id) = pane else {
            return false;
        };
        let cell = self.document.cell(id);
        let target = cell.and_then(|cell| cell.target.as_ref());
        target.is_some_and(|target| self.folder.stale.contains(target))
    }
}
