//! The list of what was done: a click goes back to a step, or forward.

use egui::{Button, Popup, PopupCloseBehavior, RichText, ScrollArea, Ui};

use super::commands::{CommandId, Tip as _};
use super::focus::{self, FocusZone};
use super::icons;
use super::theme;
use crate::workbench::Workbench;

/// Points of the list's width: the words of a changed control fit.
const WIDTH: f32 = 280.0;

/// The button, and the list below it while it is open.
pub(crate) fn history_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let is_open = workbench.chrome.panels.history;
    let button = Button::new(RichText::new(icons::HISTORY).size(15.0))
        .selected(is_open)
        .frame_when_inactive(is_open);
    let response = ui
        .add(button)
        .tip(CommandId::History)
        .accessible_name("History");
    let mut open = is_open ^ response.clicked();
    Popup::from_response(&response)
        .open_bool(&mut open)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .accessible_name("Steps")
        .width(WIDTH)
        .show(|ui| list_ui(ui, workbench));
    workbench.chrome.panels.history = open;
}

fn list_ui(ui: &mut Ui, workbench: &mut Workbench) {
    focus::begin(ui, FocusZone::Steps);
    let (steps, position) = workbench.history.steps();
    let steps: Vec<String> = std::iter::once("Opened".to_owned()).chain(steps).collect();
    ui.horizontal(|ui| {
        let undo = Button::new("Undo").shortcut_text(CommandId::Undo.key_text());
        let undo = ui.add_enabled(position > 0, undo);
        if undo.accessible_name("Undo").clicked() {
            workbench.undo(false);
        }
        let redo = Button::new("Redo").shortcut_text(CommandId::Redo.key_text());
        let redo = ui.add_enabled(position + 1 < steps.len(), redo);
        if redo.accessible_name("Redo").clicked() {
            workbench.undo(true);
        }
    });
    ui.separator();
    // A new step is scrolled to, and so is the one that was gone back to.
    let seen = ui.scope_id().with("position");
    let is_new = ui.data(|data| data.get_temp(seen)) != Some((position, steps.len()));
    ui.data_mut(|data| data.insert_temp(seen, (position, steps.len())));
    ScrollArea::vertical().max_height(400.0).show(ui, |ui| {
        ui.set_min_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, step) in steps.iter().enumerate() {
            let response = step_ui(ui, step, index, position);
            if response.clicked() {
                workbench.go_to(index);
            }
            if index == position && is_new {
                response.scroll_to_me(None);
            }
        }
    });
}

/// One step; those that were taken back are paler.
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
