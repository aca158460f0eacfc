//! The window's panels: what they are, and where they stand.

mod controls;
mod diagnostics;
mod empty;
mod generators;
mod icons;
mod keys;
mod picture;
mod status;
mod sun;
#[cfg(test)]
mod tests;
pub(crate) mod theme;
mod top_bar;
mod view;
mod widgets;

use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, ThemePreference, Ui};

use crate::workbench::{Action, Workbench};

/// What came of drawing the window.
pub(crate) struct Drawn {
    /// What a person asked for that the panels cannot do.
    pub(crate) actions: Vec<Action>,
    /// Where the picture stands, in points, on whole physical pixels.
    pub(crate) picture_rect: egui::Rect,
    /// What to clear the window to: the panels' fill.
    pub(crate) background: egui::Color32,
}

/// The whole window, one frame of it. The picture's rect stays clear while there is a generator to show:
/// the picture is drawn below the panels.
pub(crate) fn workbench_ui(ui: &mut Ui, workbench: &mut Workbench) -> Drawn {
    ui.ctx().set_theme(if workbench.dark {
        ThemePreference::Dark
    } else {
        ThemePreference::Light
    });
    let mut actions = Vec::new();
    keys::take_keys(ui, workbench, &mut actions);

    bars_ui(ui, workbench, &mut actions);
    sides_ui(ui, workbench, &mut actions);
    let picture_rect = CentralPanel::no_frame()
        .show(ui, |ui| picture::picture_ui(ui, workbench, &mut actions))
        .inner;
    keys::keys_sheet_ui(ui, &mut workbench.panels.keys);
    Drawn {
        actions,
        picture_rect,
        background: ui.visuals().panel_fill,
    }
}

/// What spans the window: the bar above, and below it the status line and the drawer of diagnostics.
fn bars_ui(ui: &mut Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    // Panels paint no ground of their own: the window is cleared to theirs, which costs nothing.
    let bar = Frame::new().inner_margin(Margin::symmetric(12, 0));
    Panel::top("top bar")
        .exact_size(40.0)
        .frame(bar)
        .show(ui, |ui| top_bar::top_bar_ui(ui, workbench, actions));
    Panel::bottom("status line")
        .exact_size(25.0)
        .frame(bar)
        .show(ui, |ui| status::status_ui(ui, workbench));
    let Workbench {
        diagnostics,
        panels,
        ..
    } = workbench;
    if panels.diagnostics && !diagnostics.is_empty() {
        let drawer = Panel::bottom("diagnostics")
            .resizable(true)
            .default_size(168.0)
            .size_range(56.0..=480.0);
        drawer.frame(bar).show(ui, |ui| {
            diagnostics::diagnostics_ui(ui, diagnostics, &mut panels.diagnostics, actions);
        });
    }
}

/// The generators on the left, the settings on the right.
fn sides_ui(ui: &mut Ui, workbench: &mut Workbench, actions: &mut Vec<Action>) {
    let margin = Margin {
        left: 12,
        right: 12,
        top: 8,
        bottom: 0,
    };
    let side = Frame::new().inner_margin(margin);
    if workbench.panels.generators {
        let panel = Panel::left("generators")
            .default_size(220.0)
            .size_range(160.0..=400.0);
        panel.frame(side).show(ui, |ui| {
            let Workbench {
                entries,
                shown,
                filter,
                ..
            } = workbench;
            let shown = shown.as_ref().map(|generator| &generator.address);
            generators::generators_ui(ui, entries, shown, filter, actions);
        });
    }
    if workbench.panels.controls && workbench.shown.is_some() {
        let panel = Panel::right("controls")
            .default_size(300.0)
            .size_range(260.0..=520.0);
        panel.frame(side).show(ui, |ui| settings_ui(ui, workbench));
    }
}

/// The panel on the right: the generator's words, its controls, how it is viewed.
fn settings_ui(ui: &mut Ui, workbench: &mut Workbench) {
    let Some(generator) = workbench.shown.clone() else {
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.push_id(&generator.address, |ui| {
            controls::title_ui(ui, &generator);
            let values = workbench
                .values
                .entry(generator.address.clone())
                .or_default();
            controls::controls_ui(ui, &generator.controls, values);
        });
        let Workbench {
            view,
            z,
            clock,
            value_range,
            ..
        } = workbench;
        view::view_ui(ui, &generator, view, *value_range);
        view::place_ui(ui, &generator, z, clock);
        ui.add_space(16.0);
    });
}
