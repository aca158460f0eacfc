//! The context menu of an entry in the list of generators.

use egui::{Button, Key, Modifiers, Response, Ui};
use noise_playground::generator::Address;
use noise_playground::source::ModulePath;

use super::ListRequest;
use crate::ui::menu::{context_menu, item};
use crate::workbench::Action;

pub(super) fn entry_menu_ui(
    response: &Response,
    address: &Address,
    requested: &mut Option<ListRequest>,
) {
    context_menu(response, |ui| {
        line_ui(ui, "Open", requested, || ListRequest::Show(address.clone()));
        line_ui(ui, "Open beside", requested, || ListRequest::ShowBeside(address.clone()));
        ui.separator();
        file_lines_ui(ui, address, requested);
    });
}

fn file_lines_ui(ui: &mut Ui, address: &Address, requested: &mut Option<ListRequest>) {
    let is_pressed = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::E));
    if item(ui, true, Button::new("Open in editor").shortcut_text("E")).clicked() || is_pressed {
        *requested = Some(ListRequest::Request(Action::OpenGenerator(address.clone())));
        ui.close();
    }
    let of_file =
        |action: fn(ModulePath) -> Action| ListRequest::Request(action(address.file.clone()));
    line_ui(ui, "Reveal in file manager", requested, || of_file(Action::Reveal));
    line_ui(ui, "Copy path", requested, || of_file(Action::CopyPath));
}

fn line_ui(
    ui: &mut Ui,
    text: &str,
    requested: &mut Option<ListRequest>,
    request: impl FnOnce() -> ListRequest,
) {
    if item(ui, true, Button::new(text)).clicked() {
        *requested = Some(request());
    }
}
