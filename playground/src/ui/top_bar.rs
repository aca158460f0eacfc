//! The top bar: path, view modes, arrangements, profile, history, theme, capture.

use egui::{Align, Button, ComboBox, Label, Layout, RichText, Sense, Ui, UiBuilder, vec2};
use noise_playground::generator::Generator;
use noise_playground::shading::ViewMode;

use super::commands::{CommandId, Tip as _};
use super::history::history_ui;
use super::theme;
use super::{icons, profile};
use crate::workbench::Workbench;
use crate::workbench::capture_settings::CaptureSettings;
use crate::workbench::document::Arrangement;

/// Minimum width of the bar, in points, for a button per view mode; narrower, they are a drop-down.
const ROOMY: f32 = 900.0;

/// Minimum width of the bar, in points, for arrangements with names beside their icons.
const WIDE: f32 = 1200.0;

/// The arrangements of a pair of cells, with their icons and names.
const PAIR_MODES: [(Arrangement, &str, &str); 3] = [
    (Arrangement::Wipe, icons::WIPE, "Wipe"),
    (Arrangement::Blink, icons::BLINK, "Blink"),
    (Arrangement::Difference, icons::DIFFERENCE, "Difference"),
];

/// Shows the bar. Clicks on its buttons add to `commands`.
pub(crate) fn top_bar_ui(ui: &mut Ui, workbench: &mut Workbench, commands: &mut Vec<CommandId>) {
    let width = ui.available_width();
    let (roomy, wide) = (width >= ROOMY, width >= WIDE);
    let generator = workbench.shown().cloned();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let capturing = &mut workbench.capture_settings;
        capture_ui(ui, capturing, generator.is_some(), commands);
        theme_ui(ui, workbench.chrome.dark, commands);
        let is_open = &mut workbench.chrome.panels.history;
        if let Some(step) = history_ui(ui, &workbench.history, is_open, commands) {
            workbench.go_to_step(step);
        }
        if let Some(generator) = &generator {
            profile::button_ui(ui, workbench.comparison.profile.open, commands);
            let document = &workbench.document;
            if document.cells.len() > 1 {
                pair_modes_ui(ui, document.arrangement, wide, commands);
            }
            duplicate_ui(ui, !document.is_full(), commands);
            ui.add_space(8.0);
            modes_ui(
                ui,
                generator,
                workbench.view().shading_for(generator).mode,
                roomy,
                commands,
            );
            ui.add_space(8.0);
        }
        let rest = UiBuilder::new()
            .max_rect(ui.available_rect_before_wrap())
            .layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(rest, |ui| breadcrumb_ui(ui, workbench));
    });
}

/// Returns the name of a view mode with a capital first letter.
pub(crate) fn title(mode: ViewMode) -> String {
    let name = mode.name();
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Shows the path of the selected cell's generator, even before that is compiled.
fn breadcrumb_ui(ui: &mut Ui, workbench: &Workbench) {
    ui.spacing_mut().item_spacing.x = 6.0;
    let mut parts = vec![workbench.folder.name.clone()];
    if let Some(target) = &workbench.document.selected().target {
        let address = target.address();
        parts.extend(address.file.components());
        let compiled = workbench.compiled.get(target);
        if compiled.is_some_and(|compiled| !compiled.generator.main) {
            parts.push(address.function.clone());
        }
    }
    let last = parts.len() - 1;
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            ui.weak(RichText::new(icons::CARET_RIGHT).size(10.0));
        }
        let text = RichText::new(part);
        let text = if index == last {
            text.font(theme::medium(13.0)).strong()
        } else {
            text.weak()
        };
        ui.add(
            Label::new(text)
                .truncate()
                .selectable(false)
                .sense(Sense::hover()),
        );
    }
}

