//! The message log, from which a bug report can be copied.

use std::collections::VecDeque;

use egui::{Align2, Key, Label, RichText, ScrollArea, Ui, Window};

use super::PanelOutput;
use crate::workbench::{Panel, Workbench};

pub(crate) fn messages_ui(ui: &mut Ui, workbench: &mut Workbench, _: &mut PanelOutput) {
    let mut open = true;
    let shown = Window::new("Messages")
        .open(&mut open)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ui.ctx().content_rect().center())
        .default_size([640.0, 360.0])
        .show(ui.ctx(), |ui| contents_ui(ui, &workbench.chrome.messages.lines));
    let is_escaped = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
    workbench.chrome_mut().set_open(Panel::Messages, open && !is_escaped);
    if shown.and_then(|shown| shown.inner).unwrap_or(false) {
        ui.ctx().copy_text(workbench.report());
    }
}

/// Returns true if the user wants to copy a bug report.
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
