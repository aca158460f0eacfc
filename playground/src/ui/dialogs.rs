//! Modal dialogs that open a folder of shaders, create a shader file, or ask whether to close the window.

mod close;
mod new_file;
mod open_folder;

use egui::Ui;

use crate::workbench::{Action, Chrome, Dialog};

pub(crate) fn dialogs_ui(ui: &Ui, chrome: &mut Chrome, actions: &mut Vec<Action>) {
    let recent = &chrome.recent_folders;
    let is_closed = match &mut chrome.dialog {
        Some(Dialog::OpenFolder(dialog)) => open_folder::dialog_ui(ui, dialog, recent, actions),
        Some(Dialog::NewFile(file)) => new_file::dialog_ui(ui, file, actions),
        Some(Dialog::Close) => close::dialog_ui(ui, actions),
        None => false,
    };
    if is_closed {
        chrome.dialog = None;
        ui.memory_mut(|memory| memory.stop_text_input());
    }
}
