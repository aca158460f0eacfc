//! One line of the command palette, and the effect of choosing it.

use crate::ui::commands::CommandId;
use crate::workbench::{Action, Workbench};

/// A line of the command palette: its texts, and the effect of choosing it.
pub(super) struct Item {
    pub(super) text: String,
    /// Secondary text of a command palette line, shown dimmed after `text`, such as the file of a generator; may be
    /// empty.
    pub(super) note: String,
    /// Keyboard shortcut of a command palette line, as text; empty for lines without a shortcut.
    pub(super) key: String,
    /// For a line of the command palette that shows a generator: the name of the generator's file, in lower case, for
    /// the search. Empty for other lines.
    pub(super) file_name: String,
    /// True for command palette lines that a search lists last: helper functions, imports, and names that still need a
    /// typed value.
    pub(super) is_helper: bool,
    pub(super) action: PaletteAction,
}

pub(super) type Edit = Box<dyn FnOnce(&mut Workbench) + Send>;

/// The effect of choosing a line of the command palette.
pub(super) enum PaletteAction {
    Command(CommandId),
    Edit(Edit),
    Request(Action),
    /// Effect of a command palette line: copies this text to the clipboard.
    Copy(String),
    /// Effect of a command palette line: puts this text into the search field, where the user continues to type; the
    /// palette stays open.
    Complete(String),
}

impl Item {
    pub(super) fn new(text: impl Into<String>, action: PaletteAction) -> Self {
        Self {
            text: text.into(),
            note: String::new(),
            key: String::new(),
            file_name: String::new(),
            is_helper: false,
            action,
        }
    }

    pub(super) fn edit(
        text: impl Into<String>,
        edit: impl FnOnce(&mut Workbench) + Send + 'static,
    ) -> Self {
        Self::new(text, PaletteAction::Edit(Box::new(edit)))
    }

    /// Returns a command palette line that puts the setting's name `name` into the search field, so that the user can
    /// type a value after it.
    pub(super) fn complete(name: String) -> Self {
        Self {
            note: "type a value".to_owned(),
            is_helper: true,
            ..Self::new(
                format!("Set {name}\u{2026}"),
                PaletteAction::Complete(format!("{name} ")),
            )
        }
    }

    /// Returns both texts of a command palette line, in lower case, in which a search looks for the typed words.
    pub(super) fn searched(&self) -> String {
        format!("{} {}", self.text, self.note).to_lowercase()
    }
}
