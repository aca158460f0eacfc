//! One line of the command palette.

use crate::ui::commands::CommandId;
pub(super) use crate::ui::menu::Edit;
use crate::workbench::{Action, Workbench};

pub(super) struct Item {
    pub(super) text: String,
    /// Dimmed after `text`, such as the file of a generator; may be empty.
    pub(super) note: String,
    /// Shortcut; may be empty.
    pub(super) key: String,
    /// For a generator, its file name in lower case, for the search; otherwise empty.
    pub(super) file_name: String,
    /// True for lines listed last: helper functions, imports and their taps, and names that still need a typed value.
    pub(super) is_helper: bool,
    pub(super) action: PaletteAction,
}

pub(super) enum PaletteAction {
    Command(CommandId),
    Edit(Edit),
    Request(Action),
    Copy(String),
    /// Puts the text into the search field, where the user continues to type.
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

    /// Returns a line with which the user types a value after a setting's name.
    pub(super) fn complete(name: String) -> Self {
        Self {
            note: "type a value".to_owned(),
            is_helper: true,
            ..Self::new(format!("Set {name}\u{2026}"), PaletteAction::Complete(format!("{name} ")))
        }
    }

    /// Returns both texts in lower case, and for a command other words for it.
    pub(super) fn searched(&self) -> String {
        let text = format!("{} {}", self.text, self.note).to_lowercase();
        if !matches!(self.action, PaletteAction::Command(_)) {
            return text;
        }
        let synonyms = SYNONYMS.iter().filter(|(name, _)| text.contains(name));
        let words: Vec<&str> = synonyms.map(|(_, words)| *words).collect();
        format!("{text} {}", words.join(" "))
    }
}

/// Words that people of other programs search for, by a part of the command's name.
const SYNONYMS: [(&str, &str); 13] = [
    ("capture", "export save screenshot image video 4k"),
    ("copy the picture", "export screenshot clipboard"),
    ("terrain", "3d landscape"),
    ("solid", "3d terrain volume"),
    ("planet", "3d globe sphere"),
    ("duplicate the cell", "compare split side by side"),
    ("wipe", "compare split"),
    ("blink", "compare flicker"),
    ("difference", "compare subtract error"),
    ("explore", "random variations variants mutations compare"),
    ("look inside", "debug source code stage inner value"),
    ("trace", "debug print probe"),
    ("profile", "cross section plot"),
];
