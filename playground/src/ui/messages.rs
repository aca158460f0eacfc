//! The window with what the program has said, and a report of it for somebody else.

use egui::{Align2, Key, Label, RichText, ScrollArea, Ui, Window};

use crate::workbench::Workbench;

/// The window, while it is open.
pub(crate) fn messages_ui(ui: &Ui, workbench: &mut Workbench) {
    if !workbench.chrome.messages.open {
        return;
    }
    let mut open = true;
    Window::new("Messages")
        .open(&mut open)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ui.ctx().content_rect().center())
        .default_size([640.0, 360.0])
        .show(ui.ctx(), |ui| contents_ui(ui, workbench));
    let is_left = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
    workbench.chrome.messages.open = open && !is_left;
}

fn contents_ui(ui: &mut Ui, workbench: &Workbench) {
    ui.horizontal(|ui| {
        let copy = ui.button("Copy report").on_hover_text(
            "Versions, the graphics adapter and these messages, without names of your folders and files",
        );
        if copy.clicked() {
            ui.ctx().copy_text(workbench.report());
        }
        ui.weak("The newest below. RUST_LOG=playground=debug before the start says more.");
    });
    ui.separator();
    let lines = &workbench.chrome.messages.lines;
    ScrollArea::both()
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show(ui, |ui| {
            if lines.is_empty() {
                ui.weak("Nothing has been said yet.");
            }
            for line in lines {
                ui.add(Label::new(RichText::new(line).monospace()).extend());
            }
        });
}
