//! The foldable header of a section in the panel on the right.

use egui::{Response, Sense, Ui};

use super::row::Columns;
use crate::ui::icons;
use crate::ui::theme::{self, ROW};

/// Shows the foldable header of a section. `trailing` adds to its right end. Returns true if the section is open.
pub(crate) fn section_ui(
    ui: &mut Ui,
    name: &str,
    trailing: impl FnOnce(&mut Ui, &Columns, &Response),
) -> bool {
    let id = ui.scope_id().with("open");
    let mut open = ui.data(|data| data.get_temp(id).unwrap_or(true));
    let columns = Columns::allocate(ui, ROW);
    let header = columns.name.union(columns.number);
    let response = ui.interact(header, id.with("header"), Sense::click());
    if response.clicked() {
        open = !open;
        ui.data_mut(|data| data.insert_temp(id, open));
    }
    let caret = if open {
        icons::CARET_DOWN
    } else {
        icons::CARET_RIGHT
    };
    let strong = ui.visuals().strong_text_color();
    let weak = if response.hovered() {
        strong
    } else {
        ui.visuals().weak_text_color()
    };
    let painter = ui.painter();
    let left = header.left_center();
    painter.text(
        left,
        egui::Align2::LEFT_CENTER,
        caret,
        egui::FontId::proportional(12.0),
        weak,
    );
    painter.text(
        left + egui::vec2(16.0, 0.0),
        egui::Align2::LEFT_CENTER,
        name,
        theme::medium(13.0),
        strong,
    );
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::DisclosureTriangle, true, open, name)
    });
    trailing(ui, &columns, &response);
    open
}
