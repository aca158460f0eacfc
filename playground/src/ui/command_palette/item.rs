//! A line of the command palette, and what choosing it does.

use crate::ui::commands::CommandId;
use crate::workbench::{Action, Workbench};

/// A line of the command palette.
pub(super) struct Item {
    pub(super) text: String,
    /// Less prominent text after `text`, such as the file of a generator; empty for none.
    pub(super) note: String,
    /// The shortcut as text; empty for none.
    pub(super) key: String,
    /// Name of the file whose generator the line shows, in lower case; empty for other lines.
    pub(super) file_name: String,
    /// True for lines that are listed last: helper functions, imports, and names that wait for a value.
    pub(super) is_helper: bool,
    pub(super) action: PaletteAction,
}

/// The effect of choosing a line.
pub(super) enum PaletteAction {
    Command(CommandId),
    Edit(Box<dyn FnOnce(&mut Workbench)>),
    Request(Action),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Put this text into the search field for further typing; the palette stays open.
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

    /// Returns a line that puts the name of a setting into the search field, so that the user can type its value.
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

    /// Returns the text of the line and its note in lower case, for the search.
    pub(super) fn searched(&self) -> String {
        format!("{} {}", self.text, self.note).to_lowercase()
    }
}
