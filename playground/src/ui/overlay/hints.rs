//! What to try first, on the picture of the first run. Each line leaves for good when the user has done it once.

use egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use super::plate;
use crate::workbench::{Panel, Workbench};

/// Distance in points from the lower edge, above legend, scale bar and two notes; and between lines.
const BOTTOM: f32 = 104.0;
const GAP: f32 = 4.0;

pub(super) fn hints_ui(ui: &Ui, picture: Rect, workbench: &Workbench) {
    // Messages about errors cover the lower part of the picture.
    if workbench.document.cells.len() > 1 || workbench.shows(Panel::DIAGNOSTICS) {
        return;
    }
    let mut at = picture.center_bottom() - vec2(0.0, BOTTOM);
    for hint in workbench.hints().into_iter().rev() {
        let (font, color) = (FontId::proportional(13.0), ui.visuals().text_color());
        let text = ui.painter().layout_no_wrap(hint.text().to_owned(), font, color);
        let rect = Align2::CENTER_BOTTOM.anchor_size(at, text.size() + vec2(20.0, 8.0));
        plate(ui, rect);
        ui.painter().galley(rect.min + vec2(10.0, 4.0), text, color);
        let label = ui.interact(rect, ui.scope_id().with(hint.text()), Sense::hover());
        label.widget_info(|| WidgetInfo::labeled(Role::Label, true, hint.text()));
        at.y = rect.top() - GAP;
    }
}
