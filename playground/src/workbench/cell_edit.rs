//! Edits of cells, which panels and menus collect while they are laid out.

use super::changes::ChangesOf;
use super::document::Arrangement;
use super::{Action, CellId, Panel, Workbench};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CellEdit {
    Select,
    Duplicate,
    /// An empty name stands for the generator's title.
    Rename(String),
    /// Hides the other cells, or shows all again.
    ToggleEnlarged,
    SetPinned(bool),
    SetLinked(bool),
    /// Selects the cell and opens the panel.
    Inspect(Panel),
    /// Selects the cell and requests the action.
    Request(Action),
    ShowChanges(ChangesOf),
    ResetView,
    OpenInEditor,
    /// Moves the cell to the position of another.
    MoveOnto(CellId),
    Close,
    CloseOthers,
}

impl Workbench {
    pub(crate) fn edit_cells(&mut self, edits: Vec<(CellId, CellEdit)>) {
        for (id, edit) in edits {
            match edit {
                CellEdit::Select => self.0.document.select(id),
                CellEdit::Duplicate => self.0.document.duplicate(id),
                CellEdit::Rename(name) => self.0.document.rename(id, &name),
                CellEdit::ToggleEnlarged => {
                    self.0.document.select(id);
                    self.toggle(Arrangement::Enlarged);
                }
                CellEdit::SetPinned(pinned) => self.set_pinned(id, pinned),
                CellEdit::SetLinked(linked) => self.0.document.set_linked(id, linked),
                CellEdit::Inspect(panel) => {
                    self.0.document.select(id);
                    if !self.chrome.is_open(panel) {
                        self.toggle_panel(panel);
                    }
                    if panel == Panel::TRACE {
                        self.hold_trace_at_menu(id);
                    }
                }
                CellEdit::Request(action) => {
                    self.0.document.select(id);
                    self.0.chrome.requested.push(action);
                }
                CellEdit::ShowChanges(changes) => {
                    self.0.chrome.set_open(Panel::CHANGES, true);
                    self.0.comparison.changes = Some(changes);
                }
                CellEdit::ResetView => {
                    self.0.document.select(id);
                    self.reset_view();
                }
                CellEdit::OpenInEditor => {
                    let target = self.document.cell(id).and_then(|cell| cell.target.as_ref());
                    let address = target.map(|target| target.address().clone());
                    let action = address.map(Action::OpenGenerator);
                    self.0.chrome.requested.extend(action);
                }
                CellEdit::MoveOnto(onto) => self.0.document.reorder(id, onto),
                CellEdit::Close => self.0.document.close(id),
                CellEdit::CloseOthers => self.0.document.close_others(id),
            }
        }
    }
}
