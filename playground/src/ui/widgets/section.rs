//! The foldable header of a section in the panel on the right.

use egui::{Color32, FontId, Response, Role, Sense, Ui, WidgetInfo, vec2};

use super::elided::elided_in;
use super::row::Columns;
use crate::ui::icons;
use crate::ui::theme::{self, ROW};

/// Ends the names of sections that are initially folded: those of a generator whose samples another one reads.
const FOLDED: char = '›';

/// Distance of the name from the left end of the caret, in points.
const INDENT: f32 = 16.0;

/// `trailing` adds widgets at the right end. Returns true if the section is unfolded.
pub(crate) fn section_ui(
    ui: &mut Ui,
    name: &str,
    trailing: impl FnOnce(&mut Ui, &Columns, &Response),
) -> bool {
    let id = ui.scope_id().with("open");
    let mut open = ui.data(|data| data.get_temp(id).unwrap_or(!name.ends_with(FOLDED)));
    let columns = Columns::allocate(ui, ROW);
    let header = columns.handle.union(columns.bar);
    let response = ui.interact(header, id.with("header"), Sense::click());
    if response.clicked() {
        open = !open;
        ui.data_mut(|data| data.insert_temp(id, open));
    }
    let caret = if open { icons::CARET_DOWN } else { icons::CARET_RIGHT };
    let strong = ui.visuals().strong_text_color();
    let weak = if response.hovered() { strong } else { ui.visuals().weak_text_color() };
    let left = header.left_center();
    let (align, font) = (egui::Align2::LEFT_CENTER, FontId::proportional(12.0));
    ui.painter().text(left, align, caret, font, weak);
    let width = header.width() - INDENT;
    let galley = elided_in(ui, name, theme::medium(13.0), strong, width);
    let is_elided = galley.text() != name;
    let at = left + vec2(INDENT, -galley.size().y / 2.0);
    ui.painter().galley(at, galley, Color32::PLACEHOLDER);
    response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, name));
    trailing(ui, &columns, &response);
    if is_elided {
        response.on_hover_text(name);
    }
    open
}
