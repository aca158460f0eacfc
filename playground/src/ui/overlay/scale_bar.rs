//! The scale bar on a picture: a line whose length is a round number of world units.

use egui::{Color32, FontId, Pos2, Rect, Stroke, Ui, pos2, vec2};

use super::MARGIN;
use crate::workbench::{CellId, PaneId, Workbench};

/// As a fraction of the picture's width.
const MAX_FRACTION: f64 = 0.2;

/// Height of the upright ends, in points.
const HEIGHT: f32 = 6.0;

/// Draws the bar at the lower left of a picture `span` world units wide. Returns its upper left corner.
pub(super) fn scale_bar_ui(
    ui: &Ui,
    picture: Rect,
    span: f64,
    workbench: &Workbench,
    id: CellId,
) -> Pos2 {
    let length = round_length(MAX_FRACTION * span);
    let width = (length / span) as f32 * picture.width();
    let content = workbench.pane_content(PaneId::Cell(id));
    let unit = content.and_then(|content| content.generator.world_unit());
    let text = length_text(length) + &unit.map_or_else(String::new, |unit| format!(" {unit}"));
    let font = FontId::proportional(12.0);
    let color = ui.visuals().text_color();
    let galley = ui.painter().layout_no_wrap(text, font, color);
    let size = vec2(width.max(galley.size().x) + 16.0, galley.size().y + HEIGHT + 8.0);
    let corner = picture.left_bottom() + vec2(MARGIN, -MARGIN);
    let rect = Rect::from_min_size(corner - vec2(0.0, size.y), size);
    super::plate(ui, rect);
    let at = pos2(rect.left() + 8.0, rect.top() + 2.0);
    ui.painter().galley(at, galley, color);
    bracket(ui, pos2(rect.left() + 8.0, rect.bottom() - 4.0), width, color);
    rect.left_top()
}

fn bracket(ui: &Ui, left: Pos2, width: f32, color: Color32) {
    let line = Stroke::new(1.5, color);
    let right = left + vec2(width, 0.0);
    let up = vec2(0.0, -HEIGHT);
    for [from, to] in [[left, right], [left, left + up], [right, right + up]] {
        ui.painter().line_segment([from, to], line);
    }
}

/// Returns the largest of 1, 2 and 5 times a power of ten that is at most `length`.
fn round_length(length: f64) -> f64 {
    let power = 10f64.powf(length.log10().floor());
    let factor = [5.0, 2.0].into_iter().find(|factor| factor * power <= length);
    factor.unwrap_or(1.0) * power
}

/// Omits needless digits: `0.05`, `20`, `1e-7`.
fn length_text(length: f64) -> String {
    if (1e-4..1e6).contains(&length) {
        let decimals = (-length.log10().floor()).max(0.0) as usize;
        format!("{length:.decimals$}")
    } else {
        format!("{length:.0e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_round() {
        let cases = [(1.6, "1"), (0.9, "0.5"), (49.0, "20"), (0.031, "0.02"), (7e-8, "5e-8")];
        for (length, text) in cases {
            assert_eq!(length_text(round_length(length)), text);
        }
    }
}
