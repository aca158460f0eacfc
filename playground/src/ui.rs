//! The panels: functions that lay out a frame with egui and apply input to the workbench. They draw no pictures, but
//! return the rectangles for them.

mod analysis;
mod camera;
mod caption;
mod capture;
mod cell_menu;
mod cells;
mod changes;
mod command_palette;
mod commands;
mod control_menu;
mod control_row;
mod control_text;
mod controls;
mod diagnostics;
mod dialogs;
mod empty;
mod focus;
mod focus_frame;
mod generators;
mod history;
mod icons;
mod inside;
pub(crate) mod manual;
mod menu;
mod messages;
mod mutations;
mod naming;
mod overlay;
mod pair;
mod palettes;
mod panes;
mod picture;
mod picture_keys;
mod picture_state;
mod presets;
mod profile;
mod quarantine;
mod readout;
mod restore;
mod shortcuts;
mod status;
mod sun;
mod sweep;
#[cfg(test)]
mod tests;
pub(crate) mod theme;
mod tooltips;
mod top_bar;
mod trace;
mod view;
mod widgets;

use commands::CommandId;
use control_menu::MenuContext;
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, ThemePreference, Ui};
use focus::FocusZone;
use noise_playground::control::Values;
use noise_playground::generator::{Address, Generator};

use crate::workbench::randomize::Scope;
use crate::workbench::{Action, Chrome, Pane, PaneId, Workbench};

pub(crate) struct UiOutput {
    /// Carried out by the application.
    pub(crate) actions: Vec<Action>,
    /// In drawing order.
    pub(crate) panes: Vec<Pane>,
    /// Clears the window.
    pub(crate) background: egui::Color32,
}

/// The rectangles of panes stay transparent: the application draws the pictures below the panels.
pub(crate) fn workbench_ui(ui: &mut Ui, workbench: &mut Workbench) -> UiOutput {
    ui.ctx().set_theme(if workbench.chrome.dark {
        ThemePreference::Dark
    } else {
        ThemePreference::Light
    });
    if workbench.chrome.reduces_motion() {
        ui.style_mut().scroll_animation = egui::style::ScrollAnimation::none();
    }
    let mut actions = Vec::new();
    workbench.update();
    generators::clear_filter_on_escape(ui, &mut workbench.chrome.filter);
    shortcuts::run_shortcuts(ui, workbench, &mut actions);
    tooltips::hide_below_modal(ui, workbench);

    let mut commands = Vec::new();
    bars_ui(ui, workbench, &mut commands, &mut actions);
    run_commands(ui, workbench, &mut commands, &mut actions);
    let inside =
        inside::is_below_sides(ui).then(|| inside::inside_ui(ui, workbench, &mut commands));
    let thumbnails = sides_ui(ui, workbench, &mut commands, &mut actions);
    run_commands(ui, workbench, &mut commands, &mut actions);
    profile_ui(ui, workbench, &mut commands);
    analysis::analysis_ui(ui, workbench, &mut commands, &mut actions);
    run_commands(ui, workbench, &mut commands, &mut actions);
    let inside = inside.unwrap_or_else(|| inside::inside_ui(ui, workbench, &mut commands));
    trace::trace_ui(ui, workbench, &mut commands);
    run_commands(ui, workbench, &mut commands, &mut actions);
    let mut panes = CentralPanel::no_frame()
        .show(ui, |ui| {
            quarantine::quarantine_ui(ui, &workbench.folder.quarantined, &mut actions);
            cells::cells_ui(ui, workbench, &mut actions)
        })
        .inner;
    workbench.update_trace();
    panes.extend(thumbnails);
    panes.extend(inside);
    panes.extend(analysis::panes(ui, workbench));
    windows_ui(ui, workbench, &mut actions);
    let now = ui.input(|input| input.time);
    match is_at_rest(ui) {
        true => workbench.commit(now),
        false => workbench.update(),
    }
    if workbench.tip_camera(now) {
        ui.ctx().request_repaint();
    }
    shortcuts::remember_typing(ui);
    UiOutput { actions, panes, background: ui.visuals().panel_fill }
}

