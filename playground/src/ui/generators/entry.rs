//! Rows of the list of generators.

use egui::{Align2, Color32, FontId, Id, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use noise_playground::source::ModulePath;

use crate::ui::icons;
use crate::ui::theme::{self, ROW};
use crate::ui::tooltips::beside_panel;
use crate::workbench::caption::UNSAVED;
use crate::workbench::generator_list::{DataEntry, ListedEntry};
use crate::workbench::{Entry, EntryKind};

/// Width of caret and icon columns, in points.
const COLUMN: f32 = 18.0;

/// A click folds or unfolds the folder.
pub(super) fn folder_ui(ui: &Ui, rect: Rect, path: &str, is_open: bool) -> Response {
    let response = ui.interact(rect, Id::unique(("list folder", path)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_open, path));
    if ui.is_rect_visible(rect) {
        background_ui(ui, rect, &response, false);
        caret_ui(ui, rect, is_open);
        let color = ui.visuals().weak_text_color();
        let text = rect.with_min_x(rect.left() + COLUMN);
        text_ui(ui, text, path, FontId::proportional(12.0), color);
    }
    response.on_hover_text(if is_open { "Fold" } else { "Unfold" })
}

pub(super) fn data_ui(ui: &Ui, rect: Rect, file: &DataEntry, is_shown: bool) -> Response {
    // Files of two folders may have one name.
    let id = Id::unique(("list data file", file.index));
    let response = ui.interact(rect, id, Sense::click());
    let name = file.name.as_str();
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_shown, name));
    if ui.is_rect_visible(rect) {
        background_ui(ui, rect, &response, is_shown);
        let visuals = ui.visuals();
        let color = if is_shown { visuals.strong_text_color() } else { visuals.text_color() };
        let font = if is_shown { theme::medium(13.0) } else { FontId::proportional(13.0) };
        icon_ui(ui, rect.with_min_x(rect.left() + COLUMN), icons::GRID, color);
        text_ui(ui, rect.with_min_x(rect.left() + 2.0 * COLUMN), name, font, color);
    }
    response.on_hover_text("Data file")
}

/// Draws an icon at the left end.
fn icon_ui(ui: &Ui, rect: Rect, icon: &str, color: Color32) {
    let at = pos2(rect.left() + COLUMN / 2.0 - 2.0, rect.center().y);
    let font = FontId::proportional(14.0);
    ui.painter().text(at, Align2::CENTER_CENTER, icon, font, color);
}

/// A file without anything to draw.
pub(super) fn library_ui(ui: &Ui, rect: Rect, file: &ModulePath, is_shown: bool) -> Response {
    let response = ui.interact(rect, Id::unique(("list library", file)), Sense::click());
    let label = format!("{file}, nothing to draw");
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_shown, &label));
    if ui.is_rect_visible(rect) {
        background_ui(ui, rect, &response, is_shown);
        let visuals = ui.visuals();
        let weak = visuals.weak_text_color();
        let color = if is_shown { visuals.strong_text_color() } else { weak.gamma_multiply(0.8) };
        let font = if is_shown { theme::medium(13.0) } else { FontId::proportional(13.0) };
        icon_ui(ui, rect.with_min_x(rect.left() + COLUMN), icons::FILE, color);
        let text = rect.with_min_x(rect.left() + 2.0 * COLUMN);
        text_ui(ui, text, file.stem(), font, color);
    }
    let about = format!("{file}\nNothing to draw");
    beside_panel(ui, &response, |ui| _ = ui.label(about));
    response
}

