//! The list of quarantined shader files above the pictures.

use egui::{Frame, Label, Margin, RichText, Ui};

use super::icons;
use crate::workbench::{Action, Quarantined};

/// A button runs the file anyway.
pub(crate) fn quarantine_ui(ui: &mut Ui, files: &[Quarantined], actions: &mut Vec<Action>) {
    for Quarantined { file, why } in files {
        let line =
            Frame::new().fill(ui.visuals().faint_bg_color).inner_margin(Margin::symmetric(12, 6));
        line.show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.horizontal(|ui| {
                let color = ui.visuals().warn_fg_color;
                ui.label(RichText::new(icons::WARNING).color(color));
                let again = ui.button("Run anyway").on_hover_text("Editing the file also runs it");
                if again.clicked() {
                    actions.push(Action::RunAnyway(file.clone()));
                }
                ui.add(Label::new(format!("Not running {file}: it {why}")).truncate());
            });
        });
    }
}