fn modes_ui(
    ui: &mut Ui,
    generator: &Generator,
    mode: ViewMode,
    roomy: bool,
    commands: &mut Vec<CommandId>,
) {
    if roomy {
        let modes = UiBuilder::new().layout(Layout::right_to_left(Align::Center));
        ui.scope_builder(modes, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for choice in fitting_modes(generator).rev() {
                mode_ui(ui, choice, mode == choice, commands);
            }
        });
    } else {
        let list = ComboBox::from_id_salt("view mode")
            .selected_text(title(mode))
            .width(88.0);
        let response = list.show_ui(ui, |ui| {
            for choice in fitting_modes(generator) {
                mode_ui(ui, choice, mode == choice, commands);
            }
        });
        response.response.accessible_name("View mode");
    }
}

/// Returns the view modes that can show a generator.
fn fitting_modes(generator: &Generator) -> impl DoubleEndedIterator<Item = ViewMode> {
    let modes = ViewMode::ALL.into_iter();
    modes.filter(|mode| generator.supports(*mode))
}

fn mode_ui(ui: &mut Ui, choice: ViewMode, is_selected: bool, commands: &mut Vec<CommandId>) {
    let text = RichText::new(title(choice));
    let text = if is_selected {
        text.font(theme::medium(13.0))
    } else {
        text
    };
    let button = Button::new(text)
        .selected(is_selected)
        .frame_when_inactive(is_selected)
        .corner_radius(4.0);
    let command = CommandId::of_mode(choice);
    let response = ui.add(button).tip_as(choice.info().summary, command);
    if response.clicked() {
        commands.push(command);
    }
}

fn theme_ui(ui: &mut Ui, dark: bool, commands: &mut Vec<CommandId>) {
    let (icon, name) = if dark {
        (icons::SUN, "Light theme")
    } else {
        (icons::MOON, "Dark theme")
    };
    let button = Button::new(RichText::new(icon).size(15.0)).frame_when_inactive(false);
    if ui
        .add(button)
        .on_hover_text(name)
        .accessible_name(name)
        .clicked()
    {
        commands.push(CommandId::Theme);
    }
}

fn duplicate_ui(ui: &mut Ui, is_enabled: bool, commands: &mut Vec<CommandId>) {
    let button = Button::new(format!("{}  Compare", icons::ADD));
    let response = ui
        .add_enabled(is_enabled, button)
        .accessible_name("Compare");
    if response.tip(CommandId::Duplicate).clicked() {
        commands.push(CommandId::Duplicate);
    }
}

/// Shows the buttons that arrange a pair of cells.
fn pair_modes_ui(ui: &mut Ui, present: Arrangement, wide: bool, commands: &mut Vec<CommandId>) {
    for (arrangement, icon, name) in PAIR_MODES.into_iter().rev() {
        let is_selected = present == arrangement;
        let text = match wide {
            true => RichText::new(format!("{icon}  {name}")),
            false => RichText::new(icon).size(15.0),
        };
        let button = Button::new(text)
            .selected(is_selected)
            .frame_when_inactive(is_selected);
        let response = ui.add(button).accessible_name(name);
        let command = CommandId::of_arrangement(arrangement);
        if response.tip(command).clicked() {
            commands.push(command);
        }
    }
}

/// Shows the capture button, and the button that opens the capture dialog.
fn capture_ui(
    ui: &mut Ui,
    capturing: &mut CaptureSettings,
    is_enabled: bool,
    commands: &mut Vec<CommandId>,
) {
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 1.0);
    let arrow = Button::new(RichText::new(icons::CARET_DOWN).size(11.0))
        .selected(capturing.is_open)
        .min_size(vec2(20.0, 0.0));
    let arrow = ui
        .add_enabled(is_enabled, arrow)
        .accessible_name("Capture settings");
    if arrow.tip(CommandId::CaptureSettings).clicked() {
        capturing.is_open = !capturing.is_open;
    }
    let button = Button::new(format!("{}  Capture", icons::CAMERA));
    let response = ui
        .add_enabled(is_enabled, button)
        .accessible_name("Capture");
    if response
        .tip_as(&capturing.summary(), CommandId::Capture)
        .clicked()
    {
        commands.push(CommandId::Capture);
    }
    ui.spacing_mut().item_spacing.x = spacing;
}