/// Appends resulting actions to `actions`.
fn run_commands(
    ui: &Ui,
    workbench: &mut Workbench,
    commands: &mut Vec<CommandId>,
    actions: &mut Vec<Action>,
) {
    for command in commands.drain(..) {
        actions.extend(command.run(ui, workbench));
    }
}

fn windows_ui(ui: &Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    let changes = workbench.comparison.changes;
    let changes = changes.and_then(|changes| workbench.changes(changes));
    if !changes.is_some_and(|changes| changes::changes_ui(ui, &changes)) {
        workbench.comparison.changes = None;
    }
    if messages::messages_ui(ui, &mut workbench.chrome.messages) {
        ui.ctx().copy_text(workbench.report());
    }
    capture::capture_dialog_ui(ui, workbench, actions);
    let free_cells = workbench.document.free_cells();
    let dropped = workbench.pending_restore.as_ref();
    let inputs = workbench.field_inputs();
    let offered = (free_cells, inputs.as_slice());
    let choice = dropped.and_then(|dropped| restore::restore_dialog_ui(ui, dropped, offered));
    if let Some(choice) = choice {
        workbench.apply_restore_choice(choice);
    }
    restore::request_dropped_files(ui, actions);
    shortcuts::shortcuts_ui(ui, &mut workbench.chrome.panels.shortcuts);
    command_palette::palette_ui(ui, workbench, actions);
    dialogs::dialogs_ui(ui, &mut workbench.chrome, actions);
    focus_frame::focus_frame_ui(ui);
    actions.append(&mut workbench.chrome.requested);
}

/// Shows the panel below the pictures while it is open.
fn profile_ui(ui: &mut Ui, workbench: &mut Workbench, commands: &mut Vec<CommandId>) {
    if !workbench.shows_profile() {
        return;
    }
    if let Some(count) = profile::panel_ui(ui, workbench.profile(), commands) {
        workbench.notify(format!("copied {count} profile points"));
    }
}

/// Returns true while no pointer button is held and no text is edited: edits can then become an undo step.
fn is_at_rest(ui: &Ui) -> bool {
    let is_typing = ui.ctx().text_edit_focused();
    !is_typing && !ui.input(|input| input.pointer.any_down())
}

fn bars_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    commands: &mut Vec<CommandId>,
    actions: &mut Vec<Action>,
) {
    // Panels have no fill: the window is cleared with their color, which costs nothing.
    let bar = Frame::new().inner_margin(Margin::symmetric(12, 0));
    Panel::top("top bar").exact_size(40.0).frame(bar).show(ui, |ui| {
        focus::start_zone(ui, FocusZone::Bar);
        top_bar::top_bar_ui(ui, workbench, commands);
    });
    Panel::bottom("status line")
        .exact_size(25.0)
        .frame(bar)
        .show(ui, |ui| status::status_ui(ui, workbench, commands, actions));
    let diagnostics = workbench.diagnostics();
    let Chrome { panels, panel_sizes, .. } = &mut workbench.chrome;
    if panels.diagnostics && !diagnostics.is_empty() {
        let drawer = Panel::bottom("diagnostics")
            .resizable(true)
            .default_size(panel_sizes.drawer)
            .size_range(56.0..=480.0);
        let shown = drawer.frame(bar).show(ui, |ui| {
            diagnostics::diagnostics_ui(ui, &diagnostics, &mut panels.diagnostics, actions);
        });
        panel_sizes.drawer = shown.response.rect.height();
    }
}

/// Returns the panes of preset thumbnails.
fn sides_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    commands: &mut Vec<CommandId>,
    actions: &mut Vec<Action>,
) -> Vec<Pane> {
    let margin = Margin { left: 12, right: 12, top: 8, bottom: 0 };
    let side = Frame::new().inner_margin(margin);
    if workbench.chrome.panels.generators {
        let panel = Panel::left("generators")
            .default_size(workbench.chrome.panel_sizes.generators)
            .size_range(160.0..=400.0);
        let shown = panel.frame(side).show(ui, |ui| {
            focus::start_zone(ui, FocusZone::Generators);
            generators::generators_ui(ui, workbench, actions);
        });
        workbench.chrome.panel_sizes.generators = shown.response.rect.width();
    }
    if workbench.chrome.panels.controls && workbench.shown().is_some() {
        let panel = Panel::right("controls")
            .default_size(workbench.chrome.panel_sizes.controls)
            .size_range(260.0..=520.0);
        let panel = panel.frame(Frame::new().inner_margin(Margin { right: 0, ..margin }));
        let shown = panel.show(ui, |ui| settings_ui(ui, workbench, commands, actions));
        workbench.chrome.panel_sizes.controls = shown.response.rect.width();
        return shown.inner;
    }
    Vec::new()
}

