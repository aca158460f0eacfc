//! The caption below a cell's picture: number, name, differences from the reference cell, value at the probe, buttons.

use egui::{
    Align, Align2, Button, Color32, CursorIcon, Label, Layout, Rect, Response, RichText, Role,
    Sense, Stroke, StrokeKind, TextStyle, Ui, UiBuilder, Vec2, WidgetInfo,
};

use super::cell_menu::cell_menu_ui;
use super::commands::{CommandId, Tip as _};
use super::naming::{self, NameTarget};
use super::overlay::text_plate;
use super::readout::{non_finite_ui, value_text};
use super::widgets::elided::elided_middle;
use super::{icons, theme};
use crate::workbench::caption::CellCaption;
use crate::workbench::picture_state::MissingGenerator;
use crate::workbench::{Cell, CellEdit, CellId, PaneId, Panel, Workbench};

/// Below this width in points, texts and buttons are closer together.
const NARROW: f32 = 120.0;

/// Widths of the shortest names before a value, with and without the number of further differences, in points.
const MIN_NAMES: [f32; 2] = [40.0, 24.0];

/// Width of each button of the cell, in points.
const BUTTON: f32 = 24.0;

/// Below this width in points, the value at the probe stands on the picture.
const WIDE: f32 = 320.0;

/// Width of the value at the probe, in points.
const VALUE: f32 = 60.0;

/// Shows the caption below the picture in `rect` `picture`. Dragging it onto another picture moves the cell there.
pub(crate) fn caption_ui(
    ui: &mut Ui,
    workbench: &Workbench,
    caption: &CellCaption,
    picture: Rect,
    edits: &mut Vec<(CellId, CellEdit)>,
) {
    let (rect, id) = (ui.max_rect(), caption.id);
    let handle = ui.interact(rect, ui.scope_id().with("handle"), Sense::click_and_drag());
    let name = workbench.name(id);
    handle.widget_info(|| WidgetInfo::labeled(Role::Caption, true, format!("Cell {name}")));
    reorder(ui, &handle, id, picture, edits);
    if handle.clicked() {
        edits.push((id, CellEdit::Select));
    }
    if handle.double_clicked() {
        naming::open(ui, NameTarget::Cell(id), workbench.name(id));
    }
    cell_menu_ui(&handle, workbench, id, edits);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if rect.width() < NARROW {
            ui.spacing_mut().button_padding.x = 2.0;
        }
        let is_selected = workbench.document.selected == id;
        let has_icons = is_selected || ui.rect_contains_pointer(rect.union(picture));
        let Some(cell) = workbench.document.cell(id) else {
            return;
        };
        let mut left = rect;
        left.set_right(text_end(rect, cell));
        let left = UiBuilder::new().max_rect(left).layout(Layout::left_to_right(Align::Center));
        let mut text = ui.new_child(left);
        text.spacing_mut().item_spacing.x = if rect.width() < NARROW { 4.0 } else { 8.0 };
        if naming::is_open(ui, NameTarget::Cell(id)) {
            naming_ui(&mut text, id, &name, edits);
        } else {
            text_ui(&mut text, workbench, caption);
        }
        if has_icons {
            buttons_ui(ui, cell, &name, edits);
        }
        probed_value_ui(ui, workbench, id, picture);
        non_finite_ui(ui, workbench.pane_stats(PaneId::Cell(id)));
    });
}

/// Returns the right end of the text, which does not depend on the pointer: buttons and the value at the probe, which
/// come and go with it, have their place beside the text, as far as at least two thirds are left for it.
fn text_end(caption: Rect, cell: &Cell) -> f32 {
    let buttons = 1 + u8::from(cell.is_pinned()) + u8::from(cell.own_view.is_some());
    let value = if caption.width() < WIDE { 0.0 } else { VALUE };
    let beside = BUTTON * f32::from(buttons) + value;
    caption.right() - beside.min(caption.width() / 3.0)
}

fn buttons_ui(ui: &mut Ui, cell: &Cell, name: &str, edits: &mut Vec<(CellId, CellEdit)>) {
    let small = |icon| Button::new(RichText::new(icon).size(13.0)).frame_when_inactive(false);
    let close = ui.add(small(icons::CLOSE)).tip(CommandId::Close);
    if close.accessible_name(format!("Close {name}")).clicked() {
        edits.push((cell.id, CellEdit::Close));
    }
    if cell.is_pinned() {
        let pin = ui
            .add(small(icons::PIN))
            .on_hover_text("Pinned: file changes do not affect this cell. Click to unpin.");
        if pin.accessible_name(format!("Unpin {name}")).clicked() {
            edits.push((cell.id, CellEdit::SetPinned(false)));
        }
    }
    if cell.own_view.is_some() {
        let link = ui
            .add(small(icons::UNLINKED))
            .on_hover_text("This cell has its own view. Click to link it to the others.");
        if link.accessible_name(format!("Link {name}")).clicked() {
            edits.push((cell.id, CellEdit::SetLinked(true)));
        }
    }
}

/// Shows the cell's sample at the probed world position, even if the pointer is over another cell.
fn probed_value_ui(ui: &mut Ui, workbench: &Workbench, id: CellId, picture: Rect) {
    let measured = workbench.pane_stats(PaneId::Cell(id));
    if workbench.pointer.probe.is_none() || measured.sample.is_none() {
        return;
    }
    let text = value_text(measured);
    if ui.max_rect().width() < WIDE {
        let color = ui.visuals().text_color();
        let corner = picture.right_bottom() - Vec2::splat(4.0);
        let plate = text_plate(ui, corner, Align2::RIGHT_BOTTOM, text.trim_start(), color);
        let label = ui.interact(plate, ui.scope_id().with("value"), Sense::hover());
        return label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    }
    let ground = ui.visuals().panel_fill;
    ui.label(RichText::new(text).background_color(ground));
    ui.add_space(4.0);
}

