//! The profile panel: a plot of samples along a line.

pub(crate) mod line;

use egui::{Button, Label, RichText, Ui};
use egui_plot::{CoordinatesFormatter, Corner, Line, PlotPoints};

use super::axes::empty_plot;
use super::header::{header_ui, title_ui};
use super::readout::signed;
use super::{PanelOutput, theme};
use crate::workbench::Workbench;
use crate::workbench::analysis::plots::Axis;
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
    let read = match profile {
        Some(profile) => plot_ui(ui, profile),
        None => {
            ui.allocate_space(ui.available_size());
            None
        }
    };
    workbench.profile_line_mut().read = read;
}

/// Returns the world position of the point below the pointer.
fn plot_ui(ui: &mut Ui, profile: Profile) -> Option<[f64; 2]> {
    let read = profile.clone();
    let read = CoordinatesFormatter::new(move |at, _| values_text(&read, at.x));
    let visuals = ui.visuals().clone();
    // The captions of the cells have the curves' colors.
    let axes = ["distance", "value"].map(|label| Axis::linear(label, [0.0; 2]));
    let plot = empty_plot(ui, "profile", &axes).coordinates_formatter(Corner::LeftTop, read);
    let shown = plot.show(ui, |plot| {
        for line in &profile.cells {
            let points = profile.distances.iter().zip(&line.values);
            let points: PlotPoints<'_> = points.map(|(x, y)| [*x, *y]).collect();
            let color = theme::curve_color(&visuals, line.index);
            plot.line(Line::new(&line.name, points).color(color).width(1.5));
        }
        plot.pointer_coordinate().filter(|_| plot.response().hovered())
    });
    shown.inner.and_then(|at| profile.positions.get(profile.index_at(at.x)).copied())
}

/// Returns the values at a distance: `distance 1.94   −0.8125`; of several cells with their numbers.
fn values_text(profile: &Profile, distance: f64) -> String {
    let index = profile.index_at(distance);
    let mut text = format!("distance {distance:.2}");
    for cell in &profile.cells {
        let value = cell.values.get(index).map_or(f64::NAN, |value| *value);
        text += "   ";
        if profile.cells.len() > 1 {
            text += &format!("{}: ", cell.index + 1);
        }
        text += &signed(value, 4);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workbench::profile::CellProfile;

    #[test]
    fn values_below_the_pointer_are_those_of_the_nearest_point() {
        let cell = |index, values: [f64; 3]| CellProfile {
            index,
            name: String::new(),
            values: values.into(),
        };
        let profile = Profile {
            distances: vec![0.0, 0.5, 1.0],
            positions: vec![[0.0; 2]; 3],
            cells: vec![cell(0, [1.0, 2.0, 3.0]), cell(4, [-1.0, -2.0, -3.0])],
            complete: true,
        };
        assert_eq!(
            values_text(&profile, 0.5),
            "distance 0.50   1: \u{2007}2.0000   5: \u{2212}2.0000"
        );
        assert_eq!(
            values_text(&profile, 9.0),
            "distance 9.00   1: \u{2007}3.0000   5: \u{2212}3.0000"
        );
    }
}
