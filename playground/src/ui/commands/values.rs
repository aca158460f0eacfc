//! What is done to values, and what takes it back.

use egui::Key;

use super::{Add, COMMAND, COMMAND_SHIFT, PLAIN, Part, SHIFT, always, shows};
use crate::ui::presets;
use crate::ui::regions::{self, Region};
use crate::workbench::Workbench;
use crate::workbench::chance::{Scope, Throw};

pub(super) fn add_commands(add: Add<'_>) {
    let part = Part::Values;
    add(
        part,
        "Randomise the group last touched",
        &[(PLAIN, Key::R)],
        shows,
        |_, workbench, _| {
            workbench.throw(&workbench.touched_scope(), Throw::Randomise);
        },
    );
    add(
        part,
        "Randomise all",
        &[(SHIFT, Key::R)],
        shows,
        |_, workbench, _| {
            workbench.throw(&Scope::All, Throw::Randomise);
        },
    );
    add(
        part,
        "Mutate the group last touched",
        &[(PLAIN, Key::M)],
        shows,
        |_, workbench, _| {
            workbench.throw(
                &workbench.touched_scope(),
                Throw::Mutate(workbench.mutation),
            );
        },
    );
    add(
        part,
        "Mutate all",
        &[(SHIFT, Key::M)],
        shows,
        |_, workbench, _| {
            workbench.throw(&Scope::All, Throw::Mutate(workbench.mutation));
        },
    );
    add(
        part,
        "Save as preset",
        &[(COMMAND, Key::S)],
        shows,
        |ui, workbench, _| {
            workbench.panels.controls = true;
            presets::start_saving(ui);
        },
    );
    let has_undo = |workbench: &Workbench| workbench.preset_undo.is_some();
    add(
        part,
        "Undo the last change of presets",
        &[],
        has_undo,
        |_, workbench, actions| actions.extend(workbench.take_back_presets()),
    );
    let keys = [(PLAIN, Key::Z), (COMMAND, Key::Z)];
    add(part, "Undo", &keys, always, |_, workbench, _| {
        workbench.undo(false);
    });
    let keys = [(SHIFT, Key::Z), (COMMAND_SHIFT, Key::Z), (COMMAND, Key::Y)];
    add(part, "Redo", &keys, always, |_, workbench, _| {
        workbench.undo(true);
    });
    add(
        part,
        "Steps that were done",
        &[(PLAIN, Key::H)],
        always,
        |ui, workbench, _| {
            workbench.panels.history = !workbench.panels.history;
            if workbench.panels.history {
                regions::go_to(ui, Region::Steps);
            }
        },
    );
}
