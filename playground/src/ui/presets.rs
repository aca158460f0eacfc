//! Presets as small pictures: a click applies one; the other mouse button changes it.

use egui::emath::GuiRounding as _;
use egui::{
    Button, Key, Label, Rect, Response, RichText, Sense, Stroke, StrokeKind, TextEdit, Ui,
    UiBuilder, WidgetInfo, vec2,
};
use noise_playground::preset::PresetEdit;

use super::commands::Tip as _;
use super::controls::section_ui;
use super::menu::{item, menu_of};
use super::{icons, theme};
use crate::workbench::{Action, Pane, PaneKey, Workbench};

/// Between neighbouring pictures.
const GAP: f32 = 8.0;

/// The least width of a picture.
const NARROWEST: f32 = 80.0;

/// Height over width.
const SHAPE: f32 = 0.7;

/// The section `Presets`. Gives the pictures that are to be seen.
pub(crate) fn presets_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    actions: &mut Vec<Action>,
) -> Vec<Pane> {
    let mut panes = Vec::new();
    ui.push_id("presets", |ui| {
        if !section_ui(ui, "Presets", |_, _, _| {}) {
            return;
        }
        let presets = workbench.presets();
        let presets: Vec<(usize, String)> = presets
            .into_iter()
            .map(|(index, preset)| (index, preset.name.clone()))
            .collect();
        // The line around a picture stands outside it.
        let room = ui.available_width() - 4.0;
        let columns = ((room + GAP) / (NARROWEST + GAP)).floor().max(1.0);
        let width = ((room + GAP) / columns - GAP).floor();
        let size = vec2(width, (SHAPE * width).round() + theme::ROW);
        for row in presets.chunks(columns as usize) {
            let place = ui.allocate_exact_size(vec2(ui.available_width(), size.y), Sense::hover());
            for (column, (index, name)) in row.iter().enumerate() {
                let corner = place.0.min + vec2(2.0 + column as f32 * (width + GAP), 0.0);
                let rect = Rect::from_min_size(corner, size);
                ui.push_id(index, |ui| {
                    panes.extend(preset_ui(ui, workbench, (*index, name), rect, actions));
                });
            }
        }
        save_ui(ui, workbench, actions);
        ui.add_space(8.0);
    });
    panes
}

/// A picture with its name below. Gives the picture, if any of it is to be seen.
fn preset_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    (index, name): (usize, &str),
    rect: Rect,
    actions: &mut Vec<Action>,
) -> Option<Pane> {
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
    if !renaming_ui(ui, workbench, index, words, actions) {
        let text = RichText::new(name).size(12.0);
        let text = if is_applied { text.strong() } else { text };
        let label = Label::new(text).truncate().selectable(false);
        let place = UiBuilder::new()
            .max_rect(words)
            .layout(egui::Layout::left_to_right(egui::Align::Center));
        ui.scope_builder(place, |ui| ui.add(label.sense(Sense::hover())));
    }
    if response.clicked() {
        workbench.apply_preset(index);
    }
    menu_ui(&response, workbench, (index, name), actions);
    response.on_hover_text(name);
    let clip = picture.intersect(ui.clip_rect());
    clip.is_positive().then_some(Pane {
        key: PaneKey::Preset(index),
        rect: picture,
        clip,
    })
}

/// The line around a picture: the accent where the values are in force.
pub(crate) fn frame_ui(ui: &Ui, picture: Rect, response: &Response, is_chosen: bool) {
    let visuals = ui.visuals();
    let line = if is_chosen || response.has_focus() {
        Stroke::new(2.0, theme::accent(visuals))
    } else if response.hovered() {
        Stroke::new(2.0, visuals.text_color())
    } else {
        Stroke::new(1.0, visuals.widgets.noninteractive.bg_stroke.color)
    };
    ui.painter()
        .rect_stroke(picture, 2.0, line, StrokeKind::Outside);
}

