//! Edits of shader files: values of controls that are written as defaults.

use std::fmt;
use std::path::PathBuf;

use noise_playground::control::{Control, DefaultEdit, TextEdit, Value};
use noise_playground::generator::Address;

use super::history::Change;
use super::steps::StepRequest;
use super::{CellId, Document, PaneId, Workbench};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SourceEdit {
    pub(crate) text: TextEdit,
    /// `None` for the folder that is open when the application carries out the edit.
    pub(crate) folder: Option<PathBuf>,
    purpose: Purpose,
    written: Box<WrittenDefault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A new step of the history.
    Write,
    /// The step is undone.
    Undo,
    /// The step is redone.
    Redo,
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
    fn reversed(mut self) -> Self {
        std::mem::swap(&mut self.control.default, &mut self.edit.default);
        self.edit.text = self.edit.text.reversed();
        self.origin = None;
        self
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
        if let Some(control) = controls.find(|control| control.name == name) {
            let value = cell.values.get(control).clone();
            let address = cell.generator.address.clone();
            let control = control.name.clone();
            self.request_step(StepRequest::Write { cell: id, address, control, value });
        }
    }

    /// Requests the edit that makes a value the default of a control of a generator that a cell shows.
    pub(super) fn request_write(
        &mut self,
        cell: CellId,
        address: &Address,
        control: &str,
        value: Value,
    ) {
        let content = self.pane_content(PaneId::Cell(cell));
        let content = content.filter(|content| content.generator.address == *address);
        let Some(content) = content else {
            return self.notify(format!("not written: {address} is no longer shown"));
        };
        let mut controls = content.generator.controls.iter();
        let Some(control) = controls.find(|known| known.name == control) else {
            return self.notify(format!("not written: {address} has no {control}"));
        };
        match content.generator.default_edit(control, &value) {
            Ok(edit) => {
                let text = edit.text.clone();
                let written = WrittenDefault {
                    address: address.clone(),
                    control: control.clone(),
                    edit,
                    folder: None,
                    origin: Some((cell, value)),
                };
                self.request_edit(SourceEdit {
                    text,
                    folder: None,
                    purpose: Purpose::Write,
                    written: Box::new(written),
                });
            }
            Err(error) => self.notify(format!("not written: {error}")),
        }
    }

    /// Handles the answer to a requested edit. If the text was edited, the history follows: a new step with the value
    /// rounded to the digits written, or a step less or more. Otherwise it stays, and a notice says why.
    pub(crate) fn source_edited(&mut self, edit: SourceEdit, edited: Result<(), String>) {
        let is_awaited = self.answer_edit(&edit.text);
        match edited {
            Ok(()) => {
                self.wait_for_text_after(&edit.text);
                self.follow_edit(edit);
            }
            Err(reason) => {
                let stays = match edit.purpose {
                    Purpose::Write => "",
                    Purpose::Undo => ", so nothing is undone",
                    Purpose::Redo => ", so nothing is redone",
                };
                self.notify(format!("not written: {reason}{stays}"));
                if is_awaited {
                    self.0.steps.forget_requests();
                }
            }
        }
        self.continue_steps();
    }

    /// The editor has not answered in time: requested steps do not wait for it any longer. A later answer still counts.
    pub(crate) fn edit_unanswered(&mut self, edit: &SourceEdit, editor: &str) {
        if self.answer_edit(&edit.text) {
            self.0.steps.forget_requests();
            let label = edit.label();
            self.notify(format!("{editor} has not answered: {label}"));
        }
    }

    fn follow_edit(&mut self, edit: SourceEdit) {
        let SourceEdit { text, folder, purpose, mut written } = edit;
        let redo = purpose == Purpose::Redo;
        let is_next =
            |change: &Change| matches!(change, Change::WriteDefault(next) if *next == written);
        if purpose != Purpose::Write && self.history.next_change(redo).is_some_and(is_next) {
            return self.step(redo);
        }
        if purpose == Purpose::Undo {
            // Steps were added while the editor worked: the text was edited after them.
            *written = written.reversed();
        }
        written.folder = folder;
        self.notify(format!("wrote {written} into {}", text.file));
        let document = &mut self.0.document;
        self.0.history.record(written.clone(), document, |document| {
            written.round_value(document);
        });
    }
}
