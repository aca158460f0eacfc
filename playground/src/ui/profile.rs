//! The profile panel: a plot of samples along a line.

mod line;

use egui::{Button, Label, RichText, Ui};
use egui_plot::{Line, Plot, PlotPoints};

use super::header::{header_ui, title_ui};
use super::{PanelOutput, theme};
use crate::workbench::Workbench;
use crate::workbench::profile::Profile;
pub(crate) use line::line_ui;

/// Until samples are read back, empty space keeps the height of the panel.
pub(crate) fn profile_ui(ui: &mut Ui, workbench: &mut Workbench, _: &mut PanelOutput) {
    let profile = workbench.profile();
    // A copied table in which cells are missing would look complete.
    let complete = profile.as_ref().filter(|profile| profile.complete);
    header_ui(ui, |ui| {
        let copy = ui.add_enabled(complete.is_some(), Button::new("Copy CSV"));
        if let Some(profile) = complete.filter(|_| copy.clicked()) {
            ui.ctx().copy_text(profile.csv());
            workbench.notify(format!("copied {} profile points", profile.distances.len()));
        }
        title_ui(ui, |ui| {
            let hint = "Drag on a picture to draw the line. Drag its ends, or use arrow keys; middle-drag pans.";
            ui.add(Label::new(RichText::new(hint).weak()).truncate());
        });
    });
    match profile {
        Some(profile) => plot_ui(ui, profile),
        None => _ = ui.allocate_space(ui.available_size()),
    }
}

fn plot_ui(ui: &mut Ui, profile: Profile) {
    let Profile { distances, cells, .. } = profile;
    let colors = theme::curve_colors(ui.visuals());
    // The plot shows the whole line and cannot be panned or zoomed. The captions of the cells have the curves' colors.
    let plot = Plot::new("profile")
        .grid_color(ui.visuals().weak_text_color().gamma_multiply(0.4))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .auto_bounds(true);
    plot.show(ui, |plot| {
        for line in cells {
            let points = distances.iter().zip(line.values);
            let points: PlotPoints<'_> = points.map(|(x, y)| [*x, y]).collect();
            let color = colors[line.index % colors.len()];
            plot.line(Line::new(line.name, points).color(color).width(1.5));
        }
    });
}
