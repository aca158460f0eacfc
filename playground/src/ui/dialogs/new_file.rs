//! The dialog that creates a shader file from a template.

use egui::{Button, Id, Key, Modal, RichText, TextEdit, Ui};

use crate::documents::templates::TEMPLATES;
use crate::workbench::{Action, NewFile};

/// In points.
const WIDTH: f32 = 440.0;

/// Returns true if the user closes the dialog without a file; otherwise the application closes it once the file exists.
pub(super) fn dialog_ui(ui: &Ui, file: &mut NewFile, actions: &mut Vec<Action>) -> bool {
    let mut is_canceled = false;
    let mut is_created = false;
    let modal = Modal::new(Id::unique("new file")).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        ui.label(RichText::new("New shader file").heading().strong());
        ui.add_space(8.0);
        let field = TextEdit::singleline(&mut file.path)
            .hint_text("Name, such as hills or studies/hills")
            .desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Name of the file");
        is_created = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if ui.memory(|memory| memory.focused().is_none()) && !is_created {
            field.request_focus();
        }
        ui.add_space(8.0);
        for (index, template) in TEMPLATES.iter().enumerate() {
            ui.radio_value(&mut file.template, index, template.name)
                .on_hover_text(template.summary);
        }
        ui.add_space(4.0);
        let summary = TEMPLATES.get(file.template).map(|chosen| chosen.summary);
        ui.weak(summary.unwrap_or_default());
        if let Some(error) = &file.error {
            ui.colored_label(ui.visuals().error_fg_color, error);
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let has_name = !file.path.trim().is_empty();
            is_created |= ui.add_enabled(has_name, Button::new("Create")).clicked();
            is_canceled = ui.button("Cancel").clicked();
        });
    });
    if is_created && !file.path.trim().is_empty() {
        actions.push(Action::NewFile(file.clone()));
    }
    is_canceled || modal.should_close()
}
