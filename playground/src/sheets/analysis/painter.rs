//! Draws a described plot into a figure.

use super::CURVES;
use crate::sheets::figure::axes::{Axes, Scale, Ticks};
use crate::sheets::figure::{Color, Figure, INK, PALE, Stroke};
use crate::workbench::analysis::plots::{Axis, Ink, Plot, Shape};

/// Opacity of areas, 0 to 255.
const FILL: u8 = 56;
const PALE_FILL: u8 = 48;

pub(super) fn draw(figure: &mut Figure, rect: [f32; 4], plot: Plot) {
    let [x, y] = plot.axes.each_ref().map(scale);
    let axes = Axes { rect, x, y };
    for mark in &plot.marks {
        let color = color(mark.ink);
        let fill = color.with_opacity(if mark.ink == Ink::Pale { PALE_FILL } else { FILL });
        match &mark.shape {
            Shape::Line { points, width, is_dashed } => {
                let stroke = Stroke { color, width: *width, is_dashed: *is_dashed };
                axes.curve(figure, points, stroke);
            }
            Shape::Band([low, high]) => axes.band(figure, [low, high], fill),
            Shape::Fill(points) => axes.fill(figure, points, fill),
        }
    }
    axes.draw_frame(figure, plot.axes.each_ref().map(|axis| &*axis.label), Ticks::Inside);
    axes.title(figure, plot.title);
    let notes: Vec<(String, Color)> =
        plot.notes.into_iter().map(|(text, ink)| (text, color(ink))).collect();
    axes.note(figure, &notes);
}

fn scale(axis: &Axis) -> Scale {
    let [low, high] = axis.range;
    if axis.is_log { Scale::log(low, high) } else { Scale::linear(low, high) }
}

fn color(ink: Ink) -> Color {
    match ink {
        Ink::Curve(index) => CURVES[index % CURVES.len()],
        Ink::Text => INK,
        Ink::Pale => PALE,
    }
}
