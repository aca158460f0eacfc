//! Edits of shader files: values that are written into the author's source text as defaults.

use std::fmt;

use noise_playground::control::{Control, DefaultEdit, TextEdit};
use noise_playground::generator::Address;

use super::{Action, PaneId, Workbench};

/// A request to the application to edit a shader file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SourceEdit {
    pub(crate) text: TextEdit,
    /// The default that the edit writes, to be added to the history; `None` if the edit undoes or redoes a step of the
    /// history.
    written: Option<Box<WrittenDefault>>,
}

/// A default of a control that was written into a shader file, so that this can be undone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenDefault {
    address: Address,
    control: Control,
    edit: DefaultEdit,
}

impl WrittenDefault {
    /// Returns the request that writes the default again if `redo` is true, or restores the previous text otherwise.
    pub(super) fn repeated(&self, redo: bool) -> SourceEdit {
        let text = self.edit.text.clone();
        SourceEdit {
            text: if redo { text } else { text.reversed() },
            written: None,
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
    /// Returns the controls of the selected cell whose values can be written into its file: those that are visible and
    /// differ from their defaults, without features.
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

    /// Requests that the application write the selected cell's value of the control `name` into the author's file, as
    /// its default. If this is not possible, a notice says why.
    pub(crate) fn write_default(&mut self, name: &str) {
        let Some(cell) = self.pane_content(PaneId::Cell(self.document.selected)) else {
            return;
        };
        let mut controls = cell.generator.controls.iter();
        let Some(control) = controls.find(|control| control.name == name) else {
            return;
        };
        match cell
            .generator
            .default_edit(control, cell.values.get(control))
        {
            Ok(edit) => {
                let text = edit.text.clone();
                let written = WrittenDefault {
                    address: cell.generator.address.clone(),
                    control: control.clone(),
                    edit,
                };
                let written = Some(Box::new(written));
                let action = Action::EditSource(SourceEdit { text, written });
                self.chrome.requested.push(action);
            }
            Err(error) => self.notify(format!("not written: {error}")),
        }
    }

    /// Handles the result of an edit of a shader file. A newly written default becomes a step of the history, and the
    /// cell's value is rounded to the digits written. A failure is shown as a notice.
    pub(crate) fn source_edited(&mut self, edit: SourceEdit, edited: Result<(), String>) {
        if let Err(reason) = edited {
            return self.notify(format!("not written: {reason}"));
        }
        let Some(written) = edit.written else {
            return;
        };
        let selected = self.document.selected_mut();
        if let Some(values) = selected.values.get_mut(&written.address)
            && values.is_modified(&written.control)
        {
            values.set(&written.control, written.edit.default.clone());
        }
        self.notify(format!("wrote {written} into {}", edit.text.file));
        self.history.record(written, &self.document);
    }
}
