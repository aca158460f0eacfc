//! The badge that names the tap or the derivative which a picture shows.

use egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, vec2};

use crate::ui::theme;
use crate::workbench::picture_state::by_control;
use crate::workbench::{CellId, Workbench};

/// Distance from the edges of the picture, and inner margin, in points.
const MARGIN: f32 = 8.0;

/// Width left free for a tool button, in points.
const LEFT: f32 = 28.0;

/// Draws the badge at the upper right of the picture in `rect`.
pub(crate) fn badge_ui(ui: &Ui, rect: Rect, workbench: &Workbench, id: CellId) {
    let target = workbench.document.cell(id).and_then(|cell| cell.target.as_ref());
    let stage = target.and_then(|target| target.stage());
    let control = target.and_then(|target| target.sensitivity());
    let Some(shown) = stage.map(str::to_owned).or(control.map(by_control)) else {
        return;
    };
    let stage = shown.as_str();
    let accent = theme::accent(ui.visuals());
    let painter = ui.painter().with_clip_rect(rect);
    let space = rect.width() - 4.0 * MARGIN - LEFT;
    let layout = |name: &str| {
        let font = FontId::monospace(12.0);
        painter.layout_no_wrap(name.to_owned(), font, accent)
    };
    let names = if control.is_some() { vec![stage] } else { shorter_names(stage) };
    let mut names = names.into_iter().map(layout);
    let fits = names.find(|text| text.size().x <= space);
    let text = fits.unwrap_or_else(|| layout(stage.rsplit("::").next().unwrap_or(stage)));
    let size = text.size() + vec2(2.0 * MARGIN, MARGIN);
    let plate = Align2::RIGHT_TOP.align_size_within_rect(size, rect.shrink(MARGIN));
    painter.rect_filled(plate, 4.0, ui.visuals().panel_fill.gamma_multiply(0.88));
    painter.galley(plate.min + vec2(MARGIN, MARGIN / 2.0), text, accent);
    let response = ui.interact(plate, ui.scope_id().with(("stage", id)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Shows {stage}")));
    response.on_hover_text(match control {
        Some(control) => format!(
            "Where {control} acts: the derivative of the value by it. Escape shows the value."
        ),
        None => format!("{stage} in place of the result. Escape shows the result."),
    });
}

/// Returns shorter forms of an address: without folder, then file, then function.
fn shorter_names(stage: &str) -> Vec<&str> {
    let name = stage.rsplit_once('/').map_or(stage, |(_, file)| file);
    let parts = name.match_indices("::");
    let shorter = parts.map(|(at, separator)| &name[at + separator.len()..]);
    std::iter::once(name).chain(shorter).collect()
}
