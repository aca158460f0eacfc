//! The crosshair: marks the probed position in the pictures of other cells, and the traced position.

use egui::{Color32, Pos2, Rect, Stroke, Ui, vec2};

use crate::workbench::{CellId, Document, PaneId, Probe};

/// Half the length of each line, and half the gap at the center, in points.
const LINE: [f32; 2] = [10.0, 3.0];

/// Draws the crosshair while the pointer is over another cell.
pub(super) fn crosshair_ui(ui: &Ui, picture: Rect, document: &Document, id: CellId, probe: &Probe) {
    if probe.pane != PaneId::Cell(id) && matches!(probe.pane, PaneId::Cell(_)) {
        mark_ui(ui, picture, document, id, probe.world);
    }
}

/// Draws a crosshair if the picture contains the position.
pub(super) fn mark_ui(ui: &Ui, picture: Rect, document: &Document, id: CellId, world: [f64; 2]) {
    let view = document.effective_view(id);
    let at = position(picture, &view.center, view.span, world);
    if picture.contains(at) {
        paint(ui, at);
    }
}

fn position(picture: Rect, center: &[f64; 2], span: f64, world: [f64; 2]) -> Pos2 {
    let points = f64::from(picture.width()) / span;
    let right = (world[0] - center[0]) * points;
    let up = (world[1] - center[1]) * points;
    picture.center() + vec2(right as f32, -up as f32)
}

/// White with a dark border is visible on any picture.
fn paint(ui: &Ui, at: Pos2) {
    let strokes = [(3.0, Color32::from_black_alpha(160)), (1.0, Color32::WHITE)];
    for (width, color) in strokes {
        for direction in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
            let [far, near] = LINE.map(|distance| at + direction * distance);
            ui.painter().line_segment([near, far], Stroke::new(width, color));
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn north_is_up_and_the_width_is_the_span() {
        let picture = Rect::from_min_size(pos2(100.0, 0.0), vec2(200.0, 100.0));
        let at = |world| position(picture, &[1.0, 1.0], 4.0, world);
        assert_eq!(at([1.0, 1.0]), pos2(200.0, 50.0));
        assert_eq!(at([3.0, 2.0]), pos2(300.0, 0.0));
    }
}
