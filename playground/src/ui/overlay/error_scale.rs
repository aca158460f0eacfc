//! The color scale of rounding errors: the palette with its ends, which are constant.

use egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::MARGIN;
use crate::ui::palettes::strip_ui;
use crate::workbench::{CellId, PaneId, Workbench};

const SIZE: egui::Vec2 = vec2(240.0, 34.0);
const STRIP: f32 = 10.0;
const INSET: f32 = 10.0;

/// Shows the scale in the lower right corner if the view mode shows errors.
pub(super) fn error_scale_ui(ui: &Ui, picture: Rect, workbench: &Workbench, id: CellId) {
    let content = workbench.pane_content(PaneId::Cell(id));
    let shading = content.map(|content| content.view.shading_for(&content.generator));
    let Some(shading) = shading.filter(|shading| shading.mode.info().shows_errors) else {
        return;
    };
    let corner = picture.right_bottom() - vec2(MARGIN, MARGIN);
    let plate = Rect::from_min_max(corner - SIZE, corner);
    super::plate(ui, plate);
    let left = pos2(plate.left() + INSET, plate.top() + 6.0);
    let strip = Rect::from_min_size(left, vec2(SIZE.x - 2.0 * INSET, STRIP));
    strip_ui(ui, strip, shading.palette());
    let about = "Error of f32 divided by the standard deviation of the values";
    let response = ui.interact(plate, ui.scope_id().with("error scale"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, about));
    response.on_hover_text(about);
    let bottom = strip.bottom() + 2.0;
    let visuals = ui.visuals();
    for (x, align, text, color) in [
        (strip.left(), Align2::LEFT_TOP, "10\u{207b}\u{2078}", visuals.text_color()),
        (strip.center().x, Align2::CENTER_TOP, "error / deviation", visuals.weak_text_color()),
        (strip.right(), Align2::RIGHT_TOP, "1", visuals.text_color()),
    ] {
        let font = FontId::proportional(12.0);
        ui.painter().text(pos2(x, bottom), align, text, font, color);
    }
}
