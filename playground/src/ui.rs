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
mod header;
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
mod settings;
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
use egui::{CentralPanel, Frame, Margin, ThemePreference, Ui};
use focus::FocusZone;

use crate::workbench::{Action, Pane, Panel, Workbench, Zone};

pub(crate) struct UiOutput {
    /// Carried out by the application.
    pub(crate) actions: Vec<Action>,
    /// In drawing order.
    pub(crate) panes: Vec<Pane>,
    /// Clears the window.
    pub(crate) background: egui::Color32,
}

/// What the panels of a frame ask for.
#[derive(Default)]
struct PanelOutput {
    /// Run after the panel.
    commands: Vec<CommandId>,
    /// Carried out by the application.
    actions: Vec<Action>,
    panes: Vec<Pane>,
}

impl PanelOutput {
    fn run_commands(&mut self, ui: &Ui, workbench: &mut Workbench) {
        for command in self.commands.drain(..) {
            self.actions.extend(command.run(ui, workbench));
        }
    }
}

/// The rectangles of panes stay transparent: the application draws the pictures below the panels.
pub(crate) fn workbench_ui(ui: &mut Ui, workbench: &mut Workbench) -> UiOutput {
    ui.ctx().set_theme(if workbench.chrome.is_dark() {
        ThemePreference::Dark
    } else {
        ThemePreference::Light
    });
    if workbench.chrome.reduces_motion() {
        ui.style_mut().scroll_animation = egui::style::ScrollAnimation::none();
    }
    let mut output = PanelOutput::default();
    workbench.update();
    generators::clear_filter_on_escape(ui, &mut workbench.chrome_mut().filter);
    shortcuts::run_shortcuts(ui, workbench, &mut output.actions);
    tooltips::hide_below_modal(ui, workbench);

    bars_ui(ui, workbench, &mut output);
    docked_ui(ui, workbench, &mut output);
    let mut panes = CentralPanel::no_frame()
        .show(ui, |ui| {
            quarantine::quarantine_ui(ui, &workbench.folder.quarantined, &mut output.actions);
            cells::cells_ui(ui, workbench, &mut output.actions)
        })
        .inner;
    workbench.update_trace();
    windows_ui(ui, workbench, &mut output);
    panes.append(&mut output.panes);
    let now = ui.input(|input| input.time);
    if is_at_rest(ui) {
        workbench.commit(now);
    } else {
        workbench.update();
    }
    if workbench.tip_camera(now) {
        ui.ctx().request_repaint();
    }
    shortcuts::remember_typing(ui);
    UiOutput { actions: output.actions, panes, background: ui.visuals().panel_fill }
}

fn windows_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    let changes = workbench.comparison.changes;
    let changes = changes.and_then(|changes| workbench.changes(changes));
    if !changes.is_some_and(|changes| changes::changes_ui(ui, &changes)) {
        workbench.close_changes();
    }
    for panel in Panel::ALL {
        let is_window = matches!(panel.info().zone, Zone::Floating | Zone::Modal);
        if is_window && workbench.shows(panel) {
            contents(panel)(ui, workbench, output);
        }
    }
    let free_cells = workbench.document.free_cells();
    let dropped = workbench.pending_restore.as_ref();
    let inputs = workbench.field_inputs();
    let choice = dropped
        .and_then(|dropped| restore::restore_dialog_ui(ui, dropped, free_cells, inputs.as_slice()));
    if let Some(choice) = choice {
        workbench.apply_restore_choice(choice);
    }
    restore::request_dropped_files(ui, &mut output.actions);
    dialogs::dialogs_ui(ui, workbench.chrome_mut(), &mut output.actions);
    focus_frame::focus_frame_ui(ui);
    output.actions.append(&mut workbench.chrome_mut().requested);
}

/// Returns true while no pointer button is held and no text is edited: edits can then become an undo step.
fn is_at_rest(ui: &Ui) -> bool {
    let is_typing = ui.ctx().text_edit_focused();
    !is_typing && !ui.input(|input| input.pointer.any_down())
}

fn bars_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    // Panels have no fill: the window is cleared with their color, which costs nothing.
    let bar = Frame::new().inner_margin(Margin::symmetric(12, 0));
    egui::Panel::top("top bar").exact_size(40.0).frame(bar).show(ui, |ui| {
        focus::start_zone(ui, FocusZone::Bar);
        top_bar::top_bar_ui(ui, workbench, &mut output.commands);
    });
    egui::Panel::bottom("status line").exact_size(25.0).frame(bar).show(ui, |ui| {
        status::status_ui(ui, workbench, &mut output.commands, &mut output.actions);
    });
    output.run_commands(ui, workbench);
}

/// Shows the panels beside the pictures, each of which takes its part of the free space.
fn docked_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    let width = ui.available_width();
    let spans = |panel: &Panel| width < panel.info().spans;
    let (spanning, others): (Vec<_>, Vec<_>) = Panel::ALL.into_iter().partition(spans);
    for panel in spanning.into_iter().chain(others) {
        if !workbench.shows(panel) {
            continue;
        }
        let (info, free) = (panel.info(), ui.available_size());
        let [size, least, most] = (info.size)(free);
        let (dock, is_wide) = match info.zone {
            Zone::Left => (egui::Panel::left(info.key), false),
            Zone::Right if free.x >= info.narrow => (egui::Panel::right(info.key), false),
            Zone::Right => (egui::Panel::bottom((info.key, "below")), true),
            Zone::Bottom => (egui::Panel::bottom(info.key), true),
            Zone::Picture | Zone::Floating | Zone::Modal => continue,
        };
        let size = workbench.chrome.panel_size(panel).unwrap_or(size);
        let dock = dock.resizable(true).default_size(size).size_range(least..=most);
        let shown = dock
            .frame(Frame::new().inner_margin(info.margin))
            .show(ui, |ui| contents(panel)(ui, workbench, output));
        let size = shown.response.rect.size();
        workbench.chrome_mut().set_panel_size(panel, if is_wide { size.y } else { size.x });
        output.run_commands(ui, workbench);
    }
}

fn contents(panel: Panel) -> fn(&mut Ui, &mut Workbench, &mut PanelOutput) {
    match panel {
        Panel::Generators => generators::generators_ui,
        Panel::Controls => settings::settings_ui,
        Panel::Diagnostics => diagnostics::diagnostics_ui,
        Panel::Profile => profile::profile_ui,
        Panel::Analysis => analysis::analysis_ui,
        Panel::Inside => inside::inside_ui,
        Panel::Trace => trace::trace_ui,
        Panel::Messages => messages::messages_ui,
        Panel::Capture => capture::capture_ui,
        Panel::Shortcuts => shortcuts::shortcuts_ui,
        Panel::Palette => command_palette::palette_ui,
        // On the selected picture, and below its button.
        Panel::Sun | Panel::Slice | Panel::Time | Panel::History => |_, _, _| {},
    }
}
