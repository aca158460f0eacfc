//! What is wrong with the folder, and with what is drawn of it.

use noise_playground::diagnostic::Diagnostic;

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

    /// The drawer opens on an error and leaves with the last one.
    pub(super) fn list_all(&mut self) {
        let mut all = self.folder_diagnostics.clone();
        for runaway in self
            .measured
            .values()
            .filter_map(|measured| measured.runaway.as_ref())
        {
            if !all.contains(runaway) {
                all.push(runaway.clone());
            }
        }
        let has_error = |list: &[Diagnostic]| list.iter().any(Diagnostic::is_error);
        let before = std::mem::replace(&mut self.diagnostics, all);
        if has_error(&before) != has_error(&self.diagnostics) {
            self.panels.diagnostics = has_error(&self.diagnostics);
        }
    }
}
