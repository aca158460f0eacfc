//! The panels: functions that lay out a frame with egui, apply input to the workbench, and return pictures' rectangles.

mod analysis;
mod axes;
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
mod dock;
mod effects;
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
mod sides;
mod status;
mod sun;
mod sweep;
#[cfg(test)]
mod tests;
mod textures;
pub(crate) mod theme;
mod tooltips;
mod top_bar;
mod trace;
mod view;
mod widgets;

use commands::CommandId;
use egui::{CentralPanel, Frame, Margin, ThemePreference, Ui};
use focus::FocusZone;
use widgets::number_keys;

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
    workbench.chrome_mut().set_width(ui.available_width());
    workbench.update();
    generators::clear_filter_on_escape(ui, &mut workbench.chrome_mut().filter);
    shortcuts::run_shortcuts(ui, workbench, &mut output.actions);
    number_keys::forget_if_pressed(ui);
    tooltips::hide_below_modal(ui, workbench);

    bars_ui(ui, workbench, &mut output);
    docked_ui(ui, workbench, &mut output);
    let center = CentralPanel::no_frame().show(ui, |ui| {
        quarantine::quarantine_ui(ui, &workbench.folder.quarantined, &mut output.actions);
        // What is drawn over the pictures may extend the panel.
        let pictures = ui.max_rect();
        (pictures, cells::cells_ui(ui, workbench, &mut output))
    });
    let (pictures, panes) = center.inner;
    diagnostics::over_pictures_ui(ui, pictures, workbench, &mut output);
    output.run_commands(ui, workbench);
    workbench.update_trace();
    output.panes.splice(0..0, panes);
    windows_ui(ui, workbench, &mut output);
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
    number_keys::forget_if_focus_left(ui);
    UiOutput { actions: output.actions, panes: output.panes, background: ui.visuals().panel_fill }
}

fn windows_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    for panel in panels() {
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

/// Width of the window, in points, below which a dock at the bottom extends below the sides.
const NARROW: f32 = 1000.0;

/// Shows the panels beside the pictures, each of which takes its part of the free space.
fn docked_ui(ui: &mut Ui, workbench: &mut Workbench, output: &mut PanelOutput) {
    let is_narrow = ui.available_width() < NARROW;
    if is_narrow {
        let beside = sides::width(workbench);
        dock::dock_ui(ui, workbench, output, beside);
    }
    for panel in panels() {
        sides::side_ui(ui, panel, workbench, output);
        output.run_commands(ui, workbench);
    }
    if !is_narrow {
        dock::dock_ui(ui, workbench, output, 0.0);
    }
}

type Contents = fn(&mut Ui, &mut Workbench, &mut PanelOutput);

/// All panels with what they draw, in the order in which they are laid out.
const PANELS: [(Panel, Contents); 17] = [
    (Panel::GENERATORS, generators::generators_ui),
    (Panel::CONTROLS, settings::settings_ui),
    (Panel::DIAGNOSTICS, |_, _, _| {}),
    (Panel::INSIDE, inside::inside_ui),
    (Panel::TRACE, trace::trace_ui),
    (Panel::ANALYSIS, analysis::analysis_ui),
    (Panel::EFFECTS, effects::effects_ui),
    (Panel::PROFILE, profile::profile_ui),
    (Panel::CHANGES, changes::changes_ui),
    (messages::MESSAGES, messages::messages_ui),
    // On the pictures, and below its button.
    (overlay::tools::SUN, |_, _, _| {}),
    (overlay::tools::SLICE, |_, _, _| {}),
    (overlay::tools::TIME, |_, _, _| {}),
    (history::HISTORY, |_, _, _| {}),
    (capture::CAPTURE, capture::capture_ui),
    (shortcuts::SHORTCUTS, shortcuts::shortcuts_ui),
    (command_palette::PALETTE, command_palette::palette_ui),
];

fn panels() -> impl Iterator<Item = Panel> {
    PANELS.into_iter().map(|(panel, _)| panel)
}

fn contents(panel: Panel) -> Contents {
    let found = PANELS.into_iter().find(|(other, _)| *other == panel);
    found.map_or(|_, _, _| {}, |(_, contents)| contents)
}
