//! Runs the commands whose shortcuts were pressed, and shows the list of all shortcuts.

use egui::{
    Align2, Button, Event, Grid, Id, Key, Modal, Modifiers, Popup, RichText, ScrollArea, Ui, Vec2,
};

use super::command_palette::PALETTE;
use super::commands::{COMMANDS, Command};
use super::widgets::number_keys;
use super::{PanelOutput, icons, theme};
use crate::workbench::panels::{PanelInfo, Zone};
use crate::workbench::{Action, CommandGroup, Panel, Workbench};

/// Minimum width of two columns, in points.
const TWO_COLUMNS: f32 = 1080.0;

/// Mouse gestures that no button or tooltip mentions.
const GESTURES: [(&str, &str); 6] = [
    ("Alt-drag", "Move a slider ten times finer"),
    ("Ctrl-wheel", "Step the slider under the pointer"),
    ("Click a number", "Type a value or an expression; Tab opens the next number"),
    ("Double click", "Reset a control, or the view"),
    ("Drag", "Dots before a name onto the picture: sweep it"),
    ("Right click, Shift-F10", "Open the context menu"),
];

/// Runs commands in the order of the presses; in a text field, only those whose keys it does not need.
pub(crate) fn run_shortcuts(ui: &Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    let was_typing = ui.data(|data| data.get_temp(typing_id()).unwrap_or(false));
    for (modifiers, key) in pressed(ui) {
        // While a modal dialog is open, shortcuts do not run. A command of this frame may have opened it.
        if workbench.pending_restore.is_some() || workbench.chrome.dialog.is_some() {
            return;
        }
        let has_modal = workbench.chrome.has_modal_panel();
        // The palette gets the focus a frame after it has opened.
        let is_searching = workbench.chrome.is_open(PALETTE);
        let is_typing = was_typing || is_searching || ui.ctx().text_edit_focused();
        if is_typing && (has_modal || !is_global(modifiers, key)) {
            return;
        }
        if !is_typing && number_keys::takes(ui, modifiers, key) {
            continue;
        }
        // A modal panel closes itself by Escape.
        if has_modal && key == Key::Escape {
            return;
        }
        let command = COMMANDS
            .iter()
            .filter(|command| command.is_available(workbench))
            .filter_map(|command| Some((command.matches_shortcut(modifiers, key)?, command)))
            .max_by_key(|(count, _)| *count);
        if let Some((_, command)) = command.filter(|_| is_free(ui, key)) {
            consume_press(ui, modifiers, key);
            number_keys::forget(ui);
            actions.extend(command.id.run(ui, workbench));
            // Each command is a separate undo step, even if several run in one frame.
            workbench.commit(ui.input(|input| input.time));
        }
    }
}

/// Returns true if the press means nothing to a text field: F6 moves the focus out of it, and `Ctrl` with a letter or a
/// backslash is a command unless it edits text.
fn is_global(modifiers: Modifiers, key: Key) -> bool {
    let edits_text = matches!(key, Key::A | Key::C | Key::V | Key::X | Key::Y | Key::Z);
    let is_letter = key.name().len() == 1 && key.name().starts_with(char::is_alphabetic);
    let is_command = key == Key::Backslash || is_letter && !edits_text;
    key == Key::F6 || modifiers.command && is_command
}

/// Stores whether a text field has the focus. When Escape is pressed, egui removes the focus before the frame starts,
/// although the key is meant for the text field.
pub(crate) fn remember_typing(ui: &Ui) {
    let is_typing = ui.ctx().text_edit_focused();
    ui.data_mut(|data| data.insert_temp(typing_id(), is_typing));
}

fn typing_id() -> Id {
    Id::unique("a text field has the focus")
}

/// In the order of the presses.
fn pressed(ui: &Ui) -> Vec<(Modifiers, Key)> {
    let press = |event: &Event| match event {
        Event::Key { key, pressed: true, modifiers, .. } => Some((*modifiers, *key)),
        _ => None,
    };
    ui.input(|input| input.events.iter().filter_map(press).collect())
}

/// Removes the first press, so that no widget reacts to it.
fn consume_press(ui: &Ui, modifiers: Modifiers, key: Key) {
    ui.input_mut(|input| {
        let is_press = |event: &Event| {
            matches!(event, Event::Key { key: other, pressed: true, modifiers: with, .. }
                if *other == key && *with == modifiers)
        };
        if let Some(at) = input.events.iter().position(is_press) {
            input.events.remove(at);
        }
    });
}

