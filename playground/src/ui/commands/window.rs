//! What is done to the window and its panels.

use egui::Key;

use super::{Add, COMMAND, PLAIN, Part, SHIFT, always};
use crate::ui::generators::filter_id;
use crate::ui::regions;

pub(super) fn add_commands(add: Add<'_>) {
    let part = Part::Window;
    add(
        part,
        "Commands",
        &[(COMMAND, Key::K)],
        always,
        |_, workbench, _| {
            workbench.panels.palette = true;
        },
    );
    add(
        part,
        "Filter the generators",
        &[(PLAIN, Key::Slash)],
        always,
        |ui, workbench, _| {
            workbench.panels.generators = true;
            // The character itself must not land in the field.
            let slash = egui::Event::Text("/".to_owned());
            ui.input_mut(|input| input.events.retain(|event| *event != slash));
            ui.memory_mut(|memory| memory.request_focus(filter_id()));
        },
    );
    add(
        part,
        "Hide or show the panels",
        &[(PLAIN, Key::Tab)],
        always,
        |ui, workbench, _| {
            // egui has already resolved to give the focus to the next widget.
            ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
            let panels = &mut workbench.panels;
            let show = !(panels.generators || panels.controls);
            (panels.generators, panels.controls) = (show, show);
        },
    );
    let keys = [(PLAIN, Key::F6)];
    add(
        part,
        "Go to the next part of the window",
        &keys,
        always,
        |ui, workbench, _| regions::go_round(ui, workbench, false),
    );
    let keys = [(SHIFT, Key::F6)];
    add(
        part,
        "Go to the part before",
        &keys,
        always,
        |ui, workbench, _| regions::go_round(ui, workbench, true),
    );
    add(
        part,
        "Light or dark theme",
        &[],
        always,
        |_, workbench, _| {
            workbench.dark = !workbench.dark;
        },
    );
    add(
        part,
        "Keys",
        &[(PLAIN, Key::Questionmark)],
        always,
        |_, workbench, _| {
            workbench.panels.keys = !workbench.panels.keys;
        },
    );
    add(
        part,
        "Messages, and a report of them",
        &[(COMMAND, Key::L)],
        always,
        |_, workbench, _| {
            workbench.messages.open = !workbench.messages.open;
        },
    );
}
