//! Help in the center of the window while there is no picture to show.

use egui::{Align, FontId, Label, Layout, RichText, Ui};

use super::commands::{CommandId, Tip as _};
use super::{icons, theme};
use crate::workbench::picture_state::MissingGenerator;
use crate::workbench::{Action, Workbench};

/// In points.
const WIDTH: f32 = 560.0;

pub(crate) fn empty_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    has_errors: bool,
    actions: &mut Vec<Action>,
) {
    let space = ui.max_rect();
    let width = space.width().min(WIDTH);
    let height = space.height().min(400.0);
    let rect = egui::Rect::from_center_size(space.center(), egui::vec2(width, height));
    let area = egui::UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Min));
    ui.scope_builder(area, |ui| {
        let missing = workbench.missing_generator(workbench.document.selected);
        let folder = &workbench.folder;
        if let Some((file, MissingGenerator::Deleted)) = missing {
            title_ui(ui, &format!("{file} is deleted"));
            text_ui(ui, "The picture appears once the file is back. Other generators are in the list on the left.");
        } else if let Some((file, MissingGenerator::LeftOut)) = missing {
            title_ui(ui, &format!("{file} leads outside of the folder"));
            text_ui(ui, "Copy the file into the folder, or open a folder that holds the link and its target.");
        } else if let Some((file, MissingGenerator::NotInFile)) = missing {
            title_ui(ui, &format!("{file} has no generator"));
            nothing_to_draw_ui(ui, EXAMPLE);
            ui.add_space(8.0);
            let name = "Open in editor";
            let button = ui.button(name).tip_as(name, CommandId::OpenInEditor);
            if button.clicked() {
                actions.extend(CommandId::OpenInEditor.run(ui, workbench));
            }
        } else if let Some(file) = workbench.broken_file() {
            title_ui(ui, &format!("{file} does not compile"));
            text_ui(ui, ERROR_BELOW);
        } else if !folder.is_scan_complete && !has_errors {
            text_ui(ui, &format!("Compiling {} \u{2026}", folder.name));
        } else if !folder.entries.is_empty() {
            title_ui(ui, "Choose a generator");
            text_ui(ui, "Click one in the list on the left, or press / and type part of its name.");
        } else if has_errors {
            title_ui(ui, "Nothing compiles yet");
            text_ui(ui, ERROR_BELOW);
        } else {
            title_ui(ui, "No generator yet");
            text_ui(ui, &format!("Save this as a .wgsl file in {}, and it appears here:", folder.name));
            example_ui(ui, EXAMPLE);
            doors_ui(ui, workbench, actions);
        }
    });
}

const ERROR_BELOW: &str = "The first error is below. Click it to open your editor there. The picture appears once the error is fixed.";

pub(crate) const EXAMPLE: &str = "fn height(p: vec2f, frequency: f32) -> f32 {
    return sin(p.x * frequency) * sin(p.y * frequency);
}";

pub(crate) fn nothing_to_draw_ui(ui: &mut Ui, example: &str) {
    text_ui(ui, "Nothing to draw yet. A function of a position is enough:");
    example_ui(ui, example);
}

/// A shorter example, for a narrow panel.
pub(crate) const FIRST: &str = "fn height(p: vec2f) -> f32 {
    return sin(p.x) * sin(p.y);
}";

fn example_ui(ui: &mut Ui, example: &str) {
    ui.add_space(8.0);
    let code = egui::Frame::new().fill(ui.visuals().panel_fill);
    code.corner_radius(6.0).inner_margin(16.0).show(ui, |ui| {
        let font = FontId::monospace(if ui.available_width() < WIDTH / 2.0 { 11.0 } else { 13.0 });
        ui.add(Label::new(RichText::new(example).font(font)).extend());
    });
    ui.add_space(8.0);
    if ui.button("Copy").on_hover_text("Copy these lines").clicked() {
        ui.copy_text(example.to_owned());
    }
    ui.add_space(8.0);
    text_ui(ui, "Any function of a position is a generator. Its other parameters become sliders.");
}

fn doors_ui(ui: &mut Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    ui.add_space(16.0);
    ui.horizontal(|ui| {
        let commands = [
            (icons::NEW_FILE, "New file from a template", CommandId::NewFile),
            (icons::FOLDER, "Open another folder", CommandId::OpenFolder),
        ];
        for (icon, name, command) in commands {
            let button = ui.button(format!("{icon}  {name}")).tip_as(name, command);
            if button.accessible_name(name).clicked() {
                actions.extend(command.run(ui, workbench));
            }
        }
        if ui.button("Built-in shaders").clicked() {
            actions.push(Action::OpenFolder(None));
        }
    });
    let recent = workbench.chrome.recent_folders.iter().take(4);
    if recent.len() > 0 {
        ui.add_space(16.0);
        ui.weak("Recent folders");
    }
    for folder in recent {
        let name = folder.display().to_string();
        if ui.link(&name).clicked() {
            actions.push(Action::OpenFolder(Some(folder.clone())));
        }
    }
}

fn title_ui(ui: &mut Ui, title: &str) {
    ui.label(RichText::new(title).font(theme::medium(20.0)).strong());
    ui.add_space(8.0);
}

fn text_ui(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).size(14.0)).wrap());
}