fn menu_ui(
    response: &Response,
    workbench: &mut Workbench,
    (index, name): (usize, &str),
    actions: &mut Vec<Action>,
) {
    menu_of(response, |ui| {
        let all: Vec<usize> = workbench
            .presets()
            .iter()
            .map(|(index, _)| *index)
            .collect();
        let at = all.iter().position(|other| *other == index);
        let before = at.and_then(|at| all.get(at.checked_sub(1)?).copied());
        let after = at.and_then(|at| all.get(at + 1).copied());
        if item(ui, true, Button::new("Apply")).clicked() {
            workbench.apply_preset(index);
        }
        let update = item(ui, true, Button::new("Update"));
        let update = update.on_hover_text("Give it the values that are set now");
        if update.clicked() {
            actions.extend(workbench.edit_preset(index, PresetEdit::Update));
        }
        if item(ui, true, Button::new("Rename\u{2026}")).clicked() {
            start_typing(ui, Typed::Name(index), name);
        }
        ui.separator();
        for (text, to) in [("Move forward", before), ("Move back", after)] {
            if item(ui, to.is_some(), Button::new(text)).clicked() {
                let to = to.unwrap_or(index);
                let edit = |listed, _| PresetEdit::Move(listed, to);
                actions.extend(workbench.edit_preset(index, edit));
            }
        }
        ui.separator();
        ui.menu_button("Delete", |ui| {
            let words = format!("Delete {name:?} from the file");
            if item(ui, true, Button::new(words)).clicked() {
                let edit = |listed, _| PresetEdit::Delete(listed);
                actions.extend(workbench.edit_preset(index, edit));
            }
        });
    });
}

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typed {
    New,
    Name(usize),
}

fn typing_id() -> egui::Id {
    egui::Id::unique("preset being named")
}

fn start_typing(ui: &Ui, what: Typed, name: &str) {
    ui.data_mut(|data| data.insert_temp(typing_id(), (what, name.to_owned())));
}

/// Asks for the name of a new preset.
pub(crate) fn start_saving(ui: &Ui) {
    start_typing(ui, Typed::New, "");
}

/// The button that saves, or the field for the name.
fn save_ui(ui: &mut Ui, workbench: &Workbench, actions: &mut Vec<Action>) {
    let typed = ui.data(|data| data.get_temp::<(Typed, String)>(typing_id()));
    let is_typing = typed.is_some_and(|(what, _)| what == Typed::New);
    if is_typing {
        let (rect, _) =
            ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::hover());
        if let Some(name) = typed_ui(ui, Typed::New, rect, "Name of the new preset") {
            actions.extend(workbench.save_preset(name));
        }
        return;
    }
    let button = ui.button(format!("{}  Save as preset", icons::ADD));
    let button = button.tip("Keep these values beside the shader", "Save as preset");
    if button.accessible_name("Save as preset").clicked() {
        start_saving(ui);
    }
}

/// The name as it is being typed anew. Whether it is.
fn renaming_ui(
    ui: &mut Ui,
    workbench: &Workbench,
    index: usize,
    rect: Rect,
    actions: &mut Vec<Action>,
) -> bool {
    let what = Typed::Name(index);
    let typed = ui.data(|data| data.get_temp::<(Typed, String)>(typing_id()));
    if typed.is_none_or(|(other, _)| other != what) {
        return false;
    }
    if let Some(name) = typed_ui(ui, what, rect, "Name of the preset") {
        let edit = |listed, _| PresetEdit::Rename(listed, name);
        actions.extend(workbench.edit_preset(index, edit));
    }
    true
}

/// A field for a name. Gives it once it is typed.
fn typed_ui(ui: &mut Ui, what: Typed, rect: Rect, label: &str) -> Option<String> {
    let typed = ui.data(|data| data.get_temp::<(Typed, String)>(typing_id()));
    let (_, mut name) = typed.filter(|(other, _)| *other == what)?;
    let field = TextEdit::singleline(&mut name).hint_text("Name, then Enter");
    let response = ui.put(rect, field).accessible_name(label);
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<(Typed, String)>(typing_id()));
        let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
        let name = name.trim().to_owned();
        return (!is_given_up && !name.is_empty()).then_some(name);
    }
    response.request_focus();
    ui.data_mut(|data| data.insert_temp(typing_id(), (what, name)));
    None
}
