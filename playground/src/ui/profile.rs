//! The profile panel: a plot of samples along a line.

mod line;

use egui::{Button, Label, Rangef, RichText, Ui};
use egui_plot::{CoordinatesFormatter, Corner, Line, Plot, PlotPoints};

use super::header::{header_ui, title_ui};
use super::readout::signed;
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
    let read = profile.clone();
    let read = CoordinatesFormatter::new(move |at, _| values_text(&read, at.x));
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
        .auto_bounds(true)
        // More labels than by default: the plot is low.
        .grid_spacing(Rangef::new(4.0, 120.0))
        .coordinates_formatter(Corner::LeftTop, read);
    plot.show(ui, |plot| {
        for line in cells {
            let points = distances.iter().zip(line.values);
            let points: PlotPoints<'_> = points.map(|(x, y)| [*x, y]).collect();
            let color = colors[line.index % colors.len()];
            plot.line(Line::new(line.name, points).color(color).width(1.5));
        }
    });
}

/// Returns the values of all cells at the point nearest to a distance: `1.94   −0.8125`.
fn values_text(profile: &Profile, distance: f64) -> String {
    let after = profile.distances.partition_point(|other| *other < distance);
    let index = after.min(profile.distances.len().saturating_sub(1));
    let values = profile.cells.iter().filter_map(|cell| cell.values.get(index));
    let values: String = values.map(|value| format!("   {}", signed(*value, 4))).collect();
    format!("{distance:.2}{values}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workbench::profile::CellProfile;

    #[test]
    fn values_below_the_pointer_are_those_of_the_nearest_point() {
        let cell =
            |values: [f64; 3]| CellProfile { index: 0, name: String::new(), values: values.into() };
        let profile = Profile {
            distances: vec![0.0, 0.5, 1.0],
            positions: vec![[0.0; 2]; 3],
            cells: vec![cell([1.0, 2.0, 3.0]), cell([-1.0, -2.0, -3.0])],
            complete: true,
        };
        assert_eq!(values_text(&profile, 0.5), "0.50   \u{2007}2.0000   \u{2212}2.0000");
        assert_eq!(values_text(&profile, 9.0), "9.00   \u{2007}3.0000   \u{2212}3.0000");
    }
}
