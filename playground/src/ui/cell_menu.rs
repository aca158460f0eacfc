//! The context menu of a cell.

use egui::{Button, Response, Ui};

use super::commands::CommandId;
use super::menu::{context_menu, item};
use super::naming::{self, NameTarget};
use crate::workbench::changes::ChangesOf;
use crate::workbench::document::Arrangement;
use crate::workbench::{CellEdit, CellId, Workbench};

/// Shows the context menu of a cell on its picture or caption.
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
        let (is_pinned, is_linked) = (cell.is_pinned(), cell.own_view.is_none());
        let is_enlarged = document.arrangement == Arrangement::Enlarged;
        let choose = |is_on, off: &'static str, on: &'static str| if is_on { on } else { off };
        let mut line = |ui: &mut Ui, text, command: Option<CommandId>, is_enabled, edit| {
            let key = command.map_or_else(String::new, CommandId::key_text);
            if item(ui, is_enabled, Button::new(text).shortcut_text(key)).clicked() {
                edits.push((id, edit));
            }
        };
        let duplicate = Some(CommandId::Duplicate);
        line(
            ui,
            "Duplicate",
            duplicate,
            !document.is_full(),
            CellEdit::Duplicate,
        );
        let name = Button::new("Name\u{2026}").shortcut_text(CommandId::Rename.key_text());
        if item(ui, has_several, name).clicked() {
            naming::open(ui, NameTarget::Cell(id), workbench.name(id));
        }
        let text = choose(is_enlarged, "Enlarge", "Show all cells");
        let enlarge = Some(CommandId::Enlarge);
        line(ui, text, enlarge, has_several, CellEdit::ToggleEnlarged);
        ui.separator();
        let text = choose(is_pinned, "Pin source text", "Unpin");
        let pin = CellEdit::SetPinned(!is_pinned);
        line(ui, text, Some(CommandId::Pin), true, pin);
        let changes = CellEdit::ShowChanges(ChangesOf::Cell(id));
        let command = Some(CommandId::Changes);
        line(ui, "Show changes", command, has_several, changes);
        if is_pinned {
            let changes = CellEdit::ShowChanges(ChangesOf::File(id));
            let command = command.filter(|_| !has_several);
            line(ui, "Show changes of its file", command, true, changes);
        }
        let text = choose(is_linked, "Link the view", "Unlink the view");
        let link = CellEdit::SetLinked(!is_linked);
        line(ui, text, Some(CommandId::Unlink), has_several, link);
        let edit = Some(CommandId::OpenInEditor);
        line(ui, "Open in editor", edit, true, CellEdit::OpenInEditor);
        let reset = Some(CommandId::ResetView);
        line(ui, "Reset the view", reset, true, CellEdit::ResetView);
        ui.separator();
        let close = Some(CommandId::Close);
        line(ui, "Close", close, has_several, CellEdit::Close);
        let others = Some(CommandId::CloseOthers);
        line(
            ui,
            "Close others",
            others,
            has_several,
            CellEdit::CloseOthers,
        );
    });
}
