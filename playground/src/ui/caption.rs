//! The words below a cell: its name, in what it differs from the first; and the menu of what can be done with it.

use egui::{
    Align, Button, CursorIcon, Label, Layout, Rect, Response, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo,
};

use super::commands::{CommandId, Tip as _};
use super::menu::{context_menu, item};
use super::naming::{self, Named};
use super::readout::{non_finite_ui, value_text};
use super::{icons, theme};
use crate::workbench::changes::ChangesOf;
use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, GeneratorRef, PaneId, Workbench};

/// The caption of a cell. It is dragged onto another picture to change places.
pub(crate) fn caption_ui(ui: &mut Ui, workbench: &mut Workbench, id: CellId, picture: Rect) {
    let rect = ui.max_rect();
    let handle = ui.interact(rect, ui.scope_id().with("handle"), Sense::click_and_drag());
    let name = workbench.name(id);
    handle.widget_info(|| WidgetInfo::labeled(Role::Caption, true, format!("Cell {name}")));
    reorder(ui, &handle, workbench, id, picture);
    if handle.clicked() {
        workbench.document.select(id);
    }
    if handle.double_clicked() {
        naming::start(ui, Named::Cell(id), workbench.name(id));
    }
    menu_ui(&handle, workbench, id);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        buttons_ui(ui, workbench, id, &name);
        value_ui(ui, workbench, id);
        non_finite_ui(ui, workbench.measured(PaneId::Cell(id)));
        let left = egui::UiBuilder::new()
            .max_rect(ui.available_rect_before_wrap())
            .layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(left, |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            if naming::is_open(ui, Named::Cell(id)) {
                naming_ui(ui, workbench, id);
            } else {
                words_ui(ui, workbench, id, &name);
            }
        });
    });
}

fn buttons_ui(ui: &mut Ui, workbench: &mut Workbench, id: CellId, name: &str) {
    let small = |icon| Button::new(RichText::new(icon).size(13.0)).frame_when_inactive(false);
    let close = ui.add(small(icons::CLOSE)).tip(CommandId::Close);
    if close.accessible_name(format!("Close {name}")).clicked() {
        workbench.document.close(id);
    }
    let cell = workbench.document.cell(id);
    let is_pinned = cell.is_some_and(|cell| matches!(cell.target, Some(GeneratorRef::Pinned(_))));
    if is_pinned {
        let pin = ui.add(small(icons::PIN)).on_hover_text(
            "Keeps the text it was made with while the file goes on changing. Click to follow the file again.",
        );
        if pin.accessible_name(format!("Unpin {name}")).clicked() {
            workbench.set_pinned(id, false);
        }
    }
    let is_unlinked = workbench
        .document
        .cell(id)
        .is_some_and(|cell| cell.own_view.is_some());
    if is_unlinked {
        let link = ui
            .add(small(icons::UNLINKED))
            .on_hover_text("Seen in its own way. Click to share place, light and palette again.");
        if link.accessible_name(format!("Link {name}")).clicked() {
            workbench.document.set_linked(id, true);
        }
    }
}

/// The value under the mouse, wherever that is: at the same place of the world.
fn value_ui(ui: &mut Ui, workbench: &Workbench, id: CellId) {
    let measured = workbench.measured(PaneId::Cell(id));
    if workbench.pointer.probe.is_some() && measured.sample.is_some() {
        ui.label(value_text(measured));
        ui.add_space(4.0);
    }
}

fn words_ui(ui: &mut Ui, workbench: &Workbench, id: CellId, name: &str) {
    let is_selected = workbench.document.selected == id;
    let text = RichText::new(name);
    let text = if is_selected {
        text.font(theme::medium(13.0)).strong()
    } else {
        text
    };
    ui.add(
        Label::new(text)
            .truncate()
            .selectable(false)
            .sense(Sense::hover()),
    );
    let words = workbench.differences(id).join("   ");
    if !words.is_empty() {
        let label = Label::new(RichText::new(&words).weak()).truncate();
        ui.add(label.selectable(false).sense(Sense::hover()))
            .on_hover_text(words);
    }
}

