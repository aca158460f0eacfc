//! Edits of shader files by the window: values of controls that are written into the source text as defaults.

use std::fmt;

use noise_playground::control::{Control, DefaultEdit, TextEdit};
use noise_playground::generator::Address;

use super::{Action, PaneId, Workbench};

/// An edit of a shader file's text that the application must carry out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SourceEdit {
    pub(crate) text: TextEdit,
    /// Record of the default value that this edit of a shader file writes, for the undo history; `None` if the edit
    /// undoes or redoes a previous one.
    written: Option<Box<WrittenDefault>>,
}

/// Record of a default of a control that was written into a shader file, with the data to undo and redo the edit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenDefault {
    address: Address,
    control: Control,
    edit: DefaultEdit,
}

impl WrittenDefault {
    /// Returns the edit of the shader file that writes the recorded default again if `redo` is true, or restores the
    /// previous text otherwise.
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
    /// Returns the controls of the selected cell whose values can be written into the shader file as defaults: those
    /// that are visible and differ from their defaults, without features.
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

    /// Requests that the application write the selected cell's value of the control `name` into the shader file, as the
    /// control's default. If this is not possible, a notice says why.
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

    /// Handles the result of an edit of a shader file. A newly written default becomes an undo step, and the cell's
    /// value is rounded to the digits written. A failure is shown as a notice.
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
