//! A line of the command palette, and what choosing it does.

use crate::ui::commands::CommandId;
use crate::workbench::{Action, Workbench};

/// A line of the command palette.
pub(super) struct Item {
    pub(super) text: String,
    /// Text after it: the file of a generator.
    pub(super) note: String,
    /// The shortcut.
    pub(super) key: String,
    /// Name of the file that the line opens, in lower case; empty for other lines.
    pub(super) file_name: String,
    /// True for a generator that is not the main one of its file, and for imports: they come last.
    pub(super) is_helper: bool,
    pub(super) action: PaletteAction,
}

/// The effect of choosing a line of the command palette.
pub(super) enum PaletteAction {
    Command(CommandId),
    Edit(Box<dyn FnOnce(&mut Workbench)>),
    Request(Action),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Put a text into the field; the palette stays open.
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
        edit: impl FnOnce(&mut Workbench) + 'static,
    ) -> Self {
        Self::new(text, PaletteAction::Edit(Box::new(edit)))
    }

    /// Returns a line that puts a name into the field, for a value after it.
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

    /// Returns the text in which words are searched for.
    pub(super) fn searched(&self) -> String {
        format!("{} {}", self.text, self.note).to_lowercase()
    }
}
