//! The command palette: commands, presets, generators and sweeps, found by a few letters.

use egui::{
    Align2, FontId, Id, Key, Modal, Modifiers, Rect, Response, ScrollArea, Sense, TextEdit, Ui,
    WidgetInfo, vec2,
};
use noise_playground::generator::Address;

use super::commands::{COMMANDS, CommandId};
use super::theme::{self, ROW};
use crate::workbench::randomize::Scope;
use crate::workbench::sweep::{SweepDirection, is_sweepable};
use crate::workbench::{Action, Workbench};

const WIDTH: f32 = 460.0;

/// A line of the command palette: its text, the shortcut, and the action of the line.
struct Item {
    text: String,
    key: String,
    action: PaletteAction,
}

/// The effect of choosing a line of the command palette.
enum PaletteAction {
    Command(CommandId),
    Show(Address),
    Apply(usize),
    Reset(Scope),
    Sweep(String, SweepDirection),
}

/// State of the open command palette: the search text, and the index of the selected line.
#[derive(Clone, Default)]
struct PaletteState {
    text: String,
    selected: usize,
}

/// Shows the palette while it is open, and applies the chosen line.
pub(crate) fn palette_ui(ui: &Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    let id = Id::unique("palette");
    if !workbench.chrome.panels.palette {
        return;
    }
    let mut typed = ui.data(|data| data.get_temp::<PaletteState>(id).unwrap_or_default());
    let mut chosen = None;
    let area = Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, 80.0));
    let modal = Modal::new(id).area(area).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        let before = typed.text.clone();
        let step = arrows(ui);
        let field = TextEdit::singleline(&mut typed.text)
            .hint_text("Search commands, generators, presets\u{2026}")
            .desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Command");
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        field.request_focus();
        let items = matching(items(workbench), &typed.text);
        if typed.text != before {
            typed.selected = 0;
        }
        let last = items.len().saturating_sub(1);
        typed.selected = typed.selected.saturating_add_signed(step).min(last);
        ui.add_space(4.0);
        chosen = list_ui(ui, &items, typed.selected, step != 0);
        if is_entered && !items.is_empty() {
            chosen = Some(typed.selected);
        }
        chosen = chosen.take().filter(|at| *at < items.len());
        chosen.map(|at| items.into_iter().nth(at))
    });
    let is_toggled = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::K));
    let is_closing = modal.should_close() || is_toggled;
    let item = modal.inner.flatten();
    if is_closing || item.is_some() {
        workbench.chrome.panels.palette = false;
        typed = PaletteState::default();
        ui.memory_mut(|memory| memory.stop_text_input());
    }
    ui.data_mut(|data| data.insert_temp(id, typed));
    match item.map(|item| item.action) {
        Some(PaletteAction::Command(id)) => actions.extend(id.run(ui, workbench)),
        Some(PaletteAction::Show(address)) => workbench.show(address),
        Some(PaletteAction::Apply(preset)) => workbench.apply_preset(preset),
        Some(PaletteAction::Reset(scope)) => workbench.reset_values(&scope),
        Some(PaletteAction::Sweep(name, direction)) => workbench.sweep(&name, direction),
        None => {}
    }
}

/// Returns the number of lines by which arrow keys pressed in this frame move the selection down.
fn arrows(ui: &Ui) -> isize {
    ui.input_mut(|input| {
        let mut count = |key| {
            input
                .count_and_consume_key(Modifiers::NONE, key)
                .cast_signed()
        };
        count(Key::ArrowDown) - count(Key::ArrowUp)
    })
}

/// Returns the lines of all available commands, presets, generators and sweeps.
fn items(workbench: &Workbench) -> Vec<Item> {
    let commands = COMMANDS
        .iter()
        .filter(|command| command.is_available(workbench));
    let mut items: Vec<Item> = commands
        .map(|command| Item {
            text: command.name.to_owned(),
            key: command.key_texts(),
            action: PaletteAction::Command(command.id),
        })
        .collect();
    let mut add = |text, action| {
        let key = String::new();
        items.push(Item { text, key, action });
    };
    for (index, preset) in workbench.presets() {
        add(
            format!("Apply {}", preset.name),
            PaletteAction::Apply(index),
        );
    }
    for scope in workbench.modified_scopes() {
        add(format!("Reset {scope}"), PaletteAction::Reset(scope));
    }
    for entry in &workbench.folder.entries {
        let action = PaletteAction::Show(entry.address.clone());
        add(
            format!("Show {}  ({})", entry.title, entry.address.file),
            action,
        );
    }
    let controls = workbench.shown().into_iter();
    let controls = controls.flat_map(|generator| &generator.controls);
    for control in controls.filter(|control| !control.hidden && is_sweepable(control)) {
        for (word, direction) in [
            ("across", SweepDirection::Across),
            ("down", SweepDirection::Down),
        ] {
            let action = PaletteAction::Sweep(control.name.clone(), direction);
            add(format!("Sweep {} {word}", control.name), action);
        }
    }
    items
}

/// Returns the lines that contain every word of `text`; lines that start with `text` come first.
fn matching(items: Vec<Item>, text: &str) -> Vec<Item> {
    let text = text.trim().to_lowercase();
    let has = |item: &Item| {
        let line = item.text.to_lowercase();
        text.split_whitespace().all(|word| line.contains(word))
    };
    let mut matches: Vec<Item> = items.into_iter().filter(has).collect();
    matches.sort_by_key(|item| !item.text.to_lowercase().starts_with(&text));
    matches
}

/// Shows the list. Returns the index of the line that was clicked.
fn list_ui(ui: &mut Ui, items: &[Item], selected: usize, follow: bool) -> Option<usize> {
    let mut clicked = None;
    ScrollArea::vertical()
        .max_height(14.0 * ROW)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (index, item) in items.iter().enumerate() {
                let response = item_ui(ui, item, index == selected);
                if index == selected && follow {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    clicked = Some(index);
                }
            }
            if items.is_empty() {
                ui.weak("No matches");
            }
        });
    clicked
}

fn item_ui(ui: &mut Ui, item: &Item, is_selected: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(egui::Role::ListItem, true, is_selected, &item.text));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let visuals = ui.visuals();
    if is_selected {
        ui.painter()
            .rect_filled(rect, 4.0, visuals.selection.bg_fill);
    } else if response.hovered() {
        ui.painter()
            .rect_filled(rect, 4.0, visuals.widgets.inactive.bg_fill);
    }
    let write = |rect: Rect, align: Align2, text: &str, font, color| {
        let at = align.pos_in_rect(&rect.shrink2(vec2(8.0, 0.0)));
        ui.painter().text(at, align, text, font, color);
    };
    let (strong, weak) = (visuals.strong_text_color(), visuals.weak_text_color());
    let regular = FontId::proportional(13.0);
    write(rect, Align2::LEFT_CENTER, &item.text, regular, strong);
    let color = if is_selected { strong } else { weak };
    write(
        rect,
        Align2::RIGHT_CENTER,
        &item.key,
        theme::medium(12.0),
        color,
    );
    response
}