/// Dropped on another cell's picture, a cell takes its place.
fn reorder(ui: &Ui, handle: &Response, workbench: &mut Workbench, id: CellId, picture: Rect) {
    if handle.drag_started() {
        workbench.document.select(id);
    }
    handle.dnd_set_drag_payload(id);
    if handle.dragged() {
        ui.set_cursor_icon(CursorIcon::Grabbing);
    }
    let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else {
        return;
    };
    let dragged = egui::DragAndDrop::payload::<CellId>(ui.ctx());
    let Some(dragged) = dragged.filter(|dragged| **dragged != id && picture.contains(pointer))
    else {
        return;
    };
    let line = Stroke::new(4.0, theme::accent(ui.visuals()));
    ui.painter()
        .rect_stroke(picture, 0.0, line, StrokeKind::Inside);
    if ui.input(|input| input.pointer.any_released()) {
        egui::DragAndDrop::clear_payload(ui.ctx());
        workbench.document.reorder(*dragged, id);
    }
}

/// The field for a cell's name. An empty name stands for the generator's title.
fn naming_ui(ui: &mut Ui, workbench: &mut Workbench, id: CellId) {
    ui.set_max_width(160.0);
    let typed = naming::field_ui(ui, Named::Cell(id), "Name of the cell");
    if let Some(name) = typed.filter(|name| *name != workbench.name(id)) {
        workbench.document.rename(id, &name);
    }
}

/// What can be done with a cell, on the other mouse button.
pub(crate) fn menu_ui(response: &Response, workbench: &mut Workbench, id: CellId) {
    context_menu(response, |ui| {
        let document = &workbench.document;
        let Some(cell) = document.cell(id) else {
            return;
        };
        let is_pinned = matches!(cell.target, Some(GeneratorRef::Pinned(_)));
        let is_linked = cell.own_view.is_none();
        let is_enlarged = document.arrangement == Arrangement::Enlarged;
        let count = document.cells.len();
        let chosen = |ui: &mut Ui, name: &str, command: Option<CommandId>, is_on: bool| {
            let key = command.map_or_else(String::new, CommandId::key_text);
            item(ui, is_on, Button::new(name).shortcut_text(key)).clicked()
        };
        if chosen(
            ui,
            "Duplicate",
            Some(CommandId::Duplicate),
            !document.is_full(),
        ) {
            workbench.duplicate(id);
        }
        if chosen(ui, "Name\u{2026}", Some(CommandId::Rename), count > 1) {
            naming::start(ui, Named::Cell(id), workbench.name(id));
        }
        let enlarge = if is_enlarged {
            "Show all cells"
        } else {
            "Enlarge"
        };
        if chosen(ui, enlarge, Some(CommandId::Enlarge), count > 1) {
            workbench.document.select(id);
            workbench.toggle(Arrangement::Enlarged);
        }
        ui.separator();
        let pin = if is_pinned {
            "Follow the file again"
        } else {
            "Keep this text (pin)"
        };
        if chosen(ui, pin, Some(CommandId::Pin), true) {
            workbench.set_pinned(id, !is_pinned);
        }
        if chosen(ui, "Show changes", Some(CommandId::Changes), count > 1) {
            workbench.comparing.changes = Some(ChangesOf::Cell(id));
        }
        let file = "Show changes of its file";
        if is_pinned && chosen(ui, file, (count == 1).then_some(CommandId::Changes), true) {
            workbench.comparing.changes = Some(ChangesOf::File(id));
        }
        let link = if is_linked {
            "Unlink the view"
        } else {
            "Link the view"
        };
        if chosen(ui, link, Some(CommandId::Unlink), count > 1) {
            workbench.document.set_linked(id, !is_linked);
        }
        if chosen(ui, "Reset the view", Some(CommandId::ResetView), true) {
            workbench.document.select(id);
            workbench.reset_view();
        }
        ui.separator();
        if chosen(ui, "Close", Some(CommandId::Close), count > 1) {
            workbench.document.close(id);
        }
    });
}
