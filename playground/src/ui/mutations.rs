//! The sheet of variations, in place of the cells: current values amid eight mutated variants. A click applies one.

use egui::emath::GuiRounding as _;
use egui::{Align, Align2, FontId, Layout, Rect, RichText, Sense, Ui, UiBuilder, WidgetInfo, vec2};

use super::commands::{CommandId, Tip as _};
use super::control_menu::mutation_size_ui;
use super::theme;
use super::widgets::thumbnail::frame_ui;
use crate::workbench::mutations::{CURRENT, SIDE};
use crate::workbench::{Pane, PaneId, Workbench};

/// Height of the bar above the pictures, in points.
const BAR_HEIGHT: f32 = 40.0;

/// In points.
const GAP: f32 = 8.0;

/// Returns the panes of the nine pictures.
pub(crate) fn mutations_ui(ui: &mut Ui, rect: Rect, workbench: &mut Workbench) -> Vec<Pane> {
    workbench.update_mutations();
    let bar = Rect::from_min_size(rect.min, vec2(rect.width(), BAR_HEIGHT));
    let builder = UiBuilder::new()
        .max_rect(bar.shrink2(vec2(12.0, 0.0)))
        .layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder, |ui| bar_ui(ui, workbench));
    let area = Rect::from_min_max(rect.min + vec2(GAP, BAR_HEIGHT), rect.max - vec2(GAP, GAP));
    let mut cell = (area.size() + vec2(GAP, GAP)) / SIDE as f32;
    // The field of view of a three-dimensional view is vertical: a tall picture would have its sides cut off.
    if workbench.scene(workbench.document.selected).is_some() {
        cell.y = cell.y.min(cell.x);
    }
    let mut panes = Vec::new();
    for index in 0..SIDE * SIDE {
        let at = vec2((index % SIDE) as f32, (index / SIDE) as f32);
        let picture = Rect::from_min_size(area.min + at * cell, cell - vec2(GAP, GAP));
        let picture = picture.round_to_pixels(ui.pixels_per_point());
        if picture.is_positive() {
            panes.push(picture_ui(ui, picture, workbench, index));
        }
    }
    panes
}

fn picture_ui(ui: &mut Ui, picture: Rect, workbench: &mut Workbench, index: usize) -> Pane {
    let is_current = index == CURRENT;
    let id = ui.scope_id().with(("mutation", index));
    let response = ui.interact(picture, id, Sense::click());
    let label = if is_current {
        "Current values".to_owned()
    } else {
        format!("Variation {}", index + usize::from(index < CURRENT))
    };
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_current, &label));
    frame_ui(ui, picture, &response, is_current);
    if is_current {
        let (at, align) = (picture.left_top() + vec2(8.0, 8.0), Align2::LEFT_TOP);
        let (font, color) = (FontId::proportional(12.0), ui.visuals().strong_text_color());
        let galley = ui.painter().layout_no_wrap("current".to_owned(), font, color);
        let plate = align.anchor_size(at, galley.size() + vec2(12.0, 6.0));
        ui.painter().rect_filled(plate, 4.0, ui.visuals().panel_fill);
        ui.painter().galley(plate.min + vec2(6.0, 3.0), galley, color);
    }
    let clicked = response.clicked();
    response.on_hover_ui(|ui| {
        ui.label(if is_current { label } else { workbench.mutation_changes(index) });
    });
    if clicked {
        workbench.pick_mutation(index);
    }
    Pane { key: PaneId::Variant(index), rect: picture, clip: picture }
}

fn bar_ui(ui: &mut Ui, workbench: &mut Workbench) {
    ui.label(RichText::new("Explore").font(theme::medium(13.0)));
    ui.weak("variations of about \u{b1}");
    let randomizer = workbench.randomizer_mut();
    mutation_size_ui(ui, &mut randomizer.mutation);
    ui.checkbox(&mut randomizer.changes_seeds, "Seeds");
    if ui.button("Eight others").clicked() {
        workbench.open_mutations();
    }
    if ui.button("Done").tip(CommandId::Leave).clicked() {
        workbench.close_sheet();
    }
    let hint = RichText::new("Click a picture to continue from it").weak();
    ui.add(egui::Label::new(hint).truncate());
}
