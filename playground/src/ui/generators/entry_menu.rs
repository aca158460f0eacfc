//! The context menu of an entry in the list of generators.

use egui::{Button, Key, Modifiers, Response, Ui};
use noise_playground::generator::Address;

use super::ListRequest;
use crate::ui::menu::{context_menu, item};
use crate::workbench::Action;

pub(super) fn entry_menu_ui(
    response: &Response,
    address: &Address,
    requested: &mut Option<ListRequest>,
) {
    context_menu(response, |ui| {
        let file = || address.file.clone();
        let edit = || ListRequest::Request(Action::OpenGenerator(address.clone()));
        let mut line = |ui: &mut Ui, text, key, request: &dyn Fn() -> ListRequest| {
            if item(ui, true, Button::new(text).shortcut_text(key)).clicked() {
                *requested = Some(request());
            }
        };
        line(ui, "Open", "", &|| ListRequest::Show(address.clone()));
        line(ui, "Open beside", "", &|| ListRequest::ShowBeside(address.clone()));
        ui.separator();
        line(ui, "Open in editor", "E", &edit);
        line(ui, "Reveal in file manager", "", &|| ListRequest::Request(Action::Reveal(file())));
        line(ui, "Copy path", "", &|| ListRequest::Request(Action::CopyPath(file())));
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::E)) {
            *requested = Some(edit());
            ui.close();
        }
    });
}
