//! The dialog that asks whether to close the window while captures are being saved.

use egui::{Id, Modal, RichText, Ui};

use crate::workbench::Action;

/// Returns true if the dialog must be closed.
pub(super) fn dialog_ui(ui: &Ui, actions: &mut Vec<Action>) -> bool {
    let modal = Modal::new(Id::unique("close the window")).show(ui.ctx(), |ui| {
        ui.label(RichText::new("Captures are being saved").heading().strong());
        ui.add_space(8.0);
        ui.label("The window closes when they are finished.");
        ui.add_space(16.0);
        let buttons = ui.horizontal(|ui| {
            let is_kept = ui.button("Keep the window open").clicked();
            let is_canceled = ui.button("Cancel the captures and close").clicked();
            actions.extend(is_canceled.then_some(Action::Close));
            is_kept || is_canceled
        });
        buttons.inner
    });
    modal.inner || modal.should_close()
}