/// Shows number, name unless all cells share it, and differences from the reference, as many as fit.
fn text_ui(ui: &mut Ui, workbench: &Workbench, caption: &CellCaption) {
    let right = ui.max_rect().right();
    curve_dot_ui(ui, workbench, caption.number);
    let is_selected = workbench.document.selected == caption.id;
    let number = RichText::new(caption.number.to_string()).font(theme::medium(13.0));
    let number = if is_selected { number.strong() } else { number };
    ui.add(Label::new(number).selectable(false));
    if caption.is_reference() {
        let text = fitting(ui, right, ["reference", "ref."].map(str::to_owned));
        let text = RichText::new(text).color(theme::accent(ui.visuals()));
        ui.add(Label::new(text.small()).selectable(false)).on_hover_text(
            "The other cells are compared with this one. Drag a caption here to change it.",
        );
    }
    if let Some((file, MissingGenerator::Deleted)) = workbench.missing_generator(caption.id) {
        let picture = match workbench.last_picture(caption.id) {
            Some(name) => format!("this is the last picture of {name}"),
            None => "this is its last picture".to_owned(),
        };
        ui.colored_label(ui.visuals().warn_fg_color, "deleted")
            .on_hover_text(format!("{file} is deleted; {picture}"));
    }
    if let Some(name) = &caption.name {
        let text = RichText::new(name);
        let text = if is_selected { text.strong() } else { text };
        hovered_text_ui(ui, text, name);
    }
    if let Some(number) = caption.same_as.filter(|_| caption.name.is_none()) {
        let text = format!("same as {number}");
        let details = caption.details.join("\n");
        let about = if details.is_empty() { &text } else { &details };
        hovered_text_ui(ui, RichText::new(&text).weak(), about);
    } else if !caption.differences.is_empty() {
        let text = RichText::new(differences_text(ui, right, caption)).weak();
        let details = caption.details.join("\n");
        hovered_text_ui(
            ui,
            text,
            if details.is_empty() { &caption.differences[0] } else { &details },
        );
    }
}

/// Returns as many differences as fit up to x `right`: of one that does not, the name is shortened, not the value.
fn differences_text(ui: &Ui, right: f32, caption: &CellCaption) -> String {
    let [both, one] = [2, 1].map(|count| caption.text(count));
    let text = fitting(ui, right, [both, one.clone()]);
    let Some((name, value)) = caption.differences[0].rsplit_once(' ') else {
        return text;
    };
    let rest = one.replacen(&caption.differences[0], "", 1);
    let font = TextStyle::Body.resolve(ui.style());
    let width = |text: &str| {
        ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::PLACEHOLDER).size().x
    };
    let free = right - ui.cursor().left();
    if width(&text) <= free {
        return text;
    }
    let value = format!(" {value}");
    let ends = [format!("{value}{rest}"), value];
    let shortened = ends.into_iter().zip(MIN_NAMES).find_map(|(end, least)| {
        let left = free - width(&end);
        (left > least).then(|| elided_middle(ui, name, font.clone(), left).text().to_owned() + &end)
    });
    shortened.unwrap_or(text)
}

fn hovered_text_ui(ui: &mut Ui, text: RichText, about: &str) {
    let label = Label::new(text).truncate().selectable(false).sense(Sense::hover());
    ui.add(label).on_hover_text(about);
}

/// Draws a dot in the color of the cell's curves while a panel with curves is open. `number` is that of the cell.
fn curve_dot_ui(ui: &mut Ui, workbench: &Workbench, number: usize) {
    if !workbench.shows(Panel::PROFILE) && !workbench.chrome.is_open(Panel::ANALYSIS) {
        return;
    }
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(8.0), Sense::hover());
    response.on_hover_text("The color of the curves of this cell");
    let color = theme::curve_color(ui.visuals(), number - 1);
    ui.painter().circle_filled(rect.center(), 4.0, color);
}

/// Returns the long form if it fits up to x `right`.
fn fitting(ui: &Ui, right: f32, [long, short]: [String; 2]) -> String {
    let font = TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(long.clone(), font, Color32::PLACEHOLDER);
    if galley.size().x <= right - ui.cursor().left() { long } else { short }
}

/// Moves the cell to the position of the one on which its caption is dropped.
fn reorder(
    ui: &Ui,
    handle: &Response,
    id: CellId,
    picture: Rect,
    edits: &mut Vec<(CellId, CellEdit)>,
) {
    if handle.drag_started() {
        edits.push((id, CellEdit::Select));
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
    ui.painter().rect_stroke(picture, 0.0, line, StrokeKind::Inside);
    if ui.input(|input| input.pointer.any_released()) {
        egui::DragAndDrop::clear_payload(ui.ctx());
        edits.push((*dragged, CellEdit::MoveOnto(id)));
    }
}

/// An empty name restores the generator's title.
fn naming_ui(ui: &mut Ui, id: CellId, name: &str, edits: &mut Vec<(CellId, CellEdit)>) {
    ui.set_max_width(160.0);
    let typed = naming::field_ui(ui, NameTarget::Cell(id), "Name of the cell");
    if let Some(typed) = typed.filter(|typed| typed != name) {
        edits.push((id, CellEdit::Rename(typed)));
    }
}
