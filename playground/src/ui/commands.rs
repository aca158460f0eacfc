//! What can be done by name: one table for the keys, their sheet, the menus and the palette.

use egui::{Key, Modifiers, Ui};
use noise_playground::view::Mode;

use super::generators::filter_id;
use super::pair::COMPARISONS;
use super::{presets, top_bar};
use crate::workbench::chance::{Scope, Throw};
use crate::workbench::document::{Arrangement, MOST_CELLS};
use crate::workbench::{Action, Workbench};

/// The part of the sheet that a command stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    View,
    Cells,
    Values,
    Window,
}

/// Something that can be done.
pub(crate) struct Command {
    pub(crate) name: String,
    pub(crate) part: Part,
    /// Any of them does it; the first is the one that is named.
    pub(crate) keys: Vec<(Modifiers, Key)>,
    is_on: fn(&Workbench) -> bool,
    run: Run,
}

enum Run {
    Mode(Mode),
    Arrange(Arrangement),
    Call(fn(&Ui, &mut Workbench, &mut Vec<Action>)),
}

impl Command {
    /// Whether it can be done now.
    pub(crate) fn is_on(&self, workbench: &Workbench) -> bool {
        let fits = match self.run {
            Run::Mode(mode) => {
                let generator = workbench.shown();
                generator.is_some_and(|generator| top_bar::offers(generator, mode))
            }
            Run::Arrange(_) | Run::Call(_) => true,
        };
        fits && (self.is_on)(workbench)
    }

    /// Whether a key asks for it, and with how many modifiers: the more, the more surely. Shift is passed over where
    /// a key asks for nothing, since on some keyboards it takes Shift to type it.
    pub(crate) fn asked_by(&self, modifiers: Modifiers, key: Key) -> Option<u8> {
        let asks = |(wanted, other): &&(Modifiers, Key)| {
            *other == key && modifiers.matches_logically(*wanted)
        };
        let (wanted, _) = self.keys.iter().find(asks)?;
        Some(u8::from(wanted.shift) + u8::from(wanted.command))
    }

    /// Does it.
    pub(crate) fn run(&self, ui: &Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
        match self.run {
            Run::Mode(mode) => workbench.look_mut().view.mode = mode,
            Run::Arrange(arrangement) => workbench.toggle(arrangement),
            Run::Call(call) => call(ui, workbench, actions),
        }
    }

    /// Its first two keys as people read them: `Shift-Z  or  Ctrl-Shift-Z`.
    pub(crate) fn key_text(&self) -> String {
        let texts = self.keys.iter().take(2).map(|key| key_text(*key));
        texts.collect::<Vec<_>>().join("  or  ")
    }
}

fn key_text((modifiers, key): (Modifiers, Key)) -> String {
    let command = if cfg!(target_os = "macos") {
        "Cmd-"
    } else {
        "Ctrl-"
    };
    let command = if modifiers.command { command } else { "" };
    let shift = if modifiers.shift { "Shift-" } else { "" };
    let key = match key {
        Key::OpenBracket | Key::CloseBracket | Key::Slash | Key::Questionmark => {
            key.symbol_or_name()
        }
        _ => key.name(),
    };
    format!("{command}{shift}{key}")
}

/// The first key of a command, for a menu that names it.
pub(crate) fn key_of(name: &str) -> String {
    let mut commands = commands().into_iter();
    let command = commands.find(|command| command.name == name);
    debug_assert!(command.is_some(), "no command {name:?}");
    let key = command.and_then(|command| command.keys.first().copied());
    key.map(key_text).unwrap_or_default()
}

const PLAIN: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const COMMAND: Modifiers = Modifiers::COMMAND;
const COMMAND_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

const MODE_KEYS: [Key; 7] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
];

fn always(_: &Workbench) -> bool {
    true
}

fn shows(workbench: &Workbench) -> bool {
    workbench.shown().is_some()
}

fn has_several(workbench: &Workbench) -> bool {
    workbench.document.cells.len() > 1
}