/// Right of the settings, in points.
const SCROLL_MARGIN: i8 = 12;

/// Returns the panes of preset thumbnails.
fn settings_ui(
    ui: &mut Ui,
    workbench: &mut Workbench,
    commands: &mut Vec<CommandId>,
    actions: &mut Vec<Action>,
) -> Vec<Pane> {
    let mut panes = Vec::new();
    let Some(generator) = workbench.shown().cloned() else {
        return panes;
    };
    // The scroll bar lies in the margin, where it covers no dot.
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.content_margin.right = SCROLL_MARGIN;
    scroll.bar_width = f32::from(SCROLL_MARGIN) - 2.0;
    let mut area = ScrollArea::vertical().auto_shrink(false);
    if is_other_generator(ui, &generator) {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show(ui, |ui| {
        focus::start_zone(ui, FocusZone::Settings);
        ui.push_id(&generator.address, |ui| {
            controls::title_ui(ui, &generator);
            if generator.controls.iter().any(|control| !control.hidden) {
                let presets = presets::presets_ui(ui, workbench);
                panes = presets.panes;
                actions.extend(presets.requested);
                match presets.applied {
                    Some(PaneId::Preset(index)) => workbench.apply_preset(index),
                    Some(_) => workbench.reset_values(&Scope::All),
                    None => {}
                }
                control_menu::randomize_ui(ui, &mut workbench.randomizer.mutation, commands);
            }
            values_ui(ui, workbench, &generator);
        });
        let pane = PaneId::Cell(workbench.document.selected);
        let value_range = workbench.pane_stats(pane).value_range;
        view::view_ui(ui, &generator, workbench.view_mut(), value_range);
        let visible = workbench.compared_generators();
        let document = &mut workbench.document;
        let placement = document.placement_cell(document.selected);
        let view = document.view_mut(placement);
        view::scene_ui(ui, &generator, view, value_range);
        view::slice_and_time_ui(ui, &visible, view, &mut workbench.clock);
        ui.add_space(16.0);
    });
    panes
}

/// Applies the user's edits.
fn values_ui(ui: &mut Ui, workbench: &mut Workbench, generator: &Generator) {
    let document = &workbench.document;
    let cell = workbench.pane_content(PaneId::Cell(document.selected));
    let before = cell.map(|cell| cell.values).unwrap_or_default();
    let mut now = before.clone();
    let field_sources = workbench.field_sources();
    let has_several = document.cells.len() > 1;
    let mut menus = MenuContext {
        field_sources: &field_sources,
        linked: has_several.then_some(&document.linked_controls),
        excluded: &document.excluded_controls,
        mutation: workbench.randomizer.mutation,
        requested: Vec::new(),
    };
    controls::controls_ui(ui, &generator.controls, &mut now, &mut menus);
    let requested = menus.requested;
    if now != before {
        workbench.randomizer.last_edited_group = edited_group(generator, &before, &now);
        if let Some(values) = workbench.values_mut() {
            *values = now;
        }
        workbench.propagate_linked(&before);
    }
    for action in requested {
        control_menu::apply_action(workbench, action);
    }
}

/// Detects a new generator, for which the panel scrolls to its top.
fn is_other_generator(ui: &Ui, generator: &Generator) -> bool {
    let id = egui::Id::unique("generator of the settings");
    ui.data_mut(|data| {
        let last = data.get_temp_mut_or_default::<Option<Address>>(id);
        let address = Some(generator.address.clone());
        std::mem::replace(last, address.clone()) != address
    })
}

/// Returns the group of the first changed value: `Some(None)` for a control without a group.
fn edited_group(generator: &Generator, before: &Values, now: &Values) -> Option<Option<String>> {
    let mut controls = generator.controls.iter();
    let changed = controls.find(|control| before.get(control) != now.get(control));
    changed.map(|control| control.group.clone())
}
