//! The legend of a difference on a sheet.

use noise_playground::field::metrics::DifferenceMetrics;
use noise_playground::subject::comparison::difference_colors;

use super::{Canvas, Fonts, PALE_TEXT_COLOR, TEXT_COLOR};
use crate::workbench::format::{metric_rows, signed_ends};

/// Less than for other sheets, since both fields are in memory too.
pub(super) const MAX_PIXELS: u64 = super::MAX_PIXELS / 4;

/// Name and value, relative to the height of a line.
const METRIC_WIDTH: f32 = 9.0;

/// Color scale, relative to the height of a line.
const SCALE_WIDTH: f32 = 8.0;

/// Between rows, relative to the height of a line.
const PITCH: f32 = 1.5;

/// `width` is that of the picture; all lengths are in pixels.
pub(super) fn height(width: u32, line: f32) -> u32 {
    let rows = 4_usize.div_ceil(columns(width, line));
    ((1 + rows) as f32 * PITCH * line) as u32
}

/// Metrics in a row: 1, 2, or all 4.
fn columns(width: u32, line: f32) -> usize {
    match (width as f32 / (METRIC_WIDTH * line)) as usize {
        0 | 1 => 1,
        2 | 3 => 2,
        _ => 4,
    }
}

/// Below the picture whose lower left corner is `[left, bottom]` in pixels. Colors are from `-limit` to `limit`.
pub(super) fn draw_legend(
    canvas: &mut Canvas,
    [left, bottom]: [f32; 2],
    width: u32,
    fonts: &Fonts,
    limit: f32,
    metrics: Option<&DifferenceMetrics>,
) {
    let line = fonts.line;
    let top = bottom + line / 2.0;
    let right = draw_scale(canvas, [left, left + width as f32], top, fonts, limit);
    let title = "Second minus reference";
    let title = fonts.medium.elided(title, right - line - left);
    fonts.medium.write(canvas, [left, top], &title, TEXT_COLOR);

    let columns = columns(width, line);
    let column_width = width as f32 / columns as f32;
    for (index, (name, _, number)) in metric_rows(metrics).iter().enumerate() {
        let at = [
            left + (index % columns) as f32 * column_width,
            top + (1 + index / columns) as f32 * PITCH * line,
        ];
        draw_metric(canvas, at, column_width, fonts, [name, number]);
    }
}

fn draw_metric(
    canvas: &mut Canvas,
    [left, top]: [f32; 2],
    width: f32,
    fonts: &Fonts,
    [name, number]: [&str; 2],
) {
    let font = &fonts.regular;
    font.write(canvas, [left, top], name, PALE_TEXT_COLOR);
    let number_left = left + font.width(name) + fonts.line / 2.0;
    let number = font.elided(number, left + width - number_left);
    font.write(canvas, [number_left, top], &number, TEXT_COLOR);
}

/// Right-aligned from `left` to `right`, in pixels. Draws nothing without enough space. Returns the left edge.
fn draw_scale(
    canvas: &mut Canvas,
    [left, right]: [f32; 2],
    top: f32,
    fonts: &Fonts,
    limit: f32,
) -> f32 {
    let Fonts { regular, line, .. } = fonts;
    let [low, high] = signed_ends((-limit, limit));
    let gap = line / 2.0;
    let high_left = right - regular.width(&high);
    let bar_left = high_left - gap - SCALE_WIDTH * line;
    let low_left = bar_left - gap - regular.width(&low);
    if low_left < left {
        return right;
    }
    regular.write(canvas, [high_left, top], &high, PALE_TEXT_COLOR);
    regular.write(canvas, [low_left, top], &low, PALE_TEXT_COLOR);
    let width = (SCALE_WIDTH * line) as u32;
    let steps = (0..width).map(|step| 2.0 * step as f32 / (width - 1) as f32 - 1.0);
    let row = difference_colors(&steps.collect::<Vec<f32>>(), 1.0);
    let corner = [bar_left, top + 0.2 * line].map(|at| at as u32);
    canvas.draw(corner, width, &row.repeat((0.6 * line) as usize));
    low_left
}
