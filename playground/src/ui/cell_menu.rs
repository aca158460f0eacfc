//! The context menu of a cell's picture or caption.

use egui::{Button, Response, Ui};

use super::commands::CommandId;
use super::menu::{context_menu, item};
use super::naming::{self, NameTarget};
use crate::workbench::changes::ChangesOf;
use crate::workbench::document::Arrangement;
use crate::workbench::{Action, Cell, CellEdit, CellId, Panel, Workbench};

struct CellMenu<'a> {
    ui: &'a mut Ui,
    id: CellId,
    /// Some entries need a second cell.
    has_several: bool,
    edits: &'a mut Vec<(CellId, CellEdit)>,
}

impl CellMenu<'_> {
    /// An entry without effect is left out.
    fn line(&mut self, text: &str, command: CommandId, has_effect: bool, edit: CellEdit) {
        let button = Button::new(text).shortcut_text(command.key_text());
        if has_effect && item(self.ui, true, button).clicked() {
            self.edits.push((self.id, edit));
        }
    }

    fn inspect_lines(&mut self, workbench: &Workbench) {
        let panels = [
            ("Look inside", Panel::INSIDE),
            ("Trace here", Panel::TRACE),
            ("Profile from here", Panel::PROFILE),
        ];
        for (text, panel) in panels {
            let is_available = (panel.info().is_available)(workbench);
            self.line(text, CommandId::Panel(panel), is_available, CellEdit::Inspect(panel));
        }
        let requests = [
            ("Copy picture", CommandId::CopyPicture, Action::CopyPicture),
            ("Capture", CommandId::Capture, Action::Capture),
        ];
        for (text, command, action) in requests {
            self.line(text, command, true, CellEdit::Request(action));
        }
        self.ui.separator();
    }

    fn source_lines(&mut self, cell: &Cell) {
        let (id, has_several) = (self.id, self.has_several);
        let is_pinned = cell.is_pinned();
        let pin = CellEdit::SetPinned(!is_pinned);
        let text = if is_pinned { "Unpin" } else { "Pin source text" };
        self.line(text, CommandId::Pin, true, pin);
        let changes = CellEdit::ShowChanges(ChangesOf::Cell(id));
        self.line("Show changes", CommandId::Panel(Panel::CHANGES), has_several, changes);
        if is_pinned {
            // With several cells, the shortcut shows the changes from the reference cell instead.
            let key = if has_several {
                String::new()
            } else {
                CommandId::Panel(Panel::CHANGES).key_text()
            };
            let button = Button::new("Show changes of its file").shortcut_text(key);
            if item(self.ui, true, button).clicked() {
                let changes = CellEdit::ShowChanges(ChangesOf::File(id));
                self.edits.push((id, changes));
            }
        }
    }
}

pub(crate) fn cell_menu_ui(
    response: &Response,
    workbench: &Workbench,
    id: CellId,
    edits: &mut Vec<(CellId, CellEdit)>,
) {
    context_menu(response, |ui| {
        let document = &workbench.document;
        let Some(cell) = document.cell(id) else {
            return;
        };
        let has_several = document.cells.len() > 1;
        let mut menu = CellMenu { ui, id, has_several, edits };
        menu.inspect_lines(workbench);
        let has_room = !document.is_full();
        menu.line("Duplicate", CommandId::Duplicate, has_room, CellEdit::Duplicate);
        let name = Button::new("Name\u{2026}").shortcut_text(CommandId::Rename.key_text());
        if has_several && item(menu.ui, true, name).clicked() {
            naming::open(menu.ui, NameTarget::Cell(id), workbench.name(id));
        }
        let text = match document.arrangement {
            Arrangement::Enlarged => "Show all cells",
            _ => "Enlarge",
        };
        menu.line(text, CommandId::Enlarge, has_several, CellEdit::ToggleEnlarged);
        menu.ui.separator();
        menu.source_lines(cell);
        let is_linked = cell.own_view.is_none();
        let text = if is_linked { "Unlink the view" } else { "Link the view" };
        let link = CellEdit::SetLinked(!is_linked);
        menu.line(text, CommandId::Unlink, has_several, link);
        menu.line("Open in editor", CommandId::OpenInEditor, true, CellEdit::OpenInEditor);
        menu.line("Reset the view", CommandId::ResetView, true, CellEdit::ResetView);
        if has_several {
            menu.ui.separator();
        }
        menu.line("Close", CommandId::Close, has_several, CellEdit::Close);
        menu.line("Close others", CommandId::CloseOthers, has_several, CellEdit::CloseOthers);
    });
}
