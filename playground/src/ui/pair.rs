//! Two cells over each other: wipe, blink, difference.

mod difference;
mod wipe;

use std::time::Duration;

use egui::emath::GuiRounding as _;
use egui::{Color32, Frame, Label, Margin, Rect, Response, RichText, Ui, UiBuilder};

use super::caption::caption_ui;

use super::panes::{CAPTION, GAP, whole};
use super::picture::picture_ui;
use crate::workbench::document::Arrangement;
use crate::workbench::{CellId, Pane, PaneId, Pointer, Workbench};

/// How long each of two cells is seen in turn, in seconds.
const TURN: f64 = 0.5;

/// The two as the arrangement asks, in one picture that is dragged and zoomed as one, with the words of both below.
pub(crate) fn pair_ui(
    ui: &mut Ui,
    rect: Rect,
    workbench: &mut Workbench,
    pair: [CellId; 2],
) -> Vec<Pane> {
    let room = rect.shrink(GAP);
    let (room, below) = room.split_top_bottom_at_y(room.bottom() - CAPTION);
    let arrangement = workbench.document.arrangement;
    let (picture, numbers) = if arrangement == Arrangement::Difference {
        room.split_top_bottom_at_y(room.bottom() - CAPTION)
    } else {
        (room, Rect::NOTHING)
    };
    let picture = picture.round_to_pixels(ui.pixels_per_point());
    let response = picture_ui(ui, picture, workbench, pair[0]);
    let panes = match arrangement {
        Arrangement::Blink => {
            let seen = turn(ui, pair);
            let number = if seen == pair[0] { 1 } else { 2 };
            cell_badge_ui(ui, picture, &format!("{number}   {}", workbench.name(seen)));
            blink(picture, pair, seen)
        }
        Arrangement::Difference => {
            difference::numbers_ui(ui, numbers, workbench);
            difference::panes(picture, pair)
        }
        Arrangement::Grid | Arrangement::Enlarged | Arrangement::Wipe => {
            wipe::wipe_ui(ui, picture, &mut workbench.comparing.wipe, pair)
        }
    };
    probe(&response, &mut workbench.pointer, &panes);
    let mut edits = Vec::new();
    let halves = below.split_left_right_at_fraction(0.5);
    for (id, half) in pair.into_iter().zip([halves.0, halves.1]) {
        let words = UiBuilder::new()
            .max_rect(half.shrink2(egui::vec2(4.0, 0.0)))
            .id_salt(id);
        ui.scope_builder(words, |ui| {
            caption_ui(ui, workbench, id, half, &mut edits);
        });
    }
    workbench.edit_cells(edits);
    panes
}

/// The one whose turn it is to be seen.
fn turn(ui: &Ui, [first, second]: [CellId; 2]) -> CellId {
    let turns = ui.input(|input| input.time) / TURN;
    let left = TURN * (1.0 - turns.fract());
    ui.ctx()
        .request_repaint_after(Duration::from_secs_f64(left));
    if turns.rem_euclid(2.0) < 1.0 {
        first
    } else {
        second
    }
}

/// Both, so that both are evaluated; the one that is seen above.
fn blink(picture: Rect, mut pair: [CellId; 2], seen: CellId) -> Vec<Pane> {
    pair.sort_by_key(|id| *id == seen);
    pair.map(|id| whole(PaneId::Cell(id), picture)).into()
}

/// Says in a corner of the picture which of the two is seen.
fn cell_badge_ui(ui: &mut Ui, picture: Rect, words: &str) {
    let corner = UiBuilder::new().max_rect(picture.shrink(GAP));
    ui.scope_builder(corner, |ui| {
        let ground = Frame::new()
            .fill(Color32::from_black_alpha(180))
            .corner_radius(4.0)
            .inner_margin(Margin::symmetric(8, 4));
        ground.show(ui, |ui| {
            ui.add(Label::new(RichText::new(words).color(Color32::WHITE)).selectable(false));
        });
    });
}

/// What is under the mouse belongs to the picture that is seen there.
fn probe(response: &Response, pointer: &mut Pointer, panes: &[Pane]) {
    let Some(at) = response.hover_pos() else {
        pointer.probe = None;
        return;
    };
    let seen = panes.iter().rev().find(|pane| pane.clip.contains(at));
    if let Some((probe, seen)) = pointer.probe.as_mut().zip(seen) {
        probe.pane = seen.key;
    }
}
