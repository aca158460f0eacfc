//! What can be done by name: one table for the keys, their sheet, the menus and the palette.

mod cells;
mod values;
mod view;
mod window;

use egui::{Key, Modifiers, Response, Ui};
use noise_playground::view::Mode;

use super::pair::COMPARISONS;
use crate::workbench::document::Arrangement;
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
                generator.is_some_and(|generator| generator.supports(mode))
            }
            Run::Arrange(_) | Run::Call(_) => true,
        };
        fits && (self.is_on)(workbench)
    }

    /// Whether it only has the picture seen in another mode.
    pub(crate) fn is_mode(&self) -> bool {
        matches!(self.run, Run::Mode(_))
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
        Key::OpenBracket
        | Key::CloseBracket
        | Key::Slash
        | Key::Questionmark
        | Key::Plus
        | Key::Minus
        | Key::Equals => key.symbol_or_name(),
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

/// Tooltips that name a command's key.
pub(crate) trait Tip {
    /// Says on hover what something does, and with which key.
    fn tip(self, about: &str, command: &str) -> Self;
}

impl Tip for Response {
    fn tip(self, about: &str, command: &str) -> Self {
        self.on_hover_ui(|ui| _ = ui.label(format!("{about}   ({})", key_of(command))))
    }
}

/// The command that has a picture seen in a mode.
pub(crate) fn mode_command(mode: Mode) -> String {
    format!("View: {}", mode.name())
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
            name: mode_command(mode),
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
    view::add_commands(&mut add);
    cells::add_commands(&mut add);
    values::add_commands(&mut add);
    window::add_commands(&mut add);
    for way in COMPARISONS {
        all.push(Command {
            name: way.command(),
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
