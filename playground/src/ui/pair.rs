//! A pair of cells in one picture area: wipe, blink, or difference.

mod difference;
pub(crate) mod strip;
mod wipe;

use std::time::Duration;

use egui::emath::GuiRounding as _;
use egui::{Color32, Frame, Label, Margin, Rect, Response, RichText, Ui, UiBuilder};

use super::camera;
use super::caption::caption_ui;
use super::overlay::pair_overlay_ui;
use super::panes::{CAPTION, GAP, full_pane};
use super::picture::picture_ui;
use crate::workbench::caption::CellCaption;
use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, Pane, PaneId, Workbench};

/// Seconds for which each cell is visible.
const BLINK_PHASE: f64 = 0.5;

/// Dragging and zooming affects both cells. Returns their panes.
pub(crate) fn pair_ui(
    ui: &mut Ui,
    rect: Rect,
    workbench: &mut Workbench,
    pair: [CellId; 2],
) -> Vec<Pane> {
    let area = rect.shrink(GAP);
    let (area, below) = area.split_top_bottom_at_y(area.bottom() - CAPTION);
    let arrangement = workbench.document.arrangement;
    let captions = workbench.captions();
    let (picture, metrics) = if arrangement == Arrangement::Difference {
        area.split_top_bottom_at_y(area.bottom() - difference::metrics_height(area.width()))
    } else {
        (area, Rect::NOTHING)
    };
    let picture = picture.round_to_pixels(ui.pixels_per_point());
    let response = picture_ui(ui, picture, workbench, pair[0]);
    let panes = match arrangement {
        Arrangement::Blink => {
            let visible = blinking_cell(ui, pair);
            let caption = captions.iter().find(|caption| caption.id == visible);
            if let Some(caption) = caption {
                cell_badge_ui(ui, picture, &badge_text(caption, &workbench.name(visible)));
            }
            blink(picture, pair, visible)
        }
        Arrangement::Difference => {
            difference::metrics_ui(ui, metrics, workbench);
            difference::panes(picture, pair)
        }
        Arrangement::Grid | Arrangement::Enlarged | Arrangement::Wipe => {
            let mut wipe = workbench.comparison.wipe;
            let panes = wipe::wipe_ui(ui, picture, &mut wipe, pair);
            workbench.set_wipe(wipe);
            panes
        }
    };
    pair_overlay_ui(ui, picture, workbench, pair[0]);
    update_probe(ui, &response, workbench, pair, &panes);
    let mut edits = Vec::new();
    let (first, second) = below.split_left_right_at_fraction(0.5);
    let first = first.with_max_x(first.right() - 2.0 * GAP);
    for (id, half) in pair.into_iter().zip([first, second]) {
        let below = UiBuilder::new().max_rect(half).id_salt(id);
        let caption = captions.iter().find(|caption| caption.id == id);
        ui.scope_builder(below, |ui| {
            caption
                .into_iter()
                .for_each(|caption| caption_ui(ui, workbench, caption, half, &mut edits));
        });
    }
    workbench.edit_cells(edits);
    panes
}

/// Requests a repaint for the time of the next change.
fn blinking_cell(ui: &Ui, [first, second]: [CellId; 2]) -> CellId {
    let phases = ui.input(|input| input.time) / BLINK_PHASE;
    let remaining = BLINK_PHASE * (1.0 - phases.fract());
    ui.ctx().request_repaint_after(Duration::from_secs_f64(remaining));
    if phases.rem_euclid(2.0) < 1.0 { first } else { second }
}

/// The visible cell is last, which is drawn on top; the other one is evaluated all the same.
fn blink(picture: Rect, mut pair: [CellId; 2], visible: CellId) -> Vec<Pane> {
    pair.sort_by_key(|id| *id == visible);
    pair.map(|id| full_pane(PaneId::Cell(id), picture)).into()
}

/// Returns number and text of the caption; `name` is that of the cell, for a caption without text.
fn badge_text(caption: &CellCaption, name: &str) -> String {
    let differences = caption.text(usize::MAX);
    let parts = [caption.name.as_deref().unwrap_or_default(), differences.as_str()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let text = if parts.is_empty() { name.to_owned() } else { parts.join("   ") };
    format!("{}   {text}", caption.number)
}

fn cell_badge_ui(ui: &mut Ui, picture: Rect, text: &str) {
    let corner = UiBuilder::new().max_rect(picture.shrink(GAP));
    ui.scope_builder(corner, |ui| {
        let badge = Frame::new()
            .fill(Color32::from_black_alpha(180))
            .corner_radius(4.0)
            .inner_margin(Margin::symmetric(8, 4));
        badge.show(ui, |ui| {
            ui.add(Label::new(RichText::new(text).color(Color32::WHITE)).selectable(false));
        });
    });
}

/// Assigns the probe to the topmost picture at the pointer, or removes it.
fn update_probe(
    ui: &Ui,
    response: &Response,
    workbench: &mut Workbench,
    pair: [CellId; 2],
    panes: &[Pane],
) {
    let Some(at) = response.hover_pos() else {
        workbench.pointer_mut().probe = None;
        return;
    };
    let visible = panes.iter().rev().find(|pane| pane.clip.contains(at));
    // In three-dimensional views, one pixel shows different world positions in the two cells.
    if visible.is_some_and(|pane| pane.key == PaneId::Cell(pair[1]))
        && workbench.scene(pair[1]).is_some()
    {
        camera::probe_ui(ui, response, workbench, pair[1]);
    }
    if let Some((probe, visible)) = workbench.pointer_mut().probe.as_mut().zip(visible) {
        probe.pane = visible.key;
    }
}
