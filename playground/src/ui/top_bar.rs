//! The top bar: folder and file, view modes, search, comparison, dock, history, theme, help, capture.

pub(crate) mod menu;
mod space;

use egui::containers::menu::MenuButton;
use egui::{
    Align, Button, ComboBox, FontSelection, Id, Layout, Response, RichText, Sense, TextWrapMode,
    Ui, UiBuilder, WidgetText, vec2,
};
use noise_playground::generator::{Address, Generator};
use noise_playground::view::shading::ViewMode;

use super::commands::{CommandId, Tip as _};
use super::history::history_ui;
use super::{icons, theme};
use crate::workbench::Workbench;
use crate::workbench::format::capitalized;
use menu::menu_ui;
use space::{BUTTONS, MODE_LIST, MODES, PATH, Space};

/// In points.
const GAP: f32 = 2.0;

/// Free width, in points, from which the search button looks like a text field with its shortcut, and shows a text.
const SEARCH: f32 = 96.0;
const NAMED_SEARCH: f32 = 200.0;

/// Folder, file and view modes have fixed positions on the left.
pub(crate) fn top_bar_ui(ui: &mut Ui, workbench: &mut Workbench, commands: &mut Vec<CommandId>) {
    let generator = workbench.shown().cloned();
    let space = Space::of(ui.available_width());
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        path_ui(ui, workbench, commands);
        if let Some(generator) = &generator {
            let mode = workbench.view().shading_for(generator).mode;
            modes_ui(ui, generator, mode, space.has_modes, commands);
        }
        search_ui(ui, commands);
        at_right_ui(ui, |ui| {
            let has_picture = generator.is_some();
            let can_add = has_picture && !workbench.document.is_full();
            duplicate_ui(ui, can_add, space.names_compare, commands);
            inspect_ui(ui, workbench.chrome.dock().is_open(), space.names_inspect, commands);
            history_ui(ui, workbench, commands);
            if space.has_icons {
                theme_ui(ui, workbench.chrome.is_dark(), commands);
                help_ui(ui, commands);
            }
            menu_ui(ui, workbench, commands);
            capture_ui(ui, workbench, has_picture, commands);
        });
    });
}

fn inspect_ui(ui: &mut Ui, is_open: bool, is_named: bool, commands: &mut Vec<CommandId>) {
    let text = if is_named {
        RichText::new(format!("{}  Inspect", icons::BARS))
    } else {
        RichText::new(icons::BARS).size(15.0)
    };
    let button = Button::new(text).selected(is_open);
    let about = CommandId::Inspect.command().tooltip;
    if ui.add(button).on_hover_text(about).accessible_name("Inspect").clicked() {
        commands.push(CommandId::Inspect);
    }
}

/// Returns points in the last layout.
fn right_width(ui: &Ui) -> f32 {
    ui.data(|data| data.get_temp(right_id())).unwrap_or(BUTTONS)
}

fn right_id() -> Id {
    Id::unique("buttons on the right")
}

/// Adds `buttons` from left to right, in the order of `Tab`. If their total width changed, the frame is laid out again.
fn at_right_ui(ui: &mut Ui, buttons: impl FnOnce(&mut Ui)) {
    let (rect, before) = (ui.max_rect(), right_width(ui));
    let area = UiBuilder::new()
        .max_rect(rect.with_min_x(rect.right() - before))
        .layout(Layout::left_to_right(Align::Center));
    let mut child = ui.new_child(area);
    child.spacing_mut().item_spacing.x = GAP;
    buttons(&mut child);
    let width = child.min_rect().width();
    if width != before {
        ui.data_mut(|data| data.insert_temp(right_id(), width));
        ui.ctx().request_discard("another width of the buttons");
    }
}

/// Looks like a search field if there is space.
fn search_ui(ui: &mut Ui, commands: &mut Vec<CommandId>) {
    let mut rect = ui.available_rect_before_wrap();
    rect.max.x -= right_width(ui) + ui.spacing().item_spacing.x + 4.0;
    let area = UiBuilder::new().max_rect(rect).layout(Layout::right_to_left(Align::Center));
    let mut ui = ui.new_child(area);
    let width = ui.available_width().min(240.0);
    let button = if width >= SEARCH {
        let text = if width >= NAMED_SEARCH {
            format!("{}  Search commands\u{2026}", icons::SEARCH)
        } else {
            icons::SEARCH.to_owned()
        };
        Button::new(RichText::new(text).weak())
            .shortcut_text(CommandId::Panel(crate::ui::command_palette::PALETTE).key_text())
            .fill(ui.visuals().extreme_bg_color)
            .stroke(ui.visuals().window_stroke)
            .truncate()
            .min_size(vec2(width - 8.0, theme::ROW))
    } else {
        Button::new(RichText::new(icons::SEARCH).size(15.0)).frame_when_inactive(false)
    };
    let about = "Search commands, settings, generators, presets and folders";
    let response =
        ui.add(button).tip_as(about, CommandId::Panel(crate::ui::command_palette::PALETTE));
    if response.accessible_name("Search commands").clicked() {
        commands.push(CommandId::Panel(crate::ui::command_palette::PALETTE));
    }
}