/// All of them, in the order that they are listed.
pub(crate) fn commands() -> Vec<Command> {
    let mut all = Vec::new();
    for (key, mode) in MODE_KEYS.into_iter().zip(Mode::ALL) {
        all.push(Command {
            name: format!("View: {}", mode.name()),
            part: Part::View,
            keys: vec![(PLAIN, key)],
            is_on: always,
            run: Run::Mode(mode),
        });
    }
    let mut add = |part, name: &str, keys: &[(Modifiers, Key)], is_on, call| {
        all.push(Command {
            name: name.to_owned(),
            part,
            keys: keys.to_vec(),
            is_on,
            run: Run::Call(call),
        });
    };
    view_commands(&mut add);
    cell_commands(&mut add);
    value_commands(&mut add);
    window_commands(&mut add);
    for way in COMPARISONS {
        all.push(Command {
            name: format!("{}: {}", way.name, way.about),
            part: Part::Cells,
            keys: vec![(PLAIN, way.key)],
            is_on: shows,
            run: Run::Arrange(way.arrangement),
        });
    }
    all
}

type Call = fn(&Ui, &mut Workbench, &mut Vec<Action>);
type Add<'a> = &'a mut dyn FnMut(Part, &str, &[(Modifiers, Key)], fn(&Workbench) -> bool, Call);

fn view_commands(add: Add<'_>) {
    let part = Part::View;
    add(
        part,
        "Next view",
        &[(PLAIN, Key::Space)],
        shows,
        |_, workbench, _| {
            next_mode(workbench);
        },
    );
    let keys = [(PLAIN, Key::F), (PLAIN, Key::Num0)];
    add(part, "Reset the view", &keys, shows, |_, workbench, _| {
        workbench.reset_view();
    });
    add(
        part,
        "Pause time",
        &[(PLAIN, Key::P)],
        always,
        |_, workbench, _| {
            workbench.clock.paused = !workbench.clock.paused;
        },
    );
    add(
        part,
        "Profile along a line",
        &[(PLAIN, Key::L)],
        shows,
        |_, workbench, _| {
            workbench.toggle_profile();
        },
    );
    add(
        part,
        "Capture",
        &[(PLAIN, Key::S)],
        shows,
        |_, _, actions| {
            actions.push(Action::Capture);
        },
    );
    add(
        part,
        "Capture settings",
        &[(SHIFT, Key::S)],
        shows,
        |_, workbench, _| {
            workbench.capturing.open = !workbench.capturing.open;
        },
    );
    add(
        part,
        "Copy the picture",
        &[(PLAIN, Key::C)],
        shows,
        |_, _, actions| {
            actions.push(Action::CopyPicture);
        },
    );
}

fn cell_commands(add: Add<'_>) {
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
    let can_leave = |workbench: &Workbench| {
        // A window in front takes the key first.
        let is_free = workbench.comparing.changes.is_none() && !workbench.messages.open;
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

fn value_commands(add: Add<'_>) {
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
        |_, workbench, _| {
            workbench.panels.history = !workbench.panels.history;
        },
    );
}

fn window_commands(add: Add<'_>) {
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

fn select(workbench: &mut Workbench, step: usize) {
    let document = &mut workbench.document;
    let next = (document.selected_index() + step) % document.cells.len();
    document.selected = document.cells[next].id;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_and_no_name_stands_for_two_commands() {
        let commands = commands();
        let mut seen = Vec::new();
        for command in &commands {
            let names = commands.iter().filter(|other| other.name == command.name);
            assert_eq!(names.count(), 1, "{}", command.name);
            for key in &command.keys {
                assert!(!seen.contains(key), "{}: {}", command.name, key_text(*key));
                seen.push(*key);
            }
        }
        assert_eq!(key_of("Undo"), "Z");
        assert_eq!(key_text((COMMAND_SHIFT, Key::Z)), "Ctrl-Shift-Z");
    }
}
