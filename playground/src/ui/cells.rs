//! The central area of the window: a grid of cells with captions, a pair, a sweep, or help while there is no picture.

use egui::emath::GuiRounding as _;
use egui::{Rect, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};
use noise_playground::diagnostic::Diagnostic;

use super::caption::caption_ui;
use super::cell_menu::cell_menu_ui;
use super::focus::{self, FocusZone};
use super::pair::pair_ui;
use super::pair::strip::strip_ui;
use super::panes::{CAPTION, GAP, full_pane};
use super::picture::picture_ui;
use super::{PanelOutput, empty, theme};
use crate::workbench::caption::CellCaption;
use crate::workbench::{Pane, PaneId, Workbench};

/// Preferred ratio of width to height.
const ASPECT: f32 = 1.3;

/// Returns the panes to render into.
pub(crate) fn cells_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    output: &mut PanelOutput,
) -> Vec<Pane> {
    let mut rect = ui.available_rect_before_wrap();
    if workbench.shown().is_none() {
        let background = ui.visuals().extreme_bg_color;
        ui.painter().rect_filled(rect, 0.0, background);
        let has_error = workbench.diagnostics().iter().any(Diagnostic::is_error);
        empty::empty_ui(ui, workbench, has_error, &mut output.actions);
        workbench.pointer_mut().probe = None;
        return Vec::new();
    }
    super::sweep::drop_ui(ui, rect, workbench);
    if workbench.active_sweep().is_some() {
        focus::start_zone(ui, FocusZone::Pictures);
        return super::sweep::sweep_ui(ui, rect, workbench);
    }
    if workbench.active_mutations().is_some() {
        focus::start_zone(ui, FocusZone::Pictures);
        return super::mutations::mutations_ui(ui, rect, workbench);
    }
    if workbench.document.cells.len() > 1 {
        rect = strip_ui(ui, rect, workbench, &mut output.commands);
    }
    if let Some(pair) = workbench.document.compared() {
        return pair_ui(ui, rect, workbench, pair);
    }
    let ids = workbench.document.visible_cells();
    if workbench.document.cells.len() == 1 {
        let rect = rect.round_to_pixels(ui.pixels_per_point());
        let response = picture_ui(ui, rect, workbench, ids[0]);
        let mut edits = Vec::new();
        cell_menu_ui(&response, workbench, ids[0], &mut edits);
        workbench.edit_cells(edits);
        return vec![full_pane(PaneId::Cell(ids[0]), rect)];
    }
    let pixels = ui.pixels_per_point();
    let rects = cell_rects(rect.shrink(GAP / 2.0).round_to_pixels(pixels), ids.len(), pixels);
    let mut captions = workbench.captions();
    captions.retain(|caption| ids.contains(&caption.id));
    let cells = captions.iter().zip(rects);
    cells.map(|(caption, rect)| cell_ui(ui, rect.shrink(GAP / 2.0), workbench, caption)).collect()
}

fn cell_ui(ui: &mut Ui, rect: Rect, workbench: &mut Workbench, caption: &CellCaption) -> Pane {
    let id = caption.id;
    let split = rect.bottom() - CAPTION;
    let picture = Rect::from_min_max(rect.min, pos2(rect.right(), split));
    let picture = picture.round_to_pixels(ui.pixels_per_point());
    let below = Rect::from_min_max(pos2(rect.left(), split), rect.max);
    ui.push_id(id, |ui| {
        let response = picture_ui(ui, picture, workbench, id);
        let mut edits = Vec::new();
        cell_menu_ui(&response, workbench, id, &mut edits);
        let area = UiBuilder::new().max_rect(below);
        ui.scope_builder(area, |ui| {
            caption_ui(ui, workbench, caption, picture, &mut edits);
        });
        workbench.edit_cells(edits);
    });
    if workbench.document.selected == id {
        let line = Stroke::new(2.0, theme::accent(ui.visuals()));
        ui.painter().rect_stroke(picture, 0.0, line, StrokeKind::Outside);
    }
    full_pane(PaneId::Cell(id), picture)
}

/// Splits `rect` into `count` equal rectangles, row by row, with a ratio near [`ASPECT`]. They are whole pixels apart,
/// so that linked cells sample the same positions.
fn cell_rects(rect: Rect, count: usize, pixels_per_point: f32) -> Vec<Rect> {
    let shape = |columns: usize| {
        let rows = count.div_ceil(columns);
        let size = vec2(rect.width() / columns as f32, rect.height() / rows as f32);
        (columns, size)
    };
    // Height of the largest picture with the preferred ratio that fits a cell of this size.
    let fitting = |size: egui::Vec2| (size.x / ASPECT).min(size.y - CAPTION);
    let shapes = (1..=count).map(shape);
    let best = shapes.max_by(|one, other| fitting(one.1).total_cmp(&fitting(other.1)));
    let (columns, size) = best.unwrap_or((1, rect.size()));
    let size = (size * pixels_per_point).floor() / pixels_per_point;
    (0..count)
        .map(|index| {
            let (row, column) = (index / columns, index % columns);
            let corner = rect.min + vec2(column as f32 * size.x, row as f32 * size.y);
            Rect::from_min_size(corner, size)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_rects_fill_the_area_near_the_preferred_shape() {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(760.0, 730.0));
        let columns = |area, count: usize| {
            let rects = cell_rects(area, count, 1.0);
            rects.iter().filter(|rect| rect.top() == 0.0).count()
        };
        let counts = [1, 2, 4, 6, 9, 16];
        assert_eq!(counts.map(|count| columns(area, count)), [1, 1, 2, 2, 3, 4]);
        let tall = Rect::from_min_size(pos2(0.0, 0.0), vec2(352.0, 528.0));
        assert_eq!([2, 4, 9].map(|count| columns(tall, count)), [1, 2, 3]);
        let wide = Rect::from_min_size(pos2(0.0, 0.0), vec2(1600.0, 700.0));
        assert_eq!(cell_rects(wide, 2, 1.0)[1].left(), 800.0);
        let odd = Rect::from_min_size(pos2(0.0, 0.0), vec2(757.0, 731.0));
        assert!(cell_rects(odd, 2, 1.0).iter().all(|rect| rect.size() == vec2(757.0, 365.0)));
    }
}