fn help_ui(ui: &mut Ui, commands: &mut Vec<CommandId>) {
    let button = Button::new(RichText::new(icons::HELP).size(15.0)).frame_when_inactive(false);
    let response = ui
        .add(button)
        .tip_as("Keyboard shortcuts", CommandId::Panel(crate::ui::shortcuts::SHORTCUTS));
    if response.accessible_name("Keyboard shortcuts").clicked() {
        commands.push(CommandId::Panel(crate::ui::shortcuts::SHORTCUTS));
    }
}

/// Shows folder and file, even if not compiled. A click opens another folder, or the file in the text editor.
fn path_ui(ui: &mut Ui, workbench: &Workbench, commands: &mut Vec<CommandId>) {
    let (rect, _) = ui.allocate_exact_size(vec2(PATH, theme::ROW), Sense::hover());
    let area = UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center));
    // A separate child keeps the widgets that follow in place, however wide the names are.
    let mut ui = ui.new_child(area);
    ui.spacing_mut().item_spacing.x = 4.0;
    let name = &workbench.folder.name;
    let address = workbench.selected_address();
    let widest = match &address {
        Some(address) => {
            // With the caret before the name.
            let width = part_width(&ui, file_text(address)) + 24.0;
            PATH - width.min(0.7 * PATH)
        }
        None => PATH,
    };
    let text = RichText::new(format!("{}  {name}", icons::FOLDER)).weak();
    let folder = path_part_ui(&mut ui, text, widest);
    let folder = folder.tip_as("Open another folder", CommandId::OpenFolder);
    if folder.accessible_name(format!("Folder {name}")).clicked() {
        commands.push(CommandId::OpenFolder);
    }
    let Some(address) = address else {
        return;
    };
    ui.weak(RichText::new(icons::CARET_RIGHT).size(10.0));
    let path = address.file.as_str();
    let text = file_text(&address);
    let widest = rect.right() - ui.cursor().left();
    let file = path_part_ui(&mut ui, text, widest);
    let about = format!("{address}\nOpen in the editor");
    let file = file.tip_as(&about, CommandId::OpenInEditor);
    if file.accessible_name(format!("File {path}")).clicked() {
        commands.push(CommandId::OpenInEditor);
    }
}

/// Horizontal padding of folder and file, in points.
const PADDING: f32 = 4.0;

fn file_text(address: &Address) -> RichText {
    let path = address.file.as_str();
    let file = path.rsplit('/').next().unwrap_or(path);
    RichText::new(file).font(theme::medium(13.0)).strong()
}

fn part_width(ui: &Ui, text: RichText) -> f32 {
    let mode = Some(TextWrapMode::Extend);
    let text = WidgetText::from(text);
    let galley = text.into_galley(ui, mode, f32::INFINITY, FontSelection::Default);
    galley.size().x.ceil() + 2.0 * PADDING + 1.0
}

/// At most `widest` points wide.
fn path_part_ui(ui: &mut Ui, text: RichText, widest: f32) -> Response {
    let width = part_width(ui, text.clone()).min(widest);
    ui.spacing_mut().button_padding.x = PADDING;
    let button = Button::new(text).frame_when_inactive(false).truncate();
    ui.add_sized([width, theme::ROW], button)
}

fn modes_ui(
    ui: &mut Ui,
    generator: &Generator,
    mode: ViewMode,
    roomy: bool,
    commands: &mut Vec<CommandId>,
) {
    if roomy {
        let area = ui.available_rect_before_wrap().with_max_x(ui.cursor().left() + MODES);
        ui.advance_cursor_after_rect(area);
        let layout = Layout::left_to_right(Align::Center);
        let mut ui = ui.new_child(UiBuilder::new().max_rect(area).layout(layout));
        ui.spacing_mut().item_spacing.x = 2.0;
        for choice in button_modes(generator, mode).filter(|mode| !MAPS.contains(mode)) {
            mode_ui(&mut ui, choice, mode == choice, commands);
            // Behind the relief, as in the order of their keys.
            if choice == ViewMode::Relief {
                maps_ui(&mut ui, generator, mode, commands);
            }
        }
    } else {
        let list = ComboBox::from_id_salt("view mode")
            .selected_text(capitalized(mode.name()))
            .width(MODE_LIST);
        let response = list.show_ui(ui, |ui| {
            for choice in fitting_modes(generator) {
                mode_ui(ui, choice, mode == choice, commands);
            }
        });
        response.response.accessible_name("View mode");
    }
}