/// Returns true if the user folds or unfolds the helper functions of the file.
pub(super) fn entry_ui(
    ui: &Ui,
    rect: Rect,
    entry: &Entry,
    listed: &ListedEntry,
    is_shown: bool,
) -> (Response, bool) {
    let hint = listed.hint.as_str();
    let id = Id::unique(("list entry", &entry.address));
    let response = ui.interact(rect, id, Sense::click());
    let mut label =
        if hint.is_empty() { entry.title.clone() } else { format!("{} ({hint})", entry.title) };
    if listed.is_unsaved {
        label += ", not saved";
    }
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_shown, &label));
    let mut is_toggled = false;
    if let Some((count, is_open)) = listed.helpers {
        let caret = Rect::from_min_size(rect.min, vec2(COLUMN, ROW));
        let caret = ui.interact(caret, id.with("helpers"), Sense::click());
        let name = format!("{count} helper functions of {}", entry.title);
        caret.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &name));
        is_toggled = caret.on_hover_text(name).clicked();
    }
    if ui.is_rect_visible(rect) {
        paint(ui, rect, entry, listed, is_shown, &response);
        if let Some((_, is_open)) = listed.helpers {
            caret_ui(ui, rect, is_open);
        }
    }
    let error = if entry.error { "\nDoes not compile" } else { "" };
    beside_panel(ui, &response, |ui| _ = ui.label(format!("{}{error}", entry.address)));
    (response, is_toggled)
}

fn paint(
    ui: &Ui,
    rect: Rect,
    entry: &Entry,
    listed: &ListedEntry,
    is_shown: bool,
    response: &Response,
) {
    background_ui(ui, rect, response, is_shown);
    let visuals = ui.visuals();
    let (strong, weak) = (visuals.strong_text_color(), visuals.weak_text_color());
    let color = match (is_shown || response.hovered(), entry.main) {
        (true, _) => strong,
        (false, true) => visuals.text_color(),
        (false, false) => weak,
    };
    let left = rect.left() + if entry.main { COLUMN } else { 2.0 * COLUMN };
    let tint = if is_shown { strong } else { weak };
    icon_ui(ui, rect.with_min_x(left), icon_of(entry), tint);
    let mut text = rect.with_min_x(left + COLUMN);
    if entry.error {
        let at = rect.right_center() - vec2(4.0, 0.0);
        let font = FontId::proportional(14.0);
        let color = visuals.error_fg_color;
        let painter = ui.painter();
        painter.text(at, Align2::RIGHT_CENTER, icons::ERROR, font, color);
        text.max.x -= 20.0;
    }
    let font = if is_shown { theme::medium(13.0) } else { FontId::proportional(13.0) };
    let hint = listed.hint.as_str();
    let dot = if listed.is_unsaved { format!(" {UNSAVED}") } else { String::new() };
    let title = format!("{}{dot}", entry.title);
    let end = text_ui(ui, text, &title, font, color);
    let rest = text.with_min_x(end + 8.0);
    if !hint.is_empty() && rest.width() > 16.0 {
        text_ui(ui, rest, hint, FontId::proportional(12.0), tint);
    }
}

fn icon_of(entry: &Entry) -> &'static str {
    match entry.kind {
        _ if !entry.main => icons::FUNCTION,
        EntryKind::Plane => icons::PLANE,
        EntryKind::Volume => icons::VOLUME,
        EntryKind::Color => icons::COLOR,
        EntryKind::Grid => icons::GRID,
        EntryKind::Unknown => icons::FILE,
    }
}

fn background_ui(ui: &Ui, rect: Rect, response: &Response, is_shown: bool) {
    let visuals = ui.visuals();
    let fill = if is_shown {
        visuals.selection.bg_fill
    } else if response.hovered() || response.has_focus() {
        visuals.widgets.inactive.bg_fill
    } else {
        return;
    };
    let bleed = rect.expand2(vec2(4.0, 0.0));
    ui.painter().rect_filled(bleed, 4.0, fill);
}

fn caret_ui(ui: &Ui, rect: Rect, is_open: bool) {
    let icon = if is_open { icons::CARET_DOWN } else { icons::CARET_RIGHT };
    let at = pos2(rect.left() + COLUMN / 2.0 - 2.0, rect.center().y);
    let color = ui.visuals().weak_text_color();
    let font = FontId::proportional(10.0);
    ui.painter().text(at, Align2::CENTER_CENTER, icon, font, color);
}

/// Elides text that is too long. Returns the x coordinate of its right end.
fn text_ui(ui: &Ui, rect: Rect, text: &str, font: FontId, color: Color32) -> f32 {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width((rect.width() - 4.0).max(0.0));
    let galley = ui.painter().layout_job(job);
    let at = Align2::LEFT_CENTER.anchor_size(rect.left_center(), galley.size()).min;
    let end = at.x + galley.size().x;
    ui.painter().galley(at, galley, color);
    end
}
