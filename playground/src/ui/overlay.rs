//! Overlays on a picture: legend, scale bar, notes and tools. They are hidden while the panels are.

mod crosshair;
mod error_scale;
mod hints;
mod legend;
mod notes;
mod scale_bar;
mod scene_marks;
pub(crate) mod tools;

use egui::{Align2, Color32, FontId, Pos2, Rect, Ui, vec2};

use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, Workbench};

/// Distance from the edges of a picture, in points.
const MARGIN: f32 = 8.0;

/// Smaller pictures, in points, have no overlays.
const MIN_SIZE: egui::Vec2 = vec2(320.0, 220.0);

pub(crate) fn overlay_ui(ui: &mut Ui, rect: Rect, workbench: &mut Workbench, id: CellId) {
    let is_scene = workbench.scene(id).is_some();
    if let Some(probe) = workbench.pointer.probe.as_ref().filter(|_| !is_scene) {
        crosshair::crosshair_ui(ui, rect, &workbench.document, id, probe);
    }
    if let Some(traced) = workbench.left_trace(id).filter(|_| !is_scene) {
        crosshair::mark_ui(ui, rect, &workbench.document, id, traced);
    }
    if workbench.document.selected == id {
        let visible = notes::visible_octaves_in(ui, rect, workbench, id).filter(|_| !is_scene);
        workbench.chrome_mut().visible_octaves = visible;
        workbench.chrome_mut().has_legend = false;
    }
    if is_bare(workbench, rect, id) {
        workbench.chrome_mut().legend.take_if(|shown| *shown == id);
        return;
    }
    if is_scene {
        if let Some(corner) = scene_marks::marks_ui(ui, rect, workbench, id) {
            let corner = scene_marks::exaggeration_ui(ui, corner, workbench, id);
            notes::notes_ui(ui, corner, rect, workbench, id);
        }
    } else {
        let span = workbench.document.effective_view(id).span;
        let corner = scale_bar::scale_bar_ui(ui, rect, span, workbench, id);
        notes::notes_ui(ui, corner, rect, workbench, id);
        error_scale::error_scale_ui(ui, rect, workbench, id);
    }
    let has_legend = legend::legend_ui(ui, rect, workbench, id);
    if workbench.document.selected == id {
        workbench.chrome_mut().has_legend = has_legend;
        tools::tools_ui(ui, rect, workbench, id);
        hints::hints_ui(ui, rect, workbench);
    }
}

/// Shows scale bar and legend on a pair's picture, colored as the cell `reference`. A difference has a color scale
/// below it instead of a legend; a three-dimensional view has a north arrow too.
pub(crate) fn pair_overlay_ui(
    ui: &mut Ui,
    rect: Rect,
    workbench: &mut Workbench,
    reference: CellId,
) {
    workbench.chrome_mut().has_legend = false;
    if is_bare(workbench, rect, reference) {
        workbench.chrome_mut().legend.take_if(|shown| *shown == reference);
        return;
    }
    if workbench.scene(reference).is_some() {
        scene_marks::marks_ui(ui, rect, workbench, reference);
    } else {
        let span = workbench.document.effective_view(reference).span;
        scale_bar::scale_bar_ui(ui, rect, span, workbench, reference);
    }
    if workbench.document.arrangement != Arrangement::Difference {
        error_scale::error_scale_ui(ui, rect, workbench, reference);
        let has_legend = legend::legend_ui(ui, rect, workbench, reference);
        workbench.chrome_mut().has_legend = has_legend;
    }
}

/// Returns true if the panels are hidden, the picture is too small, or the cell has no generator.
fn is_bare(workbench: &Workbench, rect: Rect, id: CellId) -> bool {
    let is_hidden = !workbench.chrome.shows_sides();
    let is_small = rect.width() < MIN_SIZE.x || rect.height() < MIN_SIZE.y;
    is_hidden || is_small || workbench.shown_in(id).is_none()
}

fn plate(ui: &Ui, rect: Rect) {
    let color = ui.visuals().panel_fill.gamma_multiply(0.88);
    ui.painter().rect_filled(rect, 4.0, color);
}

/// Draws a text on a background, whose corner `align` is at `at`. Returns the background's rectangle.
pub(super) fn text_plate(ui: &Ui, at: Pos2, align: Align2, text: &str, color: Color32) -> Rect {
    let font = FontId::proportional(12.0);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, color);
    let rect = align.anchor_size(at, galley.size() + vec2(12.0, 6.0));
    plate(ui, rect);
    ui.painter().galley(rect.min + vec2(6.0, 3.0), galley, color);
    rect
}