/// Views of the ground from above that share a button.
const MAPS: [ViewMode; 5] =
    [ViewMode::Hillshade, ViewMode::Slope, ViewMode::Aspect, ViewMode::Contour, ViewMode::Sky];

fn maps_ui(ui: &mut Ui, generator: &Generator, mode: ViewMode, commands: &mut Vec<CommandId>) {
    let maps: Vec<ViewMode> = fitting_modes(generator).filter(|mode| MAPS.contains(mode)).collect();
    if maps.is_empty() {
        return;
    }
    let is_selected = maps.contains(&mode);
    // As wide for each map, so that the next buttons keep their place.
    let text = if is_selected { capitalized(mode.name()) } else { "Maps".to_owned() };
    let text = RichText::new(format!("{text}  {}", icons::CARET_DOWN));
    let text = if is_selected { text.font(theme::medium(13.0)) } else { text };
    let button = Button::new(text).selected(is_selected).frame_when_inactive(is_selected);
    let menu = MenuButton::from_button(button.min_size(vec2(MAPS_WIDTH, 0.0))).ui(ui, |ui| {
        for map in maps {
            let command = CommandId::View(map);
            let button = Button::new(capitalized(map.name())).selected(mode == map);
            let button = button.shortcut_text(command.key_text());
            if ui.add(button).on_hover_text(map.info().summary).clicked() {
                commands.push(command);
            }
        }
    });
    menu.0.accessible_name("Maps");
}

const MAPS_WIDTH: f32 = 88.0;

fn fitting_modes(generator: &Generator) -> impl Iterator<Item = ViewMode> {
    ViewMode::ALL.into_iter().filter(|mode| generator.supports(*mode))
}

/// Returns the view modes with buttons: those of rounding errors and of derivatives only while they are selected.
fn button_modes(generator: &Generator, shown: ViewMode) -> impl Iterator<Item = ViewMode> {
    let has_button = move |mode: &ViewMode| !mode.is_special() || *mode == shown;
    fitting_modes(generator).filter(has_button)
}

fn mode_ui(ui: &mut Ui, choice: ViewMode, is_selected: bool, commands: &mut Vec<CommandId>) {
    let text = RichText::new(capitalized(choice.name()));
    let text = if is_selected { text.font(theme::medium(13.0)) } else { text };
    let button =
        Button::new(text).selected(is_selected).frame_when_inactive(is_selected).corner_radius(4.0);
    let command = CommandId::View(choice);
    let response = ui.add(button).tip_as(choice.info().summary, command);
    if response.clicked() {
        commands.push(command);
    }
}

fn theme_ui(ui: &mut Ui, dark: bool, commands: &mut Vec<CommandId>) {
    let name = if dark { "Light theme" } else { "Dark theme" };
    // A sun on the picture sets its light.
    let button = Button::new(RichText::new(icons::MOON).size(15.0)).frame_when_inactive(false);
    if ui.add(button).on_hover_text(name).accessible_name(name).clicked() {
        commands.push(CommandId::Theme);
    }
}

fn duplicate_ui(ui: &mut Ui, is_enabled: bool, is_named: bool, commands: &mut Vec<CommandId>) {
    let button = Button::new(if is_named {
        format!("{}  Compare", icons::ADD)
    } else {
        icons::ADD.to_owned()
    });
    let response = ui.add_enabled(is_enabled, button).accessible_name("Compare");
    if response.tip(CommandId::Duplicate).clicked() {
        commands.push(CommandId::Duplicate);
    }
}

/// One button captures a picture, the other opens the dialog.
fn capture_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    is_enabled: bool,
    commands: &mut Vec<CommandId>,
) {
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 1.0);
    let button = Button::new(format!("{}  Capture", icons::CAMERA));
    let response = ui.add_enabled(is_enabled, button).accessible_name("Capture");
    if response.tip_as(&workbench.capture_settings.summary(), CommandId::Capture).clicked() {
        commands.push(CommandId::Capture);
    }
    let arrow = Button::new(RichText::new(icons::CARET_DOWN).size(11.0))
        .selected(workbench.chrome.is_open(crate::ui::capture::CAPTURE))
        .min_size(vec2(20.0, 0.0));
    let arrow = ui.add_enabled(is_enabled, arrow).accessible_name("Capture settings");
    if arrow.tip(CommandId::Panel(crate::ui::capture::CAPTURE)).clicked() {
        workbench.toggle_panel(crate::ui::capture::CAPTURE);
    }
    ui.spacing_mut().item_spacing.x = spacing;
}
