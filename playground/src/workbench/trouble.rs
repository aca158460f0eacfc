//! What is wrong with the folder, and with what is drawn of it.

use noise_playground::diagnostic::Diagnostic;
use noise_playground::source::ModulePath;

use super::{PaneKey, Workbench};

impl Workbench {
    /// Lists what is wrong with the folder.
    pub(crate) fn list(&mut self, diagnostics: Vec<Diagnostic>) {
        self.folder_diagnostics = diagnostics;
        self.list_all();
    }

    /// Takes in whether a picture's last evaluation came to its end.
    pub(crate) fn judge(&mut self, pane: PaneKey, runaway: Option<Diagnostic>) {
        let measured = self.measured.entry(pane).or_default();
        if measured.runaway != runaway {
            measured.runaway = runaway;
            self.list_all();
        }
    }

    /// Forgets pictures that are not drawn any more.
    pub(crate) fn forget_all_but(&mut self, drawn: impl Fn(PaneKey) -> bool) {
        let count = self.measured.len();
        self.measured.retain(|key, _| drawn(*key));
        if self.measured.len() != count {
            self.list_all();
        }
    }

    /// The file that the selected cell's picture is of, where that is gone or has no generator left: no error says so.
    pub(crate) fn bare_file(&self) -> Option<&ModulePath> {
        self.shown().filter(|_| self.looked_through)?;
        let target = self.document.selected().target.as_ref()?;
        let file = target.live_file()?;
        let is_listed = || self.entries.iter().any(|entry| entry.address.file == *file);
        (self.stale.contains(target) && !is_listed()).then_some(file)
    }

    /// Whether a picture's text has changed to one that gives no picture: what was found in it may be gone.
    fn is_of_older_text(&self, pane: PaneKey) -> bool {
        let PaneKey::Cell(id) = pane else {
            return false;
        };
        let cell = self.document.cell(id);
        let target = cell.and_then(|cell| cell.target.as_ref());
        target.is_some_and(|target| self.stale.contains(target))
    }

    /// The drawer opens on an error and leaves with the last one.
    pub(super) fn list_all(&mut self) {
        let mut all = self.folder_diagnostics.clone();
        for (pane, measured) in &self.measured {
            let runaway = measured.runaway.iter();
            for runaway in runaway.filter(|_| !self.is_of_older_text(*pane)) {
                if !all.contains(runaway) {
                    all.push(runaway.clone());
                }
            }
        }
        let has_error = |list: &[Diagnostic]| list.iter().any(Diagnostic::is_error);
        let before = std::mem::replace(&mut self.diagnostics, all);
        if has_error(&before) != has_error(&self.diagnostics) {
            self.panels.diagnostics = has_error(&self.diagnostics);
        }
    }
}
