//! The difference of two cells on a sheet: its picture, what its colours mean, and how large it is in numbers.

use noise_playground::comparison::{Difference, difference_colors};
use noise_playground::metrics::DifferenceMetrics;

use super::{PALE, SheetLayout};
use crate::render::canvas::{Canvas, SizedFont, TEXT_COLOR};
use crate::workbench::format::{metric_rows, signed_ends};

/// The most pixels of a sheet: all samples of both are kept till they are compared.
pub(super) const MAX_PIXELS: u64 = super::MAX_PIXELS / 4;

/// Lines of words that a number with its name is as wide as.
const NUMBER: f32 = 9.0;

/// Lines of words that the palette is as wide as.
const SCALE: f32 = 8.0;

/// From one row of words to the next, in lines of words.
const PITCH: f32 = 1.5;

/// Pixels that the words take below a picture of so many pixels across.
pub(super) fn height(across: u32, line: f32) -> u32 {
    let rows = 4_usize.div_ceil(columns(across, line));
    ((1 + rows) as f32 * PITCH * line) as u32
}

/// How many of the four numbers stand beside each other.
fn columns(across: u32, line: f32) -> usize {
    match (across as f32 / (NUMBER * line)) as usize {
        0 | 1 => 1,
        2 | 3 => 2,
        _ => 4,
    }
}

/// Draws the picture, and below it the color scale and the metrics, if the fields could be compared.
pub(super) fn draw(
    difference: &Difference,
    metrics: Option<DifferenceMetrics>,
    canvas: &mut Canvas,
    layout: &SheetLayout,
    [medium, regular]: &[SizedFont; 2],
) {
    let [left, top] = layout.corner(0);
    let [across, down] = layout.cell;
    canvas.put([left, top], across, &difference.pixels());
    let (line, left) = (layout.line, left as f32);
    let mut at = (top + down) as f32 + line / 2.0;
    let scale = draw_scale(difference.limit, canvas, layout, at, regular);
    let title = medium.elided("Second minus reference", scale - line - left);
    medium.write(canvas, [left, at], &title, TEXT_COLOR);
    let columns = columns(across, line);
    let room = across as f32 / columns as f32;
    for row in metric_rows(metrics.as_ref()).chunks(columns) {
        at += PITCH * line;
        for (column, (name, _, number)) in row.iter().enumerate() {
            let start = left + column as f32 * room;
            regular.write(canvas, [start, at], name, PALE);
            let after = start + regular.width(name) + line / 2.0;
            let number = regular.elided(number, start + room - after);
            regular.write(canvas, [after, at], &number, TEXT_COLOR);
        }
    }
}

/// Draws the palette between the values at its ends, to the right. Returns the left edge of what was drawn.
fn draw_scale(
    limit: f32,
    canvas: &mut Canvas,
    layout: &SheetLayout,
    top: f32,
    lettering: &SizedFont,
) -> f32 {
    let line = layout.line;
    let [low, high] = signed_ends((-limit, limit));
    let [left, _] = layout.corner(0).map(|at| at as f32);
    let right = left + layout.cell[0] as f32;
    let gap = line / 2.0;
    let high_left = right - lettering.width(&high);
    let bar_left = high_left - gap - SCALE * line;
    let low_left = bar_left - gap - lettering.width(&low);
    if low_left < left {
        return right;
    }
    lettering.write(canvas, [high_left, top], &high, PALE);
    lettering.write(canvas, [low_left, top], &low, PALE);
    let across = (SCALE * line) as u32;
    let steps = (0..across).map(|step| 2.0 * step as f32 / (across - 1) as f32 - 1.0);
    let row = difference_colors(&steps.collect::<Vec<f32>>(), 1.0);
    let high = (0.6 * line) as usize;
    let corner = [bar_left, top + 0.2 * line].map(|at| at as u32);
    canvas.put(corner, across, &row.repeat(high));
    low_left
}
