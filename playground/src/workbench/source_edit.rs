//! Edits of shader files: values of controls that are written as defaults.

use std::fmt;
use std::path::PathBuf;

use noise_playground::generator::Address;
use noise_playground::generator::control::{Control, DefaultEdit, TextEdit, Value};

use super::{CellId, Document, PaneId, Workbench};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SourceEdit {
    pub(crate) text: TextEdit,
    /// `None` for the folder that is open when the application carries out the edit.
    pub(crate) folder: Option<PathBuf>,
    pub(super) purpose: Purpose,
    pub(super) written: Box<WrittenDefault>,
}

/// Effect on the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A new step of the history.
    Write,
    Undo,
    Redo,
}

/// What undo and redo need.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenDefault {
    pub(super) address: Address,
    pub(super) control: Control,
    pub(super) edit: DefaultEdit,
    /// Set once the edit is carried out.
    pub(super) folder: Option<PathBuf>,
    /// Cell and value, which may have more digits than the default; `None` if the folder was closed meanwhile.
    pub(super) origin: Option<(CellId, Value)>,
}

impl SourceEdit {
    /// No cell is affected by the edit.
    pub(crate) fn of_closed_folder(mut self) -> Self {
        self.written.origin = None;
        self
    }

    /// Returns what the edit does, for the undo list of a text editor.
    pub(crate) fn label(&self) -> String {
        match self.purpose {
            Purpose::Write | Purpose::Redo => format!("Write {}", self.written),
            Purpose::Undo => format!("Undo: write {}", self.written),
        }
    }
}

impl WrittenDefault {
    /// Writes the default again if `redo`, or restores the previous text.
    pub(super) fn repeated(&self, redo: bool) -> SourceEdit {
        let text = self.edit.text.clone();
        SourceEdit {
            text: if redo { text } else { text.reversed() },
            folder: self.folder.clone(),
            purpose: if redo { Purpose::Redo } else { Purpose::Undo },
            written: Box::new(self.clone()),
        }
    }

    /// Returns the step that undoes this one by a further edit.
    pub(super) fn reversed(mut self) -> Self {
        std::mem::swap(&mut self.control.default, &mut self.edit.default);
        self.edit.text = self.edit.text.reversed();
        self.origin = None;
        self
    }

    /// Replaces the value by the written default, unless it has been edited since.
    pub(super) fn round_value(&self, document: &mut Document) {
        let Some((cell, value)) = &self.origin else {
            return;
        };
        let cell = document.cell_mut(*cell);
        let values = cell.and_then(|cell| cell.values.get_mut(&self.address));
        if let Some(values) = values.filter(|values| values.get(&self.control) == value) {
            values.set(&self.control, self.edit.default.clone());
        }
    }
}

impl fmt::Display for WrittenDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.control.value_text(&self.edit.default);
        write!(f, "{} {value} as default", self.control.label)
    }
}

impl Workbench {
    /// Returns visible controls of the selected cell that differ from their defaults, without features.
    pub(crate) fn writable_controls(&self) -> Vec<Control> {
        let Some(cell) = self.pane_content(PaneId::Cell(self.document.selected)) else {
            return Vec::new();
        };
        let controls = cell.generator.controls().iter();
        let modified = controls.filter(|control| {
            !control.hidden && !control.is_feature() && cell.values.is_modified(control)
        });
        modified.cloned().collect()
    }
}
