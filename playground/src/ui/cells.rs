//! The central area of the window: a grid of cells with captions, a pair, a sweep, or help while there is no picture.

use egui::emath::GuiRounding as _;
use egui::{Rect, Stroke, StrokeKind, Ui, UiBuilder, Vec2, pos2, vec2};
use noise_playground::wgsl::diagnostic::Diagnostic;

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

/// Share of the window's width and height that the pictures usually have.
const USUAL: Vec2 = vec2(0.65, 0.9);

/// Returns the panes to render into.
pub(crate) fn cells_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    output: &mut PanelOutput,
) -> Vec<Pane> {
    let mut rect = ui.available_rect_before_wrap();
    if !workbench.has_picture() {
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
    let columns = column_count(ui.ctx().content_rect().size(), ids.len());
    let area = rect.shrink(GAP / 2.0).round_to_pixels(pixels);
    let rects = cell_rects(area, ids.len(), columns, pixels);
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
        let visuals = ui.visuals();
        let is_stale = workbench.is_stale(id);
        let color = if is_stale { visuals.error_fg_color } else { theme::accent(visuals) };
        let line = Stroke::new(2.0, color);
        ui.painter().rect_stroke(picture, 0.0, line, StrokeKind::Outside);
    }
    full_pane(PaneId::Cell(id), picture)
}

/// Returns the columns for pictures near [`ASPECT`], by the size of the window, so that open panels do not move cells.
fn column_count(window: Vec2, count: usize) -> usize {
    let usual = window * USUAL;
    // Height of the largest picture with the preferred ratio that fits.
    let fitting = |columns: &usize| {
        let rows = count.div_ceil(*columns);
        let size = usual / vec2(*columns as f32, rows as f32);
        (size.x / ASPECT).min(size.y - CAPTION)
    };
    let best = (1..=count).max_by(|one, other| fitting(one).total_cmp(&fitting(other)));
    best.unwrap_or(1)
}

/// Splits `rect` into equal rectangles, row by row, whole pixels apart, so that linked cells sample the same positions.
fn cell_rects(rect: Rect, count: usize, columns: usize, pixels_per_point: f32) -> Vec<Rect> {
    let rows = count.div_ceil(columns);
    let size = rect.size() / vec2(columns as f32, rows as f32);
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
    fn cells_have_the_preferred_shape_in_a_usual_window() {
        let columns = |width, height| {
            let window = vec2(width, height);
            [1, 2, 4, 6, 9, 16].map(|count| column_count(window, count))
        };
        assert_eq!(columns(1280.0, 800.0), [1, 1, 2, 3, 3, 4]);
        assert_eq!(columns(600.0, 800.0), [1, 1, 1, 2, 2, 3]);
        assert_eq!(columns(1920.0, 1080.0), [1, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn cell_rects_are_equal_and_whole_pixels() {
        let wide = Rect::from_min_size(pos2(0.0, 0.0), vec2(1600.0, 700.0));
        assert_eq!(cell_rects(wide, 2, 2, 1.0)[1].left(), 800.0);
        let odd = Rect::from_min_size(pos2(0.0, 0.0), vec2(757.0, 731.0));
        assert!(cell_rects(odd, 2, 1, 1.0).iter().all(|rect| rect.size() == vec2(757.0, 365.0)));
    }
}
