//! The message log, from which a bug report can be copied.

use std::collections::VecDeque;

use egui::{Align2, Key, Label, RichText, ScrollArea, Ui, Window};

use crate::workbench::messages::MessageLog;

/// Returns true if the user wants to copy a bug report.
pub(crate) fn messages_ui(ui: &Ui, messages: &mut MessageLog) -> bool {
    if !messages.open {
        return false;
    }
    let mut open = true;
    let shown = Window::new("Messages")
        .open(&mut open)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ui.ctx().content_rect().center())
        .default_size([640.0, 360.0])
        .show(ui.ctx(), |ui| contents_ui(ui, &messages.lines));
    let is_escaped = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
    messages.open = open && !is_escaped;
    shown.and_then(|shown| shown.inner).unwrap_or(false)
}

fn contents_ui(ui: &mut Ui, lines: &VecDeque<String>) -> bool {
    let copy = ui.horizontal(|ui| {
        let copy = ui
            .button("Copy report")
            .on_hover_text("Version, adapter and messages; file and folder names are removed");
        ui.weak("Newest last. Start with RUST_LOG=playground=debug for more detail.");
        copy.clicked()
    });
    ui.separator();
    ScrollArea::both().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        if lines.is_empty() {
            ui.weak("No messages yet");
        }
        for line in lines {
            ui.add(Label::new(RichText::new(line).monospace()).extend());
        }
    });
    copy.inner
}
