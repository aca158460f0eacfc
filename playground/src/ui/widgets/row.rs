//! Layout of a panel row: drag handle, name, widget, and a dot that resets the value. A slider has its name inside.

use egui::{
    Align2, Color32, CursorIcon, FontId, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2,
};

use super::elided::elided_middle;
use super::number_keys::watch;
use crate::ui::icons;
use crate::ui::theme::{self, ROW};

/// In points. Rows of equal width have equal columns.
pub(crate) struct Columns {
    /// At the left end. Under the pointer it shows six dots: the name can be dragged.
    pub(crate) handle: Rect,
    /// Name and widget together, for sliders.
    pub(crate) bar: Rect,
    pub(crate) name: Rect,
    pub(crate) body: Rect,
    /// Not covered by the scroll bar.
    reset: Rect,
}

const HANDLE: f32 = 16.0;
/// In points.
pub(crate) const RESET: f32 = 20.0;
/// Smallest distance of the name from the widget, in points.
const GAP: f32 = 2.0;
/// Distance of the name from the left edge of the bar, in points.
const INSET: f32 = 8.0;
/// Fraction of name and widget together.
const NAME_FRACTION: f32 = 0.38;

impl Columns {
    /// Allocates a row, `height` points high.
    pub(crate) fn allocate(ui: &mut Ui, height: f32) -> Self {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        watch(ui, rect);
        let (left, right) = (rect.left() + HANDLE, rect.right() - RESET);
        let split = left + ((right - left) * NAME_FRACTION).floor();
        let column = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, rect.y_range());
        Self {
            handle: column(rect.left(), left),
            bar: column(left, right),
            name: column(left + INSET, split - GAP),
            body: column(split, right),
            reset: column(right, rect.right()),
        }
    }

    /// For rows several lines high.
    fn first_line(column: Rect) -> Rect {
        let mut line = column;
        line.set_height(line.height().min(ROW));
        line
    }

    /// Elides a long name in its middle. Name and handle are one widget, for clicks and drags but not for the keyboard.
    pub(crate) fn name_ui(&self, ui: &Ui, name: &str) -> Response {
        let line = Self::first_line(self.name);
        let response = self.handle_ui(ui, name, self.handle.union(line));
        paint_text(ui, line, name, Align2::LEFT_CENTER);
        response
    }

    /// Makes the handle a widget, for sliders, whose name is inside the bar.
    pub(crate) fn bar_handle_ui(&self, ui: &Ui, name: &str) -> Response {
        self.handle_ui(ui, name, Self::first_line(self.handle))
    }

    fn handle_ui(&self, ui: &Ui, name: &str, rect: Rect) -> Response {
        let id = ui.scope_id().with("name");
        let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
        response
    }

    /// Draws six dots while the pointer is over the row: the name can be dragged.
    pub(crate) fn grip_ui(&self, ui: &Ui, handle: &Response) {
        let row = Self::first_line(self.handle.union(self.bar));
        if !ui.rect_contains_pointer(row) && !handle.dragged() {
            return;
        }
        if handle.hovered() {
            ui.set_cursor_icon(CursorIcon::Grab);
        }
        let color = if handle.hovered() {
            ui.visuals().strong_text_color()
        } else {
            ui.visuals().weak_text_color()
        };
        let center = Self::first_line(self.handle).center();
        for (column, line) in (0..2).flat_map(|column| (-1..=1).map(move |line| (column, line))) {
            let at = center + vec2(4.0 * column as f32 - 4.0, 4.0 * line as f32);
            ui.painter().circle_filled(at, 1.0, color);
        }
    }

    /// The dot marks a modified value. Returns true if it was clicked.
    pub(crate) fn reset_ui(&self, ui: &Ui, name: &str, default: impl FnOnce() -> String) -> bool {
        let dot = Self::first_line(self.reset);
        let response = ui.interact(dot, ui.scope_id().with("reset"), Sense::click());
        let accent = theme::accent(ui.visuals());
        if response.hovered() || response.has_focus() {
            let font = FontId::proportional(13.0);
            let (at, align) = (dot.center(), Align2::CENTER_CENTER);
            ui.painter().text(at, align, icons::RESET, font, accent);
        } else {
            ui.painter().circle_filled(dot.center(), 3.0, accent);
        }
        let label = format!("Reset {name}");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        let response = response.on_hover_ui(|ui| {
            let default = default();
            ui.label(if default.is_empty() { label } else { format!("Reset to {default}") });
        });
        response.clicked()
    }
}

/// Elides a text that is too long in its middle. Returns its rectangle.
pub(crate) fn paint_text(ui: &Ui, line: Rect, text: &str, align: Align2) -> Rect {
    let galley = elided_middle(ui, text, FontId::proportional(13.0), line.width());
    let rect = align.align_size_within_rect(galley.size(), line);
    let at = pos2(rect.left().round(), rect.top().round());
    ui.painter().galley(at, galley, Color32::PLACEHOLDER);
    rect
}

pub(crate) fn named_row_ui<R>(
    ui: &mut Ui,
    name: &str,
    body: impl FnOnce(&mut Ui, &Columns) -> R,
) -> (Response, R) {
    ui.push_id(name, |ui| {
        let columns = Columns::allocate(ui, ROW);
        let response = columns.name_ui(ui, name);
        let result = body(ui, &columns);
        (response, result)
    })
    .inner
}
