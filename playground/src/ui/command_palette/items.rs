//! Builds all lines of the command palette, and finds and orders those that match a search.

use std::path::PathBuf;

use noise_playground::generator::Generator;
use noise_playground::generator::control::Control;
use noise_playground::subject::view_setting::ViewSetting;

use super::item::{Item, PaletteAction};
use super::settable::{applicable_settings, choices};
use crate::ui::commands::COMMANDS;
use crate::workbench::document::ROWS;
use crate::workbench::sweep::{SweepDirection, is_sweepable};
use crate::workbench::{Action, ImportEntry, Workbench};

pub(super) fn items(workbench: &Workbench) -> Vec<Item> {
    let commands = COMMANDS.iter().filter(|command| command.is_available(workbench));
    let commands = commands.map(|command| Item {
        key: command.key_texts(),
        ..Item::new(command.name, PaletteAction::Command(command.id))
    });
    let mut items: Vec<Item> = commands.collect();
    items.extend(settings(workbench));
    for (index, preset) in workbench.presets() {
        let text = format!("Apply {}", preset.name);
        items.push(Item::edit(text, move |workbench| {
            workbench.apply_preset(index);
        }));
    }
    for scope in workbench.modified_scopes() {
        let text = format!("Reset {scope}");
        items.push(Item::edit(text, move |workbench| {
            workbench.reset_values(&scope);
        }));
    }
    items.extend(defaults(workbench));
    items.extend(generators(workbench));
    items.extend(folders(&workbench.chrome.recent_folders));
    items.extend(sweeps(workbench));
    items.extend(imports(&workbench.folder.imports));
    items
}

/// Returns a line for each choice of settings that apply to the selected picture, and for each setting to reset.
fn settings(workbench: &Workbench) -> Vec<Item> {
    let Some(generator) = workbench.shown() else {
        return Vec::new();
    };
    let view = workbench.document.effective_view(workbench.document.selected);
    let mode = view.shading_for(generator).mode;
    let applicable = applicable_settings(generator, &view).into_iter();
    let mut items: Vec<Item> = applicable
        .flat_map(|setting| match setting {
            ViewSetting::Channel => channels(generator),
            _ => choices(setting, mode),
        })
        .collect();
    let modified = ROWS.into_iter();
    let modified = modified.filter(|row| workbench.document.is_view_setting_modified(*row));
    items.extend(modified.map(|row| {
        Item::edit(format!("Reset {}", row.info().title), move |workbench| {
            workbench.document_mut().reset_view_setting(row);
        })
    }));
    items
}

fn channels(generator: &Generator) -> Vec<Item> {
    let line = |channel| {
        let text = format!("Channel: {}", generator.channel_name(channel));
        Item::edit(text, move |workbench| {
            workbench.view_mut().shading.channel = channel;
        })
    };
    generator.channel_choices().map(line).collect()
}

/// Returns a line for each control whose value can be written into the shader file as the new default.
fn defaults(workbench: &Workbench) -> impl Iterator<Item = Item> {
    let controls = workbench.writable_controls().into_iter();
    controls.map(|Control { name, label, .. }| {
        let text = format!("Write {label} as default into the file");
        Item::edit(text, move |workbench| workbench.write_default(&name))
    })
}

fn generators(workbench: &Workbench) -> impl Iterator<Item = Item> + '_ {
    workbench.folder.entries.iter().map(|entry| {
        let address = entry.address.clone();
        let path = address.file.as_str();
        let file_name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
        Item {
            note: path.to_owned(),
            file_name,
            is_helper: !entry.main,
            ..Item::edit(format!("Show {}", entry.title), move |workbench| {
                workbench.show(address);
            })
        }
    })
}

/// Returns a line for each importable function, which copies its import statement.
fn imports(imports: &[ImportEntry]) -> impl Iterator<Item = Item> + '_ {
    imports.iter().map(|entry| Item {
        note: match entry.package {
            "package" => entry.file.to_string(),
            package => format!("{package}: {}", entry.file),
        },
        is_helper: true,
        ..Item::new(
            format!("Copy the import of {}", entry.function),
            PaletteAction::Copy(entry.statement()),
        )
    })
}

/// Returns a line for each recent folder and for the built-in shaders.
fn folders(recent: &[PathBuf]) -> impl Iterator<Item = Item> + '_ {
    let recent = recent.iter().map(|folder| {
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        let action = Action::OpenFolder(Some(folder.clone()));
        Item {
            note: folder.display().to_string(),
            ..Item::new(format!("Open folder {}", name.display()), PaletteAction::Request(action))
        }
    });
    let builtin = PaletteAction::Request(Action::OpenFolder(None));
    recent.chain([Item::new("Open the built-in shaders", builtin)])
}

fn sweeps(workbench: &Workbench) -> Vec<Item> {
    let controls = workbench.shown().into_iter();
    let controls = controls.flat_map(|generator| generator.controls());
    let mut items = Vec::new();
    for control in controls.filter(|control| !control.hidden && is_sweepable(control)) {
        for (word, direction) in
            [("across", SweepDirection::Across), ("down", SweepDirection::Down)]
        {
            let name = control.name.clone();
            items.push(Item::edit(format!("Sweep {name} {word}"), move |workbench| {
                workbench.sweep(&name, direction);
            }));
        }
    }
    items
}

/// Beginnings of the lines that follow the recent ones.
const STARTS: [&str; 3] = ["New shader", "Look inside", "Sweep "];

/// Returns the lines with every word of `text`: first generators whose file has the name `text`, then lines that start
/// with `text`, then those with all of its words whole, then the others; helper functions are last. Without a text,
/// `recent` lines are first, then those with which a session often starts.
pub(super) fn matching(items: Vec<Item>, text: &str, recent: &[String]) -> Vec<Item> {
    let text = text.trim().to_lowercase();
    let has = |item: &Item| {
        let line = item.searched();
        text.split_whitespace().all(|word| line.contains(word))
    };
    let mut matches: Vec<Item> = items.into_iter().filter(has).collect();
    if text.is_empty() {
        let first = |start: &&str| {
            let found = matches.iter().find(|item| item.text.starts_with(start));
            found.map(|item| item.text.clone())
        };
        let order: Vec<String> =
            recent.iter().cloned().chain(STARTS.iter().filter_map(first)).collect();
        matches.sort_by_cached_key(|item| {
            let place = order.iter().position(|text| *text == item.text);
            place.unwrap_or(order.len())
        });
        return matches;
    }
    matches.sort_by_key(|item| {
        let is_file = item.file_name.starts_with(&text) && !item.is_helper;
        let line = item.text.to_lowercase();
        let is_whole =
            |word| line.split(|letter: char| !letter.is_alphanumeric()).any(|it| it == word);
        let has_words = text.split_whitespace().all(is_whole);
        (item.is_helper, !is_file, !line.starts_with(&text), !has_words)
    });
    matches
}
