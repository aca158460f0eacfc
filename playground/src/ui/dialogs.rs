//! Two modal dialogs: one opens a folder of shaders, the other creates a shader file.

mod new_file;
mod open_folder;

use egui::Ui;

use crate::workbench::{Action, Chrome, Dialog};

/// Shows the dialog that opens a folder or the one that creates a shader file, if it is open.
pub(crate) fn dialogs_ui(ui: &Ui, chrome: &mut Chrome, actions: &mut Vec<Action>) {
    let recent = &chrome.recent_folders;
    let is_closed = match &mut chrome.dialog {
        Some(Dialog::OpenFolder(dialog)) => open_folder::dialog_ui(ui, dialog, recent, actions),
        Some(Dialog::NewFile(file)) => new_file::dialog_ui(ui, file, actions),
        None => false,
    };
    if is_closed {
        chrome.dialog = None;
        ui.memory_mut(|memory| memory.stop_text_input());
    }
}
