//! The undo history: a button, and a list of edits in which a click undoes or redoes up to that step. It also lists
//! saves of the source; a click shows the text in its own cell.

use std::sync::Arc;

use egui::{
    Button, ColorImage, Id, Image, Popup, PopupCloseBehavior, Rect, RichText, ScrollArea, Ui, Vec2,
    vec2,
};

use super::commands::{CommandId, Tip as _};
use super::focus::{self, FocusZone};
use super::textures::texture;
use super::{icons, manual, theme};
use crate::catalog::GeneratorSnapshot;
use crate::workbench::history::{StateId, THUMBNAIL};
use crate::workbench::panels::{CommandGroup, PanelInfo};
use crate::workbench::saves::Save;
use crate::workbench::{GeneratorRef, Panel, Workbench};

pub(crate) const HISTORY: Panel = Panel(&PanelInfo {
    key: "history",
    title: "History",
    chapter: "values.md",
    has_focus_zone: true,
    command: "History",
    shortcut: "H",
    tooltip: "History",
    group: CommandGroup::Values,
    ..PanelInfo::FLOATING
});

/// In points; labels of changed controls fit.
const WIDTH: f32 = 340.0;

/// Height of a row, in points.
const ROW: f32 = THUMBNAIL as f32 + 6.0;

pub(crate) fn history_ui(ui: &mut Ui, workbench: &mut Workbench, commands: &mut Vec<CommandId>) {
    let mut is_open = workbench.chrome.is_open(HISTORY);
    let button = Button::new(RichText::new(icons::HISTORY).size(15.0))
        .selected(is_open)
        .frame_when_inactive(is_open);
    let response = ui.add(button).tip(CommandId::Panel(HISTORY)).accessible_name("History");
    is_open ^= response.clicked();
    let list = Popup::from_response(&response)
        .open_bool(&mut is_open)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .accessible_name("Steps")
        .width(WIDTH)
        .show(|ui| list_ui(ui, workbench, commands));
    workbench.chrome_mut().set_open(HISTORY, is_open);
    match list.and_then(|list| list.inner) {
        Some(Chosen::Step(step)) => workbench.go_to_step(step),
        Some(Chosen::Save(snapshot)) => workbench.show_save(snapshot),
        None => {}
    }
}

enum Chosen {
    /// Number of steps that remain done.
    Step(usize),
    Save(Arc<GeneratorSnapshot>),
}

/// Lists steps, notes and saves, the newest first.
fn list_ui(ui: &mut Ui, workbench: &Workbench, commands: &mut Vec<CommandId>) -> Option<Chosen> {
    let history = &workbench.history;
    focus::start_zone(ui, FocusZone::Panel(HISTORY));
    let (steps, position) = history.steps();
    let steps: Vec<String> = std::iter::once("opened".to_owned()).chain(steps).collect();
    ui.horizontal(|ui| {
        let undo = Button::new("Undo").shortcut_text(CommandId::Undo.key_text());
        let undo = ui.add_enabled(position > 0, undo);
        if undo.accessible_name("Undo").clicked() {
            commands.push(CommandId::Undo);
        }
        let redo = Button::new("Redo").shortcut_text(CommandId::Redo.key_text());
        let redo = ui.add_enabled(position + 1 < steps.len(), redo);
        if redo.accessible_name("Redo").clicked() {
            commands.push(CommandId::Redo);
        }
        manual::help_ui(ui, HISTORY);
    });
    ui.separator();
    // The list scrolls to the current step when another step becomes current.
    let id = ui.scope_id().with("position");
    let is_new = ui.data(|data| data.get_temp(id)) != Some((position, steps.len()));
    ui.data_mut(|data| data.insert_temp(id, (position, steps.len())));
    let address = workbench.selected_address();
    let mut chosen = None;
    ScrollArea::vertical().max_height(520.0).show(ui, |ui| {
        ui.set_min_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, step) in steps.iter().enumerate().rev() {
            let after = history.states_after(index);
            let state = after.start;
            let saves = address.iter();
            let saves = saves.flat_map(|address| workbench.saves.after(address, after.clone()));
            for save in saves.rev() {
                if save_ui(ui, workbench, save).clicked() {
                    chosen = Some(Chosen::Save(Arc::clone(&save.snapshot)));
                }
            }
            for note in history.notes_after(index) {
                ui.indent(("note", index), |ui| ui.weak(note));
            }
            let image = picture(ui, workbench, state);
            let response = step_ui(ui, step, image, index, position);
            if response.clicked() {
                chosen = Some(Chosen::Step(index));
            }
            if index == position && is_new {
                response.scroll_to_me(None);
            }
        }
    });
    chosen
}

/// Marked if the selected cell shows the text.
fn save_ui(ui: &mut Ui, workbench: &Workbench, save: &Save) -> egui::Response {
    let target = workbench.document.selected().target.as_ref();
    let is_shown = target.and_then(GeneratorRef::snapshot) == Some(&save.snapshot);
    let text = RichText::new(format!("{}  {}", icons::FILE, save.summary));
    let image = picture(ui, workbench, save.state);
    let response =
        row_ui(ui, image, text, is_shown).on_hover_text("Show this text beside the present one");
    response.accessible_name(&save.summary)
}

/// `index` is the number of steps up to it. Dimmed if it is greater than `position`, the number of steps done.
fn step_ui(
    ui: &mut Ui,
    step: &str,
    image: Image<'static>,
    index: usize,
    position: usize,
) -> egui::Response {
    let text = RichText::new(step);
    let text = match index.cmp(&position) {
        std::cmp::Ordering::Less => text,
        std::cmp::Ordering::Equal => text.font(theme::medium(13.0)),
        std::cmp::Ordering::Greater => text.weak(),
    };
    let response = row_ui(ui, image, text, index == position);
    response.accessible_name(step)
}

fn row_ui(ui: &mut Ui, image: Image<'static>, text: RichText, is_selected: bool) -> egui::Response {
    let size = vec2(ui.available_width(), ROW);
    let button = Button::selectable(is_selected, (image, text)).truncate().min_size(size);
    ui.add(button)
}

/// Returns the thumbnail of a state for the next row; empty until it is read back, and where the row is not visible.
fn picture(ui: &Ui, workbench: &Workbench, state: StateId) -> Image<'static> {
    let size = Vec2::splat(THUMBNAIL as f32);
    let row = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), ROW));
    let image = workbench.thumbnail(state).filter(|_| ui.is_rect_visible(row));
    let texture = match image {
        Some(image) => {
            // Another folder has other images of equal states.
            let id = Id::unique(("thumbnail of the history", state, Arc::as_ptr(image).addr()));
            texture(ui, id, || ColorImage::clone(image))
        }
        None => {
            let color = ui.visuals().widgets.inactive.bg_fill;
            let id = Id::unique(("empty thumbnail", color));
            texture(ui, id, || ColorImage::filled([1, 1], color))
        }
    };
    Image::new((texture.id(), size)).fit_to_exact_size(size)
}
