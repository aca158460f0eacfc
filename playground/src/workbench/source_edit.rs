//! Edits of shader files: values of controls that are written as defaults.

use std::fmt;
use std::path::PathBuf;

use noise_playground::control::{Control, DefaultEdit, TextEdit, Value};
use noise_playground::generator::Address;

use super::{Action, CellId, Document, PaneId, Workbench};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SourceEdit {
    pub(crate) text: TextEdit,
    /// `None` for the folder that is open when the application carries out the edit.
    pub(crate) folder: Option<PathBuf>,
    /// Default that is written; `None` if the edit undoes or redoes a previous one.
    written: Option<Box<WrittenDefault>>,
}

/// For undo and redo.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenDefault {
    address: Address,
    control: Control,
    edit: DefaultEdit,
    /// Set once the edit is carried out.
    folder: Option<PathBuf>,
    /// Cell and value, which may have more digits than the default; `None` if the folder was closed meanwhile.
    origin: Option<(CellId, Value)>,
}

impl SourceEdit {
    /// No cell is affected by the edit.
    pub(crate) fn of_closed_folder(mut self) -> Self {
        if let Some(written) = &mut self.written {
            written.origin = None;
        }
        self
    }
}

impl WrittenDefault {
    /// Writes the default again if `redo`, or restores the previous text.
    pub(super) fn repeated(&self, redo: bool) -> SourceEdit {
        let text = self.edit.text.clone();
        SourceEdit {
            text: if redo { text } else { text.reversed() },
            folder: self.folder.clone(),
            written: None,
        }
    }

    /// Replaces the value by the written default, unless it has been edited since.
    fn round_value(&self, document: &mut Document) {
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
        let controls = cell.generator.controls.iter();
        let modified = controls.filter(|control| {
            !control.hidden && !control.is_feature() && cell.values.is_modified(control)
        });
        modified.cloned().collect()
    }

    /// Requests that the selected cell's value become the default in the file. A notice says why if this is not
    /// possible.
    pub(crate) fn write_default(&mut self, name: &str) {
        let id = self.document.selected;
        let Some(cell) = self.pane_content(PaneId::Cell(id)) else {
            return;
        };
        let mut controls = cell.generator.controls.iter();
        let Some(control) = controls.find(|control| control.name == name) else {
            return;
        };
        let value = cell.values.get(control);
        match cell.generator.default_edit(control, value) {
            Ok(edit) => {
                let text = edit.text.clone();
                let written = WrittenDefault {
                    address: cell.generator.address.clone(),
                    control: control.clone(),
                    edit,
                    folder: None,
                    origin: Some((id, value.clone())),
                };
                self.0.chrome.requested.push(Action::EditSource(SourceEdit {
                    text,
                    folder: None,
                    written: Some(Box::new(written)),
                }));
            }
            Err(error) => self.notify(format!("not written: {error}")),
        }
    }

    /// Adds a written default as an undo step, and rounds the value to the digits written. A failure is shown as a
    /// notice.
    pub(crate) fn source_edited(&mut self, edit: SourceEdit, edited: Result<(), String>) {
        if let Err(reason) = edited {
            return self.notify(format!("not written: {reason}"));
        }
        let Some(mut written) = edit.written else {
            return;
        };
        written.folder = edit.folder;
        self.notify(format!("wrote {written} into {}", edit.text.file));
        let document = &mut self.0.document;
        self.0.history.record(written.clone(), document, |document| {
            written.round_value(document);
        });
    }
}
