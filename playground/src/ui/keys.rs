//! Keys, and the sheet that lists them.

use egui::{Grid, Key, Modal, Modifiers, RichText, Ui};
use noise_playground::view::Mode;

use super::generators::filter_id;
use super::pair::COMPARISONS;
use super::{presets, theme, top_bar};
use crate::workbench::chance::{Scope, Throw};
use crate::workbench::document::Arrangement;
use crate::workbench::{Action, Workbench};

/// What each key does, for the sheet.
const KEYS: &[(&str, &str)] = &[
    (
        "1 \u{2026} 7",
        "view: texture, relief, hillshade, slope, aspect, contour, slice",
    ),
    ("Space", "next view"),
    ("Tab", "hide or show the panels"),
    ("F  or  0", "the file's own view again"),
    ("P", "pause time"),
    ("D", "duplicate the cell: keep this, try another"),
    ("E", "enlarge the cell, or show all"),
    (
        "W  B  X",
        "the first cell and this one: wipe, blink, difference",
    ),
    ("L", "profile: heights along a line over the pictures"),
    ("Escape", "all cells beside each other"),
    ("[  and  ]", "the cell before, the cell behind"),
    ("Delete", "close the cell"),
    ("Z  and  Shift-Z", "undo, redo; with Ctrl too"),
    ("H", "what was done: the list of steps"),
    ("R  and  M", "randomise or mutate the group last touched"),
    ("Shift-R  and  Shift-M", "randomise or mutate all"),
    ("S", "capture, as the capture settings say"),
    ("Shift-S", "the capture settings"),
    ("C", "copy the picture"),
    ("Ctrl-S", "save the values as a preset"),
    ("/", "filter the generators"),
    ("?", "this sheet"),
    ("Alt-drag", "move a slider ten times finer"),
];

const MODE_KEYS: [Key; 7] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
];

/// Does what the keys of this frame ask for, unless somebody types.
pub(crate) fn take_keys(ui: &Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if workbench.sweep.is_some() && pressed(Key::Escape) {
        workbench.sweep = None;
        return;
    }
    if let Some(generator) = workbench.shown().cloned() {
        for (key, mode) in MODE_KEYS.into_iter().zip(Mode::ALL) {
            if pressed(key) && top_bar::offers(&generator, mode) {
                workbench.look_mut().view.mode = mode;
            }
        }
        if pressed(Key::F) || pressed(Key::Num0) {
            workbench.reset_view();
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::S)) {
            workbench.capturing.open = !workbench.capturing.open;
        }
        if pressed(Key::S) {
            actions.push(Action::Capture);
        }
        if pressed(Key::C) {
            actions.push(Action::CopyPicture);
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::S)) {
            workbench.panels.controls = true;
            presets::start_saving(ui);
        }
        take_cell_keys(ui, workbench);
    }
    take_history_keys(ui, workbench);
    take_chance_keys(ui, workbench);
    if pressed(Key::P) {
        workbench.clock.paused = !workbench.clock.paused;
    }
    if ui.input(|input| input.key_pressed(Key::Questionmark)) {
        workbench.panels.keys = !workbench.panels.keys;
    }
    if ui.input(|input| input.key_pressed(Key::Slash) && !input.modifiers.any()) {
        workbench.panels.generators = true;
        // The character itself must not land in the field.
        ui.input_mut(|input| {
            input
                .events
                .retain(|event| *event != egui::Event::Text("/".to_owned()));
        });
        ui.memory_mut(|memory| memory.request_focus(filter_id()));
    }
    take_navigation_keys(ui, workbench);
}

/// Undo and redo, as this window and as all others have them.
fn take_history_keys(ui: &Ui, workbench: &mut Workbench) {
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let command = Modifiers::COMMAND;
    if pressed(Modifiers::SHIFT, Key::Z)
        || pressed(command | Modifiers::SHIFT, Key::Z)
        || pressed(command, Key::Y)
    {
        workbench.undo(true);
    }
    if pressed(Modifiers::NONE, Key::Z) || pressed(command, Key::Z) {
        workbench.undo(false);
    }
    if pressed(Modifiers::NONE, Key::H) {
        workbench.panels.history = !workbench.panels.history;
    }
}

/// Keys that throw values: of the group that was touched last, with Shift all of them.
fn take_chance_keys(ui: &Ui, workbench: &mut Workbench) {
    let mutate = Throw::Mutate(workbench.mutation);
    for (key, throw) in [(Key::R, Throw::Randomise), (Key::M, mutate)] {
        let pressed = |modifiers| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::SHIFT) {
            workbench.throw(&Scope::All, throw);
        }
        if pressed(Modifiers::NONE) {
            workbench.throw(&workbench.touched_scope(), throw);
        }
    }
}

/// Keys that make, close and choose cells.
fn take_cell_keys(ui: &Ui, workbench: &mut Workbench) {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::D) {
        workbench.duplicate(workbench.document.selected);
    }
    let document = &mut workbench.document;
    if pressed(Key::Delete) {
        document.close(document.selected);
    }
    for (key, step) in [
        (Key::OpenBracket, document.cells.len() - 1),
        (Key::CloseBracket, 1),
    ] {
        if pressed(key) {
            let next = (document.selected_index() + step) % document.cells.len();
            document.selected = document.cells[next].id;
        }
    }
    if pressed(Key::E) {
        workbench.toggle(Arrangement::Enlarged);
    }
    for way in COMPARISONS {
        if pressed(way.key) {
            workbench.toggle(way.arrangement);
        }
    }
    if pressed(Key::L) {
        workbench.toggle_profile();
    }
    // A window in front takes it first.
    let is_free = workbench.comparing.changes.is_none();
    if is_free && workbench.document.compared().is_some() && pressed(Key::Escape) {
        workbench.document.arrangement = Arrangement::Grid;
    }
}

/// Space and Tab belong to a widget that the keyboard has reached; else they are ours.
fn take_navigation_keys(ui: &Ui, workbench: &mut Workbench) {
    if ui.memory(|memory| memory.focused().is_some()) {
        return;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::Space) {
        next_mode(workbench);
    }
    if pressed(Key::Tab) {
        // egui has already resolved to give the focus to the next widget.
        ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
        let panels = &mut workbench.panels;
        let show = !(panels.generators || panels.controls);
        (panels.generators, panels.controls) = (show, show);
    }
}

fn next_mode(workbench: &mut Workbench) {
    let Some(generator) = workbench.shown().cloned() else {
        return;
    };
    let mode = workbench.look().view.mode;
    let mut after = Mode::ALL
        .into_iter()
        .cycle()
        .skip_while(|other| *other != mode)
        .skip(1);
    let next = after.find(|mode| top_bar::offers(&generator, *mode));
    workbench.look_mut().view.mode = next.unwrap_or(mode);
}

/// The sheet of keys, above everything, while `open`.
pub(crate) fn keys_sheet_ui(ui: &Ui, open: &mut bool) {
    if !*open {
        return;
    }
    let frame = egui::Frame::popup(ui.style()).inner_margin(24.0);
    let modal = Modal::new(egui::Id::unique("keys"))
        .frame(frame)
        .show(ui.ctx(), |ui| {
            ui.label(RichText::new("Keys").heading().strong());
            ui.add_space(8.0);
            Grid::new("keys")
                .num_columns(2)
                .spacing([24.0, 8.0])
                .show(ui, |ui| {
                    for (key, does) in KEYS.iter().copied() {
                        ui.label(RichText::new(key).font(theme::medium(13.0)));
                        ui.label(does);
                        ui.end_row();
                    }
                });
        });
    if modal.should_close() {
        *open = false;
    }
}
