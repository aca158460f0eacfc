//! A row of the panel on the right, in aligned columns: name, slider, number, reset button.

use egui::{Label, Layout, Rect, Response, RichText, Sense, Ui, UiBuilder, WidgetText, vec2};

use crate::ui::icons;
use crate::ui::theme::{self, ROW};

/// Rectangles of a row's columns, in points. Rows of equal width have equal columns.
pub(crate) struct Columns {
    pub(crate) name: Rect,
    pub(crate) slider: Rect,
    pub(crate) number: Rect,
    pub(crate) reset: Rect,
}

const GAP: f32 = 8.0;
const NUMBER: f32 = 64.0;
const RESET: f32 = 16.0;
/// Width of the name column as a fraction of the row.
const NAME_FRACTION: f32 = 0.34;

impl Columns {
    /// Allocates the next row of the panel, `height` points high.
    pub(crate) fn allocate(ui: &mut Ui, height: f32) -> Self {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let name = (rect.width() * NAME_FRACTION).floor();
        let column = |from: f32, to: f32| {
            Rect::from_x_y_ranges(rect.left() + from..=rect.left() + to, rect.y_range())
        };
        let reset = rect.width() - RESET;
        let number = reset - 4.0 - NUMBER;
        Self {
            name: column(0.0, name),
            slider: column(name + GAP, (number - GAP).max(name + GAP)),
            number: column(number, number + NUMBER),
            reset: column(reset, rect.width()),
        }
    }

    /// Returns the slider and number columns together, for wide widgets.
    pub(crate) fn body(&self) -> Rect {
        self.slider.union(self.number)
    }

    /// Draws the name in the first line of the row.
    pub(crate) fn name_ui(&self, ui: &mut Ui, name: impl Into<WidgetText>) -> Response {
        let mut line = self.name;
        line.set_height(line.height().min(ROW));
        ui.scope_builder(
            UiBuilder::new()
                .max_rect(line)
                .layout(Layout::left_to_right(egui::Align::Center)),
            |ui| {
                ui.add(
                    Label::new(name)
                        .truncate()
                        .selectable(false)
                        .sense(Sense::click_and_drag()),
                )
            },
        )
        .inner
    }

    /// Draws the dot that marks a modified value and resets it. Returns true if it was clicked.
    pub(crate) fn reset_ui(&self, ui: &mut Ui, name: &str, default: &str) -> bool {
        let mut dot = self.reset;
        dot.set_height(dot.height().min(ROW));
        let response = ui.interact(dot, ui.scope_id().with("reset"), Sense::click());
        let accent = theme::accent(ui.visuals());
        if response.hovered() || response.has_focus() {
            let font = egui::FontId::proportional(13.0);
            ui.painter().text(
                dot.center(),
                egui::Align2::CENTER_CENTER,
                icons::RESET,
                font,
                accent,
            );
        } else {
            ui.painter().circle_filled(dot.center(), 3.0, accent);
        }
        let label = format!("Reset {name}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        let hint = if default.is_empty() {
            label
        } else {
            format!("Reset to {default}")
        };
        response.on_hover_text(hint).clicked()
    }
}

/// Draws a row with a name, and `body` beside it. Returns the result of `body`.
pub(crate) fn named_row_ui<R>(
    ui: &mut Ui,
    name: &str,
    body: impl FnOnce(&mut Ui, &Columns) -> R,
) -> R {
    let columns = Columns::allocate(ui, ROW);
    columns.name_ui(ui, RichText::new(name));
    body(ui, &columns)
}
