//! The bar above: where we are, how it is looked at, light or dark, capture.

use egui::{Align, Button, ComboBox, Label, Layout, RichText, Sense, Ui, UiBuilder, vec2};
use noise_playground::generator::Generator;
use noise_playground::shading::ViewMode;

use super::commands::{CommandId, Tip as _};
use super::theme;
use super::{icons, profile};
use crate::workbench::document::Arrangement;
use crate::workbench::{Action, Workbench};

/// Below this width the modes are a drop-down.
const ROOMY: f32 = 900.0;

/// Below this width the ways to compare have no words.
const WIDE: f32 = 1200.0;

/// The arrangements of a pair of cells, with their icons and names.
const PAIR_MODES: [(Arrangement, &str, &str); 3] = [
    (Arrangement::Wipe, icons::WIPE, "Wipe"),
    (Arrangement::Blink, icons::BLINK, "Blink"),
    (Arrangement::Difference, icons::DIFFERENCE, "Difference"),
];

/// The bar, left to right.
pub(crate) fn top_bar_ui(ui: &mut Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    let width = ui.available_width();
    let (roomy, wide) = (width >= ROOMY, width >= WIDE);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        capture_ui(ui, workbench, actions);
        theme_ui(ui, &mut workbench.chrome.dark);
        super::history::history_ui(ui, workbench);
        if let Some(generator) = workbench.shown().cloned() {
            profile::button_ui(ui, workbench);
            comparisons_ui(ui, workbench, wide);
            duplicate_ui(ui, workbench);
            ui.add_space(8.0);
            modes_ui(ui, &generator, &mut workbench.look_mut().view.mode, roomy);
            ui.add_space(8.0);
        }
        let rest = UiBuilder::new()
            .max_rect(ui.available_rect_before_wrap())
            .layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(rest, |ui| breadcrumb_ui(ui, workbench));
    });
}

/// A mode's name as people read it.
pub(crate) fn title(mode: ViewMode) -> String {
    let name = mode.name();
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

fn breadcrumb_ui(ui: &mut Ui, workbench: &Workbench) {
    ui.spacing_mut().item_spacing.x = 6.0;
    let mut parts = vec![workbench.folder.name.clone()];
    if let Some(generator) = workbench.shown() {
        parts.extend(generator.address.file.components());
        if !generator.main {
            parts.push(generator.address.function.clone());
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

fn modes_ui(ui: &mut Ui, generator: &Generator, mode: &mut ViewMode, roomy: bool) {
    if roomy {
        let modes = UiBuilder::new().layout(Layout::right_to_left(Align::Center));
        ui.scope_builder(modes, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for choice in ViewMode::ALL.into_iter().rev() {
                mode_ui(ui, generator, mode, choice);
            }
        });
    } else {
        let list = ComboBox::from_id_salt("view mode")
            .selected_text(title(*mode))
            .width(88.0);
        let response = list.show_ui(ui, |ui| {
            for choice in ViewMode::ALL {
                mode_ui(ui, generator, mode, choice);
            }
        });
        response.response.accessible_name("View mode");
    }
}

fn mode_ui(ui: &mut Ui, generator: &Generator, mode: &mut ViewMode, choice: ViewMode) {
    let chosen = *mode == choice;
    let text = RichText::new(title(choice));
    let text = if chosen {
        text.font(theme::medium(13.0))
    } else {
        text
    };
    let button = Button::new(text)
        .selected(chosen)
        .frame_when_inactive(chosen)
        .corner_radius(4.0);
    let response = ui.add_enabled(generator.supports(choice), button);
    let response = response.on_disabled_hover_text("For volumes: a function of vec3f or vec4f");
    if response.tip(CommandId::of_mode(choice)).clicked() {
        *mode = choice;
    }
}

fn theme_ui(ui: &mut Ui, dark: &mut bool) {
    let (icon, name) = if *dark {
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
        *dark = !*dark;
    }
}

fn duplicate_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let button = Button::new(format!("{}  Compare", icons::ADD));
    let response = ui
        .add_enabled(!workbench.document.is_full(), button)
        .accessible_name("Compare");
    if response.tip(CommandId::Duplicate).clicked() {
        workbench.duplicate(workbench.document.selected);
    }
}

/// How two cells are looked at in detail, once there are two.
fn comparisons_ui(ui: &mut Ui, workbench: &mut Workbench, wide: bool) {
    if workbench.document.cells.len() == 1 {
        return;
    }
    for (arrangement, icon, name) in PAIR_MODES.into_iter().rev() {
        let is_on = workbench.document.arrangement == arrangement;
        let words = match wide {
            true => RichText::new(format!("{icon}  {name}")),
            false => RichText::new(icon).size(15.0),
        };
        let button = Button::new(words)
            .selected(is_on)
            .frame_when_inactive(is_on);
        let response = ui.add(button).accessible_name(name);
        if response
            .tip(CommandId::of_arrangement(arrangement))
            .clicked()
        {
            workbench.toggle(arrangement);
        }
    }
}

/// The button, and the arrow that opens the dialog.
fn capture_ui(ui: &mut Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    let is_on = workbench.shown().is_some();
    let capturing = &mut workbench.capturing;
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 1.0);
    let arrow = Button::new(RichText::new(icons::CARET_DOWN).size(11.0))
        .selected(capturing.open)
        .min_size(vec2(20.0, 0.0));
    let arrow = ui
        .add_enabled(is_on, arrow)
        .accessible_name("Capture settings");
    if arrow.tip(CommandId::CaptureSettings).clicked() {
        capturing.open = !capturing.open;
    }
    let button = Button::new(format!("{}  Capture", icons::CAMERA));
    let response = ui.add_enabled(is_on, button).accessible_name("Capture");
    if response
        .tip_as(&capturing.summary(), CommandId::Capture)
        .clicked()
    {
        actions.push(Action::Capture);
    }
    ui.spacing_mut().item_spacing.x = spacing;
}
