//! The undo history: a button, and a list of steps in which a click undoes or redoes up to that step.

use egui::{Button, Popup, PopupCloseBehavior, RichText, ScrollArea, Ui};

use super::commands::{CommandId, Tip as _};
use super::focus::{self, FocusZone};
use super::{icons, manual, theme};
use crate::workbench::history::History;
use crate::workbench::panels::{CommandGroup, PanelInfo};
use crate::workbench::{Panel, Workbench};

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
const WIDTH: f32 = 280.0;

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
        .show(|ui| list_ui(ui, &workbench.history, commands));
    workbench.chrome_mut().set_open(HISTORY, is_open);
    if let Some(step) = list.and_then(|list| list.inner) {
        workbench.go_to_step(step);
    }
}

/// Returns the number of steps up to a clicked one, which remain done.
fn list_ui(ui: &mut Ui, history: &History, commands: &mut Vec<CommandId>) -> Option<usize> {
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
    let mut chosen = None;
    ScrollArea::vertical().max_height(400.0).show(ui, |ui| {
        ui.set_min_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, step) in steps.iter().enumerate() {
            let response = step_ui(ui, step, index, position);
            if response.clicked() {
                chosen = Some(index);
            }
            if index == position && is_new {
                response.scroll_to_me(None);
            }
            for note in history.notes_after(index) {
                ui.indent(("note", index), |ui| ui.weak(note));
            }
        }
    });
    chosen
}

/// `index` is the number of steps up to it. Dimmed if it is greater than `position`, the number of steps done.
fn step_ui(ui: &mut Ui, step: &str, index: usize, position: usize) -> egui::Response {
    let text = RichText::new(step);
    let text = match index.cmp(&position) {
        std::cmp::Ordering::Less => text,
        std::cmp::Ordering::Equal => text.font(theme::medium(13.0)),
        std::cmp::Ordering::Greater => text.weak(),
    };
    let button = Button::selectable(index == position, text)
        .truncate()
        .min_size(egui::vec2(ui.available_width(), theme::ROW));
    ui.add(button)
}
