//! Lines and text over a three-dimensional view: scale bar, north arrow, lowest and highest value, exaggeration.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Ui, vec2};
use noise_playground::camera::Viewpoint;

use crate::workbench::format::range_decimals;
use crate::workbench::{CellId, Workbench};

/// Longest scale bar, in points.
const MAX_BAR: f64 = 120.0;
/// Length of the north arrow, in points.
const ARROW: f32 = 28.0;
/// Distance from the edges of the picture, in points.
const MARGIN: f32 = 16.0;
/// Height of a line of text, in points.
const LINE: f32 = 18.0;

/// Draws scale bar, north arrow and lines of text over the three-dimensional view of a cell, whose picture is in
/// `rect`.
pub(crate) fn overlay_ui(ui: &Ui, rect: Rect, workbench: &Workbench, id: CellId) {
    let Some(view) = workbench.viewpoint(id) else {
        return;
    };
    let painter = ui.painter().with_clip_rect(rect);
    let pixels = f64::from(ui.pixels_per_point());
    scale_bar(&painter, rect, &view);
    north_arrow(&painter, rect, &view, pixels);
    let corner = rect.left_bottom() + vec2(MARGIN, -MARGIN - 1.5 * LINE);
    for (index, line) in lines(workbench, id).into_iter().enumerate() {
        text(
            &painter,
            corner - vec2(0.0, LINE * index as f32),
            Align2::LEFT_BOTTOM,
            &line,
        );
    }
}

/// Returns the lines of text above the scale bar, the lowest first: the lowest and highest value, and the exaggeration
/// of heights. Empty until the samples are read back.
fn lines(workbench: &Workbench, id: CellId) -> Vec<String> {
    let Some([low, high]) = workbench.extremes(id) else {
        return Vec::new();
    };
    let decimals = range_decimals(low, high);
    let number = |value: f64| format!("{value:.decimals$}").replace('-', "\u{2212}");
    let mut lines = vec![format!("{} \u{2026} {}", number(low), number(high))];
    let shading = workbench.document.effective_view(id).shading;
    let exaggeration = shading.exaggeration;
    if exaggeration != 1.0 && shading.mode.info().uses_exaggeration {
        lines.push(format!("heights \u{d7} {exaggeration}"));
    }
    lines
}

/// Draws the scale bar: a round length in world units, with the size that it has at the distance of the camera's
/// target.
fn scale_bar(painter: &Painter, rect: Rect, view: &Viewpoint) {
    let world_height = view.pose().height_at_one * view.camera.distance * view.unit;
    let per_point = world_height / f64::from(rect.height());
    let length = round_length(MAX_BAR * per_point);
    let end = rect.left_bottom() + vec2(MARGIN, -MARGIN);
    let bar = [end, end + vec2((length / per_point) as f32, 0.0)];
    let up = vec2(0.0, -5.0);
    for (width, color) in [(4.0, Color32::from_black_alpha(160)), (2.0, Color32::WHITE)] {
        let stroke = Stroke::new(width, color);
        painter.line_segment(bar, stroke);
        bar.iter().for_each(|end| {
            painter.line_segment([*end, *end + up], stroke);
        });
    }
    text(
        painter,
        bar[1] + vec2(8.0, 4.0),
        Align2::LEFT_BOTTOM,
        &length.to_string(),
    );
}

/// Returns the largest of …, 1, 2, 5, 10, 20, … that is at most `length`.
fn round_length(length: f64) -> f64 {
    let power = 10_f64.powf(length.log10().floor());
    let lead = length / power;
    let digit = [5.0, 2.0].into_iter().find(|digit| lead >= *digit);
    // Division keeps decimal fractions short.
    let (digit, inverse) = (digit.unwrap_or(1.0), (1.0 / power).round());
    if power < 1.0 {
        digit / inverse
    } else {
        digit * power
    }
}

/// Draws an arrow that points north in the picture's perspective.
fn north_arrow(painter: &Painter, rect: Rect, view: &Viewpoint, pixels: f64) {
    let size =
        [rect.width(), rect.height()].map(|points| (f64::from(points) * pixels).max(1.0) as u32);
    let pose = view.pose();
    let [x, y, z] = view.target;
    let step = 0.01 * view.camera.distance * view.unit;
    let ends = [
        pose.project([x, y, z], size),
        pose.project([x, y + step, z], size),
    ];
    let [Some(from), Some(to)] = ends else {
        return;
    };
    let along = vec2((to[0] - from[0]) as f32, (to[1] - from[1]) as f32);
    // From a low camera, north is short; its direction stays.
    let along = along.normalized() * ARROW.min(along.length() * 1e6);
    // Room for the letter beyond the tip.
    let center = rect.right_top() + vec2(-1.0, 1.0) * (MARGIN + 0.5 * ARROW + 10.0);
    let (tail, tip) = (center - 0.5 * along, center + 0.5 * along);
    for (width, color) in [(4.0, Color32::from_black_alpha(160)), (2.0, Color32::WHITE)] {
        let stroke = Stroke::new(width, color);
        painter.line_segment([tail, tip], stroke);
        for side in [1.0, -1.0] {
            let barb = -0.3 * along + side * 0.18 * along.rot90();
            painter.line_segment([tip, tip + barb], stroke);
        }
    }
    let beyond = tip + along.normalized() * 9.0;
    text(painter, beyond, Align2::CENTER_CENTER, "N");
}

/// Draws white text with a dark shadow, legible on any picture.
fn text(painter: &Painter, at: Pos2, align: Align2, words: &str) {
    let font = FontId::proportional(12.0);
    let shadow = Color32::from_black_alpha(200);
    for offset in [vec2(1.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, -1.0)] {
        painter.text(at + offset, align, words, font.clone(), shadow);
    }
    painter.text(at, align, words, font, Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_round_lengths() {
        let lengths = [0.0034, 0.07, 1.0, 2.9, 7.3, 49.0, 999.0].map(round_length);
        assert_eq!(lengths, [0.002, 0.05, 1.0, 2.0, 5.0, 20.0, 500.0]);
    }
}
