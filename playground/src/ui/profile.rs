//! The profile panel: a plot of samples along a line.

mod line;

use egui::{Align, Button, Frame, Label, Layout, Margin, Panel, RichText, Ui, vec2};
use egui_plot::{Line, Plot, PlotPoints};

use super::commands::{CommandId, Tip as _};
use super::{icons, manual, theme};
use crate::workbench::profile::Profile;
pub(crate) use line::line_ui;

pub(crate) fn button_ui(ui: &mut Ui, is_open: bool, commands: &mut Vec<CommandId>) {
    let button = Button::new(RichText::new(icons::PROFILE).size(15.0))
        .selected(is_open)
        .frame_when_inactive(is_open);
    let response = ui.add(button).tip(CommandId::Profile);
    if response.accessible_name("Profile").clicked() {
        commands.push(CommandId::Profile);
    }
}

/// `profile` is `None` until the samples are read back. Returns the number of points that the copy button copied.
pub(crate) fn panel_ui(
    ui: &mut Ui,
    profile: Option<Profile>,
    commands: &mut Vec<CommandId>,
) -> Option<usize> {
    let margin = Margin { left: 12, right: 12, top: 4, bottom: 8 };
    Panel::bottom("profile")
        .resizable(true)
        .default_size(208.0)
        .size_range(120.0..=480.0)
        .frame(Frame::new().inner_margin(margin))
        .show(ui, |ui| {
            let copied = header_ui(ui, profile.as_ref(), commands);
            match profile {
                Some(profile) => plot_ui(ui, profile),
                // Until samples are read back, empty space keeps the height of the panel.
                None => _ = ui.allocate_space(ui.available_size()),
            }
            copied
        })
        .inner
}

fn header_ui(
    ui: &mut Ui,
    profile: Option<&Profile>,
    commands: &mut Vec<CommandId>,
) -> Option<usize> {
    let row = vec2(ui.available_width(), theme::ROW);
    let head = ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        let close = Button::new(RichText::new(icons::CLOSE).size(13.0)).frame_when_inactive(false);
        let close = ui.add(close).tip_as("Close", CommandId::Profile);
        if close.accessible_name("Close profile").clicked() {
            commands.push(CommandId::Profile);
        }
        // A copied table in which cells are missing would look complete.
        let profile = profile.filter(|profile| profile.complete);
        let copy = ui.add_enabled(profile.is_some(), Button::new("Copy CSV"));
        let copied = profile.filter(|_| copy.clicked());
        if let Some(profile) = copied {
            ui.ctx().copy_text(profile.csv());
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            manual::title_ui(ui, "Profile");
            let hint = "Drag on a picture to draw the line. Drag its ends, or use arrow keys; middle-drag pans.";
            ui.add(Label::new(RichText::new(hint).weak()).truncate());
        });
        copied.map(|profile| profile.distances.len())
    });
    head.inner
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
