//! The menu of all commands, so that none needs a key.

use egui::containers::menu::MenuButton;
use egui::{Button, RichText, ScrollArea, Ui};

use crate::ui::commands::{COMMANDS, Command, CommandId};
use crate::ui::menu::item;
use crate::workbench::{CommandGroup, Workbench};

/// In the order of the menu.
pub(crate) const MENUS: [&str; 5] = ["View mode", "View", "Cells", "Values", "Window"];

/// Returns the one of [`MENUS`] that has the command.
pub(crate) fn menu_of(command: &Command) -> &'static str {
    match command.group {
        CommandGroup::View if command.is_mode() => MENUS[0],
        CommandGroup::View => MENUS[1],
        CommandGroup::Cells => MENUS[2],
        CommandGroup::Values => MENUS[3],
        CommandGroup::Window => MENUS[4],
    }
}

pub(super) fn menu_ui(ui: &mut Ui, workbench: &Workbench, commands: &mut Vec<CommandId>) {
    let button = Button::new(RichText::new("\u{2026}").strong()).frame_when_inactive(false);
    let menu = MenuButton::from_button(button).ui(ui, |ui| {
        for title in MENUS {
            ui.menu_button(title, |ui| entries_ui(ui, workbench, title, commands));
        }
    });
    menu.0.on_hover_text("All commands").accessible_name("Menu");
}

fn entries_ui(ui: &mut Ui, workbench: &Workbench, title: &str, commands: &mut Vec<CommandId>) {
    let height = ui.ctx().content_rect().height() - 96.0;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
        for command in COMMANDS.iter().filter(|command| menu_of(command) == title) {
            let button = Button::new(command.name).shortcut_text(command.id.key_text());
            let response = item(ui, command.is_available(workbench), button);
            if response.clicked() {
                commands.push(command.id);
            }
        }
    });
}
