//! The message log, from which a bug report can be copied.

use std::collections::VecDeque;

use egui::{Label, RichText, ScrollArea, Ui};

use super::PanelOutput;
use crate::workbench::panels::{CommandGroup, PanelInfo};
use crate::workbench::{Panel, Workbench};

pub(crate) const MESSAGES: Panel = Panel(&PanelInfo {
    key: "messages",
    title: "Messages",
    command: "Messages",
    shortcut: "Ctrl-L",
    group: CommandGroup::Window,
    is_available: |_| true,
    ..PanelInfo::DOCKED
});

pub(crate) fn messages_ui(ui: &mut Ui, workbench: &mut Workbench, _: &mut PanelOutput) {
    if contents_ui(ui, &workbench.chrome.messages.lines) {
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