/// Returns true if the key may run a command. A focused widget keeps Space and Enter; an open menu Escape and E.
fn is_free(ui: &Ui, key: Key) -> bool {
    match key {
        Key::Space | Key::Enter => ui.memory(|memory| memory.focused().is_none()),
        // `E` also activates an entry of an open menu.
        Key::Escape | Key::E => !Popup::is_any_open(ui.ctx()),
        _ => true,
    }
}

pub(crate) fn shortcuts_ui(ui: &mut Ui, workbench: &mut Workbench, _: &mut PanelOutput) {
    let frame = egui::Frame::popup(ui.style()).inner_margin(20.0);
    let modal = Modal::new(Id::unique("keys")).frame(frame).show(ui.ctx(), |ui| {
        ui.label(RichText::new("Shortcuts").font(theme::medium(15.0)));
        let height = ui.ctx().content_rect().height() - 104.0;
        let all = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        all.show(ui, |ui| {
            let width = ui.ctx().content_rect().width() - 96.0;
            sheet_ui(ui, width >= TWO_COLUMNS);
        });
        let corner = Align2::RIGHT_TOP.anchor_size(ui.min_rect().right_top(), Vec2::splat(24.0));
        let close = Button::new(icons::CLOSE).frame_when_inactive(false);
        ui.put(corner, close).accessible_name("Close the shortcuts").clicked()
    });
    if modal.should_close() || modal.inner {
        workbench.chrome_mut().set_open(SHORTCUTS, false);
    }
}

pub(crate) const SHORTCUTS: Panel = Panel(&PanelInfo {
    key: "shortcuts",
    title: "Keyboard shortcuts",
    zone: Zone::Modal,
    command: "Keyboard shortcuts",
    shortcut: "?",
    ..PanelInfo::FLOATING
});

fn sheet_ui(ui: &mut Ui, has_two_columns: bool) {
    let first = |ui: &mut Ui| {
        group_ui(ui, CommandGroup::View);
        group_ui(ui, CommandGroup::Window);
    };
    let second = |ui: &mut Ui| {
        group_ui(ui, CommandGroup::Cells);
        group_ui(ui, CommandGroup::Values);
        let rows = GESTURES.map(|(gesture, effect)| (gesture.into(), effect.into()));
        rows_ui(ui, "Mouse", rows);
    };
    if !has_two_columns {
        first(ui);
        return second(ui);
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 32.0;
        ui.vertical(first);
        ui.vertical(second);
    });
}

fn group_ui(ui: &mut Ui, group: CommandGroup) {
    let named =
        COMMANDS.iter().filter(|command| command.group == group && !command.keys.is_empty());
    let is_numbered = |command: &&Command| {
        command.is_mode() && command.keys.iter().all(|(with, _)| with.is_none())
    };
    let (modes, others): (Vec<_>, Vec<_>) = named.partition(is_numbered);
    let modes = modes.first().zip(modes.last()).map(|(first, last)| {
        let keys = [first, last].map(|command| command.key_texts());
        let effect = "View as texture, relief and so on".to_owned();
        (keys.join(" \u{2026} "), effect)
    });
    let others = others.into_iter().map(|command| (command.key_texts(), command.name.to_owned()));
    let arrows = (group == CommandGroup::View).then(|| {
        let effect = "Pan the picture, or turn its camera";
        ("Arrow keys".to_owned(), effect.to_owned())
    });
    let rows = modes.into_iter().chain(others).chain(arrows);
    rows_ui(ui, &format!("{group:?}"), rows);
}

fn rows_ui(ui: &mut Ui, title: &str, rows: impl IntoIterator<Item = (String, String)>) {
    ui.spacing_mut().item_spacing.x = 8.0;
    ui.label(RichText::new(title).font(theme::medium(14.0)).strong());
    let grid = Grid::new(title).num_columns(2).spacing([16.0, 2.0]);
    grid.min_col_width(160.0).min_row_height(18.0).show(ui, |ui| {
        for (key, effect) in rows {
            ui.label(RichText::new(key).font(theme::medium(13.0)));
            ui.label(effect);
            ui.end_row();
        }
    });
    ui.add_space(8.0);
}
