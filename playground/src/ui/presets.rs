//! Presets as thumbnails: a click applies one, its context menu edits it.

use egui::emath::GuiRounding as _;
use egui::{Button, Label, Rect, Response, RichText, Sense, Ui, UiBuilder, WidgetInfo, vec2};
use noise_playground::preset::PresetEdit;

use super::commands::{CommandId, Tip as _};
use super::menu::{context_menu, item};
use super::naming::{self, NameTarget};
use super::widgets::section::section_ui;
use super::widgets::thumbnail::frame_ui;
use super::{icons, theme};
use crate::workbench::{Action, Pane, PaneId, Workbench};

/// Space between thumbnails, in points.
const GAP: f32 = 8.0;

/// Minimum width of a thumbnail, in points.
const MIN_WIDTH: f32 = 80.0;

/// Height of a thumbnail over its width.
const SHAPE: f32 = 0.7;

/// Panes and requests of the section of presets.
#[derive(Default)]
pub(crate) struct PresetsOutput {
    /// The thumbnails that are visible.
    pub(crate) panes: Vec<Pane>,
    /// The preset to apply, by its index in the file.
    pub(crate) applied: Option<usize>,
    /// Edits of the preset file.
    pub(crate) requested: Vec<Action>,
}

/// Shows the section of presets.
pub(crate) fn presets_ui(ui: &mut Ui, workbench: &Workbench) -> PresetsOutput {
    let mut output = PresetsOutput::default();
    ui.push_id("presets", |ui| {
        if !section_ui(ui, "Presets", |_, _, _| {}) {
            return;
        }
        let presets = workbench.presets();
        let presets: Vec<(usize, String)> = presets
            .into_iter()
            .map(|(index, preset)| (index, preset.name.clone()))
            .collect();
        // The frame of a thumbnail is outside of it.
        let room = ui.available_width() - 4.0;
        let columns = ((room + GAP) / (MIN_WIDTH + GAP)).floor().max(1.0);
        let width = ((room + GAP) / columns - GAP).floor();
        let size = vec2(width, (SHAPE * width).round() + theme::ROW);
        for row in presets.chunks(columns as usize) {
            let place = ui.allocate_exact_size(vec2(ui.available_width(), size.y), Sense::hover());
            for (column, (index, name)) in row.iter().enumerate() {
                let corner = place.0.min + vec2(2.0 + column as f32 * (width + GAP), 0.0);
                let rect = Rect::from_min_size(corner, size);
                ui.push_id(index, |ui| {
                    preset_ui(ui, workbench, (*index, name), rect, &mut output);
                });
            }
        }
        output.requested.extend(save_ui(ui, workbench));
        ui.add_space(8.0);
    });
    output
}

/// Shows a thumbnail with its name below.
fn preset_ui(
    ui: &mut Ui,
    workbench: &Workbench,
    (index, name): (usize, &str),
    rect: Rect,
    output: &mut PresetsOutput,
) {
    let picture = rect.with_max_y(rect.bottom() - theme::ROW);
    let picture = picture.round_to_pixels(ui.pixels_per_point());
    let words = rect.with_min_y(picture.bottom());
    let response = ui.interact(rect, ui.scope_id().with("preset"), Sense::click());
    let is_applied = workbench.is_applied(index);
    response.widget_info(|| {
        let label = format!("Preset {name}");
        WidgetInfo::selected(egui::Role::Button, true, is_applied, label)
    });
    frame_ui(ui, picture, &response, is_applied);
    if !renaming_ui(ui, workbench, index, words, output) {
        let text = RichText::new(name).size(12.0);
        let text = if is_applied { text.strong() } else { text };
        let label = Label::new(text).truncate().selectable(false);
        let place = UiBuilder::new()
            .max_rect(words)
            .layout(egui::Layout::left_to_right(egui::Align::Center));
        ui.scope_builder(place, |ui| ui.add(label.sense(Sense::hover())));
    }
    if response.clicked() {
        output.applied = Some(index);
    }
    menu_ui(&response, workbench, (index, name), output);
    response.on_hover_text(name);
    let clip = picture.intersect(ui.clip_rect());
    if clip.is_positive() {
        output.panes.push(Pane {
            key: PaneId::Preset(index),
            rect: picture,
            clip,
        });
    }
}

fn menu_ui(
    response: &Response,
    workbench: &Workbench,
    (index, name): (usize, &str),
    output: &mut PresetsOutput,
) {
    context_menu(response, |ui| {
        let all: Vec<usize> = workbench
            .presets()
            .iter()
            .map(|(index, _)| *index)
            .collect();
        let at = all.iter().position(|other| *other == index);
        let before = at.and_then(|at| all.get(at.checked_sub(1)?).copied());
        let after = at.and_then(|at| all.get(at + 1).copied());
        if item(ui, true, Button::new("Apply")).clicked() {
            output.applied = Some(index);
        }
        let update = item(ui, true, Button::new("Update"));
        let update = update.on_hover_text("Replace its values by the present ones");
        if update.clicked() {
            output
                .requested
                .extend(workbench.edit_preset(index, PresetEdit::Update));
        }
        if item(ui, true, Button::new("Rename\u{2026}")).clicked() {
            naming::open(ui, NameTarget::Preset(index), name.to_owned());
        }
        ui.separator();
        for (text, to) in [("Move forward", before), ("Move back", after)] {
            if item(ui, to.is_some(), Button::new(text)).clicked() {
                let to = to.unwrap_or(index);
                let edit = |listed, _| PresetEdit::Move(listed, to);
                output.requested.extend(workbench.edit_preset(index, edit));
            }
        }
        ui.separator();
        ui.menu_button("Delete", |ui| {
            let words = format!("Delete {name:?} from the file");
            if item(ui, true, Button::new(words)).clicked() {
                let edit = |listed, _| PresetEdit::Delete(listed);
                output.requested.extend(workbench.edit_preset(index, edit));
            }
        });
    });
}

/// Shows the button that saves a preset, or the field for its name.
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

/// Shows the field that renames a preset. Returns false if it is not open.
fn renaming_ui(
    ui: &mut Ui,
    workbench: &Workbench,
    index: usize,
    rect: Rect,
    output: &mut PresetsOutput,
) -> bool {
    let named = NameTarget::Preset(index);
    if !naming::is_open(ui, named) {
        return false;
    }
    let field = UiBuilder::new().max_rect(rect);
    let name = ui.scope_builder(field, |ui| {
        naming::field_ui(ui, named, "Name of the preset")
    });
    if let Some(name) = name.inner.filter(|name| !name.is_empty()) {
        let edit = |listed, _| PresetEdit::Rename(listed, name);
        output.requested.extend(workbench.edit_preset(index, edit));
    }
    true
}
