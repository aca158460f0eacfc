//! What is done to cells.

use egui::Key;

use super::{Add, COMMAND, PLAIN, Part, has_several, shows};
use crate::ui::caption::start_naming;
use crate::workbench::Workbench;
use crate::workbench::document::{Arrangement, MOST_CELLS};

pub(super) fn add_commands(add: Add<'_>) {
    let part = Part::Cells;
    let has_room =
        |workbench: &Workbench| shows(workbench) && workbench.document.cells.len() < MOST_CELLS;
    add(
        part,
        "Duplicate the cell",
        &[(PLAIN, Key::D)],
        has_room,
        |_, workbench, _| {
            workbench.duplicate(workbench.document.selected);
        },
    );
    add(
        part,
        "Close the cell",
        &[(PLAIN, Key::Delete)],
        has_several,
        |_, workbench, _| {
            workbench.document.close(workbench.document.selected);
        },
    );
    add(
        part,
        "Enlarge the cell, or show all",
        &[(PLAIN, Key::E)],
        shows,
        |_, workbench, _| {
            workbench.toggle(Arrangement::Enlarged);
        },
    );
    let keys = [(PLAIN, Key::OpenBracket)];
    add(
        part,
        "Select the cell before",
        &keys,
        has_several,
        |_, workbench, _| {
            let count = workbench.document.cells.len();
            select(workbench, count - 1);
        },
    );
    let keys = [(PLAIN, Key::CloseBracket)];
    add(
        part,
        "Select the cell behind",
        &keys,
        has_several,
        |_, workbench, _| {
            select(workbench, 1);
        },
    );
    add(
        part,
        "Move the cell forward",
        &[(COMMAND, Key::OpenBracket)],
        has_several,
        |_, workbench, _| move_by(workbench, -1),
    );
    add(
        part,
        "Move the cell back",
        &[(COMMAND, Key::CloseBracket)],
        has_several,
        |_, workbench, _| move_by(workbench, 1),
    );
    add(
        part,
        "Name the cell",
        &[(PLAIN, Key::N)],
        has_several,
        |ui, workbench, _| start_naming(ui, workbench, workbench.document.selected),
    );
    add(
        part,
        "Keep the text (pin), or follow the file",
        &[(PLAIN, Key::K)],
        shows,
        |_, workbench, _| {
            let selected = workbench.document.selected;
            workbench.set_pinned(selected, workbench.kept_file(selected).is_none());
        },
    );
    add(
        part,
        "Unlink the view, or link it",
        &[(PLAIN, Key::U)],
        has_several,
        |_, workbench, _| {
            let is_linked = workbench.document.selected().own_look.is_none();
            let selected = workbench.document.selected;
            workbench.document.set_linked(selected, !is_linked);
        },
    );
    let has_changes =
        |workbench: &Workbench| workbench.changed(workbench.document.selected).is_some();
    add(
        part,
        "Show changes",
        &[(PLAIN, Key::V)],
        has_changes,
        |_, workbench, _| {
            let changed = workbench.changed(workbench.document.selected);
            let is_shown = workbench.comparing.changes.is_some();
            workbench.comparing.changes = changed.filter(|_| !is_shown);
        },
    );
    let can_leave = |workbench: &Workbench| {
        // A window in front takes the key first.
        let is_free = workbench.comparing.changes.is_none()
            && !workbench.messages.open
            && !workbench.capturing.open
            && !workbench.panels.history;
        workbench.sweep.is_some() || (is_free && workbench.document.compared().is_some())
    };
    let keys = [(PLAIN, Key::Escape)];
    add(
        part,
        "Back to the cells",
        &keys,
        can_leave,
        |_, workbench, _| {
            if workbench.sweep.take().is_none() {
                workbench.document.arrangement = Arrangement::Grid;
            }
        },
    );
}

/// Changes places with a neighbour.
fn move_by(workbench: &mut Workbench, step: isize) {
    let document = &mut workbench.document;
    let at = document.selected_index().saturating_add_signed(step);
    if let Some(onto) = document.cells.get(at).map(|cell| cell.id) {
        document.reorder(document.selected, onto);
    }
}

fn select(workbench: &mut Workbench, step: usize) {
    let document = &mut workbench.document;
    let next = (document.selected_index() + step) % document.cells.len();
    document.selected = document.cells[next].id;
}
