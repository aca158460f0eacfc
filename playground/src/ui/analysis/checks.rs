//! Two plots about the generator: the error of its gradient, and its cost per sample for each number of octaves.

use egui::{Button, RichText, Ui};

use super::{PlottedCell, painter};
use crate::workbench::CellId;
use crate::workbench::analysis::plots::{Axis, Ink, Plot};

/// A button shows the position of the largest error: returns the cell and the world position if it is clicked.
pub(super) fn gradients_ui(ui: &mut Ui, cells: &[PlottedCell<'_>]) -> Option<(CellId, [f64; 2])> {
    let mut clicked = None;
    for cell in cells {
        let Some(checked) = cell.cell.gradient else {
            continue;
        };
        ui.label(RichText::new(&cell.cell.name).size(11.0).color(cell.color));
        let [rms, largest] = [checked.check.rms_error, checked.check.max_error].map(number);
        ui.label(RichText::new(format!("rms {rms}")).size(12.0));
        let decimals = (3.5 - checked.span.log10()).ceil().clamp(0.0, 9.0) as usize;
        let [x, y] = checked.check.at.map(|at| format!("{at:.decimals$}"));
        let text = format!("largest {largest}\nat {x}, {y}").replace('-', "\u{2212}");
        let button = ui.add(Button::new(RichText::new(text).size(12.0)).wrap());
        let button = button.on_hover_text("Center the view at the largest error of the gradient");
        if button.clicked() {
            clicked = Some((cell.cell.id, checked.check.at));
        }
    }
    clicked
}

fn number(number: f64) -> String {
    format!("{number:.2e}").replace('-', "\u{2212}")
}

pub(super) fn costs_ui(ui: &mut Ui, cells: &[PlottedCell<'_>]) {
    if cells.iter().all(|cell| cell.cell.octaves.is_none()) {
        ui.label(RichText::new("measured at rest").weak().size(11.0));
        return;
    }
    let curves =
        cells.iter().zip(0..).filter_map(|(cell, index)| Some((index, &cell.cell.octaves?.0)));
    let ends = [0, 1].map(|axis| {
        let points = curves.clone().flat_map(|(_, points)| points);
        points.map(|point| point[axis]).fold(0.0, f64::max)
    });
    let mut plot = Plot::new(
        "Cost",
        [
            Axis::linear("octaves", [0.0, ends[0]]),
            Axis::linear("ns per sample", [0.0, 1.1 * ends[1]]),
        ],
    );
    for (index, points) in curves {
        plot.line(Ink::Curve(index), points.clone(), 1.5);
    }
    painter::draw(ui, &plot, cells);
}
