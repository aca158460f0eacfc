//! Draws described plots into the analysis panel.

use egui::{Color32, Ui};
use egui_plot::{FilledArea, Line, LineStyle, PlotBounds};

use super::PlottedCell;
use crate::ui::axes::{empty_plot, plotted};
use crate::workbench::analysis::plots::{Ink, Plot, Shape};

/// Opacity of areas relative to that of a curve.
const FILL: f32 = 0.22;

pub(super) fn draw(ui: &mut Ui, plot: &Plot, cells: &[PlottedCell<'_>]) {
    let visuals = ui.visuals().clone();
    let color = |ink: Ink| match ink {
        Ink::Curve(index) => cells.get(index).map_or(Color32::GRAY, |cell| cell.color),
        Ink::Text => visuals.strong_text_color(),
        Ink::Pale => visuals.weak_text_color(),
    };
    // The pointer shows no text on lines without a name.
    let name = |ink: Ink| match ink {
        Ink::Curve(index) => cells.get(index).map_or("", |cell| cell.cell.name.as_str()),
        Ink::Text | Ink::Pale => "",
    };
    empty_plot(ui, plot.title, &plot.axes).show(ui, |area| {
        let [x, y] = plot.axes.each_ref().map(|axis| axis.range);
        if let [low, high] = plotted(&[[x[0], y[0]], [x[1], y[1]]], &plot.axes)[..] {
            area.set_plot_bounds(PlotBounds::from_min_max(low, high));
        }
        for mark in &plot.marks {
            let color = color(mark.ink);
            match &mark.shape {
                Shape::Line { points, width, is_dashed } => {
                    let line = Line::new(name(mark.ink), plotted(points, &plot.axes));
                    let style =
                        if *is_dashed { LineStyle::dashed_dense() } else { LineStyle::Solid };
                    area.line(line.color(color).width(*width).style(style));
                }
                Shape::Band([low, high]) => area.add(filled(plot, low, high, color)),
                Shape::Fill(points) => {
                    let ground: Vec<_> = points.iter().map(|[x, _]| [*x, 0.0]).collect();
                    area.add(filled(plot, &ground, points, color));
                }
            }
        }
    });
}

fn filled(plot: &Plot, low: &[[f64; 2]], high: &[[f64; 2]], color: Color32) -> FilledArea {
    let (mut xs, mut bounds) = (Vec::new(), [Vec::new(), Vec::new()]);
    for ends in low.iter().zip(high) {
        if let [[x, low], [_, high]] = plotted(&[*ends.0, *ends.1], &plot.axes)[..] {
            xs.push(x);
            bounds[0].push(low);
            bounds[1].push(high);
        }
    }
    let area = FilledArea::new("", &xs, &bounds[0], &bounds[1]);
    area.fill_color(color.gamma_multiply(FILL)).allow_hover(false)
}
