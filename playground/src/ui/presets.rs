//! The presets of the selected generator, as thumbnails: a click applies one, a context menu edits the preset file.

use std::collections::BTreeMap;

use egui::emath::GuiRounding as _;
use egui::text::LayoutJob;
use egui::{
    Button, Color32, FontId, Id, Label, Rect, Response, Sense, Ui, UiBuilder, WidgetInfo, vec2,
};
use noise_playground::subject::preset::PresetEdit;

use super::commands::{CommandId, Tip as _};
use super::menu::{context_menu, item};
use super::naming::{self, NameTarget};
use super::widgets::section::section_ui;
use super::widgets::thumbnail::frame_ui;
use super::{icons, theme};
use crate::workbench::{Action, Pane, PaneId, Workbench};

/// In points.
const GAP: f32 = 8.0;

/// In points.
const MIN_WIDTH: f32 = 80.0;

/// Ratio of height to width of a thumbnail.
const ASPECT: f32 = 0.7;

#[derive(Default)]
pub(crate) struct PresetsOutput {
    pub(crate) panes: Vec<Pane>,
    /// Preset that the user clicked.
    pub(crate) applied: Option<PaneId>,
    /// Edits of the preset file.
    pub(crate) requested: Vec<Action>,
}

pub(crate) fn presets_ui(ui: &mut Ui, workbench: &Workbench) -> PresetsOutput {
    let mut output = PresetsOutput::default();
    ui.push_id("presets", |ui| {
        if !section_ui(ui, "Presets", |_, _, _| {}) {
            return;
        }
        let tiles = tiles(ui, workbench);
        // Frames are drawn outside of thumbnails and need 2 points on each side.
        let available = ui.available_width() - 4.0;
        let columns = ((available + GAP) / (MIN_WIDTH + GAP)).floor().max(1.0);
        let width = ((available + GAP) / columns - GAP).floor();
        for row in tiles.chunks(columns as usize) {
            let name_height = name_height(ui, row, width);
            let size = vec2(width, (ASPECT * width).round() + name_height);
            let line = ui.allocate_exact_size(vec2(ui.available_width(), size.y), Sense::hover());
            for (column, tile) in row.iter().enumerate() {
                let corner = line.0.min + vec2(2.0 + column as f32 * (width + GAP), 0.0);
                let rect = Rect::from_min_size(corner, size);
                tile_ui(
                    ui,
                    workbench,
                    tile,
                    [rect, rect.with_min_y(rect.bottom() - name_height)],
                    &mut output,
                );
            }
        }
        output.requested.extend(save_ui(ui, workbench));
        ui.add_space(8.0);
    });
    output
}

/// Returns the height of the names below thumbnails of this width: two lines if a name needs them.
fn name_height(ui: &Ui, tiles: &[Tile], width: f32) -> f32 {
    let mut names = tiles.iter().map(|tile| tile.name.clone());
    let is_long = names.any(|name| {
        ui.painter().layout_no_wrap(name, name_font(), Color32::WHITE).size().x > width
    });
    if is_long { 36.0 } else { theme::ROW }
}

fn name_font() -> FontId {
    FontId::proportional(12.0)
}

struct Tile {
    /// Made from the preset's name, so that an open menu or name field stays with its preset if the file changes.
    id: Id,
    pane: PaneId,
    name: String,
}

/// Returns the defaults, then the presets. Empty if the file has no presets.
fn tiles(ui: &Ui, workbench: &Workbench) -> Vec<Tile> {
    let presets = workbench.presets();
    let mut used = BTreeMap::new();
    let mut tile = |pane, name: &str| {
        let number: &mut u32 = used.entry((pane == PaneId::Defaults, name.to_owned())).or_default();
        *number += 1;
        Tile {
            id: ui.scope_id().with((pane == PaneId::Defaults, name, *number)),
            pane,
            name: name.to_owned(),
        }
    };
    let defaults = presets.first().map(|_| tile(PaneId::Defaults, DEFAULTS));
    let presets = presets.iter();
    let presets = presets.map(|(index, preset)| tile(PaneId::Preset(*index), &preset.name));
    defaults.into_iter().chain(presets).collect()
}

const DEFAULTS: &str = "Defaults";

