//! Tests of the menu: it reaches every command without a key, and the manual names where each is.

use std::fs;
use std::path::Path;

use super::*;
use crate::ui::commands::{COMMANDS, Command};
use crate::ui::top_bar::menu::{MENUS, menu_of};

/// Accessible names of the buttons that run a command, at all times or once there is something to run it on.
const BUTTONS: [(&str, &str); 22] = [
    ("Inspect: open or close the dock", "Inspect"),
    ("Duplicate the cell", "Compare"),
    ("Close other cells", "Close others"),
    ("Capture", "Capture"),
    ("Capture settings", "Capture settings"),
    ("History", "History"),
    ("Light or dark theme", "Light theme"),
    ("Keyboard shortcuts", "Keyboard shortcuts"),
    ("Commands", "Search commands"),
    ("Explore variations", "Explore"),
    ("Randomize all", "Randomize all"),
    ("Save as preset", "Save as preset"),
    ("New shader\u{2026}", "New shader"),
    ("Filter the generators", "Filter generators"),
    ("Open a folder\u{2026}", "Folder shaders"),
    ("Open in editor", "File generators/swiss.wgsl"),
    ("Wipe: reference on the left of a line, selected cell on its right", "Wipe"),
    ("Blink: reference and selected cell alternate", "Blink"),
    ("Difference: selected cell minus reference, with metrics", "Difference"),
    ("Shared range of values for all cells, or each its own", "Shared range"),
    ("Move the dock to the right or the bottom", "Move the dock to the right"),
    ("Look inside: source and values", "Inside"),
];

fn row(command: &Command) -> String {
    let short = |name: &'static str| match name.split_once(": ") {
        Some((start, _)) if !command.is_mode() => start,
        _ => name,
    };
    let button = BUTTONS.iter().find(|(name, _)| *name == command.name);
    let button = button.map_or("", |(_, button)| button);
    let button =
        if button.contains('/') || button.starts_with("Folder ") { "path" } else { button };
    let keys = command.key_texts();
    let keys = if keys.is_empty() { keys } else { format!("`{}`", keys.replace("  or  ", "` `")) };
    format!("|{}|{button}|{}|{keys}|", short(command.name), menu_of(command))
}

#[test]
fn menus_list_every_command() {
    let mut harness = window(swiss());
    let mut found = 0;
    for title in MENUS {
        click(&mut harness, "Menu");
        click_role(&mut harness, Role::Button, title);
        for command in COMMANDS.iter().filter(|command| menu_of(command) == title) {
            let entries = harness.query_all_by_label_contains(command.name);
            assert!(entries.count() > 0, "{} is not in {title}", command.name);
            found += 1;
        }
        plain(&mut harness, Key::Escape);
        plain(&mut harness, Key::Escape);
    }
    assert_eq!(found, COMMANDS.len());
}

#[test]
fn entry_of_a_menu_runs_its_command() {
    let mut harness = window(swiss());
    for label in ["Menu", "Cells", "Duplicate the cell"] {
        let found = harness.query_all_by_label_contains(label).last().unwrap();
        found.click();
        harness.run();
    }
    assert_eq!(harness.state().0.document.cells.len(), 2);
}

#[test]
fn buttons_of_commands_exist() {
    let mut workbench = swiss();
    let selected = workbench.document.selected;
    workbench.document.duplicate(selected);
    workbench.chrome_mut().dock_mut().toggle();
    let mut harness = window(workbench);
    // Wide enough for the list beside the dock.
    harness.set_size(vec2(1920.0, 1080.0));
    harness.run();
    for (name, button) in BUTTONS {
        assert!(COMMANDS.iter().any(|command| command.name == name), "{name}");
        assert!(harness.query_all_by_label(button).count() > 0, "{button}");
    }
}

#[test]
fn manual_says_where_each_command_is() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/window.md");
    let manual = fs::read_to_string(file).unwrap();
    let rows: Vec<String> = COMMANDS.iter().map(row).collect();
    let missing: Vec<&String> =
        rows.iter().filter(|row| !manual.lines().any(|line| line == *row)).collect();
    let all = rows.join("\n");
    assert!(missing.is_empty(), "not in window.md: {missing:#?}\nthe table is\n{all}");
}