/// Adds the user's input and the pane of the thumbnail to `output`. `caption` is the lower part of `rect`.
fn tile_ui(
    ui: &mut Ui,
    workbench: &Workbench,
    &Tile { id, pane, ref name }: &Tile,
    [rect, caption]: [Rect; 2],
    output: &mut PresetsOutput,
) {
    let picture = rect.with_max_y(caption.top());
    let picture = picture.round_to_pixels(ui.pixels_per_point());
    let response = ui.interact(rect, id, Sense::click());
    let is_applied = workbench.is_applied(pane);
    response.widget_info(|| {
        let label = format!("Preset {name}");
        WidgetInfo::selected(egui::Role::Button, true, is_applied, label)
    });
    frame_ui(ui, picture, &response, is_applied);
    if workbench.is_outdated_thumbnail(pane) {
        let color = ui.visuals().extreme_bg_color;
        ui.painter().rect_filled(picture, 0.0, color);
    }
    let preset = match pane {
        PaneId::Preset(index) => Some(index),
        _ => None,
    };
    if !preset.is_some_and(|index| renaming_ui(ui, workbench, index, id, caption, output)) {
        let visuals = ui.visuals();
        let color = if is_applied { visuals.strong_text_color() } else { visuals.text_color() };
        let mut text = LayoutJob::simple(name.clone(), name_font(), color, caption.width());
        text.wrap.max_rows = 2;
        let label = Label::new(text).wrap().selectable(false);
        let area = UiBuilder::new()
            .max_rect(caption.with_min_y(caption.top() + 4.0))
            .layout(egui::Layout::left_to_right(egui::Align::Min));
        // A scope would move the next row to the end of this name.
        ui.new_child(area).add(label.sense(Sense::hover()));
    }
    if response.clicked() {
        output.applied = Some(pane);
    }
    if let Some(index) = preset {
        menu_ui(&response, workbench, index, name, output);
    }
    response.on_hover_text(if preset.is_none() { "Reset all values" } else { name });
    let clip = picture.intersect(ui.clip_rect());
    if clip.is_positive() {
        output.panes.push(Pane { key: pane, rect: picture, clip });
    }
}

fn menu_ui(
    response: &Response,
    workbench: &Workbench,
    index: usize,
    name: &str,
    output: &mut PresetsOutput,
) {
    context_menu(response, |ui| {
        let all: Vec<usize> = workbench.presets().iter().map(|(index, _)| *index).collect();
        let at = all.iter().position(|other| *other == index);
        let previous = at.and_then(|at| all.get(at.checked_sub(1)?).copied());
        let next = at.and_then(|at| all.get(at + 1).copied());
        if item(ui, true, Button::new("Apply")).clicked() {
            output.applied = Some(PaneId::Preset(index));
        }
        let update = item(ui, true, Button::new("Update"));
        let update = update.on_hover_text("Replace its values with the current ones");
        if update.clicked() {
            output.requested.extend(workbench.edit_preset(index, PresetEdit::Update));
        }
        if item(ui, true, Button::new("Rename\u{2026}")).clicked() {
            naming::open(ui, NameTarget::Preset(response.id), name.to_owned());
        }
        ui.separator();
        for (text, to) in [("Move forward", previous), ("Move back", next)] {
            if item(ui, to.is_some(), Button::new(text)).clicked() {
                let to = to.unwrap_or(index);
                let edit = |listed, _| PresetEdit::Move(listed, to);
                output.requested.extend(workbench.edit_preset(index, edit));
            }
        }
        ui.separator();
        ui.menu_button("Delete", |ui| {
            let text = format!("Delete \"{name}\" from the file");
            if item(ui, true, Button::new(text)).clicked() {
                let edit = |listed, _| PresetEdit::Delete(listed);
                output.requested.extend(workbench.edit_preset(index, edit));
            }
        });
    });
}

/// A click opens the field for the name. Returns the request to save once it is entered.
fn save_ui(ui: &mut Ui, workbench: &Workbench) -> Option<Action> {
    if naming::is_open(ui, NameTarget::NewPreset) {
        let name = naming::field_ui(ui, NameTarget::NewPreset, "Name of the new preset");
        let name = name.filter(|name| !name.is_empty());
        return name.and_then(|name| workbench.save_preset(name));
    }
    let button = ui.button(format!("{}  Save as preset", icons::ADD));
    let button = button.tip(CommandId::SavePreset);
    if button.accessible_name("Save as preset").clicked() {
        naming::open(ui, NameTarget::NewPreset, String::new());
    }
    None
}

/// Returns false if the field that renames the preset is not open.
fn renaming_ui(
    ui: &mut Ui,
    workbench: &Workbench,
    index: usize,
    id: Id,
    rect: Rect,
    output: &mut PresetsOutput,
) -> bool {
    let named = NameTarget::Preset(id);
    if !naming::is_open(ui, named) {
        return false;
    }
    let field = UiBuilder::new().max_rect(rect);
    let name = ui.scope_builder(field, |ui| naming::field_ui(ui, named, "Name of the preset"));
    if let Some(name) = name.inner.filter(|name| !name.is_empty()) {
        let edit = |listed, _| PresetEdit::Rename(listed, name);
        output.requested.extend(workbench.edit_preset(index, edit));
    }
    true
}
